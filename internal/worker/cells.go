package worker

import (
	"context"
	"syscall"
	"time"

	"riffle/internal/proto"
)

// aheadMost is how many cells the supervisor sends ahead of those that have ended.
const aheadMost = 16

// aheadSlow is how long a cell may take for the next ones to follow at once. After a
// longer one the supervisor decides again, since somebody else may be waiting for a turn.
const aheadSlow = 50 * time.Millisecond

// cellRun is a cell on its way through the child.
type cellRun struct {
	cell  proto.Cell
	ctx   context.Context
	out   *output
	ahead bool // it runs only if the result before it has Next
	begun time.Time
}

// queueCell puts a cell in line. Its context is known before the next frame is read, so
// that no interrupt comes too early for it.
func (s *server) queueCell(f frame) error {
	r := &cellRun{ahead: f.kind == kindAhead}
	if err := f.decodeBody(&r.cell); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.ctx = ctx
	r.out = &output{s: s, id: f.id, ctx: ctx, input: r.cell.AllowInput, cell: !r.cell.Callbacks}
	s.mu.Lock()
	s.cancels[f.id] = cancel
	s.mu.Unlock()
	s.cells <- r // has room for all cells that can be on their way
	return nil
}

// serveCells runs one cell after the other on one goroutine, so that they don't each have
// to grow a new stack.
//
// Of the cells that were sent ahead it drops those after one whose Result has no Next. So
// both sides know, whatever was still in transit: the next cell to run is one that wasn't
// sent ahead.
func (s *server) serveCells() {
	defer func() { go s.serveCells() }() // a cell may end the goroutine
	for r := range s.cells {
		if r.ahead && !s.flowing {
			s.stopEnded(r.out.id)
			continue
		}
		s.makeCurrent(r)
		s.runAndReport(r)
	}
}

// makeCurrent makes a cell the running one.
func (s *server) makeCurrent(r *cellRun) {
	s.mu.Lock()
	s.running = r.out.id
	if s.idle != nil {
		s.idle.Stop()
	}
	s.mu.Unlock()
	if r.out.cell {
		s.capture.sayAfterDrain(func() { s.newest.Store(r.out.id) })
	}
	s.out.hurry()
	s.watch.Begin()
	r.begun = time.Now()
}

// runAndReport runs a cell and sends its result, also when the session panics or ends the
// goroutine.
func (s *server) runAndReport(c *cellRun) {
	var r proto.Result
	returned := false
	defer func() {
		if !returned {
			r = proto.Result{Status: proto.Error, Err: proto.Failure(recover())}
		}
		r.N = c.cell.N
		r.Next = r.Status == proto.OK && !s.host.renews.Load() && time.Since(c.begun) < aheadSlow
		if dir, err := syscall.Getwd(); err == nil && dir != s.home {
			r.Dir = dir
		}
		s.finishCell(c.out, r)
	}()
	r = s.session.Run(c.ctx, c.cell, c.out)
	returned = true
}
