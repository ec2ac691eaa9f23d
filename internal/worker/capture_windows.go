package worker

import (
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// tap is the reading end of a pipe, drained by a capture. There is no way to wait for an
// anonymous pipe, and peeking into one blocks while a read of it blocks. So it is polled,
// and read only when it has something.
type tap struct {
	kind   kind
	r      *os.File
	handle syscall.Handle
	closed atomic.Bool
}

var peekNamedPipe = windows.NewLazySystemDLL("kernel32.dll").NewProc("PeekNamedPipe")

// takeStdio moves the process's standard handles out of the session's reach. The
// runtime prints to the handle of stderr itself, which therefore stays the
// supervisor's; os.Stderr, which is what the session's child processes get, is a
// pipe.
func takeStdio() (*stdio, error) {
	old := [3]*os.File{os.Stdin, os.Stdout, os.Stderr}
	s := &stdio{in: old[0], out: old[1], old: old}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, fmt.Errorf("worker: take the standard handles: %w", err)
	}
	os.Stdin = null
	if os.Stdout, err = s.tap(kindStdout); err == nil {
		os.Stderr, err = s.tap(kindStderr)
	}
	if err == nil {
		err = setStd(windows.STD_INPUT_HANDLE, null)
	}
	if err == nil {
		err = setStd(windows.STD_OUTPUT_HANDLE, os.Stdout)
	}
	if err != nil {
		return nil, fmt.Errorf("worker: take the standard handles: %w", err)
	}
	return s, nil
}

func setStd(which uint32, f *os.File) error {
	return windows.SetStdHandle(which, windows.Handle(f.Fd()))
}

func (s *stdio) tap(k kind) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	t, err := newTap(k, r)
	if err != nil {
		return nil, err
	}
	s.taps = append(s.taps, t)
	return w, nil
}

func newTap(k kind, r *os.File) (*tap, error) {
	return &tap{kind: k, r: r, handle: syscall.Handle(r.Fd())}, nil
}

// watchPipe calls drain until the tap is closed: at once again after it found
// something, else after a pause that grows while all is quiet.
func (t *tap) watchPipe(drain func() bool) {
	const shortest, longest = time.Millisecond, 32 * time.Millisecond
	for pause := shortest; !t.closed.Load(); {
		if drain() {
			pause = shortest
			continue
		}
		time.Sleep(pause)
		pause = min(2*pause, longest)
	}
}

// waiting is the number of bytes that can be read without waiting.
func (t *tap) waiting() int {
	var n uint32
	ok, _, _ := peekNamedPipe.Call(uintptr(t.handle), 0, 0, 0, uintptr(unsafe.Pointer(&n)), 0)
	if ok == 0 {
		t.closed.Store(true)
		return 0
	}
	return int(n)
}

// readAvailable reads without waiting; it returns 0 when the pipe is empty.
func (t *tap) readAvailable(b []byte) int {
	n := min(t.waiting(), len(b))
	if n == 0 {
		return 0
	}
	n, err := t.r.Read(b[:n])
	if err != nil {
		t.closed.Store(true)
	}
	return n
}

// closePipe ends watchPipe.
func (t *tap) closePipe() {
	t.closed.Store(true)
	t.r.Close()
}

// pending reports whether any of the taps has something to read.
func pending(taps []*tap) bool {
	for _, t := range taps {
		if t.waiting() > 0 {
			return true
		}
	}
	return false
}
