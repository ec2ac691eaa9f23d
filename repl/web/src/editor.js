// The text of a cell while it is typed.

import { autocompletion, acceptCompletion, closeBrackets, closeBracketsKeymap, completionStatus, startCompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, insertNewlineAndIndent, toggleTabFocusMode } from '@codemirror/commands'
import { go } from '@codemirror/lang-go'
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state'
import { Decoration, EditorView, keymap, placeholder, ViewPlugin, WidgetType } from '@codemirror/view'
import { highlightCode, tags as t } from '@lezer/highlight'
import { bare, depth, looksComplete, points, units } from './code.js'
import { close, signatures } from './signature.js'

const language = go()

/** Marks a change of the text that recalls an earlier one. */
const recalled = Annotation.define()

const colours = HighlightStyle.define([
	{ tag: [t.keyword, t.controlKeyword, t.definitionKeyword, t.moduleKeyword], class: 'k' },
	{ tag: [t.string, t.character, t.escape], class: 's' },
	{ tag: [t.number, t.bool, t.null], class: 'n' },
	{ tag: [t.comment, t.lineComment, t.blockComment], class: 'c' },
	{ tag: [t.typeName, t.standard(t.typeName)], class: 'b' },
])

/** Code that isn't edited, as nodes with its colours. */
export function coloured(code) {
	const all = document.createDocumentFragment()
	const add = (text, classes) => {
		if (!classes) return all.append(text)
		const span = document.createElement('span')
		span.className = classes
		span.textContent = text
		all.append(span)
	}
	highlightCode(code, language.language.parser.parse(code), colours, add, () => all.append('\n'))
	return all
}

const KINDS = { function: 'function', class: 'type', instance: 'variable', statement: 'constant', property: 'property', module: 'namespace', keyword: 'keyword', magic: 'keyword' }

function completions(editor, asks) {
	return async context => {
		if (!context.explicit) return null
		const text = context.state.doc.toString()
		const { asked } = editor
		const reply = asked?.text == text && asked.at == context.pos ? asked.reply : await asks.complete(text, points(text, context.pos))
		if (!reply?.matches?.length || context.aborted) return null
		const typed = reply.metadata?._jupyter_types_experimental ?? []
		const from = units(text, reply.cursor_start)
		const before = text.slice(0, from)
		return {
			from,
			to: units(text, reply.cursor_end),
			options: reply.matches.map((label, i) => ({
				label,
				detail: typed[i]?.signature,
				type: KINDS[typed[i]?.type] ?? typed[i]?.type,
				info: () => about(asks, before + label),
			})),
			validFor: /^[\p{L}\p{N}_]*$/u,
		}
	}
}

/** What a completion's documentation says, for the box beside the list. */
async function about(asks, code) {
	const reply = await asks.inspect(code, points(code, code.length))
	const text = reply?.found && reply.data['text/plain']
	if (!text) return null
	const node = document.createElement('pre')
	node.className = 'about'
	node.textContent = text.split('\n').slice(0, 24).join('\n')
	return node
}

/** Ghost shows at the end what an earlier input goes on with. */
class Ghost extends WidgetType {
	constructor(text) {
		super()
		this.text = text
	}
	eq(other) {
		return other.text == this.text
	}
	toDOM() {
		const span = document.createElement('span')
		span.className = 'ghost'
		span.ariaHidden = 'true'
		const [first, ...more] = this.text.split('\n')
		span.textContent = more.length ? `${first} …` : first
		return span
	}
}

function suggestion(state, recall) {
	const { main } = state.selection
	const text = state.doc.toString()
	if (!main.empty || main.head != text.length || text.length > 1000 || completionStatus(state)) return ''
	return recall.suggest(text)
}

const ghosts = recall =>
	ViewPlugin.fromClass(
		class {
			constructor(view) {
				this.draw(view.state)
			}
			update(u) {
				if (u.docChanged || u.selectionSet || u.transactions.length) this.draw(u.state)
			}
			draw(state) {
				this.text = suggestion(state, recall)
				this.decorations = this.text ? Decoration.set(Decoration.widget({ widget: new Ghost(this.text), side: 1 }).range(state.doc.length)) : Decoration.none
			}
		},
		{ decorations: p => p.decorations },
	)

/**
 * Editor is the prompt's text.
 *
 * asks: {complete, inspect, isComplete} of the kernel; does: {run(code), interrupt() → bool,
 * clear()}; recall: the history.
 */
