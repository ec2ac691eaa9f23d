"""Opens some notebooks of the course in JupyterLab, runs all of it as a student does, and
looks at what is there: on a wide page and on a narrow one, in the light theme and in the
dark one. Outputs are the stored ones, errors are where the tags say, pictures are drawn
and fit, text stands out from its ground, and nothing scrolls sideways but tables.

A theme changes colours and a width the layout, so two of the four pairs show all that can
go wrong. JupyterLab takes longer to start, and to change its theme, than to run a notebook:
one page shows them all, and each begins with the look that the one before ended with."""

import itertools
import pathlib

import nbformat

from lab import CONTROLS, await_end, await_widgets, run_all, turn_to, wear
from look import PICTURES, look

COURSE = pathlib.Path(__file__).resolve().parents[3] / "notebooks"

LOOKS = ("Light", 1280), ("Dark", 480)


# JupyterLite runs all lessons, in internal/web. These have pictures, tables and
# cards.
WITH_SERVER = "01-lottery", "09-cards"


def blank(path):
    """A notebook without its outputs."""
    nb = nbformat.read(path, as_version=4)
    for c in code(nb):
        c.outputs, c.execution_count = [], None
    return nb


def code(nb):
    return [c for c in nb.cells if c.cell_type == "code"]


def drawn(data):
    """Reports whether an output has a picture: HTML is shown before SVG."""
    return "<img" in data.get("text/html", "") or "text/html" not in data and "image/svg+xml" in data


def said(cell):
    """A cell's outputs without what depends on the front end: metadata, the layout of
    tracebacks, the pieces in which a stream arrives, controls, whose place on the page only
    a kernel fills, and what a progress bar leaves."""
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
            outputs.append((o.output_type, {k: v for k, v in o.data.items() if k != CONTROLS}))
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


def visit_one(lab, page, path, looks):
    """Runs the notebook on the page, and gives what is wrong with it."""
    want = nbformat.read(path, as_version=4)
    if code(want):
        run_all(page)
        await_end(page)
        await_widgets(page)
    yield from compare(lab.get(page, path.name), want)
    least = sum(drawn(o.get("data", {})) for c in code(want) for o in c.outputs)
    for theme, width in looks:
        wear(page, theme)
        lab.whole(page, width)
        lab.shot(page, f"{path.stem}-{theme}-{width}".lower())
        if (pictures := len(page.evaluate(PICTURES))) < least:
            yield f"{pictures} pictures, want {least}"
        yield from (f"{theme}, {width} pixels wide: {fault}" for fault in look(page))


def visit_all(lab, paths):
    """What is wrong with some notebooks."""
    lab.put({path.name: blank(path) for path in paths})
    faults, complaints = [], []
    page = None
    for path, looks in zip(paths, itertools.cycle([LOOKS, LOOKS[::-1]])):
        if page:
            turn_to(page, path.name)
        else:
            page = lab.open(path.name, complaints=complaints)
        faults += [f"{path.stem}, {fault}" for fault in visit_one(lab, page, path, looks)]
        faults += [f"{path.stem}, the console says {c}" for c in complaints]
        complaints.clear()
    return faults


def visit(lab):
    return visit_all(lab, [COURSE / f"{name}.ipynb" for name in WITH_SERVER])
