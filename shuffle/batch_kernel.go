package shuffle

import "time"

// kernel is how a batch deals where there are vectors: with them, unless portable code,
// which deals the same hands, turns out to be faster on this processor. A batch that has
// dealt for a while tries both out with its own hands, in less than a millisecond; most
// aren't used so much.
type kernel struct {
	deals    int // up to trialAt
	portable bool
}

const (
	// trialAt is after how many deals of a batch's both ways are tried out, each trials
	// times in turn.
	trialAt = 256
	trials  = 8
)

// due counts a deal, and reports whether it is time to try both ways out.
func (k *kernel) due() bool {
	if !hasWide() || k.deals == trialAt {
		return false
	}
	k.deals++
	return k.deals == trialAt
}

// isSlower reports whether a way to do something takes longer than another. The least time
// of each counts, as others use the processor too.
func isSlower(way, other func()) bool {
	least := [2]time.Duration{time.Hour, time.Hour}
	for range trials {
		for i, do := range [2]func(){way, other} {
			started := time.Now()
			do()
			least[i] = min(least[i], time.Since(started))
		}
	}
	return least[0] > least[1]
}
