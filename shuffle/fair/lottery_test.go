package fair

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"riffle/shuffle"
)

// drum is the lottery of package shuffle.
func drum(n, k int, rng shuffle.PRNG) []int { return shuffle.NewLottery(n, rng).Pick(k) }

// secondPick is what a drum that stays mixed gives next.
func secondPick(n, k int, rng shuffle.PRNG) []int {
	l := shuffle.NewLottery(n, rng)
	l.Pick(k)
	return l.Pick(k)
}

// again draws each number until it is new.
func again(n, k int, rng shuffle.PRNG) (picked []int) {
	for len(picked) < k {
		if v := 1 + rng.IntN(n); !slices.Contains(picked, v) {
			picked = append(picked, v)
		}
	}
	return picked
}

// nextDoor takes the next number instead of one that was drawn before. Of the n² ways
// to draw two, each pair has two, and neighbours on the ring have a third.
func nextDoor(n, k int, rng shuffle.PRNG) (picked []int) {
	for range k {
		v := rng.IntN(n)
		for slices.Contains(picked, v+1) {
			v = (v + 1) % n
		}
		picked = append(picked, v+1)
	}
	return picked
}

// noLast never picks the highest number.
func noLast(n, k int, rng shuffle.PRNG) []int { return drum(n-1, k, rng) }

// reals scales reals, which can't all be tried.
func reals(n, k int, rng shuffle.PRNG) (picked []int) {
	for len(picked) < k {
		if v := 1 + int(rng.Float64()*float64(n)); !slices.Contains(picked, v) {
			picked = append(picked, v)
		}
	}
	return picked
}

func TestLotteryExactly(t *testing.T) {
	for _, test := range []struct {
		name    string
		pick    Picker
		n, k    int
		ways    int64 // 0 for a sample
		fair    bool
		verdict string
	}{
		{"drum", drum, 5, 2, 10, true, "all 10 combinations are equally likely, 1/10 each"},
		{"drum of all", drum, 4, 4, 1, true, "there is only one combination"},
		{"nothing", drum, 3, 0, 1, true, "there is only one combination"},
		{"empty drum", drum, 0, 0, 1, true, "there is only one combination"},
		{"mixed drum", secondPick, 5, 2, 10, true, "all 10 combinations are equally likely"},
		{"neighbours", nextDoor, 5, 2, 25, false, "the combination 1 2 comes up 3/25, a fair lottery gives 1/10"},
		{"no last", noLast, 5, 2, 6, false, "the combination 1 5 never comes, a fair lottery gives 1/10"},
		{"again", again, 5, 2, 0, true, "nothing unfair to be seen in 10,000 picks"},
		{"reals", reals, 5, 2, 0, true, "nothing unfair to be seen in 10,000 picks"},
		{"large", drum, 37, 4, 0, true, "nothing unfair to be seen in 1,320,900 picks"},
		{"large neighbours", nextDoor, 37, 4, 0, false, "a fair lottery gives"},
		{"large, no last", noLast, 37, 4, 0, false, "a fair lottery gives"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := Lottery(test.pick, test.n, test.k, shuffle.NewPRNG(2))
			if got := c.Verdict(); !strings.Contains(got, test.verdict) || c.IsFair() != test.fair {
				t.Errorf("fair is %t, %q, want %t, %q", c.IsFair(), got, test.fair, test.verdict)
			}
			if c.Exact() != (test.ways > 0) {
				t.Errorf("exact is %t", c.Exact())
			}
			narrow(t, c)
			sum := new(big.Rat)
			for numbers, p := range c.All() {
				if c.Share(numbers...).Cmp(p) != 0 {
					t.Fatalf("the shares of %v differ", numbers)
				}
				sum.Add(sum, p)
			}
			if sum.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("the shares add up to %v", sum)
			}
		})
	}
}

// On the ring of five, five pairs are neighbours with 3/25, and five aren't, with
// 2/25.
func TestLotteryShares(t *testing.T) {
	c := Lottery(nextDoor, 5, 2)
	for numbers, p := range c.All() {
		ways := int64(2)
		if d := numbers[1] - numbers[0]; d == 1 || d == 4 {
			ways = 3
		}
		if p.Cmp(big.NewRat(ways, 25)) != 0 {
			t.Errorf("%v: %v, want %d/25", numbers, p, ways)
		}
	}
	for _, wrong := range [][]int{{1}, {1, 1}, {0, 1}, {1, 6}, {1, 2, 3}, nil} {
		if p := c.Share(wrong...); p.Sign() != 0 {
			t.Errorf("%v is no combination and has %v", wrong, p)
		}
	}
	if c.Share(5, 1).Cmp(c.Share(1, 5)) != 0 {
		t.Error("the order of the numbers matters")
	}
}

// Three nested loops list the combinations in lexicographic order.
func TestRanks(t *testing.T) {
	r, number := newRanks(7, 3), 0
	for a := 1; a <= 7; a++ {
		for b := a + 1; b <= 7; b++ {
			for c := b + 1; c <= 7; c++ {
				want := []int{a, b, c}
				if r.of(want) != number || !slices.Equal(r.at(number), want) {
					t.Errorf("%v has the number %d, want %d, which is %v", want, r.of(want), number, r.at(number))
				}
				number++
			}
		}
	}
}

func TestLotteryRefuses(t *testing.T) {
	drawn := 0
	for want, call := range map[string]func(){
		"fair.Lottery: the lottery is nil, want a function of n, k and a generator":                                  func() { Lottery(nil, 5, 2) },
		"fair.Lottery: n = -1, want 0 to 1000":                                                                       func() { Lottery(drum, -1, 0) },
		"fair.Lottery: k = 6, want 0 to 5":                                                                           func() { Lottery(drum, 5, 6) },
		"fair.Lottery: n = 40, k = 6 makes more than 500,000 combinations: test the same lottery with fewer numbers": func() { Lottery(drum, 40, 6) },
		"fair.Lottery: n = 5, k = 2: the lottery picked [1 1], want 2 different numbers from 1 to 5":                 func() { Lottery(func(int, int, shuffle.PRNG) []int { return []int{1, 1} }, 5, 2) },
		"fair.Lottery: n = 5, k = 2: the lottery picked [0 1], want 2 different numbers from 1 to 5":                 func() { Lottery(func(int, int, shuffle.PRNG) []int { return []int{0, 1} }, 5, 2) },
		"fair.Lottery: n = 5, k = 1: the lottery picked [], want 1 number from 1 to 5":                               func() { Lottery(func(int, int, shuffle.PRNG) []int { return nil }, 5, 1) },
		"fair.Lottery: the same draws gave [1] and [2]: it must draw from its generator only, and remember nothing":  func() { Lottery(func(int, int, shuffle.PRNG) []int { drawn++; return []int{drawn} }, 5, 1) },
		"fair.Lottery: the lottery asked for IntN(0), want at least 1":                                               func() { Lottery(func(_, _ int, rng shuffle.PRNG) []int { return []int{rng.IntN(0)} }, 5, 1) },
		"fair.Lottery: 2 generators, want at most one":                                                               func() { Lottery(again, 5, 2, shuffle.NewPRNG(1), shuffle.NewPRNG(1)) },
	} {
		refused(t, want, call)
	}
}
