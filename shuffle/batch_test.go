package shuffle

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"testing"
	"time"
	"unsafe"
)

// Every number that a half word can stand for makes another hand: all hands come
// up, each once.
func TestBatchExactly(t *testing.T) {
	for _, c := range []struct{ n, k, all int }{
		{5, 3, 60}, {6, 1, 6}, {9, 4, 3024}, {5, 4, 120}, {7, 7, 5040}, {1, 1, 1}, {2, 2, 2}, {2, 1, 2},
	} {
		b := NewBatch(c.n, c.k)
		if b.drawn != 1 || int(b.plans[0].product[0])*int(b.plans[0].product[1]) != c.all {
			t.Fatalf("%d of %d cards: %v", c.k, c.n, b.plans[:b.drawn])
		}
		seen := map[string]bool{}
		for number := range c.all {
			for hand := range BatchSize {
				b.words[hand] = halfFor(number, c.all)
			}
			if b.few() {
				b.dealFew()
			} else {
				b.dealDecks()
			}
			hand := fmt.Sprint(b.Hand(0))
			for other := 1; other < BatchSize; other++ {
				if fmt.Sprint(b.Hand(other)) != hand {
					t.Errorf("hands 0 and %d of the same word differ", other)
				}
			}
			seen[hand] = true
		}
		if len(seen) != c.all {
			t.Errorf("%d of %d cards: %d hands, want %d", c.k, c.n, len(seen), c.all)
		}
	}
}

// halfFor returns the smallest half word whose product with the outcomes has this
// number as its high half.
func halfFor(number, outcomes int) uint64 {
	return (uint64(number)<<32 + uint64(outcomes) - 1) / uint64(outcomes)
}

// batchByDivision deals as NewBatch(n, k) does, one hand at a time and in big
// numbers.
type batchByDivision struct {
	n, k  int
	dice  [][2][]int // sides, by word and half
	lanes [8]xoshiroState
}

func newBatchByDivision(n, k int, key key256) *batchByDivision {
	b := &batchByDivision{n: n, k: k}
	var sides []int
	if k < maxFew && k < n {
		sides = sidesFrom(n, k)
	} else {
		for i := range n {
			sides = append(sides, i+1)
		}
	}
	var halves [][]int
	for len(sides) > 0 {
		product, used := 1, 0
		for used < len(sides) && product*sides[used] <= 1<<26 {
			product *= sides[used]
			used++
		}
		halves, sides = append(halves, sides[:used]), sides[used:]
	}
	halves = append(halves, nil)
	for i := 0; i+1 < len(halves); i += 2 {
		b.dice = append(b.dice, [2][]int{halves[i], halves[i+1]})
	}
	for i := range b.lanes {
		b.lanes[i] = unlock(key.child(uint64(i)))
	}
	return b
}

func (b *batchByDivision) hand(h int) []int {
	var dice []int
	for _, word := range b.dice {
		dice = append(dice, b.roll(h%8, word)...)
	}
	cards := ints(1, b.n)
	if len(dice) == b.k && b.k < b.n {
		var hand []int
		for _, die := range dice {
			hand = append(hand, cards[die])
			cards[die] = cards[len(cards)-1]
			cards = cards[:len(cards)-1]
		}
		return hand
	}
	for i, die := range dice {
		cards[i] = cards[die]
		cards[die] = i + 1
	}
	return cards[:b.k]
}

// roll draws words until both halves are good.
func (b *batchByDivision) roll(lane int, sides [2][]int) []int {
	for {
		var word uint64
		word, b.lanes[lane] = b.lanes[lane].next()
		low, ok := halfByDivision(uint32(word), sides[0])
		high, ok2 := halfByDivision(uint32(word>>32), sides[1])
		if ok && ok2 {
			return append(low, high...)
		}
	}
}

