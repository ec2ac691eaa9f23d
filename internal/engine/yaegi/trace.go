package yaegi

import (
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"riffle/internal/engine"
	"riffle/internal/rt"
)

// A panic's way is known in two parts. Yaegi tells the functions that unwind, by
// the line of their first statement, in what it writes to its standard error. And
// each function keeps a global of its own, its place, at the line that runs: it is
// the truth as long as only one call of the function is on its way. Of a function
// that calls itself, and of one that runs on several goroutines, all calls but the
// last may have been overwritten: their lines are sought among those that call what
// was called.

// traces are the frames that panics have left, by goroutine.
type traces struct {
	mu          sync.Mutex
	byGoroutine map[int64][]engine.Frame
}

// maxTrace bounds what is kept of a deep recursion's unwinding.
const maxTrace = 200

// take returns and forgets the frames of the calling goroutine.
func (t *traces) take() []engine.Frame {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.byGoroutine) == 0 {
		return nil
	}
	g := rt.GoroutineID()
	fs := t.byGoroutine[g]
	delete(t.byGoroutine, g)
	return fs
}

// restore puts frames before those that the calling goroutine has left since.
func (t *traces) restore(fs []engine.Frame) {
	if len(fs) == 0 {
		return
	}
	g := rt.GoroutineID()
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.Concat(fs, t.byGoroutine[g])
	t.byGoroutine[g] = all[:min(len(all), maxTrace)]
}

// add adds the frame of line n, which the calling goroutine is leaving.
func (t *traces) add(in *instance, n int) {
	g := rt.GoroutineID()
	t.mu.Lock()
	defer t.mu.Unlock()
	fs := t.byGoroutine[g]
	if len(fs) >= maxTrace {
		return
	}
	called := ""
	if k := len(fs); k > 0 {
		called = fs[k-1].Func
	}
	t.byGoroutine[g] = append(fs, in.frame(n, called))
}

// stderr is an interpreter's standard error: while a panic unwinds, it writes a
// line for each frame, the innermost first.
type stderr struct{ in *instance }

var traceLine = regexp.MustCompile(`^(?:[^:]*:)?(\d+):(\d+): panic`)

func (w stderr) Write(p []byte) (int, error) {
	if m := traceLine.FindSubmatch(p); m != nil {
		n, _ := strconv.Atoi(string(m[1]))
		w.in.traces.add(w.in, n)
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
	return c.frame(c.running(n, called))
}

// recurring are the frames of the functions that have noted a line since their
// places were set to 0.
func (in *instance) recurring() []engine.Frame {
	var fs []engine.Frame
	for _, c := range in.funcs.noting() {
		if n := c.noted(); n > 0 {
			fs = append(fs, c.frame(n))
		}
	}
	return fs
}

// peek and poke reach a place that running code writes. Whichever comes last is
// as good as the other.
//
//go:norace
func peek(p *int) int { return *p }

//go:norace
func poke(p *int, n int) { *p = n }

// Recurring are the frames of the functions that run at this moment, in lines that
// they have noted since it was called: those of a recursion, unless goroutines run
// beside it.
func (e *Engine) Recurring() []engine.Frame {
	all := e.instances()
	for _, in := range all {
		for _, c := range in.funcs.noting() {
			poke(c.place, 0)
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
