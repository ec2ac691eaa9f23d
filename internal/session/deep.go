package session

import (
	"context"

	"riffle/internal/proto"
)

// stackOverflow is the name of a cell's error that TooDeep ended.
const stackOverflow = "stack overflow"

// TooDeep ends the running cell because its stacks have grown too large. Its
// frames end one after the other without a panic, whose unwinding would take
// seconds.
func (s *Session) TooDeep() {
	cancel := s.cancel.Load()
	if cancel == nil {
		return
	}
	(*cancel)(&proto.CellError{
		Name:        stackOverflow,
		Message:     "functions call each other too deep, probably without end: check that the recursion reaches its last case; the variables are kept",
		Diagnostics: s.places(s.engine.Recurring()),
	})
}

// cancelable makes a context that TooDeep can cancel too.
func (s *Session) cancelable(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.cancel.Store(&cancel)
	return ctx, func() {
		s.cancel.Store(nil)
		cancel(nil)
	}
}
