package crack

import (
	"math/bits"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
)

const (
	borlandA = 134775813
	borlandC = 1
)

// step swaps the card in its own place with the card in place base +
// random(sides). Its roll follows from the seed directly: RandSeed is then
// mul·seed + add.
type step struct{ mul, add, sides, base uint32 }

// other returns the place to swap with.
func (s *step) other(seed uint32) uint32 {
	randSeed := seed*s.mul + s.add
	return s.base + uint32(uint64(randSeed)*uint64(s.sides)>>32)
}

// machine is a shuffle whose step c swaps place c with another.
type machine []step

// anywhere reports whether swaps are with any place, and not with later ones only.
func (m machine) anywhere() bool { return m[len(m)-1].base == 0 }

// newMachine returns the machine of n steps with these sides and bases.
func newMachine(n int, sides, base func(c int) int) machine {
	m := make(machine, n)
	mul, add := uint32(1), uint32(0)
	for c := range m {
		mul, add = mul*borlandA, add*borlandA+borlandC
		m[c] = step{mul: mul, add: add, sides: uint32(sides(c)), base: uint32(base(c))}
	}
	return m
}

// machines returns the three shuffles of the article, for n cards.
func machines(n int) []machine {
	always := func(k int) func(int) int { return func(int) int { return k } }
	return []machine{
		newMachine(n, always(n-1), always(0)),
		newMachine(n, always(n), always(0)),
		newMachine(n, func(c int) int { return n - c }, func(c int) int { return c }),
	}
}

// shuffle shuffles a deck.
func (m machine) shuffle(deck []int, seed uint32) {
	for c := range deck {
		r := m[c].other(seed)
		deck[c], deck[r] = deck[r], deck[c]
	}
}

// origin returns where the card was that ends in a place: it undoes the swaps
// from the last to the first, for this one place.
func (m machine) origin(place, seed uint32) uint32 {
	return m.undo(place, seed, len(m)-1, 0)
}

// undo undoes the swaps of the steps from last down to first, for one place.
func (m machine) undo(place, seed uint32, last, first int) uint32 {
	for c := last; c >= first; c-- {
		place = m[c].unswap(place, uint32(c), seed*m[c].mul+m[c].add)
	}
	return place
}

// recognize returns the machine that does the same as a shuffle of n cards, nil
// if there is none. It compares decks: two shuffles that agree on 40 seeds, when
// each deck is one of 52!, are the same.
func recognize(call string, s *adapt.Shuffle, n int) machine {
	const seeds = 40
	candidates := machines(n)
	for seed := uint32(0); seed < seeds; seed++ {
		spread := seed * 2654435769 // across all 32 bits
		deck := ordered(n)
		s.Deal(deck, shuffle.BorlandRandom(spread))
		if why := s.Unanswered(); why != "" {
			arg.Refuse(call, "the shuffle %s", why)
		}
		if sorted := slices.Sorted(slices.Values(deck)); !slices.Equal(sorted, ordered(n)) {
			arg.Refuse(call, "the shuffle loses or duplicates a card: it made %v from the cards 1 to %d", deck, n)
		}
		candidates = slices.DeleteFunc(candidates, func(m machine) bool {
			mine := ordered(n)
			m.shuffle(mine, spread)
			return !slices.Equal(mine, deck)
		})
	}
	if len(candidates) == 0 {
		return nil
	}
	return candidates[0]
}

// hunt searches for the seeds of a machine.
type hunt struct {
	machine
	clues []clue
}

// clue is a card that was seen in a place, both counted from 0.
//
// For most seeds a roll or two tell where the card comes from, without undoing 52
// swaps. Undoing the swaps from the last carries the place of the clue along, and
// it must arrive at the card. Suppose that the place is before the card (place <
// card) and that swaps are with any place. Until step card is undone, the place
// has stayed where it was or gone to a step after card, for a swap with step c
// can only take it to c. Then it arrives
//
//   - by step card, whose die shows where it is by then: in the place of the clue,
//     or in one after card,
//   - or it has stayed until its own step is undone, whose die shows the card; or
//     shows an earlier place, whose step does the same. (If it is taken to a place
//     whose step was undone, it never gets back up to the card.)
//
// The first of these excludes few seeds if the card is an early one. Then, and when the
// place isn't before the card, the rolls on the card's way and on that to its place must
// agree: see lands.
//
// When swaps are with later places only, step c is the last to touch place c.
// Then the card stays where it is until its own step, whose roll shows where it
// goes, and so on until it has passed the place of the clue, whose step must show
// where the card is by then.
type clue struct {
	place, card uint32
	// first is the step whose roll is checked first; good has a bit for each
	// place that it may show. If it shows another, leads reports whether the card
	// can get to its place otherwise.
	first step
	good  uint64
	leads func(m machine, k *clue, seed uint32) bool
	// late says that the place is before the card, and swaps are with any place.
	late bool
}

// newHunt prepares to find the seeds that give the known cards. Clues that are
// rarely true by a first roll come first.
func newHunt(m machine, known []int) *hunt {
	h := &hunt{machine: m}
	for place, card := range known {
		if card > 0 {
			h.clues = append(h.clues, m.clue(uint32(place), uint32(card-1)))
		}
	}
	slices.SortFunc(h.clues, func(a, b clue) int { return a.shown() - b.shown() })
	return h
}

