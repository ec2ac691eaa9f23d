"""What is seen of a page's outputs, and what is wrong with it."""

# What is drawn: its size and the room that it has.
PICTURES = """() => [...document.querySelectorAll('.jp-OutputArea-output')].flatMap(area => {
	const room = area.getBoundingClientRect()
	return [...area.querySelectorAll('object, img, svg')].map(e => {
		const box = e.getBoundingClientRect()
		return {
			is: e.outerHTML.slice(0, 60), drawn: e.tagName != 'IMG' || e.naturalWidth > 0,
			width: box.width, height: box.height, left: box.left - room.left, right: room.right - box.right,
		}
	})
})"""

# Outputs of which a part is out of sight, but for tables, which may be wide.
SCROLLING = """() => [...document.querySelectorAll('.jp-OutputArea-output')]
	.filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
	.filter(e => !e.querySelector('table'))
	.map(e => [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight, e.innerText.slice(0, 100)])"""

# The contrast of each text in an output to its ground, by WCAG's formula, where it is low.
CONTRAST = """least => {
	const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
	const over = (css, ground) => {
		canvas.fillStyle = `rgb(${ground})`; canvas.fillRect(0, 0, 1, 1)
		canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1)
		return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
	}
	const light = c => {
		const [r, g, b] = c.map(v => v / 255).map(s => s <= .04045 ? s / 12.92 : ((s + .055) / 1.055) ** 2.4)
		return .2126 * r + .7152 * g + .0722 * b + .05
	}
	const low = []
	for (const output of document.querySelectorAll('.jp-OutputArea-output')) {
		const walk = document.createTreeWalker(output, NodeFilter.SHOW_TEXT)
		for (let text = walk.nextNode(); text; text = walk.nextNode()) {
			const at = text.parentElement
			if (!text.data.trim() || at.closest('svg') || !at.checkVisibility()) continue
			const around = []
			for (let e = at; e; e = e.parentElement) around.unshift(getComputedStyle(e).backgroundColor)
			const ground = around.reduce((g, css) => over(css, g), [255, 255, 255])
			const [a, b] = [light(ground), light(over(getComputedStyle(at).color, ground))]
			const contrast = Math.max(a, b) / Math.min(a, b)
			if (contrast < least) low.push([contrast.toFixed(2), text.data])
		}
	}
	return low
}"""

# What is wrong with the pictures as documents of their own. A browser shows a part of what
# isn't XML, and draws nothing for a shape whose place is no number.
DOCUMENTS = """async () => {
	const faults = []
	for (const image of document.querySelectorAll('.jp-OutputArea-output img')) {
		if (!image.src.startsWith('data:image/svg+xml')) continue
		const svg = new DOMParser().parseFromString(await (await fetch(image.src)).text(), 'image/svg+xml')
		const wrong = svg.querySelector('parsererror')
		if (wrong) faults.push(wrong.textContent.slice(0, 200))
		for (const e of svg.querySelectorAll('*')) {
			if (e.localName == 'script' || [...e.attributes].some(a => /^on|href$/.test(a.name))) faults.push('a script or a link: ' + e.outerHTML.slice(0, 200))
			if ([...e.attributes].some(a => a.name != 'aria-label' && /NaN|Infinity/.test(a.value))) faults.push('no number: ' + e.outerHTML.slice(0, 200))
		}
	}
	return faults
}"""


def look(page):
    """What is wrong with what is seen at the page's width."""
    for p in page.evaluate(PICTURES):
        fits = p["left"] > -1 and p["right"] > -1
        if not p["drawn"] or p["width"] <= 0 or p["height"] <= 0 or not fits:
            yield f"a picture isn't drawn or doesn't fit: {p}"
    for contrast, text in page.evaluate(CONTRAST, 4.5):
        yield f"a contrast of {contrast}: {text}"
    for fault in page.evaluate(DOCUMENTS):
        yield f"a picture is no document: {fault}"
    for box in page.evaluate(SCROLLING):
        yield f"scrolls: {box}"
