package toy

import (
	"context"

	"riffle/internal/proto"
)

// Send makes the fake a Pipeline, of five cells: one that is sent begins when the one
// before it lets it.
func (e *Engine) Send(cells ...proto.Cell) (taken []proto.Sent) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, c := range cells {
		if len(e.line) == 5 {
			break
		}
		s := &cellSent{e: e, cell: c, opened: make(chan struct{}), ended: make(chan struct{})}
		s.ctx, s.cancel = context.WithCancel(context.Background())
		if n := len(e.line); n > 0 {
			s.before = e.line[n-1]
		}
		e.line, taken = append(e.line, s), append(taken, s)
		e.pending.Go(s.serve)
	}
	return taken
}

// cellSent is a cell on a goroutine of its own.
type cellSent struct {
	e      *Engine
	cell   proto.Cell
	before *cellSent // nil for the first of a line
	ctx    context.Context
	cancel context.CancelFunc
	opened chan struct{}
	out    proto.Output // when it is opened
	ended  chan struct{}
	ran    bool // the others when it is ended
	result proto.Result
}

func (s *cellSent) serve() {
	defer close(s.ended)
	if s.before != nil {
		if <-s.before.ended; !s.before.result.Next {
			return
		}
	}
	s.result, s.ran = s.e.Run(s.ctx, s.cell, gated{s}), true
	s.result.Next = s.result.Status == proto.OK
}

// Run waits for the cell's end, or runs it now if it didn't begin.
func (s *cellSent) Run(ctx context.Context, out proto.Output) proto.Result {
	s.out = out
	close(s.opened)
	defer context.AfterFunc(ctx, s.cancel)()
	<-s.ended
	s.e.mu.Lock()
	if len(s.e.line) > 0 && s.e.line[0] == s {
		s.e.line = s.e.line[1:]
	}
	if !s.result.Next {
		s.e.line = nil
	}
	s.e.mu.Unlock()
	if !s.ran {
		return s.e.Run(ctx, s.cell, out)
	}
	return s.result
}

// gated is the Output of a cell that may not be run yet.
type gated struct{ s *cellSent }

func (g gated) wait() proto.Output {
	select {
	case <-g.s.opened:
		return g.s.out
	case <-g.s.e.closed:
		return proto.Discard{}
	}
}

func (g gated) Stream(name string, text []byte)     { g.wait().Stream(name, text) }
func (g gated) Display(b proto.Bundle, update bool) { g.wait().Display(b, update) }
func (g gated) Clear(wait bool)                     { g.wait().Clear(wait) }
func (g gated) Comm(c proto.Comm)                   { g.wait().Comm(c) }
func (g gated) Progress(p proto.Progress)           { g.wait().Progress(p) }
func (g gated) Input(prompt string, password bool) (string, error) {
	return g.wait().Input(prompt, password)
}

// Waiting is how many cells were sent and haven't ended.
func (e *Engine) Waiting() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.line)
}
