package course

import (
	"regexp"
	"strings"
	"sync"

	"riffle/internal/notebook"
)

// Exercise is what a lesson asks under one heading: the parts from the heading to the
// next heading of an exercise, or to its last graded cell.
type Exercise struct {
	// Title is the heading's text, "Exercise 3.2: one step"; that of an exercise
	// without a heading is the name of its first test.
	Title string
	// Parts are the cells of the exercise that aren't given, in their order.
	Parts []Part
}

// Points are all that the exercise may give.
func (e *Exercise) Points() (sum float64) {
	for _, p := range e.Parts {
		sum += p.Points
	}
	return sum
}

// Points are all that the lesson may give.
func (l *Lesson) Points() (sum float64) {
	for _, e := range l.Exercises() {
		sum += e.Points()
	}
	return sum
}

// title finds the heading of an exercise; the points behind it are said elsewhere.
var title = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^#+ +(Exercise\b.*?)(?: *\([0-9.]+ points?\))? *$`)
})

// Exercises groups the parts that students write or that are graded.
func (l *Lesson) Exercises() []Exercise {
	var all []Exercise
	heading := ""
	for _, p := range l.Parts {
		switch p.Role {
		case Given, Locked, Claim:
			if m := title().FindStringSubmatch(p.Source); m != nil && p.Type == notebook.Markdown {
				heading = strings.TrimSpace(m[1])
			}
			continue
		}
		last := len(all) - 1
		if last < 0 || all[last].Title != heading || heading == "" && all[last].graded() && p.Role == Solution {
			all = append(all, Exercise{Title: heading})
			last++
		}
		all[last].Parts = append(all[last].Parts, p)
	}
	for i := range all {
		if all[i].Title == "" {
			all[i].Title = all[i].exerciseName()
		}
	}
	return all
}

func (e *Exercise) graded() bool {
	last := e.Parts[len(e.Parts)-1].Role
	return last == Test || last == Manual
}

// exerciseName is the name of an exercise without a heading.
func (e *Exercise) exerciseName() string {
	for _, p := range e.Parts {
		if p.Role == Test || p.Role == Manual {
			return p.GradeID
		}
	}
	return e.Parts[0].GradeID
}
