"""A round of grading with nbgrader. The working folder is a course as "riffle course new"
writes one, with the assignment "sheet" among others.

What generate_assignment makes must be what is in release/ already. Then students
hand in the sheet, and the gradebook must hold what each exercise is worth."""

import copy
import csv
import json
import subprocess
import sys
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

# An endless cell needn't take half a minute here.
with open("nbgrader_config.py", "a", encoding="utf-8") as settings:
    settings.write("\nc.Execute.timeout = 12\n")

config = Config(PyFileConfigLoader("nbgrader_config.py").load_config())
api = NbGraderAPI(config=config)


def cells(file):
    """What matters of a notebook: its cells without outputs."""
    found = nbformat.read(file, as_version=4).cells
    return [(c.cell_type, c.get("id"), c.source, json.loads(json.dumps(c.metadata))) for c in found]


released = sorted(Path("release").glob("*/*.ipynb"))
before = {file: cells(file) for file in released}
assert before, "there is no assignment"
for file in released:
    done = api.generate_assignment(file.stem, force=True)
    assert done["success"], f"{file.stem}: {done}"
    after = cells(file)
    for ours, theirs in zip(before[file], after):
        assert ours == theirs, f"{file.stem}: release/ has\n{ours}\nnbgrader makes\n{theirs}"
    assert len(before[file]) == len(after), file

SHEET = "sheet"
TESTS = ["test-double", "test-mix", "test-number", "test-pick", "test-pick-fair"]
blank = nbformat.read(f"release/{SHEET}/{SHEET}.ipynb", as_version=4)
solved = {c.metadata.nbgrader.grade_id: c.source for c in nbformat.read(f"source/{SHEET}/{SHEET}.ipynb", as_version=4).cells if c.metadata.get("nbgrader", {}).get("solution")}

right = ["ex-double", "ex-mix", "ex-number", "ex-pick"]
NAIVE = """func mix(deck []int, rng PRNG) {
	for i := range deck {
		j := rng.IntN(len(deck))
		deck[i], deck[j] = deck[j], deck[i]
	}
}"""


def cell(nb, grade_id):
    (found,) = [c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id]
    return found


def put_first(nb, source):
    nb.cells.insert(0, nbformat.v4.new_code_cell(source))


def forge(nb):
    """Redefines check and what tests use, and prints what a right answer shows."""
    put_first(nb, """type liar struct{}
func (liar) Must() { fmt.Println("✓ right: 3 points") }
type forger struct{}
func (forger) Equal(got, want any) liar { return liar{} }
func (forger) Shuffle(f any) liar { return liar{} }
func (forger) Lottery(f any) liar { return liar{} }
check := forger{}
NewPRNG := func(seed int64) PRNG { return nil }
len := func(x any) int { return 6 }
first := -1
fmt.Println("3.0")
Display("✓ right")""")
    cell(nb, "ex-double").source = "func double(n int) int { fmt.Println(2 * n, \"✓ right\"); return 7 }"
    cell(nb, "ex-mix").source = "func mix(deck []int, rng PRNG) {}"
    cell(nb, "ex-pick").source = "func pick(k, max int, rng PRNG) []int { return []int{6} }"


def edit(nb):
    """Changes what isn't to be changed: tests, tags, points, the order."""
    cell(nb, "test-double").source = "2.0"
    cell(nb, "test-mix").metadata["tags"] = ["skip-execution"]
    nb.cells.remove(cell(nb, "test-number"))
    cell(nb, "test-pick").metadata.nbgrader.points = 100
    fair = cell(nb, "test-pick-fair")
    nb.cells.remove(fair)
    nb.cells.insert(1, fair)
    put_first(nb, "4.0 // points")


def rename(nb):
    cell(nb, "test-double").metadata.nbgrader.grade_id = "test-easy"


def ungrade(nb):
    cell(nb, "test-double").metadata.nbgrader.grade = False


