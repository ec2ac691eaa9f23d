package shim

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"sync"
)

// Captured redirects what native code prints to os.Stdout to a file, and copies that to
// out, until end is called. It replaces the places in the engine's sources with which the
// library prefixes a test's log by the user's.
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

// calledAt marks the user's place, if known.
const calledAt = "\x00at "

var testPlace = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( +)(?:\w+\.go:\d+: ` + calledAt + `|(?:value\.go|asm_\w+\.s):\d+: )`)
})

// copyLines copies lines as they come.
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
