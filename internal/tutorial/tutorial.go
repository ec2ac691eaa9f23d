// Package tutorial leads a newcomer through five minutes of riffle: a lottery, a
// shuffle traced, a wrong shuffle caught, a seed found. A [Tour] is one user's way
// through the steps; Text is all of them to be read.
//
// The package runs nothing. A front end runs what the user types as it always does,
// and shows the tour source and value.
package tutorial

import (
	"fmt"
	"strings"
)

// Tour is how far somebody has come. The zero Tour is before the first step.
type Tour struct {
	at     int  // the step that is asked for
	active bool // steps are being done
	hinted bool // the hint of this step was given
}

// Go answers %tutorial: "" begins or goes on, "next" and "back" move, "stop"
// pauses. The text is for the user.
func (t *Tour) Go(where string) string {
	began := t.active
	t.active, t.hinted = where != "stop", false
	switch where {
	case "next":
		t.at++
	case "back":
		t.at = max(0, t.at-1)
	case "stop":
		if !began {
			return "The tutorial isn't running; %tutorial begins it."
		}
		return fmt.Sprintf("Stopped at step %d of %d; %%tutorial goes on there.", t.at+1, len(steps))
	}
	switch {
	case t.at >= len(steps):
		return t.finish()
	case where == "" && t.at == 0:
		return intro + "\n\n" + t.ask()
	}
	return t.ask()
}

// Answer is told of each cell that has run: its source, the text of its value, and
// whether it ended well. The text, if there is one, is for the user.
func (t *Tour) Answer(source, value string, ok bool) string {
	if !t.active {
		return ""
	}
	s := steps[t.at]
	a := read(source, value)
	if ok && s.done(a) {
		t.at++
		t.hinted = false
		praise := "✓ " + s.Praise
		if t.at == len(steps) {
			return praise + "\n\n" + t.finish()
		}
		return praise + "\n\n" + t.ask()
	}
	if ok && (t.hinted || s.part != nil && s.part(a)) {
		return "" // the user is half-way, or looks around
	}
	t.hinted = true
	return "Hint: " + s.Hint
}

// Place is the step as a number for storage, from 0 on; Resume goes there. A place
// that doesn't exist is the beginning.
func (t *Tour) Place() int { return t.at }

// Resume sets out from a place, when the user asks for the tutorial.
func (t *Tour) Resume(place int) {
	if place > 0 && place < len(steps) {
		t.at = place
	}
}

func (t *Tour) ask() string {
	s := steps[t.at]
	return fmt.Sprintf("Step %d of %d: %s\n\n%s\n\n%s", t.at+1, len(steps), s.Title, s.Text, indent(s.Code))
}

func (t *Tour) finish() string {
	*t = Tour{}
	return outro
}

func indent(code string) string { return "    " + strings.ReplaceAll(code, "\n", "\n    ") }

// Text is the whole tutorial to be read, as plain text.
func Text() string {
	parts := []string{reading}
	for i, s := range steps {
		parts = append(parts, fmt.Sprintf("%d. %s", i+1, s.Title), s.Text, indent(s.Code))
	}
	return strings.Join(append(parts, outro), "\n\n")
}

// Markdown is the whole tutorial to be read, for a notebook.
func Markdown() string {
	parts := []string{reading}
	for i, s := range steps {
		parts = append(parts, fmt.Sprintf("### %d. %s", i+1, s.Title), s.Text, "```go\n"+s.Code+"\n```")
	}
	return strings.Join(append(parts, outro), "\n\n")
}
