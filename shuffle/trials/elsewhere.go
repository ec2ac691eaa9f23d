package trials

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// PartVersion is the version of what parts hold: processes whose versions are equal
// play the same blocks, and read each other's parts.
func PartVersion() string { return fmt.Sprintf("%d.%d", partFormat, partStreams) }

// Context is done when the experiment must stop. A Player that waits for others
// waits for it too.
func (e *Experiment) Context() context.Context { return e.options.Context }

// Tell reports progress: so many trials were made, wherever that was.
func (e *Experiment) Tell(made int) {
	e.meter.done = made
	e.meter.tell(made)
}

// Stop returns what parts have counted of an experiment that is stopped before all
// its blocks are played. It returns an error unless they are parts of this
// experiment that have no block in common.
func (e *Experiment) Stop(parts ...*Part) (*Part, error) {
	sorted := slices.SortedFunc(slices.Values(parts), func(a, b *Part) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	sum := &Part{Plan: e.Plan, tally: e.empty(), stopped: true}
	blocks := make([][2]int, len(sorted))
	for i, p := range sorted {
		blocks[i] = [2]int{p.From, p.To}
		if p.From < sum.To && p.From < p.To {
			return nil, overlap(blocks, i)
		}
		t, err := p.of(e)
		if err != nil {
			return nil, err
		}
		sum.join(t, p.Made)
		sum.To = max(sum.To, p.To)
	}
	return sum, nil
}
