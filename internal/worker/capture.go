package worker

import (
	"os"
	"sync"
)

// stdio is what Serve took from the session: the pipes to the supervisor, and the
// reading ends of the pipes that replace them.
type stdio struct {
	in   *os.File // frames from the supervisor
	out  *os.File // frames to it
	taps []*tap
	// old keeps the files that os.Stdin, os.Stdout and os.Stderr were: their
	// finalizers would close descriptors 0, 1 and 2 in other hands.
	old [3]*os.File
}

// tapChunk is what one read takes from a pipe; a drain takes at most tapMost,
// which is more than a pipe holds, so that a fast writer can't keep it busy for ever.
const (
	tapChunk = 32 << 10
	tapMost  = 256 << 10
)

// capture brings what escapes the session (writes to os.Stdout, println, child
// processes) into the order of its own words. All reading happens under one lock, so no
// byte is in transit between the pipe and sink while somebody else drains.
type capture struct {
	mu   sync.Mutex
	taps []*tap
	sink func(k kind, text []byte)
	buf  []byte
	wg   sync.WaitGroup
}

// newCapture passes what it reads from taps to sink. closeTaps ends it.
func newCapture(taps []*tap, sink func(kind, []byte)) *capture {
	c := &capture{taps: taps, sink: sink, buf: make([]byte, tapChunk)}
	for _, t := range taps {
		c.wg.Go(func() {
			t.watchPipe(func() bool { return c.drainOne(t) })
		})
	}
	return c
}

// closeTaps passes on what is left and stops listening.
func (c *capture) closeTaps() {
	var taps []*tap
	c.sayAfterDrain(func() { taps, c.taps = c.taps, nil })
	for _, t := range taps {
		t.closePipe() // which waits for watchPipe to return
	}
	c.wg.Wait()
}

// sayAfterDrain passes on all that has been written to the pipes, then calls say, with nothing
// in between.
func (c *capture) sayAfterDrain(say func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if pending(c.taps) {
		for _, t := range c.taps {
			c.drainTap(t)
		}
	}
	say()
}

// drainOne drains one pipe and says whether there was something.
func (c *capture) drainOne(t *tap) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.taps) > 0 && c.drainTap(t)
}

func (c *capture) drainTap(t *tap) bool {
	for total := 0; total < tapMost; {
		n := t.readAvailable(c.buf)
		if n <= 0 {
			return total > 0
		}
		c.sink(t.kind, c.buf[:n])
		total += n
	}
	return true
}
