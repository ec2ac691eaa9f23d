package yaegi

import (
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"riffle/internal/core"
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
	t.byGoroutine[g] = append(slices.Clone(fs), t.byGoroutine[g]...)
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
	l, _ := in.lines.at(n)
	if l.In == nil {
		return engine.Frame{}
	}
	l, _ = in.lines.at(in.lines.running(n, in.noted(l.In), called))
	return frameOf(l)
}

func frameOf(l core.Line) engine.Frame {
	f := engine.Frame{Pos: l.Pos}
	if l.In != nil {
		f.Func, f.From = l.In.Symbol.Name, l.In.From
	}
	return f
}

// running is the line that runs in the function that line n is in: the one it noted
// last if that line may call the function called, which is empty for none.
func (t *lineTable) running(n, noted int, called string) int {
	var direct, open, places []int
	for _, k := range t.function(n) {
		l, _ := t.at(k)
		if !l.Pos.IsValid() {
			continue
		}
		places = append(places, k)
		if slices.Contains(l.Calls, called) {
			direct = append(direct, k)
		}
		if l.Open {
			open = append(open, k)
		}
	}
	lines := places
	switch {
	case called == "":
	case len(direct) > 0:
		lines = direct
	case len(open) > 0:
		lines = open
	}
	switch {
	case slices.Contains(lines, noted):
		return noted
	case len(lines) > 0:
		return lines[0]
	}
	return n
}

// recurring are the lines that the functions of an interpreter have noted since
// clear was called.
func (in *instance) recurring() []engine.Frame {
	var lines []int
	for _, p := range in.places() {
		if n := peek(p); n > 0 {
			lines = append(lines, n)
		}
	}
	slices.Sort(lines)
	var fs []engine.Frame
	for _, n := range slices.Compact(lines) {
		l, _ := in.lines.at(n)
		fs = append(fs, frameOf(l))
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
		for _, p := range in.places() {
			poke(p, 0)
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
