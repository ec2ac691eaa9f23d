// A cell within another page. The cells of a page are frames of one site, so that they
// reach each other: the first that is run has the session of all.

import { Cell } from './cell.js'
import { Editor } from './editor.js'
import { Kernel } from './kernel.js'
import { offline } from './offline.js'
import { Recall } from './recall.js'

const root = new URL('..', location.href.replace(/[?#].*/s, ''))
const $ = id => document.getElementById(id)
const wanted = new URLSearchParams(location.hash.slice(1))
if (['light', 'dark'].includes(wanted.get('theme'))) document.documentElement.dataset.theme = wanted.get('theme')

addEventListener('message', ({ source, data }) => {
	if (source == parent && ['light', 'dark'].includes(data?.riffleTheme)) document.documentElement.dataset.theme = data.riffleTheme
})

const recall = new Recall()
let session = null // of the page, once a cell is run
let cell = null // the latest run here
let running = false

const asks = {
	complete: (...a) => session?.kernel.complete(...a) ?? null,
	inspect: (...a) => session?.kernel.inspect(...a) ?? null,
	isComplete: (...a) => session?.kernel.isComplete(...a) ?? null,
}

const editor = new Editor($('editor'), {
	label: 'A cell of Go. Enter in the last line runs it, Shift and Enter begin a new line.',
	text: wanted.get('code') ?? '',
	asks,
	recall,
	does: { run: code => run(code), interrupt: () => stop() },
})
// The text stays where it is when it runs.
editor.submit = () => {
	const text = editor.text.trimEnd()
	if (text.trim() && !running) run(text)
	return true
}

function stop() {
	return running && session?.kernel.interrupt()
}

/** The session of the frames beside this one, or a new one. */
function joined() {
	for (let i = 0; i < parent.length; i++) {
		try {
			const other = parent[i].riffleSession
			if (other && other.alive) return other
		} catch {
			// a frame of another site
		}
	}
	return begin()
}

function begin() {
	const made = { alive: true, queue: Promise.resolve(), watching: new Set(), kernel: null, ready: null, state: 'starting' }
	const tell = (what, ...args) => {
		for (const w of made.watching) {
			try {
				w[what](...args)
			} catch {
				made.watching.delete(w) // whose frame is gone
			}
		}
	}
	made.kernel = new Kernel({
		root,
		on: { state: s => tell('state', (made.state = s)), progress: (a, b) => tell('progress', a, b), notice: text => tell('notice', text) },
	})
	made.ready = offline(root).then(() => made.kernel.load()).then(() => made.kernel.start())
	made.ready.catch(() => (made.alive = false))
	window.riffleSession = made
	return made
}

const watcher = {
	state: () => {},
	progress: (loaded, total) => say(total > 0 && loaded >= total ? 'Starting riffle …' : `Loading riffle: ${(loaded / 1e6).toFixed(1)}${total > 0 ? ` of ${(total / 1e6).toFixed(1)}` : ''} MB`),
	notice: text => say(text),
}

const say = text => ($('says').textContent = text)

async function run(code) {
	running = true
	show()
	recall.add(code)
	cell?.node.remove()
	cell = new Cell({ code }, { edit: () => {}, run: () => {} })
	cell.node.classList.add('bare')
	$('cells').append(cell.node)
	if (!session?.alive) session = joined()
	session.watching.add(watcher)
	try {
		if (session.state == 'starting') say('Loading riffle …')
		await session.ready
		say(session.state == 'busy' ? 'Another cell of this page runs.' : '')
		const turn = session.queue.then(() => play(code))
		session.queue = turn.catch(() => {})
		await turn
	} catch (error) {
		say(error.message || String(error))
	} finally {
		running = false
		show()
	}
}

async function play(code) {
	say('')
	cell.set('running')
	const reply = await session.kernel.run(code, {
		output: (type, content) => {
			cell.outputs.take(type, content)
			measure()
		},
		input: (content, answer) => cell.input(content, answer, what => (what ? stop() : editor.focus())),
	})
	for (const p of reply.payload ?? []) if (p.source == 'page') cell.outputs.page(p.data)
	cell.asked?.remove()
	cell.set(reply.status == 'ok' ? 'ok' : 'error', reply.execution_count ?? null)
	$('spoken').textContent = `${reply.status == 'error' ? 'Error. ' : ''}${cell.outputs.spoken || 'Done.'}`
}

function show() {
	$('run').hidden = running
	$('stop').hidden = !running
	measure()
}

function measure() {
	requestAnimationFrame(() => parent.postMessage({ riffleCell: Math.ceil($('all').getBoundingClientRect().height) }, '*'))
}

$('run').addEventListener('click', () => editor.submit())
$('stop').addEventListener('click', () => stop())
$('whole').addEventListener('click', async event => {
	event.preventDefault()
	const { encode } = await import('./share.js')
	open(new URL('page/index.html', root).href + (await encode([editor.text])), '_blank', 'noopener')
})
new ResizeObserver(measure).observe($('all'))
$('run').disabled = false // from here on a click isn't lost
show()
