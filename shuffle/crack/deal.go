package crack

import (
	"math/bits"

	"riffle/shuffle"
)

// table holds the places of the deck that the known hands come from.
type table struct {
	// may has, for each place, a bit for each card that it may hold, counted from
	// 0 in the order of NewDeck.
	may []uint64
	// state is the state of init_by_array before its key is added.
	state [mtSize]uint32
	lanes [mtSize]quad
}

func newTable(hands shuffle.Hands, cards int) *table {
	number := map[shuffle.Card]int{}
	for i, c := range shuffle.NewDeck() {
		number[c] = i
	}
	t := &table{state: grown(mtBase)}
	for place := range len(hands) * cards {
		may := ^uint64(0)
		if hand := hands[place%len(hands)]; len(hand) > 0 {
			may = 0
			for _, c := range hand {
				may |= 1 << number[c]
			}
		}
		t.may = append(t.may, may)
	}
	for t.may[len(t.may)-1] == ^uint64(0) {
		t.may = t.may[:len(t.may)-1] // places after the last known one
	}
	return t
}

// lanes is how many seeds are tried at once: the words of one seed depend on each
// other, those of different seeds don't.
const lanes = 4

// quad is a word of each of these seeds. It is a struct because the compiler
// keeps the fields of a struct in registers, but not an array.
type quad struct{ a, b, c, d uint32 }

func all(w uint32) quad { return quad{w, w, w, w} }

// of returns the word of one seed.
func (q quad) of(lane int) uint32 { return [lanes]uint32{q.a, q.b, q.c, q.d}[lane] }

// stirred is a step of init_by_array: the new value of the word x, given the word
// before it.
func (x quad) stirred(before quad, mul uint32, plus quad) quad {
	return quad{
		x.a ^ stir(before.a)*mul + plus.a, x.b ^ stir(before.b)*mul + plus.b,
		x.c ^ stir(before.c)*mul + plus.c, x.d ^ stir(before.d)*mul + plus.d,
	}
}

// try returns the seeds that deal the hands. A deal that puts a card of a known hand
// in each of its places puts all of them there.
func (t *table) try(from, to int64) (found []int64) {
	for ; from < to; from += lanes {
		t.seed(from)
		for lane := range min(lanes, to-from) {
			if t.deals(int(lane)) {
				found = append(found, from+lane)
			}
		}
	}
	return found
}

// seed fills the states of some seeds in a row as setSeed(long) does: by
// init_by_array with a key of two words, the seed's higher half and its lower.
func (t *table) seed(seed int64) {
	x := &t.lanes
	half := func(shift int) quad {
		return quad{uint32(seed >> shift), uint32((seed + 1) >> shift), uint32((seed + 2) >> shift), uint32((seed + 3) >> shift)}
	}
	low := half(0)
	key := [2]quad{half(32), {low.a + 1, low.b + 1, low.c + 1, low.d + 1}} // with j added
	w := all(t.state[0])                                                   // the word before
	for i := 1; i < mtSize; i++ {
		w = all(t.state[i]).stirred(w, mtStir, key[(i-1)%2])
		x[i] = w
	}
	// The step after the last word comes to the second again, after a copy of the
	// last to the first: the word before is the same.
	w = x[1].stirred(w, mtStir, key[(mtSize-1)%2])
	x[1] = w
	for i := 2; i < mtSize; i++ {
		w = x[i].stirred(w, mtLast, all(-uint32(i)))
		x[i] = w
	}
	x[1] = x[1].stirred(w, mtLast, all(^uint32(0)))
	x[0] = all(mtHigh)
}

// deals reports whether a seed deals the known hands: whether FisherYates puts in
// each place a card that may be there.
func (t *table) deals(lane int) bool {
	var deck [deckSize]uint8
	for i := range deck {
		deck[i] = uint8(i)
	}
	word := 0
	for place, may := range t.may {
		other := place + int(t.roll(lane, &word, uint32(deckSize-place)))
		deck[place], deck[other] = deck[other], deck[place]
		if may>>deck[place]&1 == 0 {
			return false
		}
	}
	return true
}

// roll draws as nextInt(n) does: the lowest bits of a word, as many as n has,
// until they are less than n. It counts the words used in word.
func (t *table) roll(lane int, word *int, n uint32) uint32 {
	mask := uint32(1)<<bits.Len32(n) - 1
	for {
		draw := t.output(lane, *word) & mask
		if *word++; draw < n {
			return draw
		}
	}
}

// output returns an output of a state. Outputs before mtSize-mtShift come
// straight from the words of the seed, later ones from words made before; only a
// seed that drops more than half of its draws needs those.
func (t *table) output(lane, k int) uint32 { return temper(t.word(lane, k+mtSize)) }

// word returns word k of the sequence.
func (t *table) word(lane, k int) uint32 {
	if k < mtSize {
		return t.lanes[k].of(lane)
	}
	return t.word(lane, k-mtSize+mtShift) ^ twist(t.word(lane, k-mtSize), t.word(lane, k-mtSize+1))
}
