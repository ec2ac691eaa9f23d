"""Opens each notebook of a folder in JupyterLab, runs all of it in the light theme and
in the dark one, and looks at what is there, on a wide page and on a narrow one. Outputs
are the stored ones, errors are where the tags say, pictures are drawn and fit, text
stands out from its ground, and nothing scrolls sideways but tables. The arguments are an
empty folder and that of the notebooks."""

import pathlib
import sys

import nbformat

from lab import TIMEOUT, Lab, run_all, save

WIDTHS = 1280, 480

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


def blank(path, to):
    """Copies a notebook without its outputs."""
    nb = nbformat.read(path, as_version=4)
    for c in code(nb):
        c.outputs, c.execution_count = [], None
    nbformat.write(nb, to)


def code(nb):
    return [c for c in nb.cells if c.cell_type == "code"]


def await_end(page, count):
    """Waits until all cells have run: a cell's prompt is [*] until then."""
    page.wait_for_function(
        """n => {
			const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map(e => e.textContent)
			return prompts.length == n && prompts.every(p => /\\[\\d+\\]/.test(p))
		}""",
        arg=count,
        timeout=TIMEOUT,
    )


def drawn(data):
    """Reports whether an output has a picture: HTML is shown before SVG."""
    return "<img" in data.get("text/html", "") or "text/html" not in data and "image/svg+xml" in data


def said(cell):
    """A cell's outputs without what depends on the front end: metadata, the layout of
    tracebacks, the pieces in which a stream arrives, and what a progress bar leaves."""
    outputs = []
    for o in cell.outputs:
        if o.output_type == "error":
            outputs.append(("error", o.ename, o.evalue))
        elif o.output_type == "stream":
            if outputs and outputs[-1][:2] == ("stream", o.name):
                outputs[-1] = ("stream", o.name, outputs[-1][2] + o.text)
            else:
                outputs.append(("stream", o.name, o.text))
        elif any(o.data.values()):
            outputs.append((o.output_type, dict(o.data)))
    return outputs


def compare(got, want):
    """What a notebook that ran says other than the stored one."""
    for g, w in zip(code(got), code(want), strict=True):
        failed = any(o.output_type == "error" for o in g.outputs)
        tagged = "raises-exception" in g.metadata.get("tags", [])
        if failed != tagged:
            yield f"cell {g.id}: an error is {failed}, the tag {tagged}: {g.outputs}"
        if said(g) != said(w):
            yield f"cell {g.id} says\n{said(g)}\nwant\n{said(w)}"


def look(page):
    """What is wrong with what is seen at the page's width."""
    for p in page.evaluate(PICTURES):
        fits = p["left"] > -1 and p["right"] > -1
        if not p["drawn"] or p["width"] <= 0 or p["height"] <= 0 or not fits:
            yield f"a picture isn't drawn or doesn't fit: {p}"
    for contrast, text in page.evaluate(CONTRAST, 4.5):
        yield f"a contrast of {contrast}: {text}"
    for box in page.evaluate(SCROLLING):
        yield f"scrolls: {box}"


def visit(lab, path, theme):
    """Runs a notebook, and gives what is wrong with it."""
    file = f"{path.stem}-{theme}.ipynb".lower()
    blank(path, lab.folder / file)
    want = nbformat.read(path, as_version=4)
    complaints = []
    page = lab.open(file, theme, complaints)
    run_all(page)
    await_end(page, len(code(want)))
    save(page)
    yield from compare(nbformat.read(lab.folder / file, as_version=4), want)
    if page.evaluate("document.body.dataset.jpThemeLight") != str(theme == "Light").lower():
        yield "the theme isn't on"
    least = sum(drawn(o.get("data", {})) for c in code(want) for o in c.outputs)
    for width in WIDTHS:
        lab.whole(page, width)
        lab.shot(page, f"{path.stem}-{theme}-{width}".lower())
        if (pictures := len(page.evaluate(PICTURES))) < least:
            yield f"{pictures} pictures, want {least}"
        yield from (f"{width} pixels wide: {fault}" for fault in look(page))
    yield from (f"the console says {c}" for c in complaints)
    page.close()


folder, notebooks = map(pathlib.Path, sys.argv[1:])
faults = []
with Lab(folder) as lab:
    for path in sorted(notebooks.glob("*.ipynb")):
        for theme in "Light", "Dark":
            faults += [f"{path.stem}, {theme}, {fault}" for fault in visit(lab, path, theme)]
sys.exit("\n".join(faults) or None)
