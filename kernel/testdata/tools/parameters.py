"""Runs notebooks with parameters by papermill. The working folder is empty; the kernel
and its shims are installed."""

import subprocess
import sys

import nbformat
import papermill
from nbformat.v4 import new_code_cell, new_notebook
from papermill.exceptions import PapermillExecutionError

kernelspec = {"name": "riffle", "language": "go", "display_name": "Go (riffle)"}

declared = """n := 10 // how many cards
rate := 0.5
name := "nobody"
var big uint64 = 1
xs := []float64{1} // weights
ys := []int{1, 2, 3}
m := map[string]int{"a": 1}
var anything any
ok := false
p := new(int)
func double() int { return 2 * n }"""
used = """fmt.Println(n, double(), rate, big, ys == nil, len(m), ok, p == nil)
fmt.Printf("%q %v %v\\n", name, xs, anything)
fmt.Printf("%T %T %T\\n", rate, big, xs)"""


def write(name, *cells):
    nbformat.write(new_notebook(cells=list(cells), metadata={"kernelspec": kernelspec}), name)


def text(notebook):
    return "".join(o["text"] for c in notebook.cells for o in c.get("outputs", []) if o.output_type == "stream")


def run(path="in.ipynb", /, **parameters):
    return papermill.execute_notebook(path, "out.ipynb", parameters=parameters, progress_bar=False)


write("in.ipynb", new_code_cell(declared, metadata={"tags": ["parameters"]}), new_code_cell(used))

assert text(run()) == '10 20 0.5 1 false 1 false false\n"nobody" [1] <nil>\nfloat64 uint64 []float64\n'
done = run(
    n=20, rate=1, name='ü "q"\\\n\u2028\ufeff😀', big=2**64 - 1, xs=[0.5, float("nan"), float("-inf")], ys=[], m={},
    anything={"list": [1, None, {"b": [2.5]}], "none": None}, ok=True, p=None,
)
want = """20 40 1 18446744073709551615 true 0 true true
"ü \\"q\\"\\\\\\n\\u2028\\ufeff😀" [0.5 NaN -Inf] map[list:[1 <nil> map[b:[2.5]]] none:<nil>]
float64 uint64 []float64
"""
assert text(done) == want, text(done)
assert done.cells[1].metadata.tags == ["injected-parameters"], done.cells[1]
# The output is a notebook to run again, with other values.
assert text(run("out.ipynb", n=3)).startswith("3 6 0.5 "), text(run("out.ipynb", n=3))

for wrong, message in {
    "3.5": "cannot use 3.5 (untyped float constant) as int value in assignment (truncated)",
    "many": 'cannot use "many" (untyped string constant) as int value in assignment',
    "100000000000000000000000": "(overflows)",
}.items():
    command = [sys.executable, "-m", "papermill", "in.ipynb", "wrong.ipynb", "-p", "n", wrong, "--no-progress-bar"]
    failed = subprocess.run(command, capture_output=True, text=True)
    assert failed.returncode != 0 and message in failed.stderr, failed.stderr
try:
    run(unheard=1)
    raise AssertionError("a parameter that is not declared was taken")
except PapermillExecutionError as e:
    assert "undefined: unheard" in str(e), e

inspected = papermill.inspect_notebook("in.ipynb")
types = {name: p["inferred_type_name"] for name, p in inspected.items()}
assert types == {
    "n": "int", "rate": "float64", "name": "string", "big": "uint64", "xs": "[]float64", "ys": "[]int",
    "m": "map[string]int", "anything": "any", "ok": "bool", "p": "None",
}, types
assert inspected["n"]["default"] == "10" and inspected["n"]["help"] == "how many cards", inspected["n"]

from papermill.translators import papermill_translators  # noqa: E402, to look at single values

go = papermill_translators.find_translator("riffle", "go")
for value, want in [
    ([[1], []], "[][]int{[]int{1}, []int{}}"), ([1, 2.5], "[]float64{1, 2.5}"), ([True, 1], "[]any{true, 1}"), ([1, None], "[]any{1, nil}"), ([[1], None], "[]any{[]int{1}, nil}"), ([], "nil"), (None, "nil"),
    ([[1], [2.5]], "[][]float64{[]float64{1}, []float64{2.5}}"), ({"a": {"b": 1}}, 'map[string]map[string]int{"a": map[string]int{"b": 1}}'),
    ({1: "x"}, 'map[string]string{"1": "x"}'), (1e300, "1e+300"), (-0.0, "-0.0"), ("\x00\x7f", '"\\u0000\\u007f"'), ("\ud800", '"\\ufffd"'), ((1, 2), "[]int{1, 2}"),
]:
    assert go.translate(value) == want, (value, go.translate(value))
for line, want in [
    ("if n == 3 {", None), ("// n := 3", None), ("a, b := 1, 2", None), ("fmt.Println(n)", None), ("x == 3", None),
    ('s := "a // b = c" // help', ("s", "string", '"a // b = c"', "help")), ("d := 3 * time.Second", ("d", "None", "3 * time.Second", "")),
    ("const k = 0x1f", ("k", "int", "0x1f", "")), ("\tr = 'x'", ("r", "rune", "'x'", "")), ("y := -2.5e-3", ("y", "float64", "-2.5e-3", "")),
]:
    got = go.inspect({"source": line})
    assert [tuple(p) for p in got] == ([want] if want else []), (line, got)
