package shim

import (
	"fmt"
	"go/types"
	"os"
	"reflect"
	"slices"
	"sync"
	"unicode/utf8"

	"riffle/internal/maketype"
	"riffle/internal/rt"
	"riffle/internal/typename"
)

// places are the pointers that Scan stores through, taken out of their boxes unless the
// type scans itself. Their types have the user's names, for errors.
func (l *Library) places(a []any) []any {
	out := slices.Clone(a)
	for i, x := range out {
		out[i] = l.rt.ToNative(x)
		b, ok := rt.BoxOf(x)
		if _, scans := out[i].(fmt.Scanner); !ok || scans {
			continue
		}
		if p, ok := b.T.T.Underlying().(*types.Pointer); ok {
			v := reflect.ValueOf(b.V)
			out[i] = reflect.NewAt(maketype.Named(v.Type().Elem(), typename.Go(p.Elem()), true), v.UnsafePointer()).Interface()
		}
	}
	return out
}

// File is a file to put into an interface: the standard input becomes a reader that asks
// the front end.
func (l *Library) File(f *os.File) any {
	if f == os.Stdin && l.config.ReadLine != nil {
		return l.stdin
	}
	return f
}

// Stdin is the standard input of a session: each line is requested when it is read.
type Stdin struct {
	read func() (string, error)
	mu   sync.Mutex
	buf  []byte
	last rune
	back bool
}

// Read returns the rest of the last line, or requests the next.
func (s *Stdin) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.buf) == 0 {
		if s.read == nil {
			return os.Stdin.Read(p)
		}
		line, err := s.read()
		if err != nil {
			return 0, err
		}
		s.buf = []byte(line + "\n")
	}
	n := copy(p, s.buf)
	s.buf = s.buf[n:]
	return n, nil
}

// ReadRune lets fmt.Scan read no further than it must.
func (s *Stdin) ReadRune() (rune, int, error) {
	if s.back {
		s.back = false
		return s.last, utf8.RuneLen(s.last), nil
	}
	var b [utf8.UTFMax]byte
	for n := 0; ; {
		if _, err := s.Read(b[n : n+1]); err != nil {
			return 0, 0, err
		}
		n++
		if utf8.FullRune(b[:n]) {
			r, size := utf8.DecodeRune(b[:n])
			s.last = r
			return r, size, nil
		}
	}
}

// UnreadRune unreads the last rune.
func (s *Stdin) UnreadRune() error {
	s.back = true
	return nil
}
