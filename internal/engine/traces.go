package engine

import (
	"slices"
	"strings"
	"sync"

	"riffle/internal/rt"
)

// Traces are the frames that panics have left, by goroutine. Engines that call each other
// share one, so that a stack's frames come in order.
type Traces struct {
	mu          sync.Mutex
	byGoroutine map[int64][]Frame
}

// maxTrace bounds what is kept of a deep recursion's unwinding.
const maxTrace = 200

// NewTraces returns Traces of no frames.
func NewTraces() *Traces { return &Traces{byGoroutine: map[int64][]Frame{}} }

// Take returns and forgets the frames of the calling goroutine.
func (t *Traces) Take() []Frame {
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

// Restore puts frames before those that the calling goroutine has left since.
func (t *Traces) Restore(fs []Frame) {
	if len(fs) == 0 {
		return
	}
	g := rt.GoroutineID()
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.Concat(fs, t.byGoroutine[g])
	t.byGoroutine[g] = all[:min(len(all), maxTrace)]
}

// Instead ends the name of a function that runs in place of another, which callers
// mention.
const Instead = "_instead"

// Add adds a frame that the calling goroutine is leaving. Unless there are enough frames,
// next makes it, given the name of the function that it has called: that of the previous
// frame, empty for none.
func (t *Traces) Add(next func(called string) Frame) {
	g := rt.GoroutineID()
	t.mu.Lock()
	defer t.mu.Unlock()
	fs := t.byGoroutine[g]
	if len(fs) >= maxTrace {
		return
	}
	called := ""
	if k := len(fs); k > 0 {
		called = strings.TrimSuffix(fs[k-1].Func, Instead)
	}
	t.byGoroutine[g] = append(fs, next(called))
}
