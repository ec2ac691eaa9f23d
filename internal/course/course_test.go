package course

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/notebook"
)

// cell is a code cell with nbgrader's metadata, as JSON.
func cell(source, marks string) *notebook.Cell {
	c := &notebook.Cell{Type: notebook.Code, ID: "c", Source: source, Metadata: map[string]any{}}
	if marks != "" {
		var m map[string]any
		d := json.NewDecoder(strings.NewReader(marks))
		d.UseNumber()
		if err := d.Decode(&m); err != nil {
			panic(err)
		}
		c.Metadata["nbgrader"] = m
	}
	return c
}

const (
	solution = `{"schema_version":3,"grade":false,"solution":true,"locked":false,"grade_id":"double"}`
	test     = `{"schema_version":3,"grade":true,"solution":false,"locked":true,"grade_id":"test-double","points":2}`
	locked   = `{"schema_version":3,"grade":false,"solution":false,"locked":true,"grade_id":"given"}`
	given    = `{"schema_version":3,"grade":false,"solution":false,"locked":false}`
	manual   = `{"schema_version":3,"grade":true,"solution":true,"locked":false,"grade_id":"why","points":1.5}`
)

func markdown(source, marks string) *notebook.Cell {
	c := cell(source, marks)
	c.Type = notebook.Markdown
	return c
}

func claims(source string) *notebook.Cell {
	c := cell(source, "")
	c.Metadata["tags"] = []any{"claims"}
	return c
}

// lesson has a cell of each role.
func lesson() *notebook.Notebook {
	nb := &notebook.Notebook{Minor: 5, Metadata: map[string]any{"widgets": map[string]any{}}}
	nb.Cells = []*notebook.Cell{
		markdown("# Doubling", ""),
		cell("n := 21", given),
		cell("limit := 100", locked),
		claims("check.Equal(2*n, 42).Must();"),
		markdown("Now you.\n\n### Exercise 1.1: twice (2 points)\nDouble a number.", ""),
		cell("// double doubles.\nfunc double(n int) int {\n\t// ### BEGIN SOLUTION\n\ttwice := n\n\treturn n + twice\n\t// ### END SOLUTION\n}", solution),
		cell("double(n)", ""),
		cell("check.Equal(double(3), 6).Must();\n// ### BEGIN HIDDEN TESTS\ncheck.Equal(double(21), 42).Must();\n// ### END HIDDEN TESTS", test),
		markdown("### Exercise 1.2: why (1.5 points)", ""),
		markdown("Because.", manual),
	}
	nb.Cells[6].Count, nb.Cells[6].Outputs = 3, []notebook.Output{{"output_type": "execute_result"}}
	return nb
}

func TestRead(t *testing.T) {
	l, err := Read(lesson())
	if err != nil {
		t.Fatal(err)
	}
	var roles []string
	for _, p := range l.Parts {
		roles = append(roles, strings.TrimSpace(p.Role.String()+" "+p.GradeID))
	}
	want := []string{"given", "given", "locked given", "claim", "given", "solution double", "given", "test test-double", "given", "manual why"}
	if diff := cmp.Diff(want, roles); diff != "" {
		t.Error(diff)
	}
	if l.Points() != 3.5 {
		t.Errorf("%v points, want 3.5", l.Points())
	}
	var titles []string
	for _, e := range l.Exercises() {
		titles = append(titles, e.Title)
	}
	if diff := cmp.Diff([]string{"Exercise 1.1: twice", "Exercise 1.2: why"}, titles); diff != "" {
		t.Error(diff)
	}
}

