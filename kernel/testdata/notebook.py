"""Executes a notebook with nbclient and the installed kernel named "riffle".
The argument is a JSON file with a list of [source, expected text] pairs; the
expected text is what all outputs of the cell show together."""

import json
import sys

import nbformat
from nbclient import NotebookClient

with open(sys.argv[1], encoding="utf-8") as f:
    cells = json.load(f)

notebook = nbformat.v4.new_notebook(
    cells=[nbformat.v4.new_code_cell(source) for source, _ in cells],
    metadata={"kernelspec": {"name": "riffle", "display_name": "riffle", "language": "go"}},
)
NotebookClient(notebook, timeout=30, kernel_name="riffle", allow_errors=True).execute()
nbformat.validate(notebook)


def shown(output):
    if output.output_type == "stream":
        return output.text
    if output.output_type == "error":
        return f"{output.ename}: {output.evalue}\n"
    return output.data["text/plain"] + "\n"


failed = False
for number, (cell, (source, want)) in enumerate(zip(notebook.cells, cells), 1):
    got = "".join(map(shown, cell.outputs))
    if got != want or cell.execution_count != number:
        failed = True
        print(f"cell {cell.execution_count}, want {number}: {source!r} shows {got!r}, want {want!r}")
sys.exit(failed)
