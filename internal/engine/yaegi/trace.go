package yaegi

import (
	"regexp"
	"strconv"
	"sync"
	"time"

	"riffle/internal/engine"
)

// A panic's way is known in two parts. Yaegi tells the functions that unwind, by
// the line of their first statement, in what it writes to its standard error. And
// each function notes the site that runs (sites.go): the truth, as long as only one
// call of the function is on its way. Of a function that calls itself, and of one
// that runs on several goroutines, the notes of all calls but the last may have been
// overwritten: their sites are sought among those that call what was called.

// stderr is an interpreter's standard error: while a panic unwinds, it writes a
// line for each frame, the innermost first.
type stderr struct{ in *instance }

var traceLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:[^:]*:)?(\d+):(\d+): panic`) })

func (w stderr) Write(p []byte) (int, error) {
	if w.in.Nested != nil { // each frame panics anew, deeper than before
		w.in.Nested()
	}
	if m := traceLine().FindSubmatch(p); m != nil {
		n, _ := strconv.Atoi(string(m[1]))
		w.in.Traces.Add(func(called string) engine.Frame { return w.in.frame(n, called) })
	}
	return len(p), nil
}

// frame is the frame of a function that yaegi names by its line n, and that has
// called the function called, empty for none.
func (in *instance) frame(n int, called string) engine.Frame {
	c := in.funcs.of(n)
	if c == nil {
		return engine.Frame{}
	}
	return c.frame(c.running(called))
}

// recurring are the frames of the functions that have noted a site since their
// numbers were set to 0.
func (in *instance) recurring() []engine.Frame {
	var fs []engine.Frame
	for _, c := range in.funcs.noting() {
		if n := peek(c.noted); n > 0 {
			fs = append(fs, c.frame(c.sites[n]))
		}
	}
	return fs
}

// peek and poke reach a number that running code notes. Whichever comes last is
// as good as the other.
//
//go:norace
func peek(p *int) int { return *p }

//go:norace
func poke(p *int, n int) { *p = n }

// Recurring are the frames of the functions that run at this moment, at sites that
// they have noted since it was called: those of a recursion, unless goroutines run
// beside it.
func (e *Engine) Recurring() []engine.Frame {
	all := e.instances()
	for _, in := range all {
		for _, c := range in.funcs.noting() {
			poke(c.noted, 0)
		}
	}
	for range 500 { // the stack may just be copied to a larger place
		time.Sleep(2 * time.Millisecond)
		var fs []engine.Frame
		for _, in := range all {
			fs = append(fs, in.recurring()...)
		}
		if len(fs) > 0 {
			return fs
		}
	}
	return nil
}
