package protocol

import (
	"context"

	"riffle/internal/proto"
)

// A front end that runs a whole notebook sends all its cells at once. The plain ones go
// to the engine before their turn: it runs the next while the previous one's messages are
// made. From outside nothing changes: each cell's messages come in one piece, no cell
// begins after one that failed, and an interrupt ends the running cell.

// ahead is what a shell has taken from its queue before its turn.
type ahead struct {
	requests []*request // the first of them, sent, are with the engine
	sent     int
	// turn says that the shell holds the turn of cells for those that are sent.
	turn bool
	last int // the number of the cell that was sent last
}

const (
	// aheadMost is how many cells are sent before their turn.
	aheadMost = 16
	// aheadSize is the longest such cell, in bytes of its message.
	aheadSize = 64 << 10
)

// nextIsRunning reports whether the next cell is already running, so that its messages follow
// soon.
func (r *request) nextIsRunning() bool { return r.shell != nil && r.shell.ahead.sent > 0 }

// popFirst takes the first request.
func (a *ahead) popFirst() *request {
	if len(a.requests) == 0 {
		return nil
	}
	r := a.requests[0]
	a.requests[0] = nil
	a.requests = a.requests[1:]
	a.sent = max(a.sent-1, 0)
	return r
}

// maySendAhead reports whether a request is a cell that may begin before its turn: one that
// isn't aborted, and requires nothing else of the engine.
func (r *request) maySendAhead() bool {
	if r.Header.Type != "execute_request" || len(r.Content) > aheadSize || r.shell.failure.aborts(r) {
		return false
	}
	c, err := r.execution()
	if err != nil || isBlank(c.Code) {
		return false
	}
	_, _, question := proto.Question(c.Code)
	return !question
}

// pipeline is the engine, if it takes cells before their turn and is ready.
func (e *engine) pipeline() Pipeline {
	select {
	case <-e.ready:
		p, _ := e.value.(Pipeline)
		return p
	default:
		return nil
	}
}

// sendFirst sends a cell with none before it, ahead of its status and its input.
func (k *Kernel) sendFirst(r *request) {
	a := &r.shell.ahead
	p := k.engine.pipeline()
	if a.turn || p == nil || !r.maySendAhead() || !k.cells.turn.TryLock() {
		return
	}
	a.last = k.history.last()
	if a.turn = k.sendAhead(p, a, []*request{r}) == 1; !a.turn {
		k.cells.turn.Unlock()
		return
	}
	r.cell.ctx, r.cell.end = k.cells.beginCell(k.ctx)
}

// sendMore sends what has come since, if there is much room. The first request of the
// shell is being answered.
func (k *Kernel) sendMore(s *shell) {
	a := &s.ahead
	if a.sent > aheadMost/2 {
		return
	}
	for len(a.requests) < aheadMost {
		select {
		case r := <-s.queue:
			a.requests = append(a.requests, r)
			continue
		default:
		}
		break
	}
	more := a.requests[a.sent:]
	for i, r := range more {
		if !r.maySendAhead() {
			more = more[:i]
			break
		}
	}
	if len(more) > 0 {
		a.sent += k.sendAhead(k.engine.pipeline(), a, more)
	}
}

// sendAhead passes cells to the engine and returns how many it took.
func (k *Kernel) sendAhead(p Pipeline, a *ahead, requests []*request) int {
	cells := make([]proto.Cell, len(requests))
	number := a.last
	for i, r := range requests {
		n := 0
		if r.cell.storesCell() {
			number++
			n = number
		}
		cells[i] = r.cell.forEngine(n)
	}
	sent := p.Send(cells...)
	for i, s := range sent {
		requests[i].cell.sent = s
		a.last = max(a.last, cells[i].N)
	}
	return len(sent)
}

// followCell is called when the engine has ended a cell that was sent: the next one runs
// now, or none of them does. An interrupt that came after that cell had ended is for the
// next, which was already running.
func (k *Kernel) followCell(ended *request, next bool) {
	a := &ended.shell.ahead
	if next && a.sent > 0 {
		c := a.requests[0].cell
		c.ctx, c.end = k.cells.beginCell(k.ctx)
		if ended.cell.ctx.Err() != nil {
			c.end()
		}
		return
	}
	for _, r := range a.requests[:a.sent] {
		r.cell.sent = nil
	}
	a.sent = 0
}

// endTurn ends the turn of a cell, unless the next one has begun.
func (k *Kernel) endTurn(s *shell) {
	if s.ahead.sent > 0 {
		return
	}
	s.ahead.turn = false
	k.cells.turn.Unlock()
}

// giveUp ends what is still running for a shell that has ended.
func (k *Kernel) giveUp(s *shell) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for s.ahead.sent > 0 {
		r := s.ahead.popFirst()
		res := r.cell.sent.Run(ctx, proto.Discard{})
		r.cell.end()
		k.followCell(r, res.Next)
	}
	if s.ahead.turn {
		k.endTurn(s)
	}
}