// shown is how many places the first roll may show, or more than there are without one.
func (k clue) shown() int {
	if k.good == 0 {
		return 64
	}
	return bits.OnesCount64(k.good)
}

// clue says which roll gives a card away, or which rolls.
func (m machine) clue(place, card uint32) clue {
	k := clue{place: place, card: card, leads: machine.lands, late: m.anywhere() && place < card}
	switch {
	case !m.anywhere():
		k.leads = machine.follows
	case place < card && int(card) >= len(m)/2:
		k.first, k.good, k.leads = m[card], 1<<place|^uint64(0)<<(card+1), machine.descends
	}
	return k
}

// try returns the seeds from from up to, but not including, to that fit all
// clues.
func (h *hunt) try(from, to int64) (found []uint32) {
	for seed := from; seed < to; seed++ {
		if s := uint32(seed); h.plausible(s) && h.fits(s) {
			found = append(found, s)
		}
	}
	return found
}

// unswap returns where what is in a place came from by step c, which drew this word.
func (s *step) unswap(place, c, word uint32) uint32 {
	r := s.base + uint32(uint64(word)*uint64(s.sides)>>32)
	from := place // by moves: branches would be mispredicted
	if place == r {
		from = c
	}
	if place == c {
		from = r
	}
	return from
}

// plausible reports whether the rolls that give the cards away allow the seed.
func (h *hunt) plausible(seed uint32) bool {
	for i := range h.clues {
		k := &h.clues[i]
		if k.good>>k.first.other(seed)&1 == 0 && !k.leads(h.machine, k, seed) {
			return false
		}
	}
	return true
}

// descends reports whether the step of the clue's place shows the card, or an
// earlier place whose step does, and so on.
func (m machine) descends(k *clue, seed uint32) bool {
	for place := k.place; ; {
		r := m[place].other(seed)
		if r >= place {
			return r == k.card
		}
		place = r
	}
}

// lands reports whether the card can get to the place of the clue as far as the rolls of
// some steps tell, when swaps are with any place.
//
// Until its own step the card is ahead of the swaps. That step takes it further ahead, or
// drops it: in its own place or an earlier one, at or behind the swap. Further ahead, its
// new place has a step to come, which does the same. Either way a swap before that may hit
// it, that is, show the place where it is, and fetch it to its own. Once the card is at or
// behind the swaps it is moved by hits only.
//
// So the card got to its place by a drop there, or by a hit: by the step of the place,
// whose roll shows where the card was. If that is an earlier place, the same holds for it.
// If it is a later one, the card was ahead there. That gives two chains of rolls, of three
// or less on average: the places ahead, from the card on until it drops, if nothing hits
// it before; and the places where it landed, back from that of the clue. The card can't
// have got to its place unless the chains meet. That they do doesn't tell that no other
// swap hits it on the way, but one seed in twenty gets so far.
func (m machine) lands(k *clue, seed uint32) bool {
	ahead, last, drop := m.ahead(k.card, seed)
	at := k.place
	for at > last { // hits after the drop
		from := m[at].other(seed)
		if from >= at {
			return false
		}
		at = from
	}
	if at == drop {
		return true
	}
	for { // hits instead of the drop
		from := m[at].other(seed)
		if from >= at {
			next := bits.TrailingZeros64(ahead >> at) // steps until the card's turn
			return uint32(next) == from-at
		}
		at = from
	}
}

// ahead follows a card that nothing hits from its own step to the one that drops it, the
// last. It returns the places where it is ahead, a bit for each, and where it drops.
func (m machine) ahead(card, seed uint32) (places uint64, last, drop uint32) {
	last, drop = card, m[card].other(seed)
	places = 1 << last
	for drop > last {
		last, drop = drop, m[drop].other(seed)
		places |= 1 << last
	}
	return places, last, drop
}

// follows reports whether the card's own step, and those of the places it goes
// to, bring it to where the step of the clue's place fetches it.
func (m machine) follows(k *clue, seed uint32) bool {
	at := k.card
	for at < k.place {
		if r := m[at].other(seed); r > at {
			at = r
		} else {
			return false
		}
	}
	return m[k.place].other(seed) == at
}

// fits reports whether the seed gives all the cards that were seen.
func (h *hunt) fits(seed uint32) bool {
	for i := range h.clues {
		if !h.brings(&h.clues[i], seed) {
			return false
		}
	}
	return true
}

// brings reports whether the seed brings the card to the place of the clue.
func (h *hunt) brings(k *clue, seed uint32) bool {
	if !k.late {
		return h.origin(k.place, seed) == k.card
	}
	// The swaps from step card on usually decide: once they are undone, the place
	// has arrived, or has stayed and is led there, or can't get there.
	card := int(k.card)
	at := h.undo(k.place, seed, len(h.machine)-1, card)
	if at != k.card && !(at == k.place && h.descends(k, seed)) {
		return false
	}
	return h.undo(at, seed, card-1, 0) == k.card
}
