package grade

import (
	"strings"
	"testing"

	"riffle/internal/notebook"
)

// TestGiven has cells of a student's, and what the tests begin with for them.
func TestGiven(t *testing.T) {
	const test = "check.Equal(largest(), twice(mystery) + most)"
	const stub = "\n// ### BEGIN SOLUTION\n// ### END SOLUTION"
	source, err := NewSource("lesson", &notebook.Notebook{Minor: 5, Cells: []*notebook.Cell{
		code("name", `name := "Ada"`, 0),
		code("arrange", "type pile []int\nfunc (p pile) Len() int { return len(p) }\nfunc arrange(n int) int { return n }", 0),
		code("twice", "func twice(n int) int { return arrange(arrange(n)) }\ntwice(2)\nshown := arrange(-1)\nfor { twice(3) }", 0),
		code("suspects", "suspects := []int{1, 2}\nsuspects[0] = 3", 0),
		code("mystery", "mystery := suspects[len(name)%2]\nmystery", 0), code("most", "const most = 3", 'l'),
		code("a", "func largest() int { return 0 }"+stub, 's'), code("ta", test, 't'),
	}})
	if err != nil {
		t.Fatal(err)
	}
	const (
		arrange  = "func arrange(n int) int { return n }\n"
		twice    = "func twice(n int) int { return arrange(arrange(n)) }\n"
		suspects = "suspects := []int{1, 2}\nsuspects[0] = 3\n"
		mystery  = "mystery := suspects[len(name)%2]\n"
	)
	for _, tt := range []struct{ cell, want string }{
		{"func largest() int { return 3 }", ""},
		{`name := "Bob"`, ""}, // as it's meant to be changed
		{"type pile []int; func (p pile) Len() int { return 0 }", ""},
		{"func f() { arrange := 1; _ = arrange }", ""},
		{"func arrange(n int) int { return 0 }", arrange + twice},
		{"arrange := strconv.Itoa", arrange + twice},
		{"func twice(n int) int { return 0 }", twice},
		{"mystery := 0", mystery},
		{"shown := 0", ""}, // no test needs it
		{"const most = 0", "const most = 3\n"},
		{"func largest() int { return 3 }; suspects := []int{}", suspects + mystery},
	} {
		nb := &notebook.Notebook{}
		for _, p := range source.Parts {
			nb.Cells = append(nb.Cells, p.Cell)
		}
		nb.Cells = append(nb.Cells, code("mine", tt.cell, 0))
		cells, _ := mergeSource(source, nb)
		for _, g := range cells {
			if g.id == "ta" && strings.TrimSuffix(g.Source, test) != tt.want {
				t.Errorf("%s: the test is %q, want %q before it", tt.cell, g.Source, tt.want)
			}
		}
	}
}
