"""Saves a notebook with everything in it in all the ways there are, and checks what is in the
files against the format, as it is there and without repairs. The working folder is empty; the
kernel and its shims are installed."""

import contextlib
import copy
import json
import subprocess
import sys
from pathlib import Path

import papermill
from jupyter_client.kernelspec import get_kernel_spec
from papermill.exceptions import PapermillExecutionError

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
import spec  # noqa: E402, which is beside the folder

riffle = get_kernel_spec("riffle").argv[0]
table = json.loads((HERE.parent / "cells.json").read_text(encoding="utf-8"))
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def code(n, source, **metadata):
    return {"cell_type": "code", "id": f"code-{n}", "metadata": metadata, "source": source, "execution_count": None, "outputs": []}


cells = [code(n, c, tags=["raises-exception"]) for n, c in enumerate(c for group in table.values() for c in group)]
cells += [
    {"cell_type": "markdown", "id": "text", "metadata": {}, "source": ["![](a.png)\n", "x"], "attachments": {"a.png": {"image/png": PIXEL}}},
    {"cell_type": "raw", "id": "raw", "metadata": {"format": "text/html"}, "source": "<b>"},
    code("widgets", 'Interact(func(n int) int { return 10 / n }, widget.Range(-5, 5))'),
    code("last", "1 + 1"),
]
whole = {
    "nbformat": 4, "nbformat_minor": 5, "cells": cells,
    "metadata": {"kernelspec": {"name": "riffle", "display_name": "Go (riffle)", "language": "go"}, "language_info": {"name": "go"}},
}
stopping = {**whole, "cells": [code(1, "n := 1", tags=["parameters"]), code(2, 'panic("here")'), code(3, "1 + 1")]}


def without_ids(notebook):
    old = copy.deepcopy(notebook)
    old["nbformat_minor"] = 4
    for c in old["cells"]:
        del c["id"]
    return old


def run(*command, status=0):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == status, (command, done.returncode, done.stdout[-2000:], done.stderr[-2000:])


wrong = []


def check(*names):
    """Checks files, the last of which is among those that were asked for."""
    for name in names:
        wrong.extend(f"{name}: {said}" for said in spec.file(name))


def outputs(name):
    return [o for c in json.loads(Path(name).read_text(encoding="utf-8"))["cells"] for o in c.get("outputs", [])]


for name, notebook in {"whole": whole, "old": without_ids(stopping), "stopping": stopping}.items():
    Path(f"{name}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    check(f"{name}.ipynb")
    fails = name != "whole"
    run(riffle, "run", f"{name}.ipynb", "-o", f"{name}-run.ipynb", status=int(fails))
    run(sys.executable, "-m", "nbconvert", "--log-level=ERROR", "--to", "notebook", "--execute", "--allow-errors", f"{name}.ipynb", "--output", f"{name}-nbconvert.ipynb")
    check(f"{name}-run.ipynb", f"{name}-nbconvert.ipynb")
    for done in "run", "nbconvert":
        kinds = {o["output_type"] for o in outputs(f"{name}-{done}.ipynb")}
        assert "error" in kinds and (fails or len(kinds) == 4), (name, done, kinds)

# What an earlier kernel stored, whose errors had a field too many, is whole again.
run(riffle, "run", "stopping.ipynb", status=1)
check("stopping.ipynb")
earlier = json.loads(Path("whole-run.ipynb").read_text(encoding="utf-8"))
for c in earlier["cells"]:
    for o in c.get("outputs", []):
        if o["output_type"] == "error":
            o["status"] = "error"
for c in earlier["cells"][:-1]:
    c["metadata"]["tags"] = ["skip-execution"]
Path("earlier.ipynb").write_text(json.dumps(earlier), encoding="utf-8")
assert spec.file("earlier.ipynb"), "a field too many is nothing wrong"
run(riffle, "run", "earlier.ipynb")
check("earlier.ipynb")

for name, parameters in {"whole": {}, "stopping": {"n": 5}}.items():
    with contextlib.suppress(PapermillExecutionError):  # which says what the notebook shows
        papermill.execute_notebook(f"{name}.ipynb", f"{name}-papermill.ipynb", parameters=parameters, progress_bar=False)
    check(f"{name}-papermill.ipynb")
    assert any(o["output_type"] == "error" for o in outputs(f"{name}-papermill.ipynb")), name

run(riffle, "course", "new", "course")
lessons = [*Path("course").rglob("*.ipynb"), *HERE.parents[2].glob("notebooks/*.ipynb")]
assert len(lessons) > 10, lessons
check(*lessons)
lesson = next(Path("course/release").rglob("*.ipynb"))
run(riffle, "run", lesson, "-o", "lesson.ipynb", status=1)  # it isn't solved
check("lesson.ipynb")

print(*wrong, sep="\n")
sys.exit(bool(wrong))
