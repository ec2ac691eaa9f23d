// What cells draw, in a box of its own: HTML without scripts, without a network, and with
// an origin that is nobody's, so that it reaches neither the page nor what is stored.

import { MEASURE, MEASURE_HASH } from './measure.js'

const POLICY = `default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; script-src '${MEASURE_HASH}'`

const STYLE = `:root{color-scheme:light dark;--ink:#1d2127;--line:#d5d9de;--box:#f5f6f8;--link:#0b5cad;--ground:#fff;--dim:#5a626d}
@media (prefers-color-scheme:dark){:root{--ink:#e4e7eb;--line:#3a414a;--box:#20252b;--link:#7db8f5;--ground:#16191d;--dim:#9aa4b0}}
:root[data-theme=light]{color-scheme:light;--ink:#1d2127;--line:#d5d9de;--box:#f5f6f8;--link:#0b5cad;--ground:#fff;--dim:#5a626d}
:root[data-theme=dark]{color-scheme:dark;--ink:#e4e7eb;--line:#3a414a;--box:#20252b;--link:#7db8f5;--ground:#16191d;--dim:#9aa4b0}
html{color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;overflow-wrap:anywhere}#all{display:flow-root;width:fit-content;max-width:100%;min-width:min(100%,12em);overflow-x:auto}
pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;font-size:.875em}
pre{background:var(--box);border-radius:5px;padding:.6em .8em;overflow-x:auto;tab-size:4}code{background:var(--box);border-radius:3px;padding:.1em .25em}pre code{padding:0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.94em;margin:.3em 0;overflow-wrap:normal}th,td{padding:.25em .7em;border-bottom:1px solid var(--line);text-align:left;vertical-align:baseline}
thead{border-bottom:2px solid var(--line)}img{max-width:100%;height:auto}a{color:var(--link)}h1{font-size:1.35em}h2{font-size:1.15em}h3,h4{font-size:1em}h1,h2,h3,h4{margin:.8em 0 .3em;line-height:1.25}p,ul,ol{margin:.5em 0}
#all>:first-child{margin-top:0}#all>:last-child{margin-bottom:0}`

/** The frames on the page, by their windows, to know whose height a message tells. */
const frames = new Map()

addEventListener('message', event => {
	const frame = frames.get(event.source)
	const height = event.data?.riffleHeight
	if (!frame || typeof height != 'number' || !(height >= 0)) return
	frame.style.height = `${Math.min(Math.ceil(height), 20_000)}px`
})

/** A box with HTML in it. */
export function box(html, title) {
	const frame = document.createElement('iframe')
	frame.className = 'rich'
	frame.title = title
	// The only script that its policy lets run is the one that tells its height.
	frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox')
	frame.referrerPolicy = 'no-referrer'
	const theme = document.documentElement.dataset.theme ?? ''
	// A policy keeps a document neither from leaving for another address by itself nor from
	// looking a name up.
	html = html.replace(/<(?=\/?(?:meta|base|link)\b)/gi, '<x-')
	frame.srcdoc =
		`<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
		`<title>${title.replace(/[<&"]/g, '')}</title><base target="_blank"><style>${STYLE}</style><script>${MEASURE}</script></head><body><main id="all">${html}</main></body></html>`
	frame.addEventListener('load', () => {
		forget()
		frames.set(frame.contentWindow, frame)
		frame.contentWindow?.postMessage('riffleMeasure', '*')
	})
	widths?.observe(frame)
	return frame
}

/** A box that is out of sight doesn't hear of its width by itself. */
const widths = typeof ResizeObserver == 'function' ? new ResizeObserver(entries => entries.forEach(e => e.target.contentWindow?.postMessage('riffleMeasure', '*'))) : null

/** Drops frames that have left the page. */
function forget() {
	for (const [window, frame] of frames) if (!frame.isConnected) frames.delete(window)
}

/** A picture. An image loads nothing and runs nothing. */
export function picture(type, data, alt) {
	const image = document.createElement('img')
	image.className = 'picture'
	image.alt = alt
	image.src = type == 'image/svg+xml' ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data)}` : `data:${type};base64,${data.replace(/\s/g, '')}`
	return image
}

/** What a picture of SVG says of itself. */
export function caption(svg) {
	const about = [/<title>([^<]*)<\/title>/, /<desc>([^<]*)<\/desc>/].map(r => r.exec(svg)?.[1] ?? '')
	const text = about[1] || about[0]
	return new DOMParser().parseFromString(text, 'text/html').documentElement.textContent.trim()
}
