// Writes the notebook that the page saves of a cell that gets messages, without a browser: the
// argument is a file of messages, a list of kinds and contents, or of contents of a notebook
// that the page opened. The folder has the page's sources, with nothing drawn.

import { readFileSync } from 'node:fs'

const node = () => ({ append() {}, prepend() {}, replaceChildren() {}, querySelector: () => null, setAttribute() {} })
globalThis.document = { createElement: node }

const { Outputs } = await import('./outputs.js')
const { notebook, read } = await import('./files.js')

const messages = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const taken = new Outputs(node())
for (const [kind, content] of messages) {
	if (kind == 'page') taken.page(content.data)
	else if (kind == 'problem') taken.fail({ ename: 'riffle', evalue: content })
	else if (!taken.take(kind, content)) throw new Error(kind)
}
const saved = notebook([{ code: 'x\ny', n: 3, outputs: taken.all }, { code: '', outputs: [] }])

// Opened and saved again it is a notebook, too, whatever it was.
const odd = JSON.parse(saved)
odd.cells[0].outputs.push(
	{ output_type: 'stream', text: 'no name' },
	{ output_type: 'error', ename: 'a', evalue: 'b', status: 'error' },
	{ output_type: 'error', ename: 'a', evalue: 'b', traceback: 'one\ntwo' },
	{ output_type: 'execute_result', data: { 'text/plain': 'c' }, metadata: null, execution_count: 'four' },
	{ output_type: 'display_data', data: { 'text/plain': 5, 'application/json': [1] } },
)
const { cells } = await read({ name: 'odd.ipynb', size: 1, text: async () => JSON.stringify(odd) })
const again = cells.map(c => {
	const outputs = new Outputs(node())
	outputs.restore(c.outputs)
	return { code: c.code, outputs: outputs.all }
})
console.log(JSON.stringify([JSON.parse(saved), JSON.parse(notebook(again))]))
