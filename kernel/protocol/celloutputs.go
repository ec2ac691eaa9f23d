package protocol

import "sync"

// shown is what a cell has shown so far, so that it can be shown again without one of its
// parts. The protocol can't take back a single output: an update to nothing leaves an
// empty output in stored notebooks.
type shown struct {
	mu    sync.Mutex
	items []item
	size  int
	lost  bool // there was too much to keep, or the result has followed
	// cleared: the front end will clear the cell's output before the next one, and none
	// has come yet.
	cleared bool
}

// item is an output that can be published again.
type item struct {
	id      string // of a display, or ""
	publish func()
}

// keepMost bounds what is kept for a cell, in bytes and outputs.
const (
	keepMost  = 64 << 10
	itemsMost = 200
)

// addOutput publishes an output of a size and keeps it.
func (s *shown) addOutput(i item, size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i.publish()
	s.cleared = false
	s.size += size
	if s.size > keepMost || len(s.items) == itemsMost {
		s.lost, s.items = true, nil
	}
	if !s.lost {
		s.items = append(s.items, i)
	}
}

// updateDisplay publishes another state of a display, which becomes what is kept of it.
func (s *shown) updateDisplay(publish func(), i item, size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	publish()
	for k := range s.items {
		if s.items[k].id == i.id {
			s.items[k] = i
			s.size += size // of all states: an upper bound
		}
	}
	if s.size > keepMost {
		s.lost, s.items = true, nil
	}
}

// clearShown forgets what the user's code clears.
func (s *shown) clearShown(publish func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	publish()
	s.items, s.size = nil, 0
}

// removeDisplay removes a display: the output is cleared, and everything else is shown again. It
// reports false if that is no longer possible.
func (s *shown) removeDisplay(id string, wipe func(wait bool)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost {
		return false
	}
	wipe(true)
	s.cleared = true
	rest := s.items[:0]
	for _, i := range s.items {
		if i.id == id {
			continue
		}
		i.publish()
		s.cleared = false
		rest = append(rest, i)
	}
	clear(s.items[len(rest):])
	s.items = rest
	return true
}

// endCell is called before the cell's result or error is published; more says that
// there is one.
func (s *shown) endCell(more bool, wipe func(wait bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cleared && !more {
		wipe(false)
	}
	s.cleared, s.lost, s.items = false, true, nil
}
