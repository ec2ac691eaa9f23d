package parts

import (
	"fmt"
	"sync"

	"riffle/shuffle/trials"
)

// Sequence numbers the experiments of a program. An experiment's number must not depend
// on which of two goroutines is faster, or another process would play another experiment
// under it. So there is one at a time.
type Sequence struct {
	mu      sync.Mutex
	begun   int
	playing bool
}

// Begin enters the next experiment's number, and the program, into its plan. End is to
// be called when it is over. An experiment that begins before that, in a goroutine or
// in a trial of the other, is refused.
func (s *Sequence) Begin(e *trials.Experiment, program string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.playing {
		return fmt.Errorf("%v begins while experiment %d is under way, in a goroutine or in one of its trials, and can't be split: run them one after the other", e.Plan, s.begun)
	}
	s.playing = true
	s.begun++
	e.Plan.Number, e.Plan.Program = s.begun, program
	return nil
}

// End ends the current experiment.
func (s *Sequence) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.playing = false
}