func TestExercisesWithoutHeadings(t *testing.T) {
	other := func(marks string) string { return strings.ReplaceAll(marks, "double", "triple") }
	nb := &notebook.Notebook{Cells: []*notebook.Cell{
		cell("", solution), cell("", test), cell("", other(solution)), cell("", other(test)),
	}}
	l, err := Read(nb)
	if err != nil {
		t.Fatal(err)
	}
	got := l.Exercises()
	if len(got) != 2 || got[0].Title != "test-double" || got[1].Title != "test-triple" || len(got[1].Parts) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestReadErrors(t *testing.T) {
	edit := func(marks, old, new string) string { return strings.Replace(marks, old, new, 1) }
	tests := map[string]struct {
		cells []*notebook.Cell
		want  string
	}{
		"not closed": {
			[]*notebook.Cell{cell("func f() {\n// ### BEGIN SOLUTION\n}", solution)},
			"cell 1 (double): line 2: BEGIN SOLUTION is never closed; write END SOLUTION where the region ends",
		},
		"opened twice": {
			[]*notebook.Cell{cell("// BEGIN SOLUTION\n\n// BEGIN SOLUTION\n// END SOLUTION", solution)},
			"cell 1 (double): line 3: BEGIN SOLUTION, but the one of line 1 isn't closed; write END SOLUTION before it",
		},
		"never opened": {
			[]*notebook.Cell{cell("x", ""), cell("1\n// ### END HIDDEN TESTS", test)},
			"cell 2 (test-double): line 2: END HIDDEN TESTS without BEGIN HIDDEN TESTS above it",
		},
		"solution elsewhere": {
			[]*notebook.Cell{cell("// BEGIN SOLUTION\n// END SOLUTION", "")},
			"cell 1 (c): a region of SOLUTION, but the cell is no solution cell (solution: true)",
		},
		"tests elsewhere": {
			[]*notebook.Cell{cell("// BEGIN SOLUTION\n// END SOLUTION\n// BEGIN HIDDEN TESTS\n// END HIDDEN TESTS", solution)},
			"cell 1 (double): a region of HIDDEN TESTS, but the cell is no test cell (grade: true)",
		},
		"a scheme elsewhere": {
			[]*notebook.Cell{markdown("BEGIN MARK SCHEME\nEND MARK SCHEME", "")},
			"cell 1 (c): a region of MARK SCHEME, but the cell is no task (task: true)",
		},
		"a name twice": {
			[]*notebook.Cell{cell("", solution), cell("", edit(test, "test-", ""))},
			"cell 2 (double): the grade_id double is also that of cell 1; give one of them another",
		},
		"no name": {
			[]*notebook.Cell{cell("", edit(solution, "double", ""))},
			`cell 1 (c): the grade_id "" must be letters, digits, - and _`,
		},
		"points without a test": {
			[]*notebook.Cell{cell("", edit(solution, "false", `false,"points":1`))},
			"cell 1 (double): it has points, but is no test; points belong to the test cell (grade: true)",
		},
		"a test without points": {
			[]*notebook.Cell{cell("", edit(test, `,"points":2`, ""))},
			"cell 1 (test-double): it is graded, but has no points",
		},
		"points below zero": {
			[]*notebook.Cell{cell("", edit(test, ":2", ":-2"))},
			"cell 1 (test-double): points are -2, want a number from 0 to a million",
		},
		"points in quotes": {
			[]*notebook.Cell{cell("", edit(test, ":2", `:"2"`))},
			`cell 1 (test-double): points are "2", want a number from 0 to a million`,
		},
		"an old schema": {
			[]*notebook.Cell{cell("", edit(test, ":3", ":1"))},
			"cell 1 (test-double): its nbgrader metadata have schema_version 1, want 3; nbgrader update brings them up to date",
		},
		"no kind": {
			[]*notebook.Cell{cell("", edit(test, `"locked":true,`, ""))},
			"cell 1 (test-double): its nbgrader metadata must say whether locked is true or false",
		},
		"a field of nobody's": {
			[]*notebook.Cell{cell("", edit(test, `"locked"`, `"weight":1,"locked"`))},
			`cell 1 (test-double): its nbgrader metadata have a field "weight", which nbgrader doesn't know`,
		},
		"an answer in Markdown": {
			[]*notebook.Cell{markdown("", solution)},
			"cell 1 (double): an answer in Markdown must be both grade and solution, as a person grades it",
		},
		"a task in Go": {
			[]*notebook.Cell{cell("", edit(test, "{", `{"task":true,`))},
			"cell 1 (test-double): a task must be Markdown",
		},
		"a claim that is graded": {
			[]*notebook.Cell{{Type: notebook.Code, Metadata: map[string]any{"tags": []any{"claims"}, "nbgrader": cell("", test).Metadata["nbgrader"]}}},
			"cell 1 (test-double): a cell tagged claims is not handed out, and can't be a test cell too; remove the tag",
		},
		"two at once": {
			[]*notebook.Cell{cell("// BEGIN SOLUTION", solution), cell("// BEGIN HIDDEN TESTS", test)},
			"cell 1 (double): line 1: BEGIN SOLUTION is never closed; write END SOLUTION where the region ends\n" +
				"cell 2 (test-double): line 1: BEGIN HIDDEN TESTS is never closed; write END HIDDEN TESTS where the region ends",
		},
	}
	for name, tt := range tests {
		nb := &notebook.Notebook{Cells: tt.cells}
		if _, err := Read(nb); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got\n%v\nwant\n%s", name, err, tt.want)
		}
		if _, err := Student(nb); err == nil && name != "a claim that is graded" {
			t.Errorf("%s: Student has no error", name)
		}
	}
}

