"""Takes a notebook with pictures through jupytext, nbdime, nbconvert and the console. The
working folder is empty; the kernel is installed."""

import contextlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import jupytext.cli
import nbconvert
import nbdime.nbdiffapp
import nbdime.nbmergeapp
import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook


def run(main, *args):
    """What a command line prints, in this process, which saves its start."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = main(list(args))
    assert not status, f"{args}: {status}\n{out.getvalue()}"
    return out.getvalue()


def shown(cell):
    """What a cell prints and the kinds of its other outputs: not every tool joins what comes in pieces."""
    outputs = cell.get("outputs", [])
    text = "".join(o["text"] for o in outputs if o.output_type == "stream")
    return text, [sorted(o.get("data", {})) for o in outputs if o.output_type != "stream"]


original = new_notebook(
    cells=[
        new_markdown_cell("# Riffles\n\nHow *many* are enough?"),
        new_code_cell("Seed(7)\n// enough is the usual answer.\nfunc enough() int { return 7 }"),
        new_code_cell("fair.RiffleCurve(52, 10)"),
        new_code_cell('for i := range 3 {\n    fmt.Println("riffle", i+1)\n}\n\nNewLottery(40).Pick(6)'),
        new_code_cell("%%html\n<i>slanted</i>"),
        new_code_cell('display.HTML("<b>bold</b>")'),
    ],
    metadata={"kernelspec": {"name": "riffle", "language": "go", "display_name": "Go (riffle)"}},
)
NotebookClient(original, kernel_name="riffle").execute()
nbformat.write(original, "deck.ipynb")
assert "image/svg+xml" in original.cells[2].outputs[0].data, original.cells[2].outputs
sources = [c.source for c in original.cells]

# jupytext: to a script and back, in both formats of Go's, and as Markdown.
for form, name in [("go:percent", "deck.go"), ("go:light", "light.go"), ("md", "deck.md")]:
    run(jupytext.cli.jupytext, "--to", form, "-o", name, "deck.ipynb")
    run(jupytext.cli.jupytext, "--to", "ipynb", "-o", "back.ipynb", name)
    back = [c.source for c in nbformat.read("back.ipynb", as_version=4).cells]
    assert back == sources, f"{form}: {back} is not {sources}"
run(jupytext.cli.jupytext, "--to", "ipynb", "--execute", "-o", "executed.ipynb", "deck.go")
executed = nbformat.read("executed.ipynb", as_version=4)
for got, want in zip(executed.cells, original.cells, strict=True):
    assert shown(got) == shown(want), f"{shown(got)} is not {shown(want)}"

# Paired: what is changed in the script comes to the notebook, and outputs stay.
run(jupytext.cli.jupytext, "--set-formats", "ipynb,go:percent", "deck.ipynb")
script = Path("deck.go").read_text(encoding="utf-8")
assert "//     name: riffle" in script or "//     name: " in script, script[:500]
Path("deck.go").write_text(script + "\n// %%\n1 + 1\n", encoding="utf-8")
run(jupytext.cli.jupytext, "--sync", "deck.go")
paired = nbformat.read("deck.ipynb", as_version=4)
assert paired.cells[-1].source == "1 + 1"
assert [c.get("outputs") for c in paired.cells[:-1]] == [c.get("outputs") for c in original.cells]

# nbdime: a notebook with itself, a changed picture, a merge of two changes.
nbformat.write(original, "base.ipynb")
run(nbdime.nbdiffapp.main, "base.ipynb", "base.ipynb")
picture = json.loads(json.dumps(original))
(with_picture,) = [c for c in picture["cells"] if "image/svg+xml" in json.dumps(c.get("outputs", []))][:1]
for output in with_picture["outputs"]:
    if "image/svg+xml" in output.get("data", {}):
        output["data"]["image/svg+xml"] = "<svg xmlns='http://www.w3.org/2000/svg'><circle r='5'/></svg>"
nbformat.write(nbformat.from_dict(picture), "local.ipynb")
difference = run(nbdime.nbdiffapp.main, "--no-color", "base.ipynb", "local.ipynb")
assert "image/svg+xml" in difference, difference
remote = json.loads(json.dumps(original))
remote["cells"][0]["source"] += "\nchanged elsewhere"
nbformat.write(nbformat.from_dict(remote), "remote.ipynb")
run(nbdime.nbmergeapp.main, "base.ipynb", "local.ipynb", "remote.ipynb", "--out", "merged.ipynb")
merged = nbformat.read("merged.ipynb", as_version=4)
assert merged.cells[0].source.endswith("changed elsewhere") and "circle r='5'" in json.dumps(merged), "a change is lost"

# nbconvert: what is read elsewhere.
converted = {}
for form in ["html", "slides", "markdown", "script"]:
    converted[form], _ = nbconvert.get_exporter(form)().from_filename("base.ipynb")
    assert len(converted[form]) > 100, form
assert "func enough" in converted["script"], converted["script"]
page = converted["html"]
assert re.search(r"<img|<svg", page) and '<span class="kd">func</span>' in page, "no picture or no colours"

# The console, fed by a pipe.
console = subprocess.run(
    [sys.executable, "-m", "jupyter_console", "--kernel", "riffle", "--simple-prompt"],
    input="x := 20\nx + 22\nexit\n", capture_output=True, text=True, timeout=60,
)
assert "42" in console.stdout, console.stdout + console.stderr
