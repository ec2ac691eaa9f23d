package crack

import (
	"math/bits"
	"slices"

	"riffle/shuffle"
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
func recognize(call string, shuffler shuffle.Shuffler, n int) machine {
	const seeds = 40
	candidates := machines(n)
	for seed := uint32(0); seed < seeds; seed++ {
		spread := seed * 2654435769 // across all 32 bits
		deck := ordered(n)
		shuffler(deck, shuffle.BorlandRandom(spread))
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
// rarely true come first.
func newHunt(m machine, known []int) *hunt {
	h := &hunt{machine: m}
	for place, card := range known {
		if card > 0 {
			h.clues = append(h.clues, m.clue(uint32(place), uint32(card-1)))
		}
	}
	slices.SortFunc(h.clues, func(a, b clue) int { return bits.OnesCount64(a.good) - bits.OnesCount64(b.good) })
	return h
}

// clue says which roll gives a card away.
func (m machine) clue(place, card uint32) clue {
	k := clue{place: place, card: card, good: ^uint64(0)} // which excludes nothing
	switch {
	case !m.anywhere():
		k.good, k.leads = 0, machine.follows
	case place < card:
		k.first, k.good, k.leads, k.late = m[card], 1<<place|^uint64(0)<<(card+1), machine.descends, true
	}
	return k
}

// try returns the seeds from from up to, but not including, to that fit all
// clues.
func (h *hunt) try(from, to int64) (found []uint32) {
	if h.weak() {
		return h.trace(from, to)
	}
	for seed := from; seed < to; seed++ {
		if s := uint32(seed); h.plausible(s) && h.fits(s) {
			found = append(found, s)
		}
	}
	return found
}

// weak reports whether no clue excludes half of the seeds by its first roll.
func (h *hunt) weak() bool {
	places := uint64(1)<<len(h.machine) - 1
	return bits.OnesCount64(h.clues[0].good&places) > len(h.machine)/2
}

// trace is try for weak clues: it undoes the swaps for the place of the first, of four
// seeds at once. Each swap waits for the one before, but not for those of other seeds.
func (h *hunt) trace(from, to int64) (found []uint32) {
	for ; from < to; from += lanes {
		origins := h.origins4(h.clues[0].place, uint32(from))
		for i := range min(lanes, to-from) {
			seed := uint32(from + i)
			if origins.of(int(i)) == h.clues[0].card && h.fits(seed) {
				found = append(found, seed)
			}
		}
	}
	return found
}

// origins4 is origin for a seed and the three after it.
func (m machine) origins4(place, seed uint32) quad {
	p := all(place)
	for c := len(m) - 1; c >= 0; c-- {
		s := &m[c]
		word := seed*s.mul + s.add
		p.a = s.unswap(p.a, uint32(c), word)
		p.b = s.unswap(p.b, uint32(c), word+s.mul)
		p.c = s.unswap(p.c, uint32(c), word+2*s.mul)
		p.d = s.unswap(p.d, uint32(c), word+3*s.mul)
	}
	return p
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
