package shuffle

import (
	"slices"
	"testing"
)

// spots is a generator that draws given reals.
type spots struct {
	PRNG
	reals []float64
}

func (p *spots) Float64() float64 {
	x := p.reals[0]
	p.reals = p.reals[1:]
	return x
}

// TestPickup collects four cards by hand. The floor has two strips: in the lower one lie
// card 3 and, to its right, card 1; in the upper one, walked from the right, card 4 and
// card 2.
func TestPickup(t *testing.T) {
	deck := []int{1, 2, 3, 4}
	Pickup(deck, &spots{reals: []float64{0.9, 0.1, 0.2, 0.7, 0.1, 0.3, 0.6, 0.9}})
	if want := []int{3, 1, 4, 2}; !slices.Equal(deck, want) {
		t.Errorf("collected %v, want %v", deck, want)
	}
}
