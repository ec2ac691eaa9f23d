package session

import (
	"io"

	"riffle/internal/proto"
	"riffle/internal/shim"
)

// capture keeps what the library prints and what cells print in order, until end is
// called.
func (s *Session) capture() (end func(), err error) {
	out := s.out.currentOutput()
	file, release, err := shim.Captured(onlyStdout{out})
	if err != nil {
		return nil, err
	}
	s.out.setOutput(captured{out, file})
	return func() {
		s.out.setOutput(out)
		release()
	}, nil
}

// onlyStdout is the standard output of an Output.
type onlyStdout struct{ out proto.Output }

func (s onlyStdout) Write(p []byte) (int, error) {
	s.out.Stream("stdout", p)
	return len(p), nil
}

// captured is an Output whose text goes to a file.
type captured struct {
	proto.Output
	file io.Writer
}

// Stream writes to the file; what it can't take goes to the Output.
func (c captured) Stream(name string, text []byte) {
	if _, err := c.file.Write(text); err != nil {
		c.Output.Stream(name, text)
	}
}
