// The Interactions pane: cells above, a prompt below, and a kernel that runs one after
// the other.

import { Cell } from './cell.js'
import { paintAll } from './text.js'

/**
 * Pane holds the cells.
 *
 * on: {changed(), state(), spoken(text), edit(code), focus(), restarted()}
 */
export class Pane {
	constructor(node, kernel, recall, on) {
		Object.assign(this, { node, kernel, recall, on })
		/** @type {Cell[]} */
		this.cells = []
		this.queue = []
		this.running = null
		this.ready = false
		this.era = 0 // counts the sessions
		this.frame = 0 // the one that follows what cells give
	}

	/** Adds a cell that isn't run. */
	add(of) {
		const cell = new Cell(of, { edit: c => this.on.edit(c.code), run: c => this.enqueue(c) })
		this.cells.push(cell)
		this.node.append(cell.node)
		return cell
	}

	/** Runs code as a new cell. */
	run(code) {
		this.recall.add(code)
		const cell = this.add({ code })
		this.enqueue(cell)
		cell.node.scrollIntoView({ block: 'nearest' })
		return cell
	}

	/** Runs a cell when it's its turn. */
	enqueue(cell) {
		cell.outputs.clear()
		cell.set('queued', null)
		this.queue.push(cell)
		this.on.changed()
		this.next()
	}

	/** Runs all cells that haven't run, or all of them but those whose turn is to come. */
	runAll(again = false) {
		const under = new Set([this.running, ...this.queue])
		for (const cell of this.cells) if (!under.has(cell) && (again || cell.state == 'new' || cell.state == 'lost')) this.enqueue(cell)
	}

	get waiting() {
		return this.cells.filter(c => c.state == 'new' || c.state == 'lost').length
	}

	begin() {
		this.ready = true
		this.next()
	}

	async next() {
		if (!this.ready || this.running || this.queue.length == 0) return
		const cell = (this.running = this.queue.shift())
		cell.set('running')
		this.on.state()
		const { era } = this
		const reply = await this.kernel.run(cell.code, this.handlers(cell)).catch(error => ({ status: 'error', problem: String(error.message ?? error) }))
		if (era != this.era) return // another session has begun
		this.end(cell, reply)
		this.running = null
		this.on.state()
		this.on.changed()
		this.next()
	}

	handlers(cell) {
		return {
			output: (type, content) => {
				if (type == 'execute_input') cell.set('running', content.execution_count)
				this.follow()
				cell.outputs.take(type, content)
			},
			input: (content, answer) => {
				this.on.spoken(`The cell asks: ${content.prompt}`)
				cell.input(content, answer, what => (what ? this.kernel.interrupt() : this.on.focus()))
			},
		}
	}

	/** Keeps the end of the page in sight, if it is, with the browser's next frame. */
	follow() {
		if (this.frame || !atBottom()) return
		this.frame = requestAnimationFrame(() => {
			this.frame = 0
			paintAll()
			this.on.follow?.()
		})
	}

	end(cell, reply) {
		if (cell.asked) {
			cell.asked.remove()
			cell.asked = null
			this.on.focus()
		}
		for (const p of reply.payload ?? []) {
			if (p.source == 'page') cell.outputs.page(p.data)
			if (p.source == 'set_next_input') this.on.edit(p.text)
		}
		if (reply.problem) cell.outputs.fail({ ename: 'riffle', evalue: reply.problem })
		const failed = reply.status == 'error' && !cell.outputs.all.some(o => o.output_type == 'error')
		if (failed && reply.traceback) cell.outputs.fail(reply)
		const state = reply.status == 'ok' ? 'ok' : reply.status == 'error' ? 'error' : 'lost'
		cell.set(state, reply.execution_count ?? cell.n)
		if (state != 'ok') this.drop()
		this.on.spoken(`${state == 'error' ? 'Error. ' : ''}${cell.outputs.spoken || (state == 'ok' ? 'Done.' : '')}`)
		this.on.ended?.(cell)
	}

	/** Cells that wait behind one that failed don't run. */
	drop() {
		for (const cell of this.queue) cell.set('lost')
		this.queue = []
	}

	/** Begins a session anew; the cells stay. */
	async restart() {
		this.era++
		this.ready = false
		this.running?.set('lost')
		this.running?.asked?.remove()
		this.running = null
		this.drop()
		this.on.state()
		await this.kernel.restart()
		this.ready = true
		this.on.state()
		this.next()
	}

	/** Takes the cells from the page; the variables stay. */
	clear() {
		this.cells = this.cells.filter(c => c == this.running || this.queue.includes(c))
		this.node.replaceChildren(...this.cells.map(c => c.node))
		this.on.changed()
	}

	get kept() {
		return this.cells.map(c => c.kept)
	}
}

/** Reports whether the end of the page is in sight. */
const atBottom = () => scrollY + innerHeight > document.documentElement.scrollHeight - 120
