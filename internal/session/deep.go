package session

import (
	"context"

	"riffle/internal/proto"
)

// tooDeep is the error of a recursion that used up its stack.
var tooDeep = &proto.CellError{
	Name:    "stack overflow",
	Message: "functions call each other too deep, probably without end: check that the recursion reaches its last case; the variables are kept",
}

// TooDeep ends the running cell because its stacks have grown too large. Its
// frames end one after the other without a panic, whose unwinding would take
// seconds.
func (s *Session) TooDeep() {
	if cancel := s.cancel.Load(); cancel != nil {
		(*cancel)(tooDeep)
	}
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
