package kernel

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"riffle/internal/past"
	"riffle/kernel/protocol"
)

// shelfDelay is how long an input may wait for others to be written with it, and for the
// cell to end: opening the file takes a tenth of the time of a short one.
const shelfDelay = 200 * time.Millisecond

// maxShelf is the number of inputs of all sessions that are kept on disk.
const maxShelf = 20_000

// shelf is the history on disk, which all kernels of a user share. A cell never waits for
// it: one goroutine writes what has accumulated. A nil shelf keeps nothing.
//
// An entry is "session<TAB>number<TAB>input". A session gets its number, one above the
// highest, when its first cell is written: most kernels that are started run nothing.
type shelf struct {
	file *past.File
	// failed is called once with the reason why entries are lost.
	failed func(error)
	hurry  chan struct{} // ends the delay; has room for one

	mu      sync.Mutex
	pending []protocol.Entry
	writes  chan struct{} // closed when nothing is pending; nil while nothing ever was
	busy    bool          // a goroutine writes
	session int           // 0 for none yet
	told    bool
}

// openShelf opens the history in a file; an empty name is no shelf.
func openShelf(name string, failed func(error)) *shelf {
	if name == "" {
		return nil
	}
	file, err := past.Open(name, maxShelf)
	if err != nil {
		failed(err)
		return nil
	}
	return &shelf{file: file, failed: failed, hurry: make(chan struct{}, 1)}
}

// Add queues an input to be written soon.
func (s *shelf) Add(n int, input string) {
	if s == nil || len(input) > past.MaxEntry {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = append(s.pending, protocol.Entry{N: n, Input: input})
	if !s.busy {
		s.busy, s.writes = true, make(chan struct{})
		go s.writePending(s.writes)
	}
}

// writePending writes until nothing is pending.
func (s *shelf) writePending(done chan<- struct{}) {
	defer close(done)
	for hurried := false; ; {
		if !hurried {
			select {
			case <-time.After(shelfDelay):
			case <-s.hurry:
				hurried = true
			}
		}
		s.mu.Lock()
		list := s.pending
		s.pending = nil
		s.busy = len(list) > 0
		s.mu.Unlock()
		if len(list) == 0 {
			return
		}
		if err := s.storeEntries(list); err != nil && !s.told {
			s.told = true
			s.failed(err)
		}
	}
}

func (s *shelf) storeEntries(list []protocol.Entry) error {
	if s.session > 0 {
		return s.file.Append(shelved(s.session, list)...)
	}
	return s.file.Update(func(old []string) []string {
		next := highest(unshelved(old)) + 1
		s.mu.Lock()
		s.session = next
		s.mu.Unlock()
		return shelved(next, list)
	})
}

// closeShelf waits until all is written.
func (s *shelf) closeShelf() {
	if s == nil {
		return
	}
	s.mu.Lock()
	writes := s.writes
	s.mu.Unlock()
	if writes != nil {
		select {
		case s.hurry <- struct{}{}:
		default:
		}
		<-writes
	}
}

// Others are the entries of other sessions by their numbers, and the number that
// this one has, or would have if it began now.
func (s *shelf) Others() (list []protocol.Entry, session int, err error) {
	if s == nil {
		return nil, 1, nil
	}
	s.closeShelf()
	lines, err := s.file.Read()
	list = unshelved(lines)
	s.mu.Lock()
	session = s.session
	s.mu.Unlock()
	if session == 0 {
		return separateSessions(list), highest(list) + 1, err
	}
	return separateSessions(slices.DeleteFunc(list, func(e protocol.Entry) bool { return e.Session == session })), session, err
}

// separateSessions separates sessions that ran at the same time.
func separateSessions(list []protocol.Entry) []protocol.Entry {
	slices.SortStableFunc(list, func(a, b protocol.Entry) int { return cmp.Compare(a.Session, b.Session) })
	return list
}

func highest(list []protocol.Entry) (session int) {
	for _, e := range list {
		session = max(session, e.Session)
	}
	return session
}

func shelved(session int, list []protocol.Entry) []string {
	lines := make([]string, len(list))
	for i, e := range list {
		lines[i] = strconv.Itoa(session) + "\t" + strconv.Itoa(e.N) + "\t" + e.Input
	}
	return lines
}

// unshelved skips damaged lines.
func unshelved(lines []string) []protocol.Entry {
	var list []protocol.Entry
	for _, line := range lines {
		session, rest, _ := strings.Cut(line, "\t")
		number, input, whole := strings.Cut(rest, "\t")
		s, err := strconv.Atoi(session)
		n, err2 := strconv.Atoi(number)
		if whole && err == nil && err2 == nil && s > 0 && n > 0 {
			list = append(list, protocol.Entry{Session: s, N: n, Input: input})
		}
	}
	return list
}
