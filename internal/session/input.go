package session

import (
	"context"
	"errors"
	"io"
	"strings"

	"riffle/internal/proto"
	"riffle/internal/rt"
)

// question asks the front end for a line.
func (s *Session) question(prompt string, password bool) (string, error) {
	line, err := s.out.newestOutput().Input(prompt, password)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		err = rt.ErrInterrupted
	case errors.Is(err, proto.ErrNoInput):
		err = errNobody
	case err != nil && err != io.EOF:
		err = errors.New(strings.TrimPrefix(err.Error(), "input: "))
	}
	return line, err
}

var errNobody = errors.New("nobody can answer here; give the value in the code, or run the cell where somebody can type, in a terminal or in Jupyter")
