//go:build unix

package worker

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// tap is the reading end of a pipe, drained by a capture.
type tap struct {
	kind kind
	r    *os.File
	raw  syscall.RawConn
	fd   int
}

// takeStdio moves the process's standard descriptors out of the session's reach.
// Descriptor 0 becomes empty, 1 a pipe. Descriptor 2 stays what it is, for the
// runtime prints its last words there; the variable os.Stderr, which is also what
// the session's child processes get, becomes a pipe.
func takeStdio() (*stdio, error) {
	s := &stdio{old: [3]*os.File{os.Stdin, os.Stdout, os.Stderr}}
	for _, step := range []func() error{s.moveAway, s.emptyStdin, s.tapStdout, s.tapStderr} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("worker: take the standard descriptors: %w", err)
		}
	}
	return s, nil
}

// moveAway duplicates descriptors 0 and 1 to higher numbers that no child process
// inherits.
func (s *stdio) moveAway() error {
	for fd, f := range []**os.File{&s.in, &s.out} {
		high, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
		if err != nil {
			return err
		}
		// A goroutine that waits for a descriptor which doesn't block holds
		// no thread, and wakes sooner.
		if err := unix.SetNonblock(high, true); err != nil {
			return err
		}
		*f = os.NewFile(uintptr(high), "supervisor")
	}
	return nil
}

func (s *stdio) emptyStdin() error {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer null.Close()
	if err := unix.Dup2(int(null.Fd()), 0); err != nil {
		return err
	}
	os.Stdin = os.NewFile(0, "/dev/stdin")
	return nil
}

// tapStdout puts a pipe behind descriptor 1.
func (s *stdio) tapStdout() error {
	w, err := s.tap(kindStdout)
	if err != nil {
		return err
	}
	defer w.Close()
	// Fd makes the writing end block, as programs expect of their stdout.
	if err := unix.Dup2(int(w.Fd()), 1); err != nil {
		return err
	}
	os.Stdout = os.NewFile(1, "/dev/stdout")
	return nil
}

// tapStderr puts a pipe behind os.Stderr.
func (s *stdio) tapStderr() error {
	w, err := s.tap(kindStderr)
	if err != nil {
		return err
	}
	w.Fd() // block, as above
	os.Stderr = w
	return nil
}

// tap makes a pipe, adds its reading end to the taps and returns the other.
func (s *stdio) tap(k kind) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	t, err := newTap(k, r)
	if err != nil {
		r.Close()
		w.Close()
		return nil, err
	}
	s.taps = append(s.taps, t)
	return w, nil
}

// newTap reads from r, which must not block. It keeps r's number because Fd
// would make it block.
func newTap(k kind, r *os.File) (*tap, error) {
	raw, err := r.SyscallConn()
	if err != nil {
		return nil, err
	}
	t := &tap{kind: k, r: r, raw: raw}
	return t, raw.Control(func(fd uintptr) { t.fd = int(fd) })
}

// watchPipe calls drain each time there is something to read, until the tap is
// closed or no writer is left.
func (t *tap) watchPipe(drain func() bool) {
	// The poller reports edges: empty the pipe, then wait.
	t.raw.Read(func(uintptr) bool {
		for drain() {
		}
		return t.pipeEnded()
	})
}

// pipeEnded says whether the pipe is empty with no writer left.
func (t *tap) pipeEnded() bool {
	p := []unix.PollFd{{Fd: int32(t.fd), Events: unix.POLLIN}}
	n, err := unix.Poll(p, 0)
	return err == nil && n == 1 && p[0].Revents&unix.POLLIN == 0 && p[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0
}

// readAvailable reads without waiting; it returns 0 when the pipe is empty.
func (t *tap) readAvailable(b []byte) int {
	for {
		n, err := unix.Read(t.fd, b)
		if err != unix.EINTR {
			return n
		}
	}
}

// closePipe ends watchPipe.
func (t *tap) closePipe() { t.r.Close() }

// pending says whether any of the taps has something to read: one system call.
func pending(taps []*tap) bool {
	var p [4]unix.PollFd
	for i, t := range taps {
		p[i] = unix.PollFd{Fd: int32(t.fd), Events: unix.POLLIN}
	}
	n, err := unix.Poll(p[:len(taps)], 0)
	return n > 0 || err != nil
}
