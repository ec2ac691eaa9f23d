package session

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"riffle/internal/core"
	"riffle/internal/rt"
)

// lineTable tells the origin of every line that the session gave to yaegi.
type lineTable struct {
	mu    sync.RWMutex
	lines []core.Line
}

// next is the number that the next line gets; numbers count from 1.
func (t *lineTable) next() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.lines) + 1
}

func (t *lineTable) add(lines []core.Line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, lines...)
}

func (t *lineTable) at(n int) (core.Line, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if n < 1 || n > len(t.lines) {
		return core.Line{}, false
	}
	return t.lines[n-1], true
}

// functions are all functions that were printed.
func (t *lineTable) functions() []*core.PrintedFunc {
	t.mu.RLock()
	defer t.mu.RUnlock()
	var all []*core.PrintedFunc
	for i, l := range t.lines {
		if l.In != nil && l.In.Start == i+1 {
			all = append(all, l.In)
		}
	}
	return all
}

// function are the numbers of the lines of the function that line n is in.
func (t *lineTable) function(n int) []int {
	l, _ := t.at(n)
	if l.In == nil {
		return nil
	}
	var all []int
	for k := l.In.Start; ; k++ {
		m, ok := t.at(k)
		if !ok || m.In != l.In {
			return all
		}
		all = append(all, k)
	}
}

// trace is a panic's way out of goroutine g: the lines of the functions that it
// left, the innermost first. The engine knows only the functions. The lines are
// those that the functions noted last, which is the truth as long as only one call
// of each is on its way. Of a function that calls itself, and of one that runs on
// several goroutines, all calls but the last note may have been overwritten: their
// lines are sought among those that call what was called.
func (e *engine) trace(g int64) []int {
	t := e.traces.take(g)
	if len(t) == 0 {
		return t
	}
	globals := e.interp.Globals()
	called := ""
	for i, n := range t {
		l, _ := e.lines.at(n)
		if l.In == nil {
			continue
		}
		t[i] = e.lines.running(n, noted(globals, l.In), called)
		called = l.In.Name
	}
	return t
}

// noted is the line that a function noted last, 0 for none.
func noted(globals map[string]reflect.Value, f *core.PrintedFunc) int {
	if v := globals[f.PlaceVar()]; v.IsValid() && v.CanInt() {
		return int(v.Int())
	}
	return 0
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

// recurring are the lines that the functions which run at this moment noted last:
// those of a recursion, unless goroutines run beside it.
func (e *engine) recurring() []int {
	places := map[int]reflect.Value{}
	globals := e.interp.Globals()
	for _, f := range e.lines.functions() {
		if v := globals[f.PlaceVar()]; v.IsValid() && v.CanInt() && v.CanSet() {
			places[f.Start] = v
			v.SetInt(0)
		}
	}
	for range 500 { // the stack may just be copied to a larger place
		time.Sleep(2 * time.Millisecond)
		var lines []int
		for _, v := range places {
			if n := int(v.Int()); n > 0 {
				lines = append(lines, n)
			}
		}
		if len(lines) > 0 {
			slices.Sort(lines)
			return slices.Compact(lines)
		}
	}
	return nil
}

// traceWriter is yaegi's standard error: while a panic unwinds, it writes a
// line for each frame, the innermost first.
type traceWriter struct {
	mu          sync.Mutex
	byGoroutine map[int64][]int
}

var traceLine = regexp.MustCompile(`^(?:[^:]*:)?(\d+):(\d+): panic`)

// maxTrace bounds what is kept of a deep recursion's unwinding.
const maxTrace = 200

func (w *traceWriter) Write(p []byte) (int, error) {
	m := traceLine.FindSubmatch(p)
	if m == nil {
		return len(p), nil
	}
	n, _ := strconv.Atoi(string(m[1]))
	g := rt.GoroutineID()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.byGoroutine[g]) < maxTrace {
		w.byGoroutine[g] = append(w.byGoroutine[g], n)
	}
	return len(p), nil
}

// take returns and forgets the lines of a goroutine's panic.
func (w *traceWriter) take(g int64) []int {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.byGoroutine[g]
	delete(w.byGoroutine, g)
	return t
}

// put gives the lines of a goroutine's panic back, before those that follow.
func (w *traceWriter) put(g int64, lines []int) {
	if len(lines) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.byGoroutine[g] = append(lines, w.byGoroutine[g]...)
}
