package session

import (
	"context"
	"time"

	"riffle/internal/proto"
	"riffle/shuffle/trials"
)

// partial is how long an interrupted cell may go on when its experiment has ended:
// experiments stop with what they have, and the cell keeps it.
const partial = 100 * time.Millisecond

// watchTrials lets the experiments of a cell end with it and tell the front end
// how far they are; the function it returns is for the cell's end.
func (s *Session) watchTrials(ctx context.Context) (restore func()) {
	return trials.Watch(trials.Options{Context: ctx, Progress: s.progress})
}

// awaitTrials gives an interrupted cell the time to end by itself if the interrupt
// was heard by an experiment, and reports whether it has. Before the cell, so many
// experiments had been stopped.
func awaitTrials(done <-chan *proto.CellError, before int) (cerr *proto.CellError, ended bool) {
	running, stopped := trials.Running()
	if running == 0 && stopped == before {
		return nil, false
	}
	for limit, going := time.After(grace), true; ; {
		if running, _ = trials.Running(); going && running == 0 {
			limit, going = time.After(partial), false
		}
		select {
		case cerr = <-done:
			return cerr, true
		case <-limit:
			return nil, false
		case <-time.After(time.Millisecond):
		}
	}
}

func (s *Session) progress(p trials.Progress) {
	r := proto.Progress{Label: p.Label, Done: int64(p.Done), Total: int64(p.Total), Left: p.Left.Seconds()}
	if p.Over {
		r.Total = 0
	}
	r.Model = s.comms.bars.draw(s.comms.kit, r, s.out.cell())
	s.out.get().Progress(r)
}
