"""A course in Go with nbgrader: a teacher's notebook becomes the students', and what
they hand in is graded. The working folder is empty; the kernel and its shims are
installed."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook


def cell(source, grade_id, **kind):
    metadata = {"schema_version": 3, "grade_id": grade_id, "grade": False, "solution": False, "locked": False, "task": False}
    return new_code_cell(source, metadata={"nbgrader": {**metadata, **kind}})


def tests(source, grade_id, points):
    return cell(source, grade_id, grade=True, locked=True, points=points)


def nbgrader(*args):
    done = subprocess.run([sys.executable, "-m", "nbgrader", *args], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


solution = """// swap exchanges two cards.
func swap(d []int, i, j int) {
    // BEGIN SOLUTION
    d[i], d[j] = d[j], d[i]
    // END SOLUTION
}

func double(n int) int {
    // BEGIN SOLUTION
    return 2 * n
    // END SOLUTION
}"""
notebook = new_notebook(
    cells=[
        new_markdown_cell("# Sheet 1"),
        cell(solution, "solution", solution=True),
        tests('d := []int{1, 2}\nswap(d, 0, 1)\nif d[0] != 2 {\n    panic("swap doesn\'t swap")\n}', "swap", 2),
        tests('// BEGIN HIDDEN TESTS\nif double(21) != 42 {\n    panic("double is wrong")\n}\n// END HIDDEN TESTS', "double", 1),
        tests("credit := 0.25 // a number is partial credit\ncredit", "partial", 1),
    ],
    metadata={"kernelspec": {"name": "riffle", "language": "go", "display_name": "Go (riffle)"}, "language_info": {"name": "go"}},
)

Path("source/sheet1").mkdir(parents=True)
nbformat.write(notebook, "source/sheet1/deck.ipynb")
nbgrader("generate_assignment", "sheet1")

released = nbformat.read("release/sheet1/deck.ipynb", as_version=4)
stub = released.cells[1].source
assert stub.count('// YOUR CODE HERE\n    panic("not implemented")') == 2 and "SOLUTION" not in stub, stub
assert "double(21)" not in released.cells[3].source, released.cells[3].source


def hand_in(student, answer):
    done = json.loads(json.dumps(released))
    done["cells"][1]["source"] = answer
    folder = Path("submitted", student, "sheet1")
    folder.mkdir(parents=True)
    nbformat.write(nbformat.from_dict(done), folder / "deck.ipynb")


good = solution.replace("// BEGIN SOLUTION", "").replace("// END SOLUTION", "")
hand_in("ada", good)
hand_in("bob", stub)
hand_in("cleo", good.replace("2 * n", "n + n + 1"))
nbgrader("autograde", "sheet1")

from nbgrader.api import Gradebook  # noqa: E402, which reads what was just written

with Gradebook("sqlite:///gradebook.db") as book:
    got = {s.student.id: [g.auto_score for g in sorted(s.notebooks[0].grades, key=lambda g: g.cell.name)] for s in book.assignment_submissions("sheet1")}
# By name of the cell: double, partial, swap.
want = {"ada": [1, 0.25, 2], "bob": [0, 0.25, 0], "cleo": [0, 0.25, 2]}
assert got == want, got

graded = nbformat.read("autograded/cleo/sheet1/deck.ipynb", as_version=4)
(error,) = [o for o in graded.cells[3].outputs if o.output_type == "error"]
assert "double is wrong" in error.evalue, error
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import spec  # noqa: E402, which is beside the folder

for name in Path().rglob("*.ipynb"):
    assert not (wrong := spec.file(name)), f"{name}: {wrong}"
nbgrader("generate_feedback", "sheet1")
assert "double is wrong" in Path("feedback/cleo/sheet1/deck.html").read_text(encoding="utf-8")
