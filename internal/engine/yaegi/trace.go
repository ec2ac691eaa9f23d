package yaegi

import (
	"regexp"
	"strconv"
	"sync"
	"time"

	"riffle/internal/engine"
)

// A panic's path comes from two sources. Yaegi reports the functions that unwind, by the
// line of their first statement, on its standard error. And each function stores its
// running site (sites.go), which is right as long as only one call of the function is
// active. For a function that calls itself or runs on several goroutines, the sites of
// all calls but the last may have been overwritten: those are sought among the sites that
// may call the function that was called.

// stderr is an interpreter's standard error: while a panic unwinds, it writes a
// line for each frame, the innermost first.
type stderr struct{ in *instance }

var traceLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:[^:]*:)?(\d+):(\d+): panic`) })

func (w stderr) Write(p []byte) (int, error) {
	if w.in.Nested != nil { // each frame panics again, deeper than before
		w.in.Nested()
	}
	if m := traceLine().FindSubmatch(p); m != nil {
		n, _ := strconv.Atoi(string(m[1]))
		w.in.Traces.Add(func(called string) engine.Frame { return w.in.frame(n, called) })
	}
	return len(p), nil
}

// frame is the frame of the function that yaegi reports by its line n, and that has
// called the function called, empty for none.
func (in *instance) frame(n int, called string) engine.Frame {
	c := in.funcs.of(n)
	if c == nil {
		return engine.Frame{}
	}
	return c.frame(c.running(called))
}

// recurring are the frames of the functions that have stored a site since their numbers
// were set to 0.
func (in *instance) recurring() []engine.Frame {
	var fs []engine.Frame
	for _, c := range in.funcs.noting() {
		if n := peek(c.noted); n > 0 {
			fs = append(fs, c.frame(c.sites[n]))
		}
	}
	return fs
}

// peek and poke access a number that running code stores. Whichever comes last is as good
// as any.
//
//go:norace
func peek(p *int) int { return *p }

//go:norace
func poke(p *int, n int) { *p = n }

// Recurring are the frames of the functions that are running now, at sites that they
// store while it waits: those of a recursion, unless other goroutines run too.
func (e *Engine) Recurring(enough func() bool) []engine.Frame {
	all := e.instances()
	for _, in := range all {
		for _, c := range in.funcs.noting() {
			poke(c.noted, 0)
		}
	}
	for !enough() {
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
