package shim

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"sync"
)

// Captured has what native code prints to os.Stdout go to a file, and what the file
// gets to out, until the returned function is called. The library puts places in the
// engine's sources before what a test logs: they make way for the user's.
func Captured(out io.Writer) (file io.Writer, end func(), err error) {
	r, w, closed, err := tap()
	if err != nil {
		return nil, nil, err
	}
	old := os.Stdout
	os.Stdout = w
	var done sync.WaitGroup
	done.Go(func() {
		defer r.Close()
		copyLines(out, r)
	})
	return w, func() {
		os.Stdout = old
		closed()
		done.Wait()
	}, nil
}

// calledAt goes before the user's place, where that is known.
const calledAt = "\x00at "

var testPlace = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( +)(?:\w+\.go:\d+: ` + calledAt + `|(?:value\.go|asm_\w+\.s):\d+: )`)
})

// copyLines passes on lines as they come.
func copyLines(out io.Writer, in io.Reader) {
	var rest []byte
	buf := make([]byte, 32<<10)
	for {
		n, err := in.Read(buf)
		rest = append(rest, buf[:n]...)
		for {
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				break
			}
			out.Write(testPlace().ReplaceAll(rest[:i+1], []byte("$1")))
			rest = rest[i+1:]
		}
		if err != nil {
			out.Write(rest)
			return
		}
	}
}
