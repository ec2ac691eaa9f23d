// What a function takes, above the call that is typed.

import { StateEffect, StateField } from '@codemirror/state'
import { EditorView, showTooltip } from '@codemirror/view'
import { bare, points } from './code.js'

/** {pos, text}: what is shown and the place of the call's bracket; null for nothing. */
const show = StateEffect.define()

/** The bracket of the innermost call around the end of some code, and the argument there. */
export function callAt(code) {
	const open = []
	const text = bare(code, ' ')
	for (let i = 0; i < text.length; i++) {
		const c = text[i]
		if ('([{'.includes(c)) open.push({ pos: i, bracket: c, argument: 0 })
		else if (')]}'.includes(c)) open.pop()
		else if (c == ',' && open.length) open.at(-1).argument++
	}
	const call = open.at(-1)
	const called = call?.bracket == '(' && /[\p{L}\p{N}_\])]$/u.test(text.slice(0, call.pos))
	return called && !/\b(?:if|for|switch|return|func|range|go|defer)$/.test(text.slice(0, call.pos)) ? call : null
}

/** The parts of a signature: in front of an argument's parameter, that, and the rest. */
export function parts(signature, argument) {
	const begin = /^func (?:\([^)]*\) )?[\w.]*(?:\[[^\]]*\])?\(/.exec(signature)
	if (!begin) return [signature, '', '']
	let depth = 0
	let from = begin[0].length
	let at = 0
	for (let i = from; i < signature.length; i++) {
		const c = signature[i]
		const last = depth == 0 && c == ')'
		if (last || (depth == 0 && c == ',')) {
			const variadic = last && signature.slice(from, i).includes('...')
			if (at == argument || (variadic && at < argument)) return [signature.slice(0, from), signature.slice(from, i), signature.slice(i)]
			if (last) break
			at++
			from = i + 2
		} else if ('([{'.includes(c)) depth++
		else if (')]}'.includes(c)) depth--
	}
	return [signature, '', '']
}

function tooltip(shown) {
	return {
		pos: shown.pos,
		above: true,
		create() {
			const dom = document.createElement('div')
			dom.className = 'signature'
			const [before, here, after] = parts(shown.text, shown.argument)
			const strong = document.createElement('strong')
			strong.textContent = here
			dom.append(before, strong, after)
			return { dom }
		},
	}
}

const field = StateField.define({
	create: () => null,
	update(shown, t) {
		for (const e of t.effects) if (e.is(show)) return e.value
		if (!shown || !(t.docChanged || t.selection)) return shown
		const call = callAt(t.state.sliceDoc(0, t.state.selection.main.head))
		return call?.pos == shown.pos ? { ...shown, argument: call.argument } : null
	},
	provide: f => showTooltip.from(f, shown => shown && tooltip(shown)),
})

/** Shows what a function takes when a bracket or a comma is typed. */
export function signatures(asks) {
	const listen = EditorView.updateListener.of(async u => {
		if (u.focusChanged && !u.view.hasFocus && u.state.field(field)) return close(u.view)
		if (!u.docChanged || !u.transactions.some(t => t.isUserEvent('input.type')) || u.state.field(field)) return
		const text = u.state.sliceDoc(0, u.state.selection.main.head)
		const call = /[(,]\s*$/.test(text) && callAt(text)
		if (!call) return
		const code = text.slice(0, call.pos)
		const reply = await asks.inspect(code, points(code, code.length))
		const signature = /^func .*/.exec(reply?.found ? reply.data['text/plain'] : '')?.[0]
		const now = callAt(u.view.state.sliceDoc(0, u.view.state.selection.main.head))
		if (signature && now?.pos == call.pos) u.view.dispatch({ effects: show.of({ pos: call.pos, text: signature, argument: now.argument }) })
	})
	return [field, listen]
}

/** Hides it; false if there is nothing to hide. */
export function close(view) {
	if (!view.state.field(field)) return false
	view.dispatch({ effects: show.of(null) })
	return true
}
