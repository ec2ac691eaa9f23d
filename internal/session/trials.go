package session

import (
	"context"

	"riffle/internal/proto"
	"riffle/shuffle/trials"
)

// watchTrials lets the experiments of a cell end with it and tell the front end
// how far they are; the function it returns is for the cell's end.
func (s *Session) watchTrials(ctx context.Context) (restore func()) {
	return trials.Watch(trials.Options{Context: ctx, Progress: s.progress})
}

func (s *Session) progress(p trials.Progress) {
	r := proto.Progress{Label: p.Label, Done: int64(p.Done), Total: int64(p.Total), Left: p.Left.Seconds()}
	if p.Over {
		r.Total = 0
	}
	s.out.get().Progress(r)
}
