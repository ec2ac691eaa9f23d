// The page's side of the kernel: cells and questions as promises, over Jupyter's messages.

/** A reason why there is no kernel, as a sentence. */
export class KernelError extends Error {}

const id = () => (crypto.randomUUID ? crypto.randomUUID() : [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join(''))

/**
 * Kernel runs cells.
 *
 * on: {state(name), progress(loaded, total), notice(text, about)}; the states are starting, idle,
 * busy and failed.
 */
export class Kernel {
	constructor({ root, on }) {
		Object.assign(this, { root, on })
		this.session = id()
		this.open = new Map() // requests that wait for their end, by id
		this.state = 'starting'
	}

	/** Loads the kernel's scripts; an error is a sentence for people. */
	async load() {
		if (typeof WebAssembly != 'object') throw new KernelError('This browser has no WebAssembly, or it is switched off (some lock it down). riffle needs it to run Go. Another browser may do: Chrome, Edge, Firefox or Safari of the last years.')
		if (typeof Worker == 'undefined') throw new KernelError('This browser has no web workers, which riffle runs in. Another browser may do: Chrome, Edge, Firefox or Safari of the last years.')
		const signal = await answering(this.root)
		const { RiffleKernel, IndexedDBHistory } = await import(new URL('kit/client.js', this.root).href).catch(() => {
			throw new KernelError(`riffle couldn't be loaded: ${navigator.onLine ? "the site doesn't answer" : 'there is no network, and this browser has no copy of it yet'}. Reload the page to try again.`)
		})
		this.storage = new IndexedDBHistory()
		this.client = new RiffleKernel({
			kit: new URL('kit/', this.root).href,
			storage: this.storage,
			signal,
			onMessage: (channel, message) => this.take(channel, message),
			onNotice: (text, about) => this.on.notice(text, about),
			onProgress: (loaded, total) => this.on.progress(loaded, total),
		})
	}

	/** What was typed on earlier visits. */
	async typed() {
		const all = await this.storage.load().catch(() => [])
		return all.slice(-2000).map(e => e.input)
	}

	/** Starts the program; an error is a sentence for people. */
	async start() {
		await this.client.start()
		this.become('idle')
	}

	become(state) {
		this.state = state
		this.on.state(state)
	}

	/** Sends a request; the promise is of its reply's content. */
	ask(channel, type, content, handlers = {}) {
		const header = { msg_id: id(), session: this.session, username: '', date: new Date().toISOString(), msg_type: type, version: '5.4' }
		return new Promise((resolve, reject) => {
			this.open.set(header.msg_id, { resolve, handlers, reply: null, idle: false, whole: type == 'execute_request' })
			Promise.resolve(this.client.send(channel, { header, parent_header: {}, metadata: {}, content, buffers: [], channel })).catch(reject)
		})
	}

	take(channel, message) {
		const entry = this.open.get(message.parent_header?.msg_id)
		if (!entry) return
		const type = message.header.msg_type
		if (channel == 'iopub') {
			if (type == 'status') entry.idle ||= message.content.execution_state == 'idle'
			else entry.handlers.output?.(type, message.content)
		} else if (channel == 'stdin') {
			entry.handlers.input?.(message.content, value => this.answer(message, value))
		} else {
			entry.reply = message.content
		}
		// What a cell printed last may come after its reply.
		if (entry.reply && (entry.idle || !entry.whole)) {
			this.open.delete(message.parent_header.msg_id)
			entry.resolve(entry.reply)
		}
	}

	answer(request, value) {
		const header = { msg_id: id(), session: this.session, username: '', date: new Date().toISOString(), msg_type: 'input_reply', version: '5.4' }
		this.client.send('stdin', { header, parent_header: request.header, metadata: {}, content: { status: 'ok', value }, buffers: [], channel: 'stdin' })
	}

	/** Runs a cell. */
	async run(code, handlers) {
		this.become('busy')
		try {
			return await this.ask('shell', 'execute_request', { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: true, stop_on_error: true }, handlers)
		} finally {
			if (this.state == 'busy') this.become('idle')
		}
	}

	/** An answer to a question, null while a cell runs or nobody can answer. */
	async question(type, content) {
		if (this.state != 'idle') return null
		return this.ask('shell', type, content).catch(() => null)
	}

	complete(code, cursor_pos) {
		return this.question('complete_request', { code, cursor_pos })
	}

	inspect(code, cursor_pos) {
		return this.question('inspect_request', { code, cursor_pos, detail_level: 0 })
	}

	isComplete(code) {
		return this.question('is_complete_request', { code })
	}

	/** Interrupts the cell that runs. */
	interrupt() {
		if (this.state != 'busy') return false
		this.client?.interrupt()
		return true
	}

	/** Begins a session without the variables. */
	async restart() {
		this.become('starting')
		for (const [, entry] of this.open) entry.resolve({ status: 'aborted' })
		this.open.clear()
		await this.client.restart()
		this.become('idle')
	}
}

/** The address whose answer interrupts a cell where memory can't be shared, if there is one. */
async function answering(root) {
	if (globalThis.crossOriginIsolated && typeof SharedArrayBuffer == 'function') return null
	const url = new URL(`signal?${id()}`, root).href
	const answer = await fetch(url).catch(() => null)
	return answer?.status == 200 && (await answer.text()) == '0' ? url : null
}
