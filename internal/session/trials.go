package session

import (
	"context"
	"sync/atomic"
	"time"

	"riffle/internal/proto"
	"riffle/shuffle/trials"
)

// experiments is the context that the experiments of a cell watch.
type experiments struct {
	context.Context
	used atomic.Bool // one has begun
}

// Err is what an experiment asks when it begins.
func (e *experiments) Err() error {
	e.used.Store(true)
	return e.Context.Err()
}

// partial is how long an interrupted cell with experiments may take to end by
// itself: they stop with what they have, and the cell goes on to keep it.
const partial = 20 * time.Millisecond

// watchTrials lets the experiments of a cell end with it and tell the front end
// how far they are; the function it returns is for the cell's end.
func (s *Session) watchTrials(ctx context.Context) (e *experiments, restore func()) {
	e = &experiments{Context: ctx}
	return e, trials.Watch(trials.Options{Context: e, Progress: s.progress})
}

func (s *Session) progress(p trials.Progress) {
	r := proto.Progress{Label: p.Label, Done: int64(p.Done), Total: int64(p.Total), Left: p.Left.Seconds()}
	if p.Over {
		r.Total = 0
	}
	s.out.get().Progress(r)
}