// halfByDivision is diceByDivision with 32 bits.
func halfByDivision(half uint32, sides []int) (dice []int, ok bool) {
	product := big.NewInt(1)
	for _, n := range sides {
		product.Mul(product, big.NewInt(int64(n)))
	}
	two32 := big.NewInt(1 << 32)
	number, rest := new(big.Int).DivMod(new(big.Int).Mul(big.NewInt(int64(half)), product), two32, new(big.Int))
	at, dice := number.Int64(), make([]int, len(sides))
	for i := len(sides) - 1; i >= 0; i-- {
		dice[i] = int(at % int64(sides[i]))
		at /= int64(sides[i])
	}
	return dice, rest.Cmp(new(big.Int).Mod(two32, product)) >= 0
}

// Every size of deck and of hand, and some of them for a while.
func TestBatchByDivision(t *testing.T) {
	for n := 1; n <= 64; n++ {
		for k := 1; k <= n; k++ {
			checkBatch(t, n, k, 1)
		}
	}
	for _, c := range []struct{ n, k int }{
		{1, 1}, {3, 2}, {49, 6}, {52, 7}, {52, 15}, {52, 16}, {52, 51}, {52, 52}, {64, 15}, {64, 63}, {64, 64},
	} {
		checkBatch(t, c.n, c.k, 30)
	}
}

func checkBatch(t *testing.T, n, k, rounds int) {
	t.Helper()
	key := drawKey(NewPRNG(9))
	b, want := NewBatch(n, k, NewPRNG(9)), newBatchByDivision(n, k, key)
	for round := range rounds {
		cards := b.Next()
		if len(cards) != k {
			t.Fatalf("%d of %d cards: %d rows", k, n, len(cards))
		}
		for h := range BatchSize {
			if hand := want.hand(h); !slices.Equal(b.Hand(h), hand) {
				t.Fatalf("%d of %d cards, round %d, hand %d: %v, want %v", k, n, round, h, b.Hand(h), hand)
			}
		}
	}
}

// Half words at the edges of rejection, for all dice of decks and hands.
func TestBatchThresholds(t *testing.T) {
	for _, b := range []*Batch{NewBatch(52, 52), NewBatch(64, 64), NewBatch(52, 7), NewBatch(49, 6), NewBatch(64, 15)} {
		for _, word := range b.plans[:b.drawn] {
			for half, product := range word.product {
				threshold := word.threshold[half]
				if want := uint32(1 << 32 % uint64(product)); threshold != want {
					t.Fatalf("threshold of %d is %d, want %d", product, threshold, want)
				}
				twos := bits.TrailingZeros32(product)
				for _, c := range []struct {
					rest uint32
					good bool
				}{{threshold, true}, {threshold - 1<<twos, threshold == 0}, {threshold + 1<<twos, true}, {0, threshold == 0}} {
					// The other half is 2^32-1, which every plan keeps.
					bits32 := halfWithRest(product, c.rest)
					w := uint64(bits32)<<(32*half) | uint64(1<<32-1)<<(32*(1-half))
					if word.good(w) != c.good {
						t.Errorf("outcomes %d, remainder %d: good is %v", product, c.rest, !c.good)
					}
				}
			}
		}
	}
}

// halfWithRest returns a half word whose product with p is rest mod 2^32; both are
// multiples of the same power of two.
func halfWithRest(p, rest uint32) uint32 {
	twos := bits.TrailingZeros32(p)
	odd := p >> twos
	inverse := odd
	for range 5 {
		inverse *= 2 - odd*inverse
	}
	return rest >> twos * inverse & (1<<(32-twos) - 1)
}

func TestBatchIsUniform(t *testing.T) {
	for _, c := range []struct{ n, k, card int }{{52, 52, 0}, {52, 52, 51}, {52, 7, 0}, {52, 7, 6}, {49, 6, 3}, {52, 20, 19}} {
		b, hand := NewBatch(c.n, c.k, NewPRNG(81)), BatchSize
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			checkUniform(t, c.n, 1000, func() int {
				if hand == BatchSize {
					b.Next()
					hand = 0
				}
				hand++
				return int(b.cards[c.card][hand-1]) - 1
			})
		})
	}
}

