package crack

import (
	"cmp"
	"slices"
)

// A band is a condition on a seed: the word mul·seed + add, mod 2^32, is one of width
// words from low on. A roll of floor(word·sides/2^32) is a band, and so is a window of
// seeds.
type band struct {
	mul, add, low uint32
	width         uint64 // at most 2^32
}

// at is how far the word of a seed is above the lowest; it is in the band if that is
// less than the width.
func (b *band) at(seed uint32) uint32 { return seed*b.mul + b.add - b.low }

func (b *band) holds(seed uint32) bool { return uint64(b.at(seed)) < b.width }

// seed returns the seed whose word is that far above the lowest.
func (b *band) seed(at uint32) uint32 { return (at + b.low - b.add) * uint32(inverse(uint64(b.mul))) }

// roll returns the band of the seeds with which a step rolls its die to swap with a
// place.
func (s step) roll(place uint32) band {
	low, high := s.edge(place), s.edge(place+1)
	return band{mul: s.mul, add: s.add, low: uint32(low), width: high - low}
}

// edge returns the least word that rolls a place: the words of roll r are from
// r·2^32/sides, rounded up, to those of the next.
func (s step) edge(place uint32) uint64 {
	r := uint64(place - s.base)
	return (r<<32 + uint64(s.sides) - 1) / uint64(s.sides)
}

// gaps enumerates the seeds in two bands without trying others.
//
// Number the seeds of the first band by how far up they are: t = 0, 1, 2, …. As words
// are linear in the seed, seed t is at a·t + b mod 2^32 in the second band, where a and
// b follow from the two, and we want the t for which that is below the width L.
//
// By the three-gap theorem the distance from such a t to the next has one of three
// values. Let up be the least number of steps that raise the place by 0 ≤ rise < L, and
// down the least that lower it by 0 < fall < L. From a place v the next is up steps on
// if v + rise is still below L, down steps on if v - fall isn't below 0, and otherwise
// up + down steps on. No v has both: if it had, the difference of up and down would
// move some place by rise + fall < L, in fewer steps than the larger of them.
//
// Source: N. B. Slater, "Gaps and steps for the sequence nθ mod 1", Proceedings of the
// Cambridge Philosophical Society 63 (1967), 1115–1123.
type gaps struct {
	a, b       uint32
	width      uint64 // L
	up, down   uint64
	rise, fall uint64
}

const words = 1 << 32 // how many words there are

func newGaps(first, second band) gaps {
	a := second.mul * uint32(inverse(uint64(first.mul)))
	g := gaps{a: a, b: second.at(first.seed(0)), width: second.width}
	if g.width >= words {
		return gaps{up: 1, width: words} // every step stays in the band
	}
	g.up = 1 + least(a, a, g.width)
	g.rise = uint64(a * uint32(g.up))
	g.down = 1 + least(-a, -a, g.width)
	g.fall = uint64(-a * uint32(g.down))
	return g
}

// each calls f with every t from from up to, but not including, to.
func (g *gaps) each(from, to uint64, f func(t uint32)) {
	start := g.a*uint32(from) + g.b
	skip := uint64(0)
	if g.width < words {
		skip = least(g.a, start, g.width)
	}
	v := uint64(start + g.a*uint32(skip))
	for t := from + skip; t < to; {
		f(uint32(t))
		switch {
		case v+g.rise < g.width:
			t += g.up
			v += g.rise
		case v >= g.fall:
			t += g.down
			v -= g.fall
		default:
			t += g.up + g.down
			v += g.rise - g.fall
		}
	}
}

// least returns the least k for which start + a·k mod 2^32 is below width. There is
// one, as a is odd.
func least(a, start uint32, width uint64) uint64 {
	if uint64(start) < width {
		return 0
	}
	low := words - uint64(start) // a·k mod 2^32 must be from low to high
	return leastBetween(uint64(a), low, low+width-1, words)
}

// leastBetween returns the least k ≥ 0 for which a·k mod m is from low to high, where
// 0 < low ≤ high < m. There must be one.
//
// If a multiple of a lies there, it is the first. Otherwise a·k has gone round y times,
// and a·k - m·y is in the range: mod a, -m·y is in the range as well. That is the same
// question for smaller numbers, as in Euclid's algorithm. When a is more than m/2, the
// steps go down by m - a instead, which halves m at least.
func leastBetween(a, low, high, m uint64) uint64 {
	if 2*a > m {
		a, low, high = m-a, m-high, m-low
	}
	if k := (low + a - 1) / a; k*a <= high {
		return k
	}
	y := leastBetween(a-m%a, low%a, high%a, a)
	return (low + m*y + a - 1) / a
}

// knownRolls returns the bands of the rolls that the clues give away, for a shuffle that
// swaps with later places only.
//
// There step c is the last to touch place c. A card that ends in place p stays where it
// is until its own step, or step p if that comes before: so step p finds it where it
// began, or where the steps before p have taken it, if their rolls are known.
func (h *hunt) knownRolls() (bands []band) {
	if h.anywhere() {
		return nil
	}
	seen := [deckSize]uint32{} // the card that ends in a place, from 1
	for _, k := range h.clues {
		seen[k.place] = k.card + 1
	}
	rolled := [deckSize]uint32{} // the place that a step swaps with, from 1
	for place, card := range seen {
		at := card // of the card, from 1
		for at > 0 && int(at-1) < place {
			if next := rolled[at-1]; next > at {
				at = next
			} else {
				at = 0 // the roll isn't known, or leaves the card: no seed fits
			}
		}
		if rolled[place] = at; at > 0 {
			bands = append(bands, h.machine[place].roll(at-1))
		}
	}
	return bands
}

// banded searches the seeds of a window that are in all bands. The two narrowest are
// enumerated together, the others checked: for a die of 52 sides and one of 51 that is
// one seed of 2,652.
type banded struct {
	*hunt
	first band
	gaps
	others []band
}

// newBanded returns nil if the evidence gives no roll away.
func newBanded(h *hunt, window Window) *banded {
	bands := h.knownRolls()
	if len(bands) == 0 {
		return nil
	}
	bands = append(bands, band{mul: 1, low: uint32(window.From), width: uint64(window.Len())})
	slices.SortStableFunc(bands, func(a, b band) int { return cmp.Compare(a.width, b.width) })
	return &banded{hunt: h, first: bands[0], gaps: newGaps(bands[0], bands[1]), others: bands[2:]}
}

// try returns the seeds that fit, of those whose numbers in the first band are from from
// up to, but not including, to.
func (b *banded) try(from, to int64) (found []uint32) {
	seed0, step := b.first.seed(0), b.first.seed(1)-b.first.seed(0)
	b.each(uint64(from), uint64(to), func(t uint32) {
		seed := seed0 + t*step
		for i := range b.others {
			if !b.others[i].holds(seed) {
				return
			}
		}
		if b.plausible(seed) && b.fits(seed) {
			found = append(found, seed)
		}
	})
	return found
}
