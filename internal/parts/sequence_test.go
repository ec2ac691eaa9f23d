package parts

import (
	"strings"
	"testing"

	"riffle/shuffle/trials"
)

// TestSequence numbers experiments, and refuses one that begins before another's end.
func TestSequence(t *testing.T) {
	var s Sequence
	for want := 1; want <= 2; want++ {
		e := &trials.Experiment{Plan: trials.Plan{Call: "trials.Run", Runs: 5}}
		if err := s.Begin(e, "program"); err != nil || e.Plan.Number != want || e.Plan.Program != "program" {
			t.Fatalf("experiment %d is %+v (%v)", want, e.Plan, err)
		}
		other := &trials.Experiment{Plan: trials.Plan{Call: "fair.Matrix", Runs: 7}}
		err := s.Begin(other, "program")
		if err == nil || !strings.Contains(err.Error(), "fair.Matrix, 7 runs begins while experiment") {
			t.Errorf("another one: %v", err)
		}
		s.End()
	}
}
