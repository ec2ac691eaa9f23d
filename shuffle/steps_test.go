package shuffle

import (
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
	"testing"
)

// everyStep plays all ways of all steps that a shuffle describes.
type everyStep struct{ everyDraw }

func (e *everyStep) Play(deck []int, steps iter.Seq[Step]) {
	for s := range steps {
		s.Act(deck, e.IntN(s.Ways))
	}
}

// law is the probability of each order of n cards, under a generator that plays
// all there is.
func law(s Shuffler, n int, rng PRNG, e *everyDraw) map[string]string {
	sum := map[string]*big.Rat{}
	for more := true; more; more = e.next() {
		order := fmt.Sprint(shuffled(s, ints(0, n), rng))
		if sum[order] == nil {
			sum[order] = new(big.Rat)
		}
		p := big.NewRat(1, 1)
		for _, size := range e.sizes {
			p.Mul(p, big.NewRat(1, int64(size)))
		}
		sum[order].Add(sum[order], p)
	}
	text := map[string]string{}
	for order, p := range sum {
		text[order] = p.String()
	}
	return text
}

func lawOfSteps(s Shuffler, n int) map[string]string {
	e := &everyStep{}
	return law(s, n, e, &e.everyDraw)
}

// What a shuffle says it does is what it does.
func TestStepsAreTheShuffle(t *testing.T) {
	for name, s := range map[string]Shuffler{
		"FisherYates": FisherYates, "EfficientSelection": EfficientSelection, "Naive": Naive, "OffByOne": OffByOne, "Sattolo": Sattolo,
		"Exchange": Exchange(2), "ExchangeDistinct": ExchangeDistinct(2), "Insertion": Insertion(3),
		"Insertion beside": Insertion(3, Beside), "Insertion anywhere": Insertion(3, Anywhere), "Riffle": Riffle(2),
	} {
		for n := range 5 {
			e := &everyDraw{}
			if got, want := lawOfSteps(s, n), law(s, n, e, e); !maps.Equal(got, want) {
				t.Errorf("%s of %d: steps give\n%v\nwant\n%v", name, n, got, want)
			}
		}
	}
}

// Shuffles that draw reals or draw again have steps with the same result.
func TestIdealSteps(t *testing.T) {
	for n, share := range []string{"1", "1", "1/2", "1/6", "1/24", "1/120"} {
		for name, s := range map[string]Shuffler{"SortShuffle": SortShuffle, "Selection": Selection} {
			got := lawOfSteps(s, n)
			for order, p := range got {
				if new(big.Rat).SetFrac64(1, int64(len(got))).RatString() != share || mustRat(t, p).RatString() != share {
					t.Errorf("%s: %s has %s of %d orders, want %s", name, order, p, len(got), share)
				}
			}
		}
	}
}

func mustRat(t *testing.T, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no fraction", s)
	}
	return r
}

// The formula for the moves of a riffle counts what the riffles do.
func TestRiffleMoves(t *testing.T) {
	for n := 1; n <= 8; n++ {
		counts := map[[2]int]int64{}
		for way := range 1 << n {
			mixed := make([]int, n)
			mergeCoins(mixed, ints(0, n), []uint64{uint64(way)})
			for to, from := range mixed {
				counts[[2]int{from, to}]++
			}
		}
		for from := range n {
			for to := range n {
				if got := riffleMoves(n, from, to); got.Int64() != counts[[2]int{from, to}] {
					t.Errorf("%d cards, %d to %d: %v ways, want %d", n, from, to, got, counts[[2]int{from, to}])
				}
			}
		}
	}
}

func TestXoshiroOf(t *testing.T) {
	// Frozen: experiments with a seed give the same totals for ever.
	want := []uint64{0x385a78487131d11b, 0x87866231e833d214, 0xac7319bf4e67d859}
	got := []uint64{XoshiroOf(1, 0).Uint64(), XoshiroOf(1, 1).Uint64(), XoshiroOf(-1, 1<<63).Uint64()}
	if !slices.Equal(got, want) {
		t.Errorf("first draws %#x, want %#x", got, want)
	}
	x := XoshiroOf(3, 4)
	first := x.Uint64()
	if x.Rewind(); x.Uint64() != first {
		t.Error("Rewind doesn't go back to the seed")
	}
}
