package display

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// asker is a Sink that can ask for what nobody else should read.
type asker interface {
	Password(prompt string) (string, error)
}

// Password asks the user for a line that isn't shown while it is typed: in a notebook in a
// hidden field, at a prompt or in a terminal without an echo. If the input is a pipe or
// a file it is the next line. A program that is compiled without riffle can't hide it.
//
//	key, err := display.Password("key: ")
//
// The line comes without its end. An error says that nobody can answer, such as in a
// notebook that is run without a front end.
func Password(prompt string) (string, error) { return new(Screen).Password(prompt) }

// Password asks the user for a line that isn't shown while it is typed.
func (s *Screen) Password(prompt string) (string, error) {
	if a, ok := s.sink.(asker); ok {
		return a.Password(prompt)
	}
	fmt.Fprint(os.Stdout, prompt)
	return readLine(os.Stdin)
}

// readLine reads no further than the line, as the rest is the program's.
func readLine(r io.Reader) (string, error) {
	var line strings.Builder
	for b := make([]byte, 1); ; {
		switch n, err := r.Read(b); {
		case n > 0 && b[0] == '\n':
			return strings.TrimSuffix(line.String(), "\r"), nil
		case n > 0:
			line.WriteByte(b[0])
		case err == io.EOF && line.Len() > 0:
			return line.String(), nil
		case err != nil:
			return "", err
		}
	}
}
