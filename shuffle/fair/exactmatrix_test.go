package fair

import (
	"fmt"
	"math"
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

// naiveEnds is the probability that Naive takes a card to a position. With a = 1-1/n, the
// position gets the card at its own step with probability 1/n, wherever the card is, and
// keeps it with a^(n-position). Or the card, untouched until its own step with
// a^(card-1), is exchanged to there from a place behind both: at step y with 1/n, after
// which n-y steps leave it alone, if none from its own to there but its arrival moved it,
//
//	sum of a^(n-1-y+card)/n² over y > max(card, position), and a^(n-1)/n for y = card > position
//
// which makes (a^(n-p) + a^(c-1))/n in positions before its own, and otherwise
// (a^(n-p) + a^(c-1) - a^(n-p+c-1))/n.
func naiveEnds(n, card, position int) *big.Rat {
	a := big.NewRat(int64(n-1), int64(n))
	power := func(k int) *big.Rat {
		p := big.NewRat(1, 1)
		for range k {
			p.Mul(p, a)
		}
		return p
	}
	p := new(big.Rat).Add(power(n-position), power(card-1))
	if position >= card {
		p.Sub(p, power(n-position+card-1))
	}
	return p.Mul(p, big.NewRat(1, int64(n)))
}

// The matrix of Naive is what the formula says, and the formula what all plays of a small
// deck say.
func TestExactMatrixFormula(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 24, 40} {
		got := ExactMatrix(shuffle.Naive, n)
		played := got
		if n <= 6 {
			played = ExactMatrix(own(shuffle.Naive), n)
		}
		for card := 1; card <= n; card++ {
			for position := 1; position <= n; position++ {
				want := naiveEnds(n, card, position)
				if got.At(card, position).Cmp(want) != 0 || played.At(card, position).Cmp(want) != 0 {
					t.Fatalf("%d cards: card %d ends in position %d with %v, played %v, want %v",
						n, card, position, got.At(card, position), played.At(card, position), want)
				}
			}
		}
	}
}

// Fractions are what big.Rat makes of them, and equal ones are kept once.
func TestFractions(t *testing.T) {
	total := new(big.Int).Mul(new(big.Int).Exp(big.NewInt(6), big.NewInt(50), nil), factorial(30))
	f := newFractions(total)
	kept := map[*big.Rat]bool{}
	count := new(big.Int)
	for round := range 2 {
		for k := range int64(400) {
			count.Exp(big.NewInt(k%200), big.NewInt(17), nil)
			got, want := f.of(count), new(big.Rat).SetFrac(count, total)
			if got.Cmp(want) != 0 || got.RatString() != want.RatString() || got.Denom().Cmp(want.Denom()) != 0 {
				t.Fatalf("%v/%v is %v, want %v", count, total, got, want)
			}
			if kept[got] = true; round == 1 && len(kept) != 200 {
				t.Fatalf("%d fractions are kept, want 200", len(kept))
			}
		}
	}
	if got := newFractions(big.NewInt(1)).of(big.NewInt(1)); !got.IsInt() || got.RatString() != "1" {
		t.Errorf("1/1 is %v", got)
	}
}

// Each card is carried once, whatever the order.
func TestCarriageOrder(t *testing.T) {
	for n := range 60 {
		seen := make([]bool, n)
		for i := range n {
			card := (&carriage{n: n}).order(i)
			if card < 0 || card >= n || seen[card] {
				t.Fatalf("of %d cards number %d is card %d, again or none", n, i, card)
			}
			seen[card] = true
		}
	}
}

// The matrix of Naive is symmetric to its second diagonal, so that half of its fractions
// are kept, of n·log2(n) bits at most, and 3/4 of that on average: those of 1,000 cards
// take 0.375·1000³·log2(1000)/8 bytes, 470 MB.
func TestExactMatrixMemory(t *testing.T) {
	for _, n := range []int{100, 200} {
		e, made := exactMatrix("fair.ExactMatrix", shuffle.Naive, n)
		bound := 0.375 * math.Pow(float64(n), 3) * math.Log2(float64(n)) / 8
		if kept := 8 * float64(made.words); kept > 1.1*bound {
			t.Errorf("%d cards: %.0f bytes of digits, want about %.0f", n, kept, bound)
		}
		first := newFractions(made.total)
		for _, card := range []int{1, n / 2, n - 1} {
			for _, p := range e.P[card] {
				first.of(new(big.Rat).Mul(p, new(big.Rat).SetInt(made.total)).Num())
			}
		}
		if expected := first.expected(n); expected < 1.9*bound || expected > 2.2*bound {
			t.Errorf("%d cards: %.0f bytes are expected, want twice of %.0f, as equal ones come later", n, expected, bound)
		}
	}
}

// BenchmarkExactMatrix takes the largest decks: minutes for 1,000 cards.
func BenchmarkExactMatrix(b *testing.B) {
	for _, n := range []int{52, 256, 500, 1000} {
		for _, s := range []struct {
			name    string
			shuffle Shuffle
		}{{"fair", shuffle.FisherYates}, {"naive", shuffle.Naive}} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				words := 0
				for b.Loop() {
					_, made := exactMatrix("fair.ExactMatrix", s.shuffle, n)
					words = made.words
				}
				b.ReportMetric(float64(words)/1e6*8, "MB-digits")
			})
		}
	}
}
