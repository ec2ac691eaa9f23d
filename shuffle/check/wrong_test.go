package check_test

import (
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/check"
)

func swap(d []int, i, j int) { d[i], d[j] = d[j], d[i] }

// kept is what a shuffle wrongly remembers.
var kept int

// wrongShuffles are what students write, with the sentence that they read.
var wrongShuffles = []struct {
	name string
	f    func(d []int, rng shuffle.PRNG)
	want string
}{
	{"naive: draws from all places", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			swap(d, i, rng.IntN(len(d)))
		}
	}, "order 1 3 2 has probability 5/27, a fair shuffle gives 1/6"},
	{"off by one: never draws the last place", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			if len(d) > 1 {
				swap(d, i, rng.IntN(len(d)-1))
			}
		}
	}, "card 3 of [1 2 3] never gets to position 3"},
	{"Sattolo: IntN(i) for IntN(i+1)", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, rng.IntN(i))
		}
	}, "never leaves a card in place: [1 2 3] becomes [2 3 1] or [3 1 2]"},
	{"loop to 0: IntN(0)", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i >= 0; i-- {
			swap(d, i, rng.IntN(i))
		}
	}, "asks for IntN(0), which has no values (on [1])"},
	{"loop to 2", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 1; i-- {
			swap(d, i, rng.IntN(i+1))
		}
	}, "card 2 of [1 2 3] never gets to position 1"},
	{"one too far", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			swap(d, i, i+rng.IntN(len(d)-i+1))
		}
	}, "panics on [1]: index out of range [1] with length 1"},
	{"wrong without cards", func(d []int, rng shuffle.PRNG) {
		last := d[len(d)-1]
		d[len(d)-1] = last
		shuffle.FisherYates(d, rng)
	}, "panics on []: index out of range [-1]"},
	{"modulo of 8 bits", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, int(rng.Uint32()&0xff)%(i+1))
		}
	}, "order 2 3 1 has probability about 43/256, a fair shuffle gives 1/6: its words have too few bits that matter (are they divided with a remainder, or do they tie as keys?)"},
	{"modulo of IntN(256)", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, rng.IntN(256)%(i+1))
		}
	}, "order 2 3 1 has probability 43/256, a fair shuffle gives 1/6"},
	{"sort by a random comparator", func(d []int, rng shuffle.PRNG) {
		sort.Slice(d, func(i, j int) bool { return rng.IntN(2) == 0 })
	}, "order 1 2 3 has probability 1/4, a fair shuffle gives 1/6"},
	{"sort by keys of 8 values", func(d []int, rng shuffle.PRNG) { sortByKeys(d, func() uint64 { return uint64(rng.IntN(8)) }) }, "order 1 2 3 has probability 15/64, a fair shuffle gives 1/6"},
	{"sort by keys of 6 bits", func(d []int, rng shuffle.PRNG) { sortByKeys(d, func() uint64 { return rng.Uint64() >> 58 }) }, "order 1 2 has probability about 65/128, a fair shuffle gives 1/2: its words have too few bits that matter (are they divided with a remainder, or do they tie as keys?)"},
	{"shuffles a copy", func(d []int, rng shuffle.PRNG) {
		d = slices.Clone(d)
		shuffle.FisherYates(d, rng)
	}, "leaves [1 2 3] as it is, whatever it draws: does it shuffle a copy?"},
	{"drops the last card", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			j := rng.IntN(i + 1)
			d[i] = d[j]
		}
	}, "loses a card: [1 2 3] became [1 1 1], where 3 is missing and 1 comes too often"},
	{"numbers the cards anew", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			d[i] = i + 1
		}
		shuffle.FisherYates(d, rng)
	}, "numbers the cards anew: [40 7 7 -2 0 1000] became [4 6 2 1 3 5]"},
	{"seeds with a constant", func(d []int, _ shuffle.PRNG) { shuffle.FisherYates(d, shuffle.NewPRNG(42)) }, "never draws from the generator it is given: [1 2 3] always becomes [3 2 1]"},
	{"seeds with the clock", func(d []int, _ shuffle.PRNG) { shuffle.FisherYates(d, shuffle.NewPRNG()) }, "uses another generator than the one given: without a draw from that, [1 2 3] became …"},
	{"global generator", func(d []int, rng shuffle.PRNG) {
		rand.Shuffle(len(d), func(i, j int) { swap(d, i, j) })
	}, "uses another generator than the one given: without a draw from that, [1 2 3] became …"},
	{"global generator, one draw from the right one", func(d []int, rng shuffle.PRNG) {
		rng.IntN(3)
		rand.Shuffle(len(d), func(i, j int) { swap(d, i, j) })
	}, "after the same draws [1 2 3] became …: it remembers something between calls, or uses another generator too"},
	{"state between calls", func(d []int, rng shuffle.PRNG) {
		shuffle.FisherYates(d, rng)
		if kept++; len(d) > 1 && kept%2 == 0 {
			swap(d, 0, 1)
		}
	}, "after the same draws [1 2 3] became …: it remembers something between calls, or uses another generator too"},
	{"swaps neighbours once", func(d []int, rng shuffle.PRNG) {
		for i := 1; i < len(d); i++ {
			if rng.IntN(2) == 0 {
				swap(d, i-1, i)
			}
		}
	}, "card 3 of [1 2 3] never gets to position 1"},
	{"riffles once", shuffle.Riffle(1), "order 1 2 has probability about 3/4, a fair shuffle gives 1/2"},
	{"reversed range", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			swap(d, i, rng.IntN(len(d)-i))
		}
	}, "card 2 of [1 2 3] never gets to position 1"},
	{"cuts only", func(d []int, rng shuffle.PRNG) {
		if len(d) > 0 {
			k := rng.IntN(len(d))
			copy(d, append(slices.Clone(d[k:]), d[:k]...))
		}
	}, "order 1 3 2 never comes up, a fair shuffle gives 1/6"},
	{"reals, never the last place", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, int(rng.Float64()*float64(i)))
		}
	}, "in 20,000 tries: never leaves a card in place: [1 2 3] becomes [2 3 1] or [3 1 2]"},
	{"reals from all places", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			swap(d, i, int(rng.Float64()*float64(len(d))))
		}
	}, "order 1 2 3 came up in 4,313 of 30,000 shuffles, a fair one gives about 5,000"},
	{"a thousand exchanges of a few places", func(d []int, rng shuffle.PRNG) {
		for range 1000 {
			if n := min(len(d), 10); n > 0 {
				swap(d, rng.IntN(n), rng.IntN(n))
			}
		}
	}, "of 52 cards, card 11 came to position 11 in 5,200 of 5,200 shuffles, a fair one gives about 100"},
	{"seeds a generator of its own with 40 bits", func(d []int, rng shuffle.PRNG) {
		shuffle.FisherYates(d, shuffle.NewPRNG(int64(rng.IntN(1<<40))))
	}, "draws too little: on a deck of 52 cards, the values of its 1 draw had a probability of 1/2^40, so what came of them has that or more, and a fair one gives it 1/2^226 (does it seed a generator of its own?)"},
	{"seeds a generator of its own with 64 bits, from 40 cards on", func(d []int, rng shuffle.PRNG) {
		if len(d) >= 40 && len(d) < 45 {
			rng = shuffle.NewPRNG(int64(rng.Uint64()))
		}
		shuffle.FisherYates(d, rng)
	}, "draws too little: on a deck of 40 cards, the values of its 1 draw had a probability of 1/2^64, so what came of them has that or more, and a fair one gives it 1/2^159 (does it seed a generator of its own?)"},
	{"naive from 6 cards on", from(6, shuffle.Naive), "of 52 cards, card 19 came before card 52 in 2,991 of 5,200 shuffles, a fair one gives about 2,600"},
	{"Sattolo from 6 cards on", from(6, shuffle.Sattolo), "never leaves a card in place: [1 2 3 4 5 6] becomes [2 3 4 5 6 1] and so on, 120 of 720 orders"},
	{"Sattolo of 13 cards only", from(13, func(d []int, rng shuffle.PRNG) {
		if len(d) == 13 {
			shuffle.Sattolo(d, rng)
		} else {
			shuffle.FisherYates(d, rng)
		}
	}), "of 13 cards, …"},
	{"loses a card of 32", func(d []int, rng shuffle.PRNG) {
		if shuffle.FisherYates(d, rng); len(d) == 32 {
			d[3] = d[5]
		}
	}, "loses a card: …"},
	{"forgets the cards beyond 52", func(d []int, rng shuffle.PRNG) { shuffle.FisherYates(d[:min(52, len(d))], rng) }, "of 200 cards, cards that stay in place: 149.14 on average of 300 shuffles, a fair one gives 1.00"},
	{"draws until it gets a value that doesn't come", func(d []int, rng shuffle.PRNG) {
		for rng.IntN(1) != 1 {
		}
	}, "draws more than 100,000 times: does it end? (on [])"},
	{"nothing", func(d []int, rng shuffle.PRNG) {}, "never draws from the generator it is given: [1 2 3] always becomes [1 2 3]"},
	{"nil", nil, "the shuffle is nil, want a function such as func(deck []int, rng PRNG)"},
}

