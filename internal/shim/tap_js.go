package shim

import (
	"io"
	"os"
	"time"
)

// tap is a file and a reader of all that is written to it, until closed is called. A
// browser has no pipes.
func tap() (r io.ReadCloser, w *os.File, closed func(), err error) {
	if w, err = os.CreateTemp("", "output"); err != nil {
		return nil, nil, nil, err
	}
	f, err := os.Open(w.Name())
	os.Remove(w.Name())
	if err != nil {
		w.Close()
		return nil, nil, nil, err
	}
	done := make(chan struct{})
	return &growing{f, done}, w, func() { w.Close(); close(done) }, nil
}

// growing reads a file while others are still writing it.
type growing struct {
	*os.File
	done <-chan struct{}
}

// Read waits at the end for more.
func (g *growing) Read(p []byte) (n int, err error) {
	for over := false; ; {
		if n, err = g.File.Read(p); n > 0 || err != io.EOF || over {
			return n, err
		}
		select {
		case <-g.done:
			over = true
		case <-time.After(50 * time.Millisecond):
		}
	}
}
