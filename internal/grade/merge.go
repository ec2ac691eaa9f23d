package grade

import (
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

	resets bool // it makes the session forget its names, as %reset does
}

// mergeSource puts the source's locked cells and tests into a submission, and notes what
// was wrong with it.
func mergeSource(source *Source, nb *notebook.Notebook) (cells []*graded, notes []string) {
	m := &merger{source: source, ours: map[string]*graded{}}
	sees := declaredNames(source)
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
		m.takeCell(c)
	}
	m.putBack()
	m.settleTests()
	m.beginTests()
	return m.cells, m.notes()
}

// declaredNames are the names declared by the lesson's own code and the answers, which tests see.
func declaredNames(source *Source) (all []string) {
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

	edited, missing, several, retyped []string // grade_ids
}

// notes say what wasn't as it should be.
func (m *merger) notes() (notes []string) {
	for _, of := range []struct {
		what  string
		cells []string
	}{
		{"edited, and graded as handed out", m.edited}, {"missing", m.missing},
		{"there more than once", m.several}, {"of another type, so that they didn't run", m.retyped},
	} {
		if len(of.cells) > 0 {
			notes = append(notes, of.what+": "+strings.Join(of.cells, ", "))
		}
	}
	return notes
}

// takeCell takes over a cell of the submission.
func (m *merger) takeCell(c *notebook.Cell) {
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
	if again {
		m.several = append(m.several, id)
	}
	switch ours.role {
	case course.Test, course.Locked:
		if again {
			return
		}
		text := strings.TrimSpace(c.Source)
		asIs := text == strings.TrimSpace(m.source.given[id]) || text == strings.TrimSpace(ours.Source) // a teacher tries the source
		if !asIs || c.Type != ours.Type {
			m.edited = append(m.edited, id)
		}
		m.cells = append(m.cells, ours)
	default:
		if c.Type != ours.Type {
			m.retyped = append(m.retyped, id)
		}
		mine := *ours
		mine.Cell = c
		m.cells = append(m.cells, &mine)
	}
}

// putBack adds the tests and locked cells that the submission lacks, each after what
// precedes it in the source. If the answer is missing too, its test comes last, in case a
// cell of the student's own has it.
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
		m.missing = append(m.missing, p.GradeID)
		switch {
		case p.Role == course.Test && !m.answered(m.ours[p.GradeID].exercise):
			m.cells = append(m.cells, m.ours[p.GradeID])
		case p.Role == course.Test || p.Role == course.Locked:
			before++
			m.cells = slices.Insert(m.cells, before, m.ours[p.GradeID])
		}
	}
}

// answered reports whether the submission has a cell for an exercise's answer.
func (m *merger) answered(exercise int) bool {
	return slices.ContainsFunc(m.cells, func(g *graded) bool { return g.exercise == exercise && g.role == course.Solution })
}

// beginTests makes the tests begin with what the lesson declares and the submission has
// changed.
func (m *merger) beginTests() {
	all := changedPieces(m.source, m.cells)
	if len(all) == 0 {
		return
	}
	for i, g := range m.cells {
		if g.role == course.Test {
			test, c := *g, *g.Cell
			c.Source = neededPieces(all, c.Source) + c.Source
			test.Cell = &c
			m.cells[i] = &test
		}
	}
}

// settleTests moves tests that precede the answers that they test to after them.
func (m *merger) settleTests() {
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
