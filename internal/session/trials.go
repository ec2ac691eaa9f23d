package session

import (
	"context"
	"fmt"
	"time"

	"riffle/internal/parts"
	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/shuffle/trials"
)

// partial is how long an interrupted cell may continue when its experiment has ended: an
// interrupted experiment stops with its counts so far, and the cell can use them.
const partial = 100 * time.Millisecond

// watchTrials makes the experiments of a cell end with it and report their progress to
// the front end. An interrupted experiment returns what it has counted; if the cell begins
// another then, that ends it. The function that this returns must be called at the cell's
// end.
func (s *Session) watchTrials(ctx context.Context) (restore func()) {
	s.travels.forgetAnnounced()
	late := func() { panic(rt.ErrInterrupted) }
	s.travels.watched = trials.Options{Context: ctx, Progress: s.progress, Player: s.player, Late: late}
	if s.travels.pool != nil {
		s.travels.watched.Help = s.findHelp
	}
	return trials.Watch(s.travels.watched)
}

// playParts makes the experiments of the session's program be played by files, or by a
// player.
func (s *Session) playParts(o *parts.Options, player trials.Player) {
	if player != nil {
		s.player = func(e *trials.Experiment) (*trials.Part, error) {
			if aside := s.flow.Aside; aside != "" {
				return nil, fmt.Errorf("%v can't be played elsewhere: its trial changes a variable that isn't its own (%s), which this process doesn't see; let it return what it counts", e.Plan, aside)
			}
			if draws := s.flow.Draws; draws != "" {
				return nil, fmt.Errorf("%v can't be played elsewhere: %w", e.Plan, parts.DrawsError(draws))
			}
			if hidden := s.flow.Hidden; hidden != "" {
				return nil, fmt.Errorf("%v can't be played elsewhere: %w", e.Plan, parts.HiddenError(hidden))
			}
			return player(e)
		}
	}
	if o == nil {
		return
	}
	s.player = parts.New(*o, parts.Program{
		Log:     s.stderr,
		Depends: func() string { return s.flow.Depends },
		Aside:   func() string { return s.flow.Aside },
		Draws:   func() string { return s.flow.Draws },
		Hidden:  func() string { return s.flow.Hidden },
	}).Play
}

// awaitTrials gives an interrupted cell time to end by itself if the interrupt stopped an
// experiment, and reports whether it has. before is how many experiments had been stopped
// before the cell.
func awaitTrials(done <-chan *proto.CellError, before int) (cerr *proto.CellError, ended bool) {
	running, stopped := trials.Running()
	if running == 0 && stopped == before {
		return nil, false
	}
	for left, going := grace/turn, true; left > 0; left-- {
		if running, _ = trials.Running(); going && running == 0 {
			left, going = partial/turn, false
		}
		select {
		case cerr = <-done:
			return cerr, true
		case <-time.After(turn): // count turns, since a cell that gets no time can't end either
		}
	}
	return nil, false
}

func (s *Session) progress(p trials.Progress) {
	r := proto.Progress{Label: p.Label, Done: int64(p.Done), Total: int64(p.Total), Left: p.Left.Seconds()}
	if p.Over {
		r.Total = 0
	}
	r.Model = s.comms.bars.drawBar(s.comms.kit, r, s.out.cellOutput())
	s.out.currentOutput().Progress(r)
}