func TestStudent(t *testing.T) {
	source := lesson()
	nb, err := Student(source)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range nb.Cells {
		got = append(got, c.Source)
		if c.Count != 0 || len(c.Outputs) > 0 || c.Tagged("claims") {
			t.Errorf("cell %q keeps count, outputs or claims", c.Source)
		}
	}
	want := []string{
		"# Doubling", "n := 21", "limit := 100", lesson().Cells[4].Source,
		"// double doubles.\nfunc double(n int) int {\n\tpanic(\"not solved yet: write your own code here\")\n}",
		"double(n)", "check.Equal(double(3), 6).Must();",
		"### Exercise 1.2: why (1.5 points)", "Write your answer here.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(lesson().Cells[5].Source, source.Cells[5].Source); diff != "" || len(source.Cells[6].Outputs) != 1 {
		t.Errorf("the source has changed: %s", diff)
	}
	if len(nb.Metadata) != 0 {
		t.Errorf("metadata %v", nb.Metadata)
	}
	_, free := nb.Cells[1].Metadata["deletable"]
	task, answer := nb.Cells[6].Metadata, nb.Cells[4].Metadata
	if _, editable := answer["editable"]; free || editable || answer["deletable"] != false || task["editable"] != false || task["deletable"] != false {
		t.Errorf("a given cell is locked: %t; answer %v, test %v", free, answer, task)
	}
}

// The checksums in testdata are nbgrader's own.
func TestChecksum(t *testing.T) {
	data, err := os.ReadFile("testdata/checksums.json")
	if err != nil {
		t.Fatal(err)
	}
	var cells []struct {
		Type, Source, Checksum string
		Marks                  json.RawMessage
	}
	if err := json.Unmarshal(data, &cells); err != nil || len(cells) == 0 {
		t.Fatal(err)
	}
	for _, c := range cells {
		of := cell(c.Source, string(c.Marks))
		of.Type = c.Type
		p := Part{Cell: of}
		if err := p.readMarks(); err != nil {
			t.Fatal(err)
		}
		if got := p.checksum(); got != c.Checksum {
			t.Errorf("%s\n%s: %s, want %s", c.Source, c.Marks, got, c.Checksum)
		}
	}
}

// Whatever Read accepts, students get without a trace of what is hidden.
func FuzzStudent(f *testing.F) {
	f.Add("a\n// ### BEGIN SOLUTION\nsecret\n\t// ### END SOLUTION\nb")
	f.Add("BEGIN SOLUTION END SOLUTION\nsecret\nEND SOLUTION\nEND SOLUTION")
	f.Fuzz(func(t *testing.T, source string) {
		nb, err := Student(&notebook.Notebook{Cells: []*notebook.Cell{cell(source, solution)}})
		if err != nil {
			return
		}
		for _, mark := range []string{"BEGIN SOLUTION", "END SOLUTION"} {
			if got := nb.Cells[0].Source; strings.Contains(got, mark) {
				t.Errorf("%q is handed out as %q", source, got)
			}
		}
	})
}