// All orders of five, and all hands of two, as pairs.
func TestBatchOrdersAreUniform(t *testing.T) {
	b, hand := NewBatch(5, 5, NewPRNG(82)), BatchSize
	checkUniform(t, 120, 1200, func() int {
		if hand == BatchSize {
			b.Next()
			hand = 0
		}
		hand++
		return rank(b.Hand(hand - 1))
	})
}

// Where each card of a deck is, in one table: its counts have 51² degrees of freedom.
func TestBatchPlaces(t *testing.T) {
	const n, rounds = 52, 2000
	b, counts := NewBatch(n, n, NewPRNG(83)), make([]int, n*n)
	for range rounds {
		for place, row := range b.Next() {
			for _, card := range row {
				counts[place*n+int(card)-1]++
			}
		}
	}
	// Rows and columns have equal sums, so chi-square is too large by n/(n-1).
	chi := chiSquare(counts, n*BatchSize*rounds) * (n - 1) / n
	if tail := upperTail(chi, (n-1)*(n-1)); tail < 1e-4 || tail > 1-1e-4 {
		t.Errorf("chi-square of places and cards is %.0f, want about %d", chi, (n-1)*(n-1))
	}
}

// A batch that is shown is one line, not the kilobytes of its hands.
func TestBatchString(t *testing.T) {
	for _, c := range []struct {
		batch fmt.Stringer
		want  string
	}{
		{NewBatch(52, 7), "Batch(hands of 7 from 52 cards)"},
		{new(Batch), "Batch(empty)"},
		{(*Batch)(nil), "Batch(empty)"},
		{NewRiffleBatch(52, 7), "RiffleBatch(decks of 52 cards, riffled 7 times)"},
		{new(RiffleBatch), "RiffleBatch(empty)"},
	} {
		if got := c.batch.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Whichever way a batch deals, before it has tried both out and after, the hands are the
// same. Without vectors there is one way only.
func TestBatchKernels(t *testing.T) {
	for _, k := range []int{52, 7} {
		chosen, narrow := NewBatch(52, k, NewPRNG(1)), NewBatch(52, k, NewPRNG(1))
		narrow.portable = true
		for i := range trialAt + 9 {
			if !slices.Equal(chosen.Next(), narrow.Next()) || chosen.lanes != narrow.lanes {
				t.Fatalf("deal %d of %d cards differs", i, k)
			}
			if tried := chosen.deals == trialAt; hasWide() && tried != (i+1 >= trialAt) {
				t.Fatalf("after %d deals it is %v that both ways were tried out", i+1, tried)
			}
		}
	}
	chosen, narrow := NewRiffleBatch(52, 7, NewPRNG(1)), NewRiffleBatch(52, 7, NewPRNG(1))
	narrow.portable = true
	for i := range trialAt + 9 {
		if !slices.Equal(chosen.Next(), narrow.Next()) || chosen.lanes != narrow.lanes {
			t.Fatalf("riffle %d differs", i)
		}
	}
}

func TestIsSlower(t *testing.T) {
	nap, nothing := func() { time.Sleep(time.Millisecond) }, func() {}
	if !isSlower(nap, nothing) || isSlower(nothing, nap) {
		t.Error("a nap isn't slower than nothing")
	}
}

// Rows of 64 bytes begin where lines of the cache do, or each vector lies in two.
func TestBatchAligned(t *testing.T) {
	for range 10 {
		b, r := NewBatch(52, 52), NewRiffleBatch(52, 7)
		for _, p := range []unsafe.Pointer{unsafe.Pointer(&b.cards), unsafe.Pointer(&b.words), unsafe.Pointer(&b.rows), unsafe.Pointer(&b.lanes), unsafe.Pointer(&r.decks), unsafe.Pointer(&r.lanes)} {
			if uintptr(p)%64 != 0 {
				t.Fatalf("at %p", p)
			}
		}
	}
}
