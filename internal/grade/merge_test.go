package grade

import (
	"strings"
	"testing"

	"riffle/internal/notebook"
)

// code is a cell with nbgrader's marks for its kind: s solution, t test, l locked.
func code(id, source string, kind byte) *notebook.Cell {
	c := &notebook.Cell{Type: notebook.Code, ID: id, Source: source, Metadata: map[string]any{}}
	if kind != 0 {
		marks := map[string]any{"schema_version": 3, "grade_id": id, "grade": kind == 't', "solution": kind == 's', "locked": kind != 's', "task": false}
		if kind == 't' {
			marks["points"] = 1
		}
		c.Metadata["nbgrader"] = marks
	}
	return c
}

// TestMerge has the cells of a submission, those of the source in capital letters where
// they differ from it, and what is run.
func TestMerge(t *testing.T) {
	source, err := NewSource("lesson", &notebook.Notebook{Minor: 5, Cells: []*notebook.Cell{
		code("given", "x := 1", 0),
		code("a", "func a() {}\n// ### BEGIN SOLUTION\n// ### END SOLUTION", 's'), code("ta", "a()", 't'),
		code("l", "const l = 1", 'l'),
		code("b", "b := 1\n// ### BEGIN SOLUTION\n// ### END SOLUTION", 's'), code("tb", "b++", 't'),
	}})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]byte{"a": 's', "b": 's', "ta": 't', "tb": 't', "l": 'l'}
	for _, tt := range []struct{ handedIn, want, notes string }{
		{"given a ta l b tb", "given a ta l b tb", ""},
		{"a extra", "a ta l extra tb", "missing: ta, l, b, tb"},
		{"a ta", "a ta l tb", "missing: l, b, tb"},
		{"given extra a b", "given extra a ta l b tb", "missing: ta, l, tb"},
		{"ta tb given a l b", "given a ta l b tb", ""},
		{"a TA l b tb TB", "a ta l b tb", "edited, and graded as handed out: ta; there more than once: tb"},
		{"a a ta l b tb", "a a ta l b tb", "there more than once: a"},
		{"extra", "l extra ta tb", "missing: a, ta, l, b, tb"},
	} {
		nb := &notebook.Notebook{}
		for _, id := range strings.Fields(tt.handedIn) {
			text := "changed"
			if lower := strings.ToLower(id); lower == id {
				text = source.given[id]
			} else {
				id = lower
			}
			nb.Cells = append(nb.Cells, code(id, text, kinds[id]))
		}
		cells, notes := mergeSource(source, nb)
		var got []string
		for _, g := range cells {
			got = append(got, g.ID)
			if (g.id == "ta" || g.id == "tb" || g.id == "l") && g.Source == "changed" {
				t.Errorf("%s: %s is the student's", tt.handedIn, g.id)
			}
			if g.id == "ta" && strings.Join(g.sees, " ") != "a b l x" {
				t.Errorf("a test sees %q", g.sees)
			}
		}
		if text := strings.Join(got, " "); text != tt.want || strings.Join(notes, "; ") != tt.notes {
			t.Errorf("%s: runs %s, notes %q; want %s, %q", tt.handedIn, text, notes, tt.want, tt.notes)
		}
	}
}