export class Editor {
	constructor(parent, { asks, does, recall, label = 'A cell of Go', text = '', hint = '' }) {
		Object.assign(this, { asks, does, recall })
		this.hint = new Compartment()
		const keys = [
			{ key: 'Enter', run: () => this.enter() },
			{ key: 'Shift-Enter', run: insertNewlineAndIndent },
			{ key: 'Alt-Enter', run: insertNewlineAndIndent },
			{ key: 'Mod-Enter', run: () => this.submit() },
			{ key: 'Tab', run: () => this.tab(), shift: v => this.view.state.doc.length > 0 && indentLess(v) },
			{ key: 'ArrowUp', run: () => this.walk(-1) },
			{ key: 'ArrowDown', run: () => this.walk(1) },
			{ key: 'ArrowRight', run: () => this.take() },
			{ key: 'End', run: () => this.take() },
			{ key: 'Ctrl-c', run: () => this.view.state.selection.main.empty && this.stop() },
			{ key: 'Escape', run: v => close(v) || does.interrupt() },
			{ key: 'Ctrl-l', run: () => (does.clear?.(), true), preventDefault: true },
			{ key: 'Ctrl-m', mac: 'Shift-Alt-m', run: toggleTabFocusMode },
		]
		this.view = new EditorView({
			parent,
			state: EditorState.create({
				doc: text,
				extensions: [
					history(),
					language,
					syntaxHighlighting(colours),
					bracketMatching(),
					closeBrackets(),
					// A block's end is typed below it, and then Enter runs the cell.
					Prec.highest(EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['(', '[', '"', '`'] } }])),
					indentOnInput(),
					indentUnit.of('\t'),
					EditorState.tabSize.of(4),
					EditorView.lineWrapping,
					autocompletion({ override: [completions(this, asks)], activateOnTyping: false, interactionDelay: 0, icons: false, closeOnBlur: true }),
					ghosts(recall),
					signatures(asks),
					this.hint.of(placeholder(hint)),
					// An open list of completions has the keys before all of these.
					keymap.of([...closeBracketsKeymap, ...keys, ...historyKeymap, ...defaultKeymap]),
					EditorView.contentAttributes.of({ 'aria-label': label, autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'enter' }),
					EditorView.updateListener.of(u => u.docChanged && this.changed(u)),
				],
			}),
		})
		this.walking = null
	}

	get text() {
		return this.view.state.doc.toString()
	}

	set text(text) {
		this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: text.length }, scrollIntoView: true })
	}

	focus() {
		this.view.focus()
	}

	changed(update) {
		if (!update.transactions.some(t => t.annotation(recalled))) this.walking = null
		this.does.changed?.(this.text)
	}

	/** Runs the cell if it is complete, else begins a line. */
	enter() {
		const { state } = this.view
		const text = this.text
		if (text.trim() == '') return true
		const { head } = state.selection.main
		const rest = text.slice(head)
		// In the middle of a cell a line is begun, and in a block whose end isn't typed yet.
		const within = /\n\s*\S/.test(rest) || depth(bare(text.slice(0, head)), /\{/g, /\}/g) > 0
		if (rest.trim() != '' && within) return insertNewlineAndIndent(this.view)
		this.decide(text)
		return true
	}

	async decide(text) {
		const reply = await this.asks.isComplete(text)
		if (this.text != text) return // which was typed on meanwhile
		const complete = reply ? reply.status != 'incomplete' : looksComplete(text)
		if (complete) this.submit()
		else insertNewlineAndIndent(this.view)
	}

	submit() {
		const text = this.text.replace(/\s+$/, '')
		if (text.trim() == '') return true
		this.text = ''
		this.walking = null
		this.does.run(text)
		return true
	}

	/** Completes a name; in front of a line's text it indents. */
	tab() {
		const { state } = this.view
		if (completionStatus(state) == 'active') return acceptCompletion(this.view) || true
		if (state.doc.length == 0) return false // and so it leaves the editor
		const { main } = state.selection
		if (!main.empty) return indentMore(this.view)
		const line = state.doc.lineAt(main.head)
		if (/^\s*$/.test(line.text.slice(0, main.head - line.from))) {
			this.view.dispatch(state.replaceSelection('\t'))
			return true
		}
		this.finish(this.text, main.head)
		return true
	}

	/** Completes what fits in one way, else lists. */
	async finish(text, at) {
		const reply = await this.asks.complete(text, points(text, at))
		const { state } = this.view
		if (!reply || this.text != text || state.selection.main.head != at) return // typed on meanwhile
		this.asked = { text, at, reply }
		if (reply.matches.length != 1) return startCompletion(this.view)
		const from = units(text, reply.cursor_start)
		const insert = reply.matches[0]
		this.view.dispatch({ changes: { from, to: units(text, reply.cursor_end), insert }, selection: { anchor: from + insert.length }, userEvent: 'input.complete' })
	}

	/** Takes what is suggested. */
	take() {
		const text = suggestion(this.view.state, this.recall)
		if (!text) return false
		this.text = this.text + text
		return true
	}

	/** Interrupts what runs; else clears what is typed. */
	stop() {
		if (this.does.interrupt()) return true
		if (this.text == '') return false
		this.text = ''
		return true
	}

	/** Goes through the history from the first and the last line, whole cells at a time. */
	walk(by) {
		const { state } = this.view
		const { main } = state.selection
		const line = state.doc.lineAt(main.head)
		if (!main.empty || line.number != (by < 0 ? 1 : state.doc.lines)) return false
		// A long line that is wrapped has rows of its own.
		const moved = this.view.moveVertically(main, by > 0)
		if (moved.head != (by < 0 ? line.from : line.to) && moved.head != main.head) return false
		this.walking ??= { text: this.text, at: this.recall.size }
		const found = this.recall.find(this.walking.text, this.walking.at, by)
		if (!found) return this.text != ''
		this.walking.at = found.at
		const { text } = found
		this.view.dispatch({
			changes: { from: 0, to: state.doc.length, insert: text },
			selection: { anchor: by < 0 ? firstLine(text) : text.length },
			annotations: recalled.of(true),
			scrollIntoView: true,
		})
		return true
	}
}

/** The end of a text's first line, from which the next ↑ goes further back. */
const firstLine = text => (text.includes('\n') ? text.indexOf('\n') : text.length)
