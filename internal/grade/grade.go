// Package grade grades submitted notebooks without nbgrader. Begin with [Collect],
// which finds the notebooks of a folder, then call Grader.Grade for each, and write
// what it returns with [CSV] and [Page].
//
// Points depend only on whether a test cell failed. The test cells are the source's,
// hidden tests included, whatever the submission has in their place. Of a student's names
// they see only those of the answers, and they leave none behind.
package grade

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"riffle/internal/course"
	"riffle/internal/notebook"
	"riffle/internal/proto"
)

// Engine is a session in a process of its own, such as a worker.
type Engine interface {
	Run(ctx context.Context, cell proto.Cell, out proto.Output) proto.Result
	// Restart replaces the session by a new one.
	Restart() error
	Close() error
}

// Grader grades notebooks. It may be used by several goroutines.
type Grader struct {
	// Start starts a session in a folder, which is all that it should reach.
	Start func(dir string) (Engine, error)
	// CellTime is how long a cell may run, Time how long all of them may.
	CellTime, Time time.Duration
	// Lessons are the names of the lessons, and Lesson finds the source of one.
	Lessons []string
	Lesson  func(name string) (*Source, error)
}

// Source is a lesson as its teacher has it.
type Source struct {
	*course.Lesson
	Name string
	// Dir is the lesson's folder, whose other files the notebook may read; empty for none.
	Dir string

	given map[string]string // what students get of a cell, by its grade_id
}

// NewSource makes a source of a teacher's notebook.
func NewSource(name string, nb *notebook.Notebook) (*Source, error) {
	nb, err := course.Source(nb)
	if err != nil {
		return nil, err
	}
	student, err := course.Student(nb)
	if err != nil {
		return nil, err
	}
	s := &Source{Name: name, given: map[string]string{}}
	for _, c := range student.Cells {
		if id := gradeID(c); id != "" {
			s.given[id] = c.Source
		}
	}
	s.Lesson, err = course.Read(nb)
	return s, err
}

// gradeID is the name that a cell's metadata say it has in the gradebook; a
// submission's may say anything.
func gradeID(c *notebook.Cell) string {
	marks, _ := c.Metadata["nbgrader"].(map[string]any)
	id, _ := marks["grade_id"].(string)
	return id
}

// Sheet is a graded notebook.
type Sheet struct {
	Submission
	// Problem says why the notebook couldn't be graded; empty if it was.
	Problem string
	// Notes tell the teacher what else to know about the notebook.
	Notes     []string
	Exercises []Exercise
}

// Exercise is the result of an exercise.
type Exercise struct {
	Title      string
	Points, Of float64
	// Manual are points of Of that a person has to give.
	Manual  float64
	Answers []Answer
	Tests   []Test
}

// Answer is a student's cell.
type Answer struct {
	Source string
	Said   string // what it printed, and its error
	State  State
}

// Test is a test of an answer.
type Test struct {
	Name       string
	Points, Of float64
	Said       string // its error
	Printed    string // what the answer printed meanwhile
	State      State
}

// State is the outcome of a cell.
type State string

// The states of cells.
const (
	Passed  State = "passed"
	Failed  State = "failed"
	Stopped State = "stopped" // it took too long
	Ended   State = "ended"   // its process died
	Not     State = "not run"
)

// Points are the points earned in the sheet's tests.
func (s *Sheet) Points() (sum float64) {
	for _, e := range s.Exercises {
		sum += e.Points
	}
	return sum
}

// Of is the maximum number of points.
func (s *Sheet) Of() (sum float64) {
	for _, e := range s.Exercises {
		sum += e.Of
	}
	return sum
}

// Note is all remarks about the sheet, in one line.
func (s *Sheet) Note() string {
	var all []string
	if s.Problem != "" {
		all = append(all, "not graded: "+s.Problem)
	}
	return strings.Join(append(all, s.Notes...), "; ")
}

// Grade grades a submission. The only error is that ctx ended, which leaves the
// submission ungraded; everything else is a Problem of the sheet.
func (g *Grader) Grade(ctx context.Context, sub Submission) (*Sheet, error) {
	s := &Sheet{Submission: sub, Notes: slices.Clone(sub.Notes)}
	nb, source, err := g.readSubmission(s)
	if err != nil {
		s.Problem = strings.TrimPrefix(strings.TrimPrefix(err.Error(), sub.File+": "), "notebook: ")
		return s, nil
	}
	cells, notes := mergeSource(source, nb)
	s.Notes = append(s.Notes, notes...)
	r := &run{Grader: g, source: source, cells: cells}
	if err := r.runAll(ctx, sub); err != nil {
		s.Problem = err.Error()
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s.Notes = append(s.Notes, r.notes...)
	if s.Problem == "" {
		s.Exercises = r.exercises()
	}
	return s, nil
}

// readSubmission reads a submission and the source of its lesson. Where the name of the file says
// nothing, the exercises tell which that is.
func (g *Grader) readSubmission(s *Sheet) (*notebook.Notebook, *Source, error) {
	nb, err := readSubmitted(s.File)
	if err != nil {
		return nil, nil, err
	}
	if err := nb.CheckLanguage(); err != nil {
		return nil, nil, err
	}
	if s.Lesson != "" {
		source, err := g.Lesson(s.Lesson)
		if err == nil && source.answered(nb) == 0 {
			err = fmt.Errorf("it has none of the exercises of %s; is it another notebook?", s.Lesson)
		}
		return nb, source, err
	}
	var best *Source
	most := 0
	for _, name := range g.Lessons {
		source, err := g.Lesson(name)
		if err != nil {
			return nil, nil, err
		}
		if n := source.answered(nb); n > most {
			best, most = source, n
		}
	}
	if best == nil {
		return nil, nil, errors.New("neither its name nor its cells are those of a lesson")
	}
	s.Lesson = best.Name
	s.Notes = append(s.Notes, fmt.Sprintf("taken for %s by its cells, as the name %s is no lesson's", best.Name, filepath.Base(s.File)))
	return nb, best, nil
}

// answered counts the cells that a notebook has of the source's exercises.
func (s *Source) answered(nb *notebook.Notebook) (n int) {
	for _, c := range nb.Cells {
		if _, ours := s.given[gradeID(c)]; ours {
			n++
		}
	}
	return n
}
