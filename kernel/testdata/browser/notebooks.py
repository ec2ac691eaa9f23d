"""Opens each notebook of a folder in JupyterLab, runs all of it in the light theme and
in the dark one, and looks at what is there, on a wide page and on a narrow one. Outputs
are the stored ones, errors are where the tags say, pictures are drawn and fit, text
stands out from its ground, and nothing scrolls sideways but tables. The arguments are an
empty folder and that of the notebooks."""

import pathlib
import sys

import nbformat

from lab import Lab, await_end, run_all, save
from look import PICTURES, look

WIDTHS = 1280, 480

def blank(path, to):
    """Copies a notebook without its outputs."""
    nb = nbformat.read(path, as_version=4)
    for c in code(nb):
        c.outputs, c.execution_count = [], None
    nbformat.write(nb, to)


def code(nb):
    return [c for c in nb.cells if c.cell_type == "code"]


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
