// A cell on the page: what was typed, and below it what it gave.

import { coloured } from './editor.js'
import { Outputs } from './outputs.js'
import { paintAll } from './text.js'

const SAYS = { new: 'not run yet', queued: 'waits', running: 'runs', ok: '', error: 'ended in an error', lost: 'was not run' }

let last = 0

export class Cell {
	/** does: {edit(cell), run(cell)} */
	constructor({ code, n = null, state = 'new', outputs = [] }, does) {
		this.code = code
		this.n = n
		this.id = ++last
		this.node = document.createElement('section')
		this.node.className = 'cell'
		const label = `cell-${this.id}-label`
		this.node.setAttribute('aria-labelledby', label)
		this.mark = element('span', 'mark')
		this.mark.id = label
		this.source = element('pre', 'source')
		this.source.tabIndex = 0
		this.source.setAttribute('role', 'group')
		this.source.setAttribute('aria-label', 'The code')
		const code_ = element('code')
		code_.append(coloured(code))
		this.source.append(code_)
		const edit = button('Edit', () => does.edit(this), 'Puts this cell into the prompt')
		this.again = button('Run', () => does.run(this), 'Runs this cell')
		const tools = element('div', 'tools')
		tools.append(this.again, edit)
		const head = element('div', 'head')
		head.append(this.mark, this.source, tools)
		const out = element('div', 'outputs')
		this.outputs = new Outputs(out)
		this.node.append(head, out)
		this.outputs.restore(outputs)
		this.set(state)
	}

	set(state, n = this.n) {
		paintAll()
		this.state = state
		this.n = n
		this.node.dataset.state = state
		this.mark.replaceChildren(n ? `${n}` : state == 'running' ? '…' : '·', hidden(`${n ? '' : 'A cell'}${SAYS[state] ? `, ${SAYS[state]}` : ''}`))
		this.mark.prepend(hidden(n ? 'Cell ' : ''))
		this.node.toggleAttribute('aria-busy', false)
		if (state == 'running') this.node.setAttribute('aria-busy', 'true')
		this.again.hidden = state != 'new' && state != 'lost'
	}

	/** Asks for a line, below the outputs. */
	input({ prompt, password }, answer, did) {
		const form = element('form', 'input')
		const label = element('label')
		const text = element('span', 'ask')
		text.textContent = prompt || 'Input:'
		const field = element('input')
		field.type = password ? 'password' : 'text'
		field.autocomplete = 'off'
		field.autocapitalize = 'off'
		field.spellcheck = false
		label.append(text, field)
		const send = button('Enter', () => {}, 'Sends the line to the cell')
		send.type = 'submit'
		form.append(label, send)
		form.addEventListener('submit', event => {
			event.preventDefault()
			form.remove()
			this.asked = null
			this.outputs.stream('stdout', `${prompt}${password ? '•'.repeat(8) : field.value}\n`)
			answer(field.value)
			did()
		})
		field.addEventListener('keydown', event => {
			if (event.key == 'Escape' || (event.key == 'c' && event.ctrlKey && field.selectionStart == field.selectionEnd)) did('interrupt')
		})
		this.asked = form
		this.node.append(form)
		field.focus()
	}

	/** What is kept of the cell. */
	get kept() {
		const state = this.state == 'running' || this.state == 'queued' ? 'lost' : this.state
		return { code: this.code, n: this.n, state, outputs: this.outputs.all }
	}
}

export function element(tag, className = '') {
	const e = document.createElement(tag)
	if (className) e.className = className
	return e
}

export function button(text, click, title = '') {
	const b = element('button')
	b.type = 'button'
	b.textContent = text
	if (title) b.title = title
	b.addEventListener('click', click)
	return b
}

/** Text for a screen reader alone. */
export function hidden(text) {
	const e = element('span', 'hidden')
	e.textContent = text
	return e
}
