package fair

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"riffle/shuffle"
)

// Of large decks, where Naive takes each card agrees with a calculation from the last
// exchange back to the first, and FisherYates takes every card everywhere.
func TestExactMatrixLarge(t *testing.T) {
	for _, n := range []int{2, 7, 53, 120} {
		got := ExactMatrix(shuffle.Naive, n)
		for _, position := range []int{0, n / 2, n - 1} {
			want := naiveOrigins(n, position)
			for card, p := range want {
				if got.P[card][position].Cmp(p) != 0 {
					t.Fatalf("%d cards: card %d in position %d: %v, want %v", n, card+1, position+1, got.P[card][position], p)
				}
			}
		}
	}
	for card, row := range ExactMatrix(shuffle.FisherYates, 300).P {
		if i := slices.IndexFunc(row, func(p *big.Rat) bool { return p.Cmp(big.NewRat(1, 300)) != 0 }); i >= 0 {
			t.Fatalf("card %d of a fair deck: %v", card+1, row[i])
		}
	}
}

// naiveOrigins is the probability that each card is the one that Naive brings to a
// place, backwards: before step i the place had the same origin, but for place i, whose
// card came from anywhere, and for place r, whose card came from i, if i rolled r.
func naiveOrigins(n, place int) []*big.Rat {
	now := make([]*big.Rat, n)
	for i := range now {
		now[i] = new(big.Rat)
	}
	now[place].SetInt64(1)
	share, rest := big.NewRat(1, int64(n)), big.NewRat(int64(n-1), int64(n))
	for i := n - 1; i >= 0; i-- {
		here, sum := new(big.Rat).Set(now[i]), new(big.Rat)
		for r := range now {
			sum.Add(sum, now[r])
			stays := new(big.Rat).Mul(now[r], rest)
			now[r] = stays.Add(stays, new(big.Rat).Mul(here, share))
		}
		now[i] = sum.Mul(sum, share)
	}
	return now
}

// BenchmarkExactMatrix takes the largest decks: minutes for 1,000 cards.
func BenchmarkExactMatrix(b *testing.B) {
	for _, n := range []int{52, 256, 500, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ExactMatrix(shuffle.FisherYates, n)
			}
		})
	}
}
