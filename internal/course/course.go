// Package course reads the exercises of a notebook, as nbgrader marks them, and
// makes the version that students get. Begin with [Read], then [Student].
//
// An exercise is a solution cell, whose answer the teacher marks as a region
//
//	// ### BEGIN SOLUTION
//	return 2 * n
//	// ### END SOLUTION
//
// and a test cell behind it, which gives its points if it doesn't fail. What
// students mustn't see of a test is in a region of HIDDEN TESTS. The kind of a cell
// is in its metadata, by nbgrader's schema 3.
package course

import (
	"errors"
	"fmt"

	"riffle/internal/notebook"
)

// Role is what a cell is for.
type Role int

const (
	// Given is a cell that is handed out unchanged, and that students may edit.
	Given Role = iota
	// Locked is a given cell that is put back before grading.
	Locked
	// Claim is a cell that checks the lesson's own text; students don't get it.
	Claim
	// Solution is a cell in which students write an answer.
	Solution
	// Test is a cell that gives its points if it doesn't fail. It is put back
	// before grading, with its hidden tests.
	Test
	// Manual is an answer, or a task, to which a person gives the points.
	Manual
)

// String is the role's name, in lower case.
func (r Role) String() string {
	return [...]string{"given", "locked", "claim", "solution", "test", "manual"}[r]
}

// Part is a cell with its role.
type Part struct {
	*notebook.Cell
	Role Role
	// Index is the cell's among all cells of the notebook, from 0.
	Index int
	// GradeID is the cell's name in the gradebook, which nothing changes. A given
	// cell and a claim have none.
	GradeID string
	// Points are what a test or a manual answer may give.
	Points float64
}

// Lesson is a notebook with the roles of its cells.
type Lesson struct {
	Notebook *notebook.Notebook
	Parts    []Part
}

// Read reads the roles of a notebook's cells. It reports all that is wrong with them:
// metadata that nbgrader would refuse, a name that two cells have, regions that
// don't fit the cell or aren't closed.
func Read(nb *notebook.Notebook) (*Lesson, error) {
	l := &Lesson{Notebook: nb}
	named := make(map[string]Part)
	var errs []error
	for i, c := range nb.Cells {
		p := Part{Cell: c, Index: i}
		if err := p.readMarks(); err != nil {
			errs = append(errs, p.errorf("%w", err))
		} else if _, err := p.handedOut(); err != nil {
			errs = append(errs, p.errorf("%w", err))
		}
		if first, twice := named[p.GradeID]; twice && p.GradeID != "" {
			errs = append(errs, p.errorf("the grade_id %s is also that of cell %d; give one of them another", p.GradeID, first.Index+1))
		} else {
			named[p.GradeID] = p
		}
		l.Parts = append(l.Parts, p)
	}
	return l, errors.Join(errs...)
}

// errorf is an error of a cell, which it names as a person would find it.
func (p *Part) errorf(format string, args ...any) error {
	name := p.GradeID
	if name == "" {
		name = p.ID
	}
	if name != "" {
		name = " (" + name + ")"
	}
	return fmt.Errorf("cell %d%s: %w", p.Index+1, name, fmt.Errorf(format, args...))
}
