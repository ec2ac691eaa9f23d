// Cells as files: a script that `riffle run` takes, and a notebook.

/** A cell that a script can't have: a question for help. */
const question = code => /^\s*\?|\?\s*$/.test(code)

/** A script: cells with lines of %% between them, those that failed as comments. */
export function script(cells) {
	const parts = []
	for (const c of cells) {
		if (c.code.trim() == '' || question(c.code)) continue
		parts.push(c.state == 'error' ? '// This cell failed:\n' + c.code.replace(/^/gm, '// ') : c.code)
	}
	return parts.map(p => p.replace(/\s+$/, '') + '\n').join('\n// %%\n')
}

/** The cells of a script. */
export function fromScript(text) {
	return text
		.replace(/^\ufeff/, '')
		.split(/^\/\/ ?%%.*$/m)
		.map(c => c.replace(/^\s*\n/, '').trimEnd())
		.filter(c => c.trim() != '')
}

const lines = text => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** A notebook, with the outputs. */
export function notebook(cells) {
	const done = {
		nbformat: 4,
		nbformat_minor: 5,
		metadata: {
			kernelspec: { display_name: 'Go (riffle)', language: 'go', name: 'riffle' },
			language_info: { name: 'go', mimetype: 'text/x-go', file_extension: '.go' },
		},
		cells: cells.map((c, i) => ({
			cell_type: 'code',
			id: `cell-${i + 1}`,
			metadata: {},
			execution_count: c.n ?? null,
			source: lines(c.code),
			outputs: c.outputs.map(stored),
		})),
	}
	return JSON.stringify(done, null, 1) + '\n'
}

/** An output with its texts as lists of lines, as Jupyter stores them. */
function stored(o) {
	if (o.output_type == 'stream') return { output_type: 'stream', name: o.name, text: lines(o.text) }
	if (!o.data) return o
	const data = {}
	for (const [type, value] of Object.entries(o.data)) data[type] = typeof value == 'string' && !/^image\/(?!svg)/.test(type) ? lines(value) : value
	return { ...o, data }
}

/** A fault of a file, as a sentence. */
export class FileError extends Error {}

const LARGEST = 20_000_000

/** Reads the cells of a file from disk, and how many others it has. */
export async function read(file) {
	if (file.size > LARGEST) throw new FileError(`${file.name} is too large: it has ${Math.round(file.size / 1e6)} MB, and this page reads at most ${LARGEST / 1e6}.`)
	const text = await file.text()
	if (!/\.ipynb$/i.test(file.name)) return { cells: fromScript(text).map(code => ({ code })), others: 0 }
	const { cells, metadata } = parsed(text)
	if (!Array.isArray(cells)) throw new FileError(`${file.name} isn't a notebook, or not a whole one. A notebook of version 4 has a list of cells.`)
	const language = metadata?.kernelspec?.language ?? metadata?.language_info?.name ?? 'go'
	if (typeof language == 'string' && !/^go(lang)?$/i.test(language)) throw new FileError(`${file.name} is a notebook in another language (${language.slice(0, 40)}); riffle runs Go.`)
	const code = cells.filter(c => c?.cell_type == 'code')
	return { cells: code.map(c => ({ code: source(c), outputs: outputs(c) })).filter(c => c.code.trim()), others: cells.length - code.length }
}

/** What a text of JSON holds, if that is an object. */
function parsed(text) {
	try {
		return JSON.parse(text) ?? {}
	} catch {
		return {}
	}
}

const isText = t => typeof t == 'string' || (Array.isArray(t) && t.every(line => typeof line == 'string'))
const isObject = o => typeof o == 'object' && o !== null && !Array.isArray(o)

const source = c => (isText(c.source) ? [c.source].flat().join('') : '')

/** The outputs of a cell that are whole, with what the format has of them. */
const outputs = ({ outputs }) => (Array.isArray(outputs) ? outputs.map(whole).filter(Boolean) : [])

function whole(o) {
	const type = o?.output_type
	if (type == 'stream') return isText(o.text) && { output_type: type, name: o.name == 'stderr' ? 'stderr' : 'stdout', text: o.text }
	if (type == 'error') {
		const { ename, evalue, traceback = [] } = o
		return typeof ename == 'string' && typeof evalue == 'string' && isText(traceback) && { output_type: type, ename, evalue, traceback: [traceback].flat() }
	}
	if (!['display_data', 'execute_result'].includes(type) || !isObject(o.data)) return null
	const data = Object.fromEntries(Object.entries(o.data).filter(([type, value]) => isText(value) || /^application\/(.*\+)?json$/.test(type)))
	const shown = { output_type: type, data, metadata: isObject(o.metadata) ? o.metadata : {} }
	if (type == 'execute_result') shown.execution_count = Number.isInteger(o.execution_count) && o.execution_count >= 0 ? o.execution_count : null
	return shown
}

/** Hands a file to the user. */
export function download(name, type, text) {
	const a = document.createElement('a')
	a.href = URL.createObjectURL(new Blob([text], { type }))
	a.download = name
	document.body.append(a)
	a.click()
	a.remove()
	setTimeout(() => URL.revokeObjectURL(a.href), 10_000)
}