func sortByKeys(d []int, key func() uint64) {
	type keyed struct {
		key  uint64
		card int
	}
	cards := make([]keyed, len(d))
	for i, card := range d {
		cards[i] = keyed{key(), card}
	}
	sort.SliceStable(cards, func(i, j int) bool { return cards[i].key < cards[j].key })
	for i := range d {
		d[i] = cards[i].card
	}
}

// says compares a sentence with the one that is wanted, whose … stands for what may
// differ.
func says(got, want string) bool {
	begin, end, cut := strings.Cut(want, "…")
	return got == want || cut && strings.HasPrefix(got, begin) && strings.HasSuffix(got, end)
}

func TestWrongShuffles(t *testing.T) {
	for _, c := range wrongShuffles {
		t.Run(c.name, func(t *testing.T) {
			if got := check.Shuffle(c.f); got.Passed || !says(got.Sentence, c.want) {
				t.Errorf("got  %s\nwant ✗ wrong: %s", got, c.want)
			}
		})
	}
}

// rightShuffles are right answers in several styles.
var rightShuffles = []struct {
	name string
	f    func(d []int, rng shuffle.PRNG)
}{
	{"Fisher–Yates down", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, rng.IntN(i+1))
		}
	}},
	{"Fisher–Yates up", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			swap(d, i, i+rng.IntN(len(d)-i))
		}
	}},
	{"inside out", func(d []int, rng shuffle.PRNG) {
		var out []int
		for i, card := range d {
			j := rng.IntN(i + 1)
			out = append(out, card)
			out[i] = out[j]
			out[j] = card
		}
		copy(d, out)
	}},
	{"selection", func(d []int, rng shuffle.PRNG) {
		left := slices.Clone(d)
		for i := range d {
			k := rng.IntN(len(left))
			d[i] = left[k]
			left = slices.Delete(left, k, k+1)
		}
	}},
	{"selection until a card is new", func(d []int, rng shuffle.PRNG) {
		taken := make([]bool, len(d))
		for i, from := 0, slices.Clone(d); i < len(d); {
			if k := rng.IntN(len(d)); !taken[k] {
				taken[k] = true
				d[i] = from[k]
				i++
			}
		}
	}},
	{"insertion", func(d []int, rng shuffle.PRNG) {
		var out []int
		for _, card := range d {
			out = slices.Insert(out, rng.IntN(len(out)+1), card)
		}
		copy(d, out)
	}},
	{"sort by 64-bit keys", func(d []int, rng shuffle.PRNG) { sortByKeys(d, rng.Uint64) }},
	{"sort by reals", func(d []int, rng shuffle.PRNG) {
		sortByKeys(d, func() uint64 { return uint64(rng.Float64() * (1 << 53)) })
	}},
	{"like rand.Perm", func(d []int, rng shuffle.PRNG) {
		perm, from := make([]int, len(d)), slices.Clone(d)
		for i := range perm {
			j := rng.IntN(i + 1)
			perm[i], perm[j] = perm[j], i
		}
		for i, p := range perm {
			d[i] = from[p]
		}
	}},
	{"recursive", recursive},
	{"reals", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, int(rng.Float64()*float64(i+1)))
		}
	}},
	{"bytes, rejecting", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			b := int(rng.Uint32() & 0xff)
			for b >= 256/(i+1)*(i+1) {
				b = int(rng.Uint32() & 0xff)
			}
			swap(d, i, b%(i+1))
		}
	}},
	{"words modulo", func(d []int, rng shuffle.PRNG) { // off by 2^-58
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, int(rng.Uint64()%uint64(i+1)))
		}
	}},
	{"twice", func(d []int, rng shuffle.PRNG) {
		recursive(d, rng)
		recursive(d, rng)
	}},
	{"rand.New with the generator", func(d []int, rng shuffle.PRNG) {
		rand.New(rng).Shuffle(len(d), func(i, j int) { swap(d, i, j) })
	}},
	{"for 52 cards at most", func(d []int, rng shuffle.PRNG) {
		var room [52]int
		copy(room[:len(d)], d)
		shuffle.FisherYates(room[:len(d)], rng)
		copy(d, room[:])
	}},
	{"the library's", shuffle.FisherYates},
	{"the library's sort", shuffle.SortShuffle},
	{"the library's selection", shuffle.Selection},
}

func recursive(d []int, rng shuffle.PRNG) {
	if len(d) > 1 {
		swap(d, 0, rng.IntN(len(d)))
		recursive(d[1:], rng)
	}
}

func TestRightShuffles(t *testing.T) {
	for _, c := range rightShuffles {
		t.Run(c.name, func(t *testing.T) {
			got := check.Shuffle(c.f)
			if !got.Passed {
				t.Error(got)
			}
			t.Log(got)
		})
	}
}
