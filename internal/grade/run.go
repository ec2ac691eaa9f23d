package grade

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"riffle/internal/course"
	"riffle/internal/notebook"
	"riffle/internal/proto"
)

// run is a notebook that is run.
type run struct {
	*Grader
	source *Source
	cells  []*graded
	engine Engine
	until  time.Time
	notes  []string
	number int // of the last cell
	forged bool

	alone   bool // each exercise has a session without the others' answers
	current int  // then, the exercise whose session this is
}

// runAll runs the cells in a folder and a process of their own. An error says why none
// could run.
func (r *run) runAll(ctx context.Context, sub Submission) error {
	dir, err := os.MkdirTemp("", "riffle-grade-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, from := range []string{r.source.Dir, sub.Own} {
		if note := copyFiles(dir, from); note != "" {
			r.notes = append(r.notes, note)
		}
	}
	if r.engine, err = r.Start(dir); err != nil {
		return err
	}
	defer r.engine.Close()
	r.until = time.Now().Add(r.Time)
	for _, g := range r.cells {
		g.state, g.said = Not, new(output)
	}
	for i, g := range r.cells {
		if !g.Runs() {
			continue
		}
		if ctx.Err() != nil || !time.Now().Before(r.until) {
			break
		}
		if r.alone && g.exercise >= 0 && g.exercise != r.current {
			r.replay(ctx, i, g)
		}
		if r.gradeCell(ctx, g) {
			r.survive(ctx, i)
		}
	}
	if r.forged {
		r.notes = append(r.notes, "a cell has tried to forge its own result: read the answers")
	}
	if ctx.Err() == nil && !time.Now().Before(r.until) {
		r.notes = append(r.notes, "stopped after "+formatSeconds(r.Time)+", the limit of a notebook")
	}
	return nil
}

// gradeCell runs a cell, and reports whether the results of earlier cells are lost.
func (r *run) gradeCell(ctx context.Context, g *graded) (lost bool) {
	limit := min(r.CellTime, max(time.Until(r.until), time.Millisecond))
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c := proto.Cell{Source: g.Source, Limit: saidMost, Token: rand.Text()}
	if g.role == course.Test {
		// It has no number, so that no answer finds its text in In.
		c.Apart, c.Sees, c.File = true, g.sees, testFile
	} else {
		r.number++
		c.N = r.number
	}
	if g.role == course.Solution {
		c.File = "your answer" // as places in it are named
	}
	g.said, g.fault = new(output), "" // nothing left over from another session counts for this one
	res := r.engine.Run(ctx, c, g.said)
	stopped := errors.Is(ctx.Err(), context.DeadlineExceeded)
	g.resets = g.resets || res.Reset
	switch {
	case res.Status == proto.OK && res.Token != c.Token:
		g.state, g.fault = Failed, "something in the notebook has written a report in the session's place"
		r.forged = true
		return true
	case res.Status == proto.OK && !res.Lost:
		g.state = Passed
		if text := res.Value.Text(); text != "" {
			g.said.Stream("", []byte(text+"\n"))
		}
		return res.Reset
	case stopped:
		g.state = Stopped
		g.fault = "it took more than " + formatSeconds(limit) + " and was stopped"
	case res.Lost:
		g.state = Ended
		g.fault = "it ended the session's process"
		r.forged = r.forged || res.Err != nil && strings.HasPrefix(res.Err.Message, proto.Intruded)
	default:
		g.state = Failed
	}
	if res.Err != nil && !stopped {
		g.fault = fault(res.Err, g)
	}
	return res.Lost || res.Reset
}

// testFile names the places in a test.
const testFile = "test"

// formatSeconds is a time as a page says it.
func formatSeconds(d time.Duration) string {
	return formatPoints(float64(d.Round(time.Second/10).Milliseconds())/1000) + " s"
}

// asides are parts of messages meant for an interactive user.
var asides = []string{
	"; the session's variables are lost",
	"; the cell was stopped, its variables are kept",
	"; this session goes on, its variables are kept",
	"; the variables are kept",
	"; its variables are kept",
}

