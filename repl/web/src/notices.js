// Sentences for the user, above the prompt.

import { button, element } from './cell.js'

export class Notices {
	constructor(node) {
		this.node = node
		this.known = new Map()
	}

	/** Shows a sentence until it's closed; actions are [label, function]. The same key replaces. */
	say(text, { key = text, bad = false, actions = [] } = {}) {
		this.known.get(key)?.remove()
		const note = element('div', bad ? 'notice bad' : 'notice')
		const p = element('p')
		p.textContent = text
		note.append(p)
		for (const [label, act] of actions) {
			note.append(
				button(label, () => {
					this.drop(key)
					act()
				}),
			)
		}
		const close = button('×', () => this.drop(key), 'Closes this note')
		close.className = 'close'
		close.ariaLabel = 'Close this note'
		note.append(close)
		this.known.set(key, note)
		this.node.append(note)
	}

	drop(key) {
		this.known.get(key)?.remove()
		this.known.delete(key)
	}
}
