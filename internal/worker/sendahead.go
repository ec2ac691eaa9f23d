package worker

import (
	"context"
	"sync"

	"riffle/internal/proto"
)

// sent is a cell that the child got before its turn, so that it can begin without a
// message from here when the previous one has ended.
type sent struct {
	w     *Worker
	cell  proto.Cell
	child *child
	job   *job
	gate  *gate
	void  bool // the child has dropped it; Worker.line.mu guards this
}

// line is the cells that were sent and haven't ended, in order. While there are any, they
// have the worker's turn.
type line struct {
	mu     sync.Mutex
	sent   []*sent
	closed bool
}

// Send sends cells before they are run with proto.Sent.Run, which must be called for
// each, in the same order and with no Run in between. A cell may begin at once, or when
// the one before it has ended; its output waits for proto.Sent.Run. It doesn't begin by
// itself after a cell whose Result has no Next.
//
// Send returns fewer cells than given if there is no room, none if the session isn't
// ready or another caller's cell runs.
func (w *Worker) Send(cells ...proto.Cell) []proto.Sent {
	w.line.mu.Lock()
	defer w.line.mu.Unlock()
	c := w.lineChild()
	if c == nil {
		return nil
	}
	var frames []frame
	var taken []proto.Sent
	for _, cell := range cells[:min(len(cells), aheadMost-len(w.line.sent))] {
		k := kindAhead
		if len(w.line.sent) == 0 {
			k = kindRun
		}
		f, err := encodeFrame(k, w.ids.Add(1), cell)
		if err != nil {
			break
		}
		s := &sent{w: w, cell: cell, child: c, gate: newGate()}
		s.job = newJob(f, !cell.Callbacks, s.gate)
		if !c.registerJob(s.job) {
			break
		}
		w.line.sent = append(w.line.sent, s)
		frames, taken = append(frames, f), append(taken, s)
	}
	if len(w.line.sent) == 0 {
		<-w.turn
	}
	if len(frames) > 0 {
		c.sendFrames(frames...)
	}
	return taken
}

// lineChild is the child that the line is sent to, nil for none. It takes the turn for
// the first cell of a line.
func (w *Worker) lineChild() *child {
	switch {
	case w.line.closed:
		return nil
	case len(w.line.sent) > 0:
		return w.line.sent[0].child
	}
	w.mu.Lock()
	c := w.child
	w.mu.Unlock()
	if c == nil {
		return nil
	}
	select {
	case <-c.ready:
	default:
		return nil
	}
	if c.err != nil {
		return nil
	}
	select {
	case w.turn <- struct{}{}:
		return c
	default:
		return nil
	}
}

// Run waits for the end of a cell that was sent, as Worker.Run does. It runs again one
// that the child has dropped.
func (s *sent) Run(ctx context.Context, out proto.Output) proto.Result {
	s.w.line.mu.Lock()
	void := s.void
	s.w.line.mu.Unlock()
	if void {
		return s.w.Run(ctx, s.cell, out)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.child.openCell(s, out, cancel)
	r := s.child.awaitJob(ctx, s.job, func() {})
	r.N = s.cell.N
	s.w.line.advanceLine(s, r.Next)
	return r
}

// openCell lets a cell's output out, and lets it be interrupted.
func (c *child) openCell(s *sent, out proto.Output, cancel context.CancelFunc) {
	if out == nil {
		out = proto.Discard{}
	}
	c.mu.Lock()
	s.job.cancel = cancel
	if _, alive := c.outs[s.job.id]; alive {
		c.outs[s.job.id] = out
	}
	if s.job.cell {
		c.newest = s.job.id
	}
	c.mu.Unlock()
	s.gate.openTo(out)
}

// advanceLine removes a cell that has ended from the line, and, unless next is set, those
// behind it.
func (l *line) advanceLine(s *sent, next bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = l.sent[1:]
	if !next {
		for _, rest := range l.sent {
			rest.void = true
			rest.child.forgetJob(rest.job)
			rest.gate.openTo(proto.Discard{})
		}
		l.sent = nil
	}
	if len(l.sent) == 0 {
		<-s.w.turn
	}
}

// forgetJob drops a job that the child has dropped.
func (c *child) forgetJob(j *job) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.jobs, j.id)
	delete(c.outs, j.id)
}

// abandon discards the output of those that nobody will run.
func (l *line) abandon() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for _, s := range l.sent {
		s.gate.openTo(proto.Discard{})
	}
}

// gate is the Output of a cell whose real Output isn't known yet.
type gate struct {
	once   sync.Once
	opened chan struct{}
	out    proto.Output
}

var _ proto.Output = (*gate)(nil)

func newGate() *gate { return &gate{opened: make(chan struct{})} }

// openTo says where everything goes; later calls have no effect.
func (g *gate) openTo(out proto.Output) {
	g.once.Do(func() {
		g.out = out
		close(g.opened)
	})
}

func (g *gate) waitOpen() proto.Output {
	<-g.opened
	return g.out
}

// Stream and the other methods wait until the gate is open.
func (g *gate) Stream(name string, text []byte)     { g.waitOpen().Stream(name, text) }
func (g *gate) Display(b proto.Bundle, update bool) { g.waitOpen().Display(b, update) }
func (g *gate) Clear(wait bool)                     { g.waitOpen().Clear(wait) }
func (g *gate) Comm(c proto.Comm)                   { g.waitOpen().Comm(c) }
func (g *gate) Progress(p proto.Progress)           { g.waitOpen().Progress(p) }
func (g *gate) Input(prompt string, password bool) (string, error) {
	return g.waitOpen().Input(prompt, password)
}
