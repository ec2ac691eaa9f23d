package shim

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync"

	"riffle/internal/rt"
)

// Standard input is a file to the library: it has no UnreadRune, so that each call of
// fmt.Scan and its like drops the one rune that it read too far. In a session it is a
// reader that asks the front end.

// asksFrontEnd reports whether reading from a file asks the front end.
func (l *Library) asksFrontEnd(f *os.File) bool {
	return f != nil && f == l.terminal && l.config.ReadLine != nil
}

// File is a file to put into an interface: the standard input becomes a reader that asks
// the front end.
func (l *Library) File(f *os.File) any {
	if l.asksFrontEnd(f) {
		return l.stdin
	}
	return f
}

// input is the standard input for a call of a function that reads it implicitly.
func (l *Library) input(call string) io.Reader {
	if l.asksFrontEnd(os.Stdin) {
		return oneCall{l.stdin, call}
	}
	return os.Stdin
}

// readFile is f.Read.
func (l *Library) readFile(f *os.File, p []byte) (int, error) {
	if l.asksFrontEnd(f) {
		return l.stdin.readInput(p, "os.Stdin.Read")
	}
	return f.Read(p)
}

// Stdin is the standard input of a session: each line is requested when it is read.
type Stdin struct {
	l   *Library
	mu  sync.Mutex
	buf []byte
}

// Read returns the rest of the last line, or requests the next.
func (s *Stdin) Read(p []byte) (int, error) { return s.readInput(p, "") }

// oneCall is the standard input for one call.
type oneCall struct {
	*Stdin
	call string
}

// Read is the standard input's, for the call.
func (c oneCall) Read(p []byte) (int, error) { return c.readInput(p, c.call) }

func (s *Stdin) readInput(p []byte, call string) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(p) == 0 {
		return 0, nil
	}
	if len(s.buf) == 0 {
		line, err := s.l.config.ReadLine()
		if err != nil {
			return 0, s.l.Unanswered(call, err)
		}
		s.buf = []byte(line + "\n")
	}
	n := copy(p, s.buf)
	s.buf = s.buf[n:]
	return n, nil
}

// Unanswered is the error of a call that got no answer. Readers expect only the end of
// the input, and a loop that reads until it has a valid answer would never end. So every
// other error ends the cell, or the goroutine.
func (l *Library) Unanswered(call string, err error) error {
	if err == io.EOF || !l.rt.Users() {
		return err
	}
	if errors.Is(err, rt.ErrInterrupted) {
		panic(rt.ErrInterrupted)
	}
	if call == "" {
		call = readingCall()
	}
	panic(rt.Unanswered{Call: call, Why: err})
}

// readingCall is the library's function that the user called and that reads now.
func readingCall() (call string) {
	rt.Callers(func(name string) bool {
		switch {
		case strings.HasPrefix(name, "riffle/internal/shim."):
			return true
		case strings.HasPrefix(name, "riffle/internal/"), strings.HasPrefix(name, "reflect."), strings.HasPrefix(name, "runtime."), strings.HasPrefix(name, "github.com/"):
			return call == ""
		}
		call = name
		return true
	})
	if call == "" {
		return "os.Stdin"
	}
	return strings.NewReplacer("(*", "", ")", "").Replace(call[strings.LastIndexByte(call, '/')+1:])
}
