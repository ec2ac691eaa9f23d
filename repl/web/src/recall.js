// What was typed: this page's cells and those of earlier visits.

export class Recall {
	constructor() {
		/** @type {string[]} */
		this.all = []
	}

	get size() {
		return this.all.length
	}

	/** Sets what earlier visits typed in front of what this one did. */
	begin(earlier) {
		this.all = [...earlier, ...this.all]
	}

	add(text) {
		if (this.all.at(-1) != text) this.all.push(text)
	}

	/** The next entry from a place on that begins with what was typed; below the last is that. */
	find(typed, from, by) {
		for (let at = from + by; at >= 0 && at < this.size; at += by) {
			if (this.all[at].startsWith(typed) && this.all[at] != typed) return { at, text: this.all[at] }
		}
		return by > 0 && from < this.size ? { at: this.size, text: typed } : null
	}

	/** What the latest entry that begins with a text goes on with. */
	suggest(text) {
		if (text.trim() == '') return ''
		const found = this.all.findLast(t => t.startsWith(text) && t != text)
		return found ? found.slice(text.length) : ''
	}
}
