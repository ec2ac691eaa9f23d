package session

import (
	"context"

	"riffle/internal/engine"
	"riffle/internal/proto"
	"riffle/internal/rt"
	exercises "riffle/shuffle/check"
)

// watchChecks makes the checks of a cell end with it, and report panics of the user's
// functions as the session would; the function it returns must be called at the cell's
// end.
func (s *Session) watchChecks(ctx context.Context) (restore func()) {
	return exercises.Watch(exercises.Host{Context: stopping{ctx}, Explain: s.explainPanic, GiveUp: s.giveUp, Text: s.library.Text})
}

// stopping is a cell's context for code that panics with the context's error.
type stopping struct{ context.Context }

// Err is the panic that ends a cell.
func (c stopping) Err() error {
	if c.Context.Err() != nil {
		return rt.ErrInterrupted
	}
	return nil
}

// explainPanic is the text of a panic that a check caught. Checks don't catch panics that
// code can't recover.
func (s *Session) explainPanic(v any) (text string, stopped bool) {
	left := s.engine.Left() // or the next panic would have these frames too
	v = s.rt.Translate(v)
	if _, fault := v.(engine.Fault); fault || rt.Unstoppable(v) {
		s.engine.Restore(left)
		return "", false
	}
	text, _ = s.panicTexts(v)
	return text, true
}

// giveUp ends the cell, or the program, because a function under check doesn't return.
func (s *Session) giveUp(sentence string) {
	if s.cancel.Load() == nil {
		s.echo.exitWith(reportError(&proto.CellError{Name: "wrong", Message: sentence}))
	}
	s.endCell(&proto.CellError{Name: "wrong", Message: sentence + "; the cell was stopped, its variables are kept"})
}

// endCell ends the running cell with an error.
func (s *Session) endCell(why *proto.CellError) {
	if cancel := s.cancel.Load(); cancel != nil {
		(*cancel)(why)
	}
}
