package fair

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"riffle/shuffle"
)

// Ranks number the orders as nextOrder lists them, and back.
func TestOrderRanks(t *testing.T) {
	for n := range 8 {
		order, got := identity(n), make([]int, n)
		for rank := 0; ; rank++ {
			if unrank(rank, got); rankOf(order) != rank || !slices.Equal(got, order) {
				t.Fatalf("%v has rank %d, want %d; back %v", order, rankOf(order), rank, got)
			}
			if !nextOrder(order) {
				break
			}
		}
	}
	for _, rank := range []int{0, 1, 12345678, 39916799} {
		order := make([]int, maxRanked)
		if unrank(rank, order); rankOf(order) != rank {
			t.Errorf("%d, %v, %d", rank, order, rankOf(order))
		}
	}
}

// listedExact is a distribution whose orders are numbered as they come up.
func listedExact(s shuffle.Shuffler, n int) *Distribution {
	script := newScript("", s, n)
	script.ask = true
	script.play()
	d := &Distribution{shuffle: s, census: census{n: n}, total: waysOfAll(script.steps)}
	d.followListed(script)
	return d
}

// Numbered by rank or as they come up, orders have the same counts, and what is said of
// them is the same; with counts of one word and of several, all orders and some.
func TestExactByRank(t *testing.T) {
	for name, s := range map[string]shuffle.Shuffler{
		"FisherYates": shuffle.FisherYates, "Naive": shuffle.Naive, "OffByOne": shuffle.OffByOne, "Sattolo": shuffle.Sattolo,
		"two riffles": shuffle.Riffle(2), "odd exchanges": shuffle.ExchangeDistinct(31), "many exchanges": shuffle.Exchange(60),
	} {
		for n := 2; n <= 7; n++ {
			got, want := Exact(s, n), listedExact(s, n)
			if got.Len() != want.Len() || got.Total().Cmp(want.Total()) != 0 || got.String() != want.String() {
				t.Errorf("%s of %d: %v\nwant %v", name, n, got, want)
			}
			for i := range got.Len() {
				order := want.order(i)
				if !slices.Equal(got.order(i), order) || got.P(order...).Cmp(want.p(i)) != 0 {
					t.Fatalf("%s of %d: order %d is %v with %v, want %v with %v", name, n, i, got.order(i), got.p(i), order, want.p(i))
				}
			}
			if g, w := got.TotalVariation(), want.TotalVariation(); g.Cmp(w) != 0 || g.Cmp(slowVariation(want)) != 0 {
				t.Errorf("%s of %d: variation %v, want %v", name, n, g, w)
			}
			if g, w := fmt.Sprint(got.Positions()), fmt.Sprint(want.Positions()); g != w {
				t.Errorf("%s of %d: positions %s, want %s", name, n, g, w)
			}
		}
	}
	if d := Exact(shuffle.Sattolo, 5); d.packed == nil || d.ranks == nil || d.P(1, 2, 3, 4, 5).Sign() != 0 || d.P(2, 2, 3, 4, 5).Sign() != 0 || d.P(1, 2).Sign() != 0 {
		t.Errorf("%v", d)
	}
}

// slowVariation is half the sum of |p - 1/n!|, as it is defined.
func slowVariation(d *Distribution) *big.Rat {
	sum, missing := new(big.Rat), new(big.Rat).SetInt(factorial(d.N()))
	for _, p := range d.All() {
		sum.Add(sum, p.Abs(p.Sub(p, d.Fair())))
		missing.Sub(missing, big.NewRat(1, 1))
	}
	sum.Add(sum, missing.Mul(missing, d.Fair()))
	return sum.Mul(sum, big.NewRat(1, 2))
}

// Most equal counts are among the first and the last: they are listed in order.
func TestFirsts(t *testing.T) {
	rng := shuffle.NewPRNG(3)
	for range 200 {
		values := make([]int, rng.IntN(12))
		for i := range values {
			values[i] = rng.IntN(4)
		}
		want := make([]int, len(values))
		for i := range want {
			want[i] = i
		}
		slices.SortStableFunc(want, func(i, j int) int { return values[j] - values[i] })
		k := min(len(values), rng.IntN(7))
		if got := firsts(len(values), k, func(i, j int) bool { return values[i] > values[j] }); !slices.Equal(got, want[:k]) {
			t.Errorf("%v: first %v, want %v", values, got, want[:k])
		}
		last := firsts(len(values), k, func(i, j int) bool { return values[i] <= values[j] })
		if slices.Reverse(last); !slices.Equal(last, want[len(want)-k:]) {
			t.Errorf("%v: last %v, want %v", values, last, want[len(want)-k:])
		}
	}
}

// BenchmarkExact takes the counts of all orders of the largest decks: seconds to minutes.
func BenchmarkExact(b *testing.B) {
	for name, s := range map[string]shuffle.Shuffler{"FisherYates": shuffle.FisherYates, "Naive": shuffle.Naive} {
		for n := 9; n <= maxRanked; n++ {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Exact(s, n)
				}
			})
		}
	}
}
