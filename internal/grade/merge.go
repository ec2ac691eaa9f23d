package grade

import (
	"fmt"
	"slices"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/course"
	"riffle/internal/notebook"
)

// graded is a cell of the notebook that is run: the submission's, with the source's
// locked cells and tests in their places.
type graded struct {
	*notebook.Cell
	role     course.Role
	id       string   // the grade_id; empty for a cell that is the student's alone
	exercise int      // the index of its exercise; -1 for none
	sees     []string // a test's names of the session's

	state State
	said  *output
	fault string // its error
}

// merge puts the source's locked cells and tests into a submission, and says what
// wasn't as it should be.
func merge(source *Source, nb *notebook.Notebook) (cells []*graded, notes []string) {
	m := &merger{source: source, ours: map[string]*graded{}}
	sees := names(source)
	for i, e := range source.Exercises() {
		for _, p := range e.Parts {
			m.ours[p.GradeID] = &graded{Cell: p.Cell, role: p.Role, id: p.GradeID, exercise: i, sees: sees}
		}
	}
	for _, p := range source.Parts {
		if p.Role == course.Locked {
			m.ours[p.GradeID] = &graded{Cell: p.Cell, role: p.Role, id: p.GradeID, exercise: -1}
		}
	}
	for _, c := range nb.Cells {
		m.take(c)
	}
	m.putBack()
	m.settle()
	return m.cells, m.notes
}

// names are those that the lesson's own code and the answers declare, which tests see.
func names(source *Source) (all []string) {
	for _, p := range source.Parts {
		if p.Type == notebook.Code && p.Role != course.Test {
			all = append(all, cell.DeclaredNames(p.Source)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

type merger struct {
	source *Source
	ours   map[string]*graded
	taken  map[string]bool
	cells  []*graded
	notes  []string
}

func (m *merger) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// take takes over a cell of the submission.
func (m *merger) take(c *notebook.Cell) {
	id := gradeID(c)
	ours := m.ours[id]
	if ours == nil {
		m.cells = append(m.cells, &graded{Cell: c, exercise: -1})
		return
	}
	if m.taken == nil {
		m.taken = map[string]bool{}
	}
	again := m.taken[id]
	m.taken[id] = true
	switch ours.role {
	case course.Test, course.Locked:
		if again {
			m.note("a second cell %s was left out", id)
			return
		}
		if strings.TrimSpace(c.Source) != strings.TrimSpace(m.source.given[id]) || c.Type != ours.Type {
			m.note("cell %s was edited, and graded as handed out", id)
		}
		m.cells = append(m.cells, ours)
	default:
		if again {
			m.note("there are several cells %s", id)
		}
		if c.Type != ours.Type {
			m.note("cell %s isn't %s any more, so it didn't run", id, ours.Type)
		}
		mine := *ours
		mine.Cell = c
		m.cells = append(m.cells, &mine)
	}
}

// putBack adds the tests and locked cells that the submission lacks, each behind
// what comes before it in the source.
func (m *merger) putBack() {
	before := -1 // where the last of the source's cells is
	for _, p := range m.source.Parts {
		if p.GradeID == "" {
			continue
		}
		if at := slices.IndexFunc(m.cells, func(g *graded) bool { return g.id == p.GradeID }); at >= 0 {
			before = max(before, at)
			continue
		}
		m.note("cell %s is missing", p.GradeID)
		if p.Role == course.Test || p.Role == course.Locked {
			before++
			m.cells = slices.Insert(m.cells, before, m.ours[p.GradeID])
		}
	}
}

// settle moves tests that come before the answers that they test behind them.
func (m *merger) settle() {
	for i := 0; i < len(m.cells); i++ {
		g := m.cells[i]
		if g.role != course.Test {
			continue
		}
		last := i
		for j, other := range m.cells {
			if j > i && other.role == course.Solution && other.exercise == g.exercise {
				last = j
			}
		}
		if last > i {
			copy(m.cells[i:last], m.cells[i+1:last+1])
			m.cells[last] = g
			i--
		}
	}
}
