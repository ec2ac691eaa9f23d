// The page: riffle's prompt in a browser.

import { button, element } from './cell.js'
import { coloured, Editor } from './editor.js'
import { download, FileError, notebook, read, script } from './files.js'
import { Kernel } from './kernel.js'
import { Notices } from './notices.js'
import { keepAll, offline } from './offline.js'
import { Pane } from './pane.js'
import { Recall } from './recall.js'
import { decode, encode, isLink, LinkError } from './share.js'
import { Store } from './store.js'
import { closed, own } from './tabs.js'
import { EXAMPLES } from './examples.js'

const root = new URL('..', location.href.replace(/[?#].*/s, ''))
const $ = id => document.getElementById(id)
const notices = new Notices($('notices'))
const recall = new Recall()
const mac = /Mac|iP/.test(navigator.platform)

const kernel = new Kernel({
	root,
	on: {
		state: name => showState(name),
		progress: (loaded, total) => showProgress(loaded, total),
		notice: (text, about) => {
			if (about) notices.drop(about)
			if (!text) return
			notices.say(sentence(text), about ? { key: about } : { bad: true, actions: lost(text) ? [['Run all again', () => pane.runAll(true)]] : [] })
			speak(text)
		},
	},
})

/** What the kernel says, which is also a cell's error, as the page's own notes are. */
const sentence = text => `${/^riffle\b/.test(text) ? text : text[0].toUpperCase() + text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

const lost = text => /lost|variables|again/.test(text) && pane.cells.length > 0

/** Notices that say that nothing has run yet. */
const UNRUN = ['link', 'open']

const pane = new Pane($('cells'), kernel, recall, {
	changed: () => keepSoon(),
	state: () => {
		if (pane.running) for (const key of UNRUN) notices.drop(key)
		showState(kernel.state)
	},
	spoken: text => speak(text),
	edit: code => {
		editor.text = code
		editor.focus()
	},
	focus: () => editor.focus(),
	follow: () => $('prompt').scrollIntoView({ block: 'end' }),
	ended: cell => {
		$('prompt').scrollIntoView({ block: 'nearest' })
	},
})

const editor = new Editor($('editor'), {
	label: 'The next cell, in Go. Enter runs it, Shift and Enter begin a new line.',
	hint: 'NewLottery(40).Pick(6)',
	asks: kernel,
	recall,
	does: {
		run: code => run(code),
		interrupt: () => pane.kernel.interrupt(),
		clear: () => pane.clear(),
		changed: text => ($('run').disabled = text.trim() == ''),
	},
})

function run(code) {
	$('intro').open = false
	for (const key of ['restart', 'back', 'link', 'open', 'share', 'save']) notices.drop(key)
	pane.run(code)
	if (kernel.state == 'failed') notices.say('The cell waits, as riffle isn’t loaded.', { key: 'queued', bad: true, actions: [['Try again', () => location.reload()]] })
	else if (!pane.ready) notices.say('The cell runs as soon as riffle is loaded.', { key: 'queued' })
}

// What is spoken to those who don't see the page.
let spoken = 0
function speak(text) {
	clearTimeout(spoken)
	spoken = setTimeout(() => ($('spoken').textContent = text), 100)
}

const STATES = { starting: 'Loading', idle: 'Ready', busy: 'Running', failed: 'Not loaded' }

function showState(state) {
	document.body.dataset.kernel = state
	if (state == 'busy') notices.drop('queued')
	$('state').textContent = STATES[state]
	$('stop').hidden = state != 'busy'
	$('loading').hidden = state != 'starting'
	$('waiting').hidden = pane.waiting == 0 || state == 'busy'
	$('waiting-text').textContent = pane.waiting == 1 ? 'One cell is there that hasn’t run.' : `${pane.waiting} cells are there that haven’t run.`
	$('n').textContent = '›'
}

function showProgress(loaded, total) {
	const mb = n => (n / 1e6).toFixed(1)
	const bar = $('progress')
	if (total > 0) Object.assign(bar, { max: total, value: Math.min(loaded, total) })
	$('loaded').textContent = total > 0 && loaded >= total ? 'Starting riffle …' : `Loading riffle: ${mb(loaded)}${total > 0 ? ` of ${mb(total)}` : ''} MB, once for this browser`
}

// ---- what survives a reload

let store
let key = ''
let timer = 0

function keepSoon() {
	showState(kernel.state)
	document.body.dataset.unkept = ''
	clearTimeout(timer)
	timer = setTimeout(keepNow, 300)
}

async function keepNow() {
	clearTimeout(timer)
	timer = 0
	if (!key) return
	const kept = await store.put(key, { cells: pane.kept, at: Date.now() })
	if (!timer) delete document.body.dataset.unkept
	if (!kept && store.kept) notices.say('The browser keeps no more of these cells: its storage is full, or they are too large. Save them as a file.', { key: 'full', bad: true })
}

/** Finds the cells that this page begins with. */
async function restore() {
	store = await Store.open()
	if (!store.kept) notices.say('This browser keeps nothing for this page (a private window, or storage is switched off): cells and history are gone when you leave. Save them as a file.', { key: 'unkept' })
	const hash = location.hash
	const link = isLink(hash)
	if (link) history.replaceState(null, '', location.pathname + location.search)
	const tab = await own(store, link)
	key = tab.key
	if (link) await openLink(hash)
	comeBack(tab.cells, tab.how == 'copy' ? 'This tab is a copy of another one. It has the same cells, but a session of its own without variables, and what you do here doesn’t change the other.' : undefined)
	if (tab.how == 'copy') keepSoon()
	if (tab.how == 'second') notices.say('riffle is open in another tab too. Each tab has its own cells and variables. The other tab’s cells come back at your next visit; this one’s, when it is closed, are below “Cells of closed tabs”.', { key: 'tabs' })
	offerClosed()
}

function comeBack(cells, says = 'Your cells are back. Their variables aren’t: a session ends with its page.') {
	if (!cells.length) return
	for (const c of cells) pane.add(c)
	$('intro').open = false
	notices.say(says, { key: 'back', actions: [['Run all again', () => pane.runAll(true)], ['Clear', () => pane.clear()]] })
}

/** Lists the cells of closed tabs; a click brings them here. */
async function offerClosed() {
	const tabs = store.kept ? await closed(store, key) : []
	$('closed').hidden = tabs.length == 0
	$('closed-tabs').replaceChildren(...tabs.map(closedTab))
}

function closedTab(tab) {
	const b = button('', async () => {
		comeBack(tab.cells)
		await keepNow()
		await store.delete(tab.key)
		offerClosed()
		editor.focus()
	})
	b.className = 'example'
	const says = element('span', 'says')
	says.textContent = `${tab.cells.length == 1 ? 'A cell' : `${tab.cells.length} cells`}, ${new Date(tab.at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}`
	const code = element('code')
	code.append(coloured(tab.cells.slice(0, 3).map(c => c.code.split('\n')[0]).join('\n')))
	b.append(says, code)
	const item = element('li')
	item.append(b)
	return item
}

async function openLink(hash) {
	try {
		const cells = await decode(hash)
		for (const code of cells) pane.add({ code })
		$('intro').open = false
		notices.say(`This link has ${cells.length == 1 ? 'a cell' : `${cells.length} cells`}. Nothing has run yet: read what is there, then run it.`, { key: 'link' })
		keepSoon()
	} catch (error) {
		notices.say(error instanceof LinkError ? error.message : `This link can’t be read: ${error.message}`, { key: 'link', bad: true })
	}
}

addEventListener('hashchange', () => {
	const { hash } = location
	if (!isLink(hash)) return
	history.replaceState(null, '', location.pathname + location.search)
	openLink(hash)
})
addEventListener('pagehide', keepNow)

// ---- buttons

async function share() {
	const cells = pane.cells.map(c => c.code)
	if (editor.text.trim()) cells.push(editor.text.trimEnd())
	if (cells.length == 0) return notices.say('There is no cell to share yet.', { key: 'share' })
	let link
	try {
		link = location.href.replace(/#.*/s, '') + (await encode(cells))
	} catch (error) {
		return notices.say(error.message, { key: 'share', bad: true })
	}
	$('link').value = link
	$('link-says').textContent = `The link holds the code of ${cells.length == 1 ? 'the cell' : `the ${cells.length} cells`}, ${link.length.toLocaleString('en')} characters, and no outputs. Nothing is stored anywhere else.${link.length > 2000 ? ' Some programs cut links that are longer than 2,000 characters.' : ''}`
	$('link-copied').textContent = ''
	$('share-dialog').showModal()
	$('link').select()
}

async function copy() {
	$('link').select()
	const done = await navigator.clipboard?.writeText($('link').value).then(
		() => true,
		() => false,
	)
	$('link-copied').textContent = done ? 'Copied.' : 'Press Ctrl-C or ⌘C to copy it.'
}

function save(type) {
	if (pane.cells.length == 0) return notices.say('There is no cell to save yet.', { key: 'save' })
	if (type == 'go') download('riffle.go', 'text/x-go', script(pane.kept))
	else download('riffle.ipynb', 'application/x-ipynb+json', notebook(pane.kept))
}

async function open(file) {
	try {
		const { cells, others } = await read(file)
		if (cells.length == 0) throw new FileError(`${file.name} has no cells of code.`)
		for (const c of cells) pane.add({ code: c.code, n: null, outputs: c.outputs ?? [] })
		$('intro').open = false
		keepSoon()
		notices.say(`${file.name}: ${cells.length == 1 ? 'a cell' : `${cells.length} cells`}. Nothing has run yet.${others ? ` ${others == 1 ? 'One text is' : `${others} texts are`} left out; the notebooks’ view shows ${others == 1 ? 'it' : 'them'}.` : ''}`, { key: 'open' })
	} catch (error) {
		notices.say(error instanceof FileError ? error.message : `${file.name} can’t be read: ${error.message}`, { key: 'open', bad: true })
	}
}

async function restart() {
	if (!pane.ready && kernel.state == 'failed') return location.reload()
	try {
		await pane.restart()
		notices.say('A new session: the variables are gone, the cells are here.', { key: 'restart', actions: pane.cells.length ? [['Run all again', () => pane.runAll(true)]] : [] })
	} catch (error) {
		fail(error)
	}
}

const CLICKS = {
	run: () => editor.submit() && editor.focus(),
	stop: () => kernel.interrupt(),
	share,
	copy,
	'save-go': () => save('go'),
	'save-ipynb': () => save('ipynb'),
	open: () => $('file').click(),
	clear: () => pane.clear(),
	restart,
	keys: () => {
		$('keys-dialog').showModal()
		$('keys-dialog').scrollTop = 0 // its only button, which has the focus, is at the end
	},
	'run-all': () => pane.runAll(),
	tutorial: () => run('%tutorial'),
}
for (const [id, click] of Object.entries(CLICKS)) $(id).addEventListener('click', click)
$('file').addEventListener('change', () => {
	for (const file of $('file').files) open(file)
	$('file').value = ''
})
for (const b of document.querySelectorAll('dialog .done')) b.addEventListener('click', () => b.closest('dialog').close())
for (const k of document.querySelectorAll('kbd[data-mac]')) if (mac) k.textContent = k.dataset.mac

// An interrupt works wherever the focus is.
addEventListener('keydown', event => {
	if (event.defaultPrevented || document.querySelector('dialog[open]')) return
	const c = event.key == 'c' && event.ctrlKey && String(getSelection()) == ''
	if ((event.key == 'Escape' || c) && kernel.interrupt()) event.preventDefault()
})

for (const { code, says } of EXAMPLES) {
	const b = button('', () => {
		run(code)
		editor.focus()
	})
	b.className = 'example'
	const text = element('span', 'says')
	text.textContent = says
	const pre = element('code')
	pre.append(coloured(code))
	b.append(text, pre)
	const item = element('li')
	item.append(b)
	$('examples').append(item)
}

// ---- the start

function fail(error) {
	showState('failed')
	kernel.state = 'failed'
	const says = sentence(error.message || String(error))
	notices.drop(says) // which the kernel may have told already
	notices.say(says, { key: 'failed', bad: true, actions: [['Try again', () => location.reload()]] })
	speak(error.message)
}

async function begin() {
	showState('starting')
	// On a phone this would open its keyboard over the page.
	if (matchMedia('(pointer: fine)').matches) editor.focus()
	const worker = offline(root, {
		updated: () => notices.say('A newer riffle is ready; it comes when the page is loaded again. Cells stay, variables don’t.', { key: 'updated', actions: [['Reload', () => location.reload()]] }),
		kept: () => ($('offline').textContent = 'Works offline'),
	})
	await restore()
	showState('starting')
	await worker
	await kernel.load()
	kernel.typed().then(all => recall.begin(all))
	await kernel.start()
	notices.drop('queued')
	pane.begin()
	keepAll()
}

begin().catch(fail)