// fault is an error as worded for a student.
func fault(err *proto.CellError, g *graded) string {
	shown := *err
	for _, aside := range asides {
		shown.Message = strings.TrimSuffix(shown.Message, aside)
	}
	if g.role == course.Test {
		shown.Message = withCall(shown.Message, err.Diagnostics, g.Source, g.sees)
		shown.Diagnostics = withoutTest(err.Diagnostics, g.sees)
	}
	text := shown.Format()
	for _, kind := range []string{"wrong: ", "panic: ", "exit: ", "session ended: ", testFile + ": "} {
		text = strings.TrimPrefix(text, kind)
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// withoutTest are diagnostics without the lines of a test, which may be hidden. Of an
// error of the compiler the message says enough, once.
func withoutTest(all []proto.Diagnostic, answers []string) (shown []proto.Diagnostic) {
	for _, d := range all {
		if d.File == testFile {
			d = proto.Diagnostic{File: testFile, Message: d.Message, Hint: d.Hint}
			if name, ok := strings.CutPrefix(d.Message, "undefined: "); ok && slices.Contains(answers, name) {
				d.Message, d.Hint = fmt.Sprintf("there is no %s: its cell doesn't declare it, or had an error", name), ""
			}
			if d.Message == "" || slices.Contains(shown, d) {
				continue
			}
		}
		shown = append(shown, d)
	}
	return shown
}

// survive continues after the cell at index i has ended the session, or made it forget
// its names. A cell that ended it gets a second try without the answers to other
// exercises, in case one of them left behind what did.
func (r *run) survive(ctx context.Context, i int) {
	g := r.cells[i]
	if g.state == Ended && !r.alone {
		r.replay(ctx, i, g)
		if !r.gradeCell(ctx, g) && g.state == Passed {
			i++ // the cells after it need it too
		}
	}
	if g.resets && g.state != Ended {
		r.runAgain(ctx, r.cells[:i], nil)
		return
	}
	r.replay(ctx, i, r.onlyReplayed(g))
}

// onlyReplayed is the cell whose exercise's answers alone are to be replayed, nil for all.
func (r *run) onlyReplayed(g *graded) *graded {
	if r.alone {
		return g
	}
	return nil
}

// replay runs those of the first n cells again, in a new session, that had no error:
// all, or without the answers to other exercises than those of a cell. Those that make
// the session forget come first: what others declare must stay.
func (r *run) replay(ctx context.Context, n int, only *graded) {
	for r.restart(ctx) {
		if only != nil {
			r.current = only.exercise
		}
		var first, then []*graded
		for _, g := range r.cells[:n] {
			if g.resets {
				first = append(first, g)
			} else {
				then = append(then, g)
			}
		}
		ended := r.runAgain(ctx, append(first, then...), only)
		if ended == nil {
			return
		}
		if only == nil && ended.state == Ended {
			// Another answer may have left behind what ended this session. From here on
			// each exercise has a session without the others' answers.
			r.alone, ended.state, only = true, Passed, ended
		}
	}
}

// runAgain runs cells again, and returns the one that ends the session, nil if none does.
func (r *run) runAgain(ctx context.Context, cells []*graded, only *graded) (ended *graded) {
	for _, g := range cells {
		if ctx.Err() != nil || !time.Now().Before(r.until) {
			return nil
		}
		if g.role == course.Test || g.state != Passed || !g.Runs() || only != nil && g.exercise >= 0 && g.exercise != only.exercise {
			continue
		}
		if r.gradeCell(ctx, g) && !(g.resets && g.state == Passed) {
			return g
		}
	}
	return nil
}

// restart begins a new session.
func (r *run) restart(ctx context.Context) bool {
	if err := r.engine.Restart(); err != nil {
		r.notes = append(r.notes, err.Error())
		return false
	}
	// What a new session says to an interactive user is discarded.
	r.engine.Run(ctx, proto.Cell{}, proto.Discard{})
	return true
}

// exercises are the results by exercise, in the order of the source.
func (r *run) exercises() []Exercise {
	var all []Exercise
	for i, from := range r.source.Exercises() {
		e := Exercise{Title: from.Title}
		for _, p := range from.Parts {
			if p.Role == course.Manual {
				e.Manual += p.Points
			}
			e.Of += p.Points
		}
		for _, g := range r.cells {
			if g.exercise != i {
				continue
			}
			if g.role == course.Test {
				t := r.testOf(g)
				e.Points += t.Points
				e.Tests = append(e.Tests, t)
			} else {
				e.Answers = append(e.Answers, r.answerOf(g))
			}
		}
		all = append(all, e)
	}
	return all
}

func (r *run) answerOf(g *graded) Answer {
	a := Answer{Source: g.Source, State: g.state, Said: g.said.String()}
	if g.fault != "" {
		a.Said = strings.TrimPrefix(a.Said+"\n"+g.fault, "\n")
	}
	if g.Type != notebook.Code {
		a.State = Not
	}
	return a
}

func (r *run) testOf(g *graded) Test {
	t := Test{Name: g.id, State: g.state, Said: g.fault, Printed: g.said.String()}
	for _, p := range r.source.Parts {
		if p.GradeID == g.id {
			t.Of = p.Points
		}
	}
	if t.State == Passed {
		t.Points = t.Of
	}
	return t
}
