// Text for a terminal as nodes of a page: colours, and lines that are written over.

// What a terminal obeys and doesn't show, in the forms of ECMA-48, as internal/page has it.
const ESCAPE = new RegExp(
	'(?:\\x1b\\[|\\x9b)([0-?]*)[ -/]*([@-~])' +
		'|(?:\\x1b[PX\\]^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?' +
		'|\\x1b[ -/]*[0-~]?' +
		'|[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
	'g',
)

/** Pen is the style that a terminal writes in. */
class Pen {
	bold = false
	faint = false
	italic = false
	underline = false
	ink = ''
	ground = ''

	get plain() {
		return !(this.bold || this.faint || this.italic || this.underline || this.ink || this.ground)
	}

	copy() {
		return Object.assign(new Pen(), this)
	}

	/** Changes the style as the numbers of a control sequence say. */
	set(numbers) {
		const codes = numbers.split(/[;:]/).filter(Boolean).map(Number)
		if (codes.length == 0) codes.push(0)
		while (codes.length) {
			const c = codes.shift()
			if (c == 38) this.ink = longColour(codes)
			else if (c == 48) this.ground = longColour(codes)
			else this.code(c)
		}
	}

	code(c) {
		if (c == 0) Object.assign(this, new Pen())
		else if (c == 1) this.bold = true
		else if (c == 2) this.faint = true
		else if (c == 3) this.italic = true
		else if (c == 4) this.underline = true
		else if (c == 22) this.bold = this.faint = false
		else if (c == 23) this.italic = false
		else if (c == 24) this.underline = false
		else if (c >= 30 && c <= 37) this.ink = named(c - 30)
		else if (c >= 90 && c <= 97) this.ink = named(c - 90)
		else if (c == 39) this.ink = ''
		else if (c >= 40 && c <= 47) this.ground = named(c - 40)
		else if (c >= 100 && c <= 107) this.ground = named(c - 100)
		else if (c == 49) this.ground = ''
	}

	/** Text in this style. */
	node(text) {
		if (this.plain) return document.createTextNode(text)
		const span = document.createElement('span')
		span.textContent = text
		const style = span.style
		if (this.bold) style.fontWeight = 'bold'
		if (this.faint) span.className = 'faint'
		if (this.italic) style.fontStyle = 'italic'
		if (this.underline) style.textDecoration = 'underline'
		if (this.ink) style.color = this.ink
		if (this.ground) style.backgroundColor = this.ground
		return span
	}
}

/** One of the eight colours, which the style sheet has for either ground. */
const named = n => `var(--ansi${n})`

/** Reads a colour that is a number of a table of 256, or red, green, blue. */
function longColour(codes) {
	if (codes[0] == 5 && codes.length >= 2) return indexed(codes.splice(0, 2)[1])
	if (codes[0] == 2 && codes.length >= 4) return `rgb(${codes.splice(0, 4).slice(1).map(n => n & 255)})`
	codes.length = 0
	return ''
}

/** A colour of a terminal's table: sixteen with names, a cube, a ramp of grey. */
function indexed(n) {
	if (n > 255) return ''
	if (n < 16) return named(n % 8)
	if (n >= 232) return `rgb(${Array(3).fill(8 + 10 * (n - 232))})`
	const level = i => (i == 0 ? 0 : 55 + 40 * i)
	n -= 16
	return `rgb(${[Math.floor(n / 36), Math.floor(n / 6) % 6, n % 6].map(level)})`
}

/** Appends text to a node, with its colours. */
function paint(node, text, pen) {
	let at = 0
	for (const m of text.matchAll(ESCAPE)) {
		if (m.index > at) node.append(pen.node(text.slice(at, m.index)))
		at = m.index + m[0].length
		if (m[2] == 'm' && /^[0-9;:]*$/.test(m[1])) pen.set(m[1])
	}
	if (at < text.length) node.append(pen.node(text.slice(at)))
}

/** What is left of a line that carriage returns began again. */
function overwritten(line) {
	line = line.replace(/\r+$/, '')
	return line.slice(line.lastIndexOf('\r') + 1)
}

/** The text without what a terminal obeys. */
export function plain(text) {
	return text.split('\n').map(overwritten).join('\n').replace(ESCAPE, '')
}

// A page is slow with more text than this in one piece.
const MOST = 400_000
const MOST_LINES = 20_000

/** The screens that have text to show with the browser's next frame. */
const due = new Set()

/** Shows what screens were given since the last frame. */
export function paintAll() {
	for (const screen of due) screen.paint()
}

/** Text that is wider than its place can be scrolled with the keyboard. */
const reach =
	typeof ResizeObserver == 'function' &&
	new ResizeObserver(entries => {
		for (const { target } of entries) {
			const wide = target.scrollWidth > target.clientWidth
			for (const [name, value] of [['tabindex', '0'], ['role', 'group'], ['aria-label', 'Output']]) {
				if (wide) target.setAttribute(name, value)
				else target.removeAttribute(name)
			}
		}
	})

/** Screen shows text that grows: the line at its end may still be written over. */
export class Screen {
	constructor(kind) {
		this.node = document.createElement('pre')
		this.node.className = `text ${kind}`
		if (reach) reach.observe(this.node)
		this.pen = new Pen()
		this.open = '' // the last line, which has no end yet
		this.last = null // its node
		this.length = 0 // of what is shown
		this.lines = 0
		this.held = 0 // the characters that aren't
		this.waiting = '' // for the next frame
	}

	/** Takes text, which is shown with the next frame: a cell may print faster than a page is laid out. */
	write(text) {
		this.waiting += text
		if (due.size == 0) requestAnimationFrame(paintAll)
		due.add(this)
	}

	/** Shows what was written. */
	paint() {
		due.delete(this)
		const text = this.room(this.waiting)
		const more = this.waiting.length - text.length
		this.waiting = ''
		if (text) this.show(text)
		if (more) this.hold(more)
	}

	/** The part of text that there is room for. */
	room(text) {
		if (this.held) return ''
		let end = Math.min(text.length, MOST - this.length)
		for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
			if (++this.lines == MOST_LINES) end = at + 1
		}
		if (/[\ud800-\udbff]/.test(text[end - 1]) && end < text.length) end--
		this.length += end
		return text.slice(0, end)
	}

	show(text) {
		text = this.open + text
		const end = text.lastIndexOf('\n') + 1
		this.last?.remove()
		if (end > 0) paint(this.node, text.slice(0, end).split('\n').map(overwritten).join('\n'), this.pen)
		this.open = text.slice(end)
		this.last = document.createElement('span')
		paint(this.last, overwritten(this.open), this.pen.copy())
		this.node.append(this.last)
	}

	/** Counts text that isn't shown. */
	hold(more) {
		this.held += more
		if (!this.note) {
			this.note = document.createElement('span')
			this.note.className = 'note'
			this.node.append(this.note)
		}
		this.note.textContent = `${this.open ? '\n' : ''}… and ${this.held.toLocaleString('en')} characters more${document.getElementById('save-ipynb') ? ', which a saved notebook has' : ''}`
	}
}

/** An error. Notebooks mark with grounds, as their themes change inks; here inks are ours. */
export function fault(text) {
	return still('error', text.replace(/\x1b\[(?:1;)?38;5;\d+;48;5;(\d+)m/g, (_, ground) => (ground == 220 ? '\x1b[33m' : '\x1b[1;31m')))
}

/** A text that is whole. */
export function still(kind, text) {
	const screen = new Screen(kind)
	screen.write(text.replace(/\n+$/, ''))
	screen.paint()
	return screen.node
}
