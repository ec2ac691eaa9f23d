package yaegi

import (
	"sync"

	"riffle/internal/core"
)

// lineTable tells the origin of every line that an interpreter was given.
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