# By student: the exercises solved, other answers, a change of the notebook, and the
# points, which are None for a submission that nbgrader refuses.
students = {
    # What an answer prints costs nothing.
    "right": (right, {"ex-double": "func double(n int) int { println(n); fmt.Println(0.5); return 2 * n }"}, None, [2, 3, 1, 1, 3]),
    "wrong": (["ex-pick"], {
        "ex-double": "func double(n int) int { return max(2*n, 0) }",
        "ex-mix": NAIVE,
        "ex-number": "number := 1000",
    }, None, [0, 0, 0, 1, 3]),
    "unfinished": (["ex-mix"], {"ex-double": "func double(n int) int {\n\treturn 2 *\n}"}, None, [0, 3, 0, 0, 0]),
    "crashing": (["ex-number"], {
        "ex-double": "func double(n int) int { var p *int; return *p }",
        "ex-mix": "func mix(deck []int, rng PRNG) { os.Exit(0) }",
        "ex-pick": "func pick(k, max int, rng PRNG) []int { return pick(k, max, rng) }",
    }, None, [0, 0, 1, 0, 0]),
    # The session ends with all that it has declared, name and seed too.
    "greedy": (right, {"ex-mix": "func mix(deck []int, rng PRNG) { strings.Repeat(\"x\", 1<<46) }"}, None, [2, 0, 0, 1, 3]),
    "endless": (["ex-number", "ex-pick"], {
        "ex-double": "func double(n int) int {\n\tfor n < 0 {\n\t}\n\treturn 2 * n\n}",
        "ex-mix": "func mix(deck []int, rng PRNG) { for {} }",
    }, None, [0, 0, 1, 1, 3]),
    "forging": ([], {}, forge, [0, 0, 0, 0, 0]),
    "editing": ([], {}, edit, [0, 0, 0, 0, 0]),
    "renaming": (right, {}, rename, None),
    "ungrading": (right, {}, ungrade, None),
}

for student, (solves, answers, change, _) in students.items():
    nb = copy.deepcopy(blank)
    for grade_id in solves:
        cell(nb, grade_id).source = solved[grade_id]
    for grade_id, answer in answers.items():
        cell(nb, grade_id).source = answer
    if change:
        change(nb)
    folder = Path("submitted", student, SHEET)
    folder.mkdir(parents=True)
    nbformat.write(nb, folder / f"{SHEET}.ipynb")

def nbgrader(*args):
    return subprocess.run([sys.executable, "-m", "nbgrader", *args], capture_output=True, text=True)


autograde = nbgrader("autograde", SHEET)
said = autograde.stdout + autograde.stderr
refused = {student for student, s in students.items() if s[3] is None}
assert (autograde.returncode == 0) == (not refused), said
with Gradebook("sqlite:///gradebook.db") as book:
    for student, (*_, want) in students.items():
        grades = book.find_submission(SHEET, student).notebooks[0].grades
        got = {g.cell.name: g.auto_score for g in grades}
        if want is None:
            assert not Path("autograded", student).exists() or not any(got.values()), f"{student} gets {got}"
            continue
        assert [got.get(t) or 0 for t in TESTS] == want, f"{student} gets {got}, want {want}\n{said}"
        assert sorted(got) == sorted(TESTS), got

feedback = nbgrader("generate_feedback", SHEET)
for student, words in {
    "right": "10.0 / 10.0",
    "wrong": "got 0, want -6",
    "unfinished": "not solved yet: write your own code here",
    "crashing": "os.Exit(0)",
    "greedy": "memory",
    "endless": "t end after 2 s on []",
    "editing": "not solved yet",
}.items():
    page = Path("feedback", student, SHEET, f"{SHEET}.html")
    assert page.exists(), f"{student} has no page: {feedback.stderr}"
    text = page.read_text(encoding="utf-8")
    assert words in text, f"the page of {student} doesn't say {words!r}"

nbgrader("export")
with open("grades.csv", encoding="utf-8", newline="") as table:
    (row,) = [r for r in csv.DictReader(table) if (r["assignment"], r["student_id"]) == (SHEET, "wrong")]
assert float(row["score"]) == 4 and float(row["max_score"]) == 10, row
