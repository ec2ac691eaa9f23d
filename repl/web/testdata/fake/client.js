// A kernel that computes nothing: it answers some cells as riffle's does, and fails when
// asked to. It stands in for kit/client.js where a test is about the page.

const wait = ms => new Promise(ok => setTimeout(ok, ms))

export class IndexedDBHistory {
	async load() {
		return JSON.parse(localStorage.fakeHistory ?? '[]')
	}
	async keep(line, input) {
		localStorage.fakeHistory = JSON.stringify([...(await this.load()), { session: 1, line, input }])
	}
}

export class RiffleKernel {
	constructor(options) {
		this.options = options
		this.n = 0
		this.stopped = null
		this.questions = new Map()
	}

	async start() {
		for (let i = 0; i <= 4; i++) {
			this.options.onProgress(i * 1.2e6, 4.8e6)
			await wait(20)
		}
		if (globalThis.riffleFake?.startError) throw new Error(globalThis.riffleFake.startError)
	}

	async restart() {
		this.n = 0
	}

	interrupt() {
		this.stopped?.()
	}

	say(channel, parent, type, content) {
		const header = { msg_id: crypto.randomUUID(), msg_type: type }
		this.options.onMessage(channel, { header, parent_header: parent, metadata: {}, content, buffers: [] })
		return header
	}

	async send(channel, message) {
		await wait(2)
		const { header, content } = message
		switch (header.msg_type) {
			case 'execute_request':
				return this.execute(header, content.code)
			case 'input_reply':
				return this.questions.get(message.parent_header.msg_id)?.(content.value)
			case 'is_complete_request':
				return this.say('shell', header, 'is_complete_reply', { status: /[{(]\s*$/.test(content.code) ? 'incomplete' : 'complete', indent: '\t' })
			case 'complete_request':
				return this.say('shell', header, 'complete_reply', this.complete(content))
			case 'inspect_request':
				return this.say('shell', header, 'inspect_reply', { status: 'ok', found: true, data: { 'text/plain': `func ${content.code}(first, second int, more ...string) int\n\nWhat it does.` } })
		}
	}

	complete({ code, cursor_pos }) {
		const word = /[A-Za-z]*$/.exec([...code].slice(0, cursor_pos).join(''))[0]
		const matches = ['NewDealer', 'NewDeck', 'NewLottery'].filter(n => n.startsWith(word))
		const start = cursor_pos - word.length
		const types = matches.map(text => ({ start, end: cursor_pos, text, type: 'function', signature: 'func(…)' }))
		return { status: 'ok', matches, cursor_start: start, cursor_end: cursor_pos, metadata: { _jupyter_types_experimental: types } }
	}

	async execute(parent, code) {
		const n = ++this.n
		this.options.storage.keep(n, code)
		const out = (type, content) => this.say('iopub', parent, type, content)
		const value = data => out('execute_result', { execution_count: n, data, metadata: {} })
		let reply = { status: 'ok', execution_count: n, payload: [] }
		out('status', { execution_state: 'busy' })
		out('execute_input', { code, execution_count: n })
		const error = (ename, evalue) => {
			const traceback = [`\x1b[1;31m${ename}\x1b[0m: ${evalue}`, `cell ${n}:1:1`, `    ${code.split('\n')[0]}`, '    \x1b[1;31m^\x1b[0m']
			out('error', { ename, evalue, traceback })
			reply = { status: 'error', ename, evalue, traceback, execution_count: n, payload: [] }
		}
		const [word, ...rest] = code.split(' ')
		const text = rest.join(' ')
		switch (word) {
			case 'print':
				out('stream', { name: 'stdout', text: JSON.parse(`"${text}"`) })
				break
			case 'flood':
				for (let i = 0; i < Number(text); i += 100) {
					out('stream', { name: 'stdout', text: Array.from({ length: 100 }, (_, k) => `${i + k}\n`).join('') })
					if (i % 10_000 == 0) await wait(0)
				}
				break
			case 'html':
				value({ 'text/html': text, 'text/plain': 'a table' })
				break
			case 'svg':
				value({ 'image/svg+xml': text, 'text/plain': 'a picture' })
				break
			case 'js':
				value({ 'application/javascript': text, 'text/plain': text })
				break
			case 'panic':
				error('panic', text)
				break
			case 'loop':
				await new Promise(ok => (this.stopped = ok))
				this.stopped = null
				error('interrupted', 'the cell was interrupted')
				break
			case 'ask': {
				const asked = this.say('stdin', parent, 'input_request', { prompt: text, password: false })
				const got = await new Promise(ok => {
					this.questions.set(asked.msg_id, ok)
					this.stopped = () => ok(null)
				})
				if (got === null) error('interrupted', 'the cell was interrupted')
				else value({ 'text/plain': `"${got}"` })
				break
			}
			case 'progress':
				for (let i = 0; i <= 10; i++) {
					const data = { 'text/plain': '', 'text/html': `<progress value="${i * 10}" max="100"></progress> trials: ${i * 10} of 100` }
					out(i == 0 ? 'display_data' : 'update_display_data', { data, metadata: {}, transient: { display_id: `p${n}` } })
					await wait(20)
				}
				break
			case 'die':
				error('died', 'the program ended: out of memory; its variables are lost')
				this.options.onNotice('riffle ran out of memory and was started again. The variables are lost.')
				this.n = 0
				break
			default:
				if (code.startsWith('?')) reply.payload.push({ source: 'page', start: 0, data: { 'text/plain': `func ${code.slice(1)}`, 'text/markdown': `## ${code.slice(1)}\n\n\`\`\`go\nfunc ${code.slice(1)}()\n\`\`\`\n\nWhat it does.` } })
				else value({ 'text/plain': code == '1+1' ? '2' : `«${code}»` })
		}
		out('status', { execution_state: 'idle' })
		this.say('shell', parent, 'execute_reply', reply)
	}
}
