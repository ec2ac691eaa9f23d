// The outputs of a cell: as a notebook stores them, and as nodes.

import { marked } from 'marked'
import { box, caption, picture } from './frame.js'
import { fault, plain, Screen, still } from './text.js'

const joined = data => (Array.isArray(data) ? data.join('') : String(data ?? ''))

// Long experiments tell how far they are in this form, which needs no box.
const PROGRESS = /^<progress value="(\d+)" max="(\d+)"><\/progress> ([^<]*)$/

/** The richest form of a bundle that the page can show. */
function shown(bundle) {
	const has = type => bundle[type] !== undefined && joined(bundle[type]) !== ''
	const text = joined(bundle['text/plain'])
	const html = has('text/html') && joined(bundle['text/html'])
	const bar = html && PROGRESS.exec(html)
	if (bar) return progress(bar)
	if (html) return box(html, caption(joined(bundle['image/svg+xml'])) || summary(text) || 'A value, drawn')
	if (has('text/markdown')) return box(marked.parse(joined(bundle['text/markdown'])), 'A text')
	if (has('image/svg+xml')) return picture('image/svg+xml', joined(bundle['image/svg+xml']), caption(joined(bundle['image/svg+xml'])) || summary(text))
	for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp']) {
		if (has(type)) return picture(type, joined(bundle[type]), summary(text) || 'A picture')
	}
	if (has('text/latex')) return still('result', joined(bundle['text/latex']))
	if (has('application/vnd.jupyter.widget-view+json')) return remark(text, 'Controls work in a notebook, not on this page.')
	if (has('application/javascript')) return remark(joined(bundle['application/javascript']), "Scripts of cells don't run on this page.")
	return text ? still('result', text) : null
}

const summary = text => plain(text).trim().slice(0, 300)

function remark(text, says) {
	const node = document.createElement('div')
	const note = document.createElement('p')
	note.className = 'note'
	note.textContent = says
	node.append(note)
	if (text) node.prepend(still('result', text))
	return node
}

function progress([, value, max, label]) {
	const node = document.createElement('div')
	node.className = 'bar'
	const bar = document.createElement('progress')
	bar.value = Number(value)
	bar.max = Number(max)
	const text = document.createElement('span')
	text.textContent = new DOMParser().parseFromString(label, 'text/html').documentElement.textContent
	bar.setAttribute('aria-label', text.textContent)
	node.append(bar, text)
	return node
}

/** Outputs is what a cell gave. */
export class Outputs {
	/** @param {HTMLElement} node takes what is shown */
	constructor(node) {
		this.node = node
		/** As a notebook stores them. */
		this.all = []
		this.nodes = []
		this.screen = null // of the last output, if that's a stream
		this.names = new Map() // of displays → places in all
		this.clearing = false
	}

	/** Takes a message of channel iopub, and reports whether it was an output. */
	take(type, content) {
		switch (type) {
			case 'stream':
				this.stream(content.name, content.text)
				break
			case 'display_data':
			case 'execute_result':
				this.display(type, content)
				break
			case 'update_display_data':
				this.update(content)
				break
			case 'error':
				this.fail(content)
				break
			case 'clear_output':
				this.clearing = content.wait
				if (!content.wait) this.clear()
				break
			default:
				return false
		}
		return true
	}

	clear() {
		this.all = []
		this.nodes = []
		this.names.clear()
		this.screen = null
		this.clearing = false
		this.node.replaceChildren()
	}

	add(output, node) {
		if (this.clearing) this.clear()
		this.screen = null
		this.all.push(output)
		const place = document.createElement('div')
		place.className = 'output'
		if (node) place.append(node)
		this.nodes.push(place)
		this.node.append(place)
		return place
	}

	stream(name, text) {
		if (this.clearing) this.clear()
		const last = this.all.at(-1)
		if (this.screen && last?.output_type == 'stream' && last.name == name) {
			last.text += text
			this.screen.write(text)
			return
		}
		const screen = new Screen(name == 'stderr' ? 'stderr' : 'stdout')
		this.add({ output_type: 'stream', name, text }, screen.node)
		this.screen = screen
		screen.write(text)
	}

	display(type, { data = {}, metadata = {}, execution_count = null, transient }) {
		const output = { output_type: type, data, metadata }
		if (type == 'execute_result') output.execution_count = execution_count
		this.add(output, shown(data))
		if (transient?.display_id) this.names.set(transient.display_id, this.all.length - 1)
	}

	update({ data = {}, metadata = {}, transient }) {
		const at = this.names.get(transient?.display_id)
		if (at === undefined) return
		Object.assign(this.all[at], { data, metadata })
		const bar = this.nodes[at].querySelector('progress')
		const next = shown(data)
		const newBar = next?.querySelector?.('progress')
		if (bar && newBar) {
			bar.value = newBar.value
			bar.nextSibling.textContent = newBar.nextSibling.textContent
			return
		}
		this.nodes[at].replaceChildren(...(next ? [next] : []))
	}

	fail({ ename = '', evalue = '', traceback = [] }) {
		const text = traceback.length ? traceback.join('\n') : [ename, evalue].filter(Boolean).join(': ')
		this.add({ output_type: 'error', ename, evalue, traceback }, fault(text))
	}

	/** Shows what a notebook stored. */
	restore(outputs) {
		for (const o of outputs ?? []) {
			if (o.output_type == 'stream') this.stream(o.name, joined(o.text))
			else if (o.output_type == 'error') this.fail(o)
			else if (o.data) this.display(o.output_type, o)
		}
	}

	/** Shows a page of help. */
	page(data) {
		this.add({ output_type: 'display_data', data, metadata: {} }, shown(data))
	}

	/** What a screen reader is told. */
	get spoken() {
		return this.all
			.map(o => (o.output_type == 'stream' ? o.text : o.output_type == 'error' ? o.traceback.join('\n') || `${o.ename}: ${o.evalue}` : caption(joined(o.data['image/svg+xml'])) || joined(o.data['text/plain'])))
			.map(plain)
			.join('\n')
			.trim()
			.slice(0, 600)
	}
}
