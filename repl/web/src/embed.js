// One line puts a cell that can be run into any page:
//
//	<script src="https://…/embed.js" data-code="NewLottery(40).Pick(6)"></script>
//
// or, once the script is there, <riffle-cell>NewLottery(40).Pick(6)</riffle-cell>. Each cell
// is a frame of riffle's site. Nothing is loaded but that small page until a reader runs
// it. The cells of a page share a session.

const script = document.currentScript
const base = new URL('page/cell.html', script?.src || location.href)

addEventListener('message', ({ source, origin, data }) => {
	if (origin != base.origin || typeof data?.riffleCell != 'number') return
	for (const frame of document.querySelectorAll('iframe[data-riffle]')) {
		if (frame.contentWindow == source) frame.style.height = `${Math.min(Math.max(data.riffleCell, 40), 5000)}px`
	}
})

/** The theme of the ground that an element is on: the colours of a cell are for that, whatever the reader's own. */
function themeAt(element) {
	for (let e = element; e; e = e.parentElement) {
		const [r, g, b, alpha = 1] = (getComputedStyle(e).backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number)
		if (alpha > 0.5) return 0.299 * r + 0.587 * g + 0.114 * b < 128 ? 'dark' : 'light'
	}
	const schemes = getComputedStyle(document.documentElement).colorScheme + document.querySelector('meta[name="color-scheme"]')?.content
	return /dark/.test(schemes) && (!/light/.test(schemes) || matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light'
}

/** Gives all cells that have no theme of their own the one of the page, which may have changed. */
function follow() {
	for (const cell of document.querySelectorAll('riffle-cell:not([theme])')) {
		const f = cell.querySelector('iframe')
		const theme = f && themeAt(cell)
		if (!f || theme == f.dataset.riffle) continue
		f.dataset.riffle = f.style.colorScheme = theme
		f.contentWindow?.postMessage({ riffleTheme: theme }, base.origin)
	}
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow)
for (const e of [document.documentElement, document.body]) if (e) new MutationObserver(follow).observe(e, { attributes: true })

/** The code without the indentation that all of its lines share. */
function tidy(text) {
	const lines = text.replace(/^\s*\n/, '').trimEnd().split('\n')
	const indents = lines.filter(l => l.trim()).map(l => /^[ \t]*/.exec(l)[0].length)
	const least = Math.min(...indents, Infinity)
	return lines.map(l => l.slice(Math.min(least, l.length))).join('\n')
}

function frame(code, theme, label) {
	const f = document.createElement('iframe')
	const url = new URL(base)
	url.hash = new URLSearchParams({ code, theme }).toString()
	f.src = url.href
	f.title = label || 'A cell of Go that can be run'
	f.loading = 'lazy'
	f.dataset.riffle = theme
	f.allow = 'cross-origin-isolated; clipboard-write'
	f.style.cssText = `display:block;width:100%;border:0;height:${3.2 + 1.5 * code.split('\n').length}em;color-scheme:${theme};background:transparent`
	return f
}

class RiffleCell extends HTMLElement {
	connectedCallback() {
		if (this.querySelector('iframe')) return
		// The text of an element is there when the parser has passed it.
		const put = () => {
			const code = tidy(this.getAttribute('code') ?? this.textContent)
			this.style.display = 'block'
			this.replaceChildren(frame(code, this.getAttribute('theme') || themeAt(this), this.getAttribute('label')))
		}
		if (document.readyState == 'loading') document.addEventListener('DOMContentLoaded', put, { once: true })
		else put()
	}
}

if (!customElements.get('riffle-cell')) customElements.define('riffle-cell', RiffleCell)

if (script?.dataset.code !== undefined) {
	const cell = document.createElement('riffle-cell')
	cell.setAttribute('code', script.dataset.code)
	if (script.dataset.theme) cell.setAttribute('theme', script.dataset.theme)
	if (script.dataset.label) cell.setAttribute('label', script.dataset.label)
	script.after(cell)
}
