package notebooks_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/course"
	"riffle/internal/notebook"
	"riffle/internal/session"
	"riffle/shuffle"
)

// TestStudents runs what students get of each lesson. An unsolved exercise must cost
// its own points, say so in words that a student understands, and leave alone what
// else is in the lesson. A solved one must give its points, whether or not others are
// solved.
func TestStudents(t *testing.T) {
	files, err := filepath.Glob("[0-9]*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			for _, complaint := range asStudent(t, open(t, file)) {
				t.Error(complaint)
			}
		})
	}
}

// A try is a run of a part, in a form that isn't always the one that students get.
type try struct {
	part  course.Part
	how   how
	index int // of its cell in the notebook that runs
}

type how string

const (
	asGiven  how = "as students get it"
	asGraded how = "with its hidden tests, unsolved"
	solving  how = "solved"
	alone    how = "with its own exercise solved and no other"
	again    how = "unsolved again"
)

// asStudent lists what is wrong with a lesson for students.
func asStudent(t *testing.T, nb *notebook.Notebook) (complaints []string) {
	t.Helper()
	source, err := course.Source(nb)
	if err != nil {
		t.Fatal(err)
	}
	given, err := course.Student(nb)
	if err != nil {
		return []string{err.Error()}
	}
	run, tries := plan(t, source, given)
	s, err := session.New(session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer shuffle.Unseed() // the seed is the process's
	if err := notebook.Run(t.Context(), run, s, notebook.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, y := range tries {
		if what := y.judge(run.Cells[y.index]); what != "" {
			complaints = append(complaints, fmt.Sprintf("cell %s, %s: %s", y.part.ID, y.how, what))
		}
	}
	return complaints
}

// plan makes a notebook of all tries: the lesson as students get it, each test with
// what is hidden besides, and then each exercise solved alone.
func plan(t *testing.T, source, given *notebook.Notebook) (run *notebook.Notebook, tries []try) {
	t.Helper()
	run = &notebook.Notebook{Metadata: given.Metadata, Minor: given.Minor}
	add := func(p course.Part, how how, text string) {
		tries = append(tries, try{p, how, len(run.Cells)})
		run.Cells = append(run.Cells, &notebook.Cell{
			Type: p.Type, ID: p.ID, Source: text, Metadata: map[string]any{"tags": []any{"raises-exception"}},
		})
	}
	lesson, err := course.Read(source)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range lesson.Parts {
		add(p, asGiven, given.Cells[p.Index].Source)
		if p.Role == course.Test {
			add(p, asGraded, p.Source)
		}
	}
	for _, e := range lesson.Exercises() {
		for _, p := range e.Parts {
			switch p.Role {
			case course.Solution:
				add(p, solving, p.Source)
			case course.Test:
				add(p, alone, p.Source)
			}
		}
		for _, p := range e.Parts {
			if p.Role == course.Solution {
				add(p, again, given.Cells[p.Index].Source)
			}
		}
	}
	return run, tries
}

// judge says what is wrong with how a cell ended.
func (y try) judge(ran *notebook.Cell) string {
	said, failed := failure(ran)
	switch {
	case y.how == solving, y.how == alone:
		if failed {
			return "it fails: " + said
		}
		return ""
	case y.part.Role == course.Test && !failed && strings.Contains(ran.Source, ".Must()"):
		return "it passes, although nothing is solved"
	case !failed:
		return ""
	case y.part.Role != course.Test && y.part.Tagged("raises-exception"):
		return ""
	case y.part.Role != course.Test && !strings.Contains(said, notSolved):
		return "it fails, and not because an exercise isn't solved: " + said
	}
	return understandable(said)
}

const notSolved = "not solved yet"

// internals are words that tell a beginner nothing.
var internals = regexp.MustCompile(`nil pointer|nil map|index out of range|slice bounds|divide by zero|interface conversion|reflect|internal error|goroutine`)

// understandable says what is wrong with the words of an unsolved exercise's test: a
// student learns from a check, or from a sentence that the test panics with.
func understandable(said string) string {
	switch {
	case internals.MatchString(said):
		return "a beginner doesn't understand " + said
	case !strings.HasPrefix(said, "panic: ") && !strings.HasPrefix(said, "wrong: ") && !strings.HasPrefix(said, notSolved):
		return "it fails, but by no check: " + said
	}
	return ""
}

// failure is the error that a cell ended with.
func failure(c *notebook.Cell) (said string, failed bool) {
	i := slices.IndexFunc(c.Outputs, func(o notebook.Output) bool { return o.Type() == "error" })
	if i < 0 {
		return "", false
	}
	return fmt.Sprintf("%v: %v", c.Outputs[i]["ename"], c.Outputs[i]["evalue"]), true
}

// TestStudentsNotices shows that faults of a lesson are noticed.
func TestStudentsNotices(t *testing.T) {
	const answer = "func double(n int) int {\n\t// ### BEGIN SOLUTION\n\treturn 2 * n\n\t// ### END SOLUTION\n}"
	const test = "import \"riffle/shuffle/check\"\n\ncheck.Equal(double(2), 4).Must();\n"
	const hidden = "// ### BEGIN HIDDEN TESTS\ncheck.Equal(double(3), 6).Must();\n// ### END HIDDEN TESTS"
	const triple = "func triple(n int) int {\n\t// ### BEGIN SOLUTION\n\treturn 3 * n\n\t// ### END SOLUTION\n}"
	tests := map[string]struct {
		answer, test, after string
		want                string // in the first complaint; "" for none
	}{
		"a right lesson":      {answer, test + hidden, "double(1)", ""},
		"a number to write":   {"n := 0 // replace 0\n// ### BEGIN SOLUTION\nn = 4\n// ### END SOLUTION", strings.ReplaceAll(test, "double(2)", "n"), "", ""},
		"a test for nothing":  {answer, strings.ReplaceAll(test, "double(2)", "4"), "", "it passes, although nothing is solved"},
		"hidden for nothing":  {answer, "x := 4\n" + strings.ReplaceAll(hidden, "double(3)", "6"), "", "with its hidden tests, unsolved: it passes"},
		"a wrong answer":      {strings.Replace(answer, "2 *", "4 *", 1), test, "", "with its own exercise solved and no other: it fails: panic: wrong: got 8, want 4"},
		"a stub without name": {"// ### BEGIN SOLUTION\n" + strings.ReplaceAll(answer, "SOLUTION", "ANSWER") + "\n// ### END SOLUTION", test, "", "it fails, but by no check: compile error: undefined: double"},
		"another's answer":    {answer, strings.ReplaceAll(test, "4", "triple(2)-2"), "", "it fails, but by no check: compile error: undefined: triple"},
		"a given cell":        {answer, test, "panic(1)", "it fails, and not because an exercise isn't solved: panic: 1"},
		"words for programmers": {"var p *int\n// ### BEGIN SOLUTION\np = new(int); *p = 4\n// ### END SOLUTION",
			strings.ReplaceAll(test, "double(2)", "*p"), "", "a beginner doesn't understand panic: runtime error: invalid memory address or nil pointer"},
		"a region that isn't closed": {strings.Replace(answer, "END", "ENDE", 1), test, "", "line 2: BEGIN SOLUTION is never closed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			nb := &notebook.Notebook{Cells: []*notebook.Cell{
				part("answer", tt.answer, true, 0), part("test", tt.test, false, 1),
				part("more", triple, true, 0), part("test-more", strings.ReplaceAll(test, "double(2), 4", "triple(1), 3"), false, 1),
				{Type: notebook.Code, ID: "after", Source: tt.after, Metadata: map[string]any{}},
			}}
			got := strings.Join(asStudent(t, nb), "\n")
			if first, _, _ := strings.Cut(got, "\n"); !strings.Contains(first, tt.want) || (tt.want == "") != (got == "") {
				t.Errorf("complaints\n%s\nwant %q in the first", got, tt.want)
			}
		})
	}
}

// part is a cell of an exercise with all of nbgrader's metadata.
func part(id, source string, solution bool, points int) *notebook.Cell {
	m := map[string]any{"schema_version": 3, "grade_id": id, "grade": !solution, "solution": solution, "locked": !solution}
	if points > 0 {
		m["points"] = points
	}
	return &notebook.Cell{Type: notebook.Code, ID: id, Source: source, Metadata: map[string]any{"nbgrader": m}}
}
