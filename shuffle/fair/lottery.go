package fair

import (
	"math/big"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// Picker is what Lottery measures, as it calls it: a function of your own that picks k
// different numbers from 1 to n, in any order, with numbers drawn from a generator.
//
//	func mine(n, k int, rng shuffle.PRNG) []int { … }
//
// It takes other functions that pick as well, as they are: of n and k, of k alone or of
// nothing, and method values such as drum.Draw, whose receiver stays as it is; the numbers
// may be in a slice, an array or the keys of a map. As of a Shuffle, their draws may come
// from math/rand and so on.
type Picker = func(n, k int, rng shuffle.PRNG) []int

const (
	// maxCombinations is the most combinations that are counted: enough for five
	// numbers of 37, of which there are 435,897.
	maxCombinations = 500_000
	// maxPickPlays is the most sequences of draws that are all played.
	maxPickPlays = 1_000_000
	// picksEach is how many picks a sample has for each combination: chi-square
	// wants 5, and four times as many see half the effect.
	picksEach = 20
	// leastPicks is the size of the smallest sample.
	leastPicks = 10_000
)

// Lottery says whether a lottery makes all combinations of k of the numbers 1 to n
// equally likely:
//
//	fair.Lottery(func(n, k int, rng shuffle.PRNG) []int {
//		return shuffle.NewLottery(n, rng).Pick(k)
//	}, 5, 2)
//
// As Exact does for shuffles, it plays every sequence of draws once, and each
// combination's probability is a fraction. If there are more than 1,000,000
// sequences, or no end of them, or the lottery draws reals or words of bits, it
// makes 20 picks for each combination instead, but at least 10,000, and tests how
// often they came with chi-square. Without a generator it makes them on all cores
// at once, as Histogram does.
//
// It panics unless 0 <= k <= n <= 1000, when there are more than 500,000
// combinations, when the numbers picked aren't k different ones from 1 to n, and
// when the lottery draws from anything but its generator.
func Lottery(pick any, n, k int, rng ...shuffle.PRNG) *Combinations {
	const call = "fair.Lottery"
	l := adapt.LotteryOf(call, pick)
	defer l.Close()
	arg.Range(call, "n", n, 0, maxCards)
	arg.Range(call, "k", k, 0, n)
	all := new(big.Int).Binomial(int64(n), int64(k))
	if !all.IsInt64() || all.Int64() > maxCombinations {
		arg.Refuse(call, "n = %d, k = %d makes more than %s combinations: test the same lottery with fewer numbers", n, k, prose.Int(maxCombinations))
	}
	d := &draw{call: call, pick: l.Pick, ranks: newRanks(n, k)}
	c := &Combinations{Max: n, K: k, ranks: d.ranks}
	if c.counts, c.total = d.exact(int(all.Int64())); c.total == nil {
		c.sample(d, max(leastPicks, picksEach*int(all.Int64())), inTurn(call, l.Plain, rng))
	}
	return c
}

// draw makes picks and checks them.
type draw struct {
	call  string
	pick  Picker
	ranks ranks
}

// rank makes a pick and returns its combination's number.
func (d *draw) rank(rng shuffle.PRNG) int {
	var room [32]int // for most lotteries
	return d.ranks.of(d.sorted(rng, room[:0]))
}

// sorted makes a pick in rising order, in the room given if that is enough.
func (d *draw) sorted(rng shuffle.PRNG, room []int) []int {
	n, k := d.ranks.n, d.ranks.k
	picked := d.pick(n, k, rng)
	sorted := append(room, picked...)
	slices.Sort(sorted)
	for i, v := range sorted {
		if v < 1 || v > n || i > 0 && v == sorted[i-1] {
			sorted = nil
			break
		}
	}
	if len(sorted) != k {
		want := "1 number"
		if k != 1 {
			want = prose.Plural(k, "different number")
		}
		arg.Refuse(d.call, "n = %d, k = %d: the lottery picked %v, want %s from 1 to %d", n, k, picked, want, n)
	}
	return sorted
}

// exact plays every sequence of draws once. The total is nil if that can't be done.
func (d *draw) exact(all int) (counts []*big.Int, total *big.Int) {
	number := 0
	s := newScript(d.call, func(_ []int, rng shuffle.PRNG) { number = d.rank(rng) }, 0)
	s.what = "lottery"
	m := trials.Begin("plays of the lottery", maxPickPlays)
	defer m.End()
	for plays, more := 0, true; more; plays, more = plays+1, s.next() {
		if m.Next(); m.Stopped() {
			arg.Refuse(d.call, "stopped after %s, and an exact result needs all", prose.Plural(plays, "play"))
		}
		if !s.try() || plays == 0 && playCost(s) > maxPickPlays || plays == maxPickPlays {
			return nil, nil
		}
		first := number
		for range repeatsOf(plays) {
			if s.play(); number != first {
				s.refuse("the same draws gave %v and %v: %s", d.ranks.at(first), d.ranks.at(number), elsewhere)
			}
		}
		s.weight().count(first)
	}
	return s.root.sum(all)
}

// ranks numbers the combinations of k of the numbers 1 to n, lexicographically from
// 0.
type ranks struct {
	n, k int
	// below[i][v] is how many combinations begin alike up to place i and have a
	// number from 1 to v there, if any number may be there: the sum of the
	// C(n-u, k-1-i) ways to go on after each u.
	below [][]int
}

func newRanks(n, k int) ranks {
	r := ranks{n: n, k: k, below: make([][]int, k)}
	for i := range r.below {
		r.below[i] = make([]int, n+1)
		for v := 1; v <= n; v++ {
			ways := 0
			if v >= i+1 {
				ways = int(new(big.Int).Binomial(int64(n-v), int64(k-1-i)).Int64())
			}
			r.below[i][v] = r.below[i][v-1] + ways
		}
	}
	return r
}

// of returns the number of a combination in rising order.
func (r ranks) of(sorted []int) (number int) {
	last := 0
	for i, v := range sorted {
		number += r.below[i][v-1] - r.below[i][last]
		last = v
	}
	return number
}

// at is the reverse of of.
func (r ranks) at(number int) []int {
	sorted := make([]int, 0, r.k)
	last := 0
	for i := range r.k {
		v := last + 1
		for r.below[i][v]-r.below[i][last] <= number {
			v++
		}
		number -= r.below[i][v-1] - r.below[i][last]
		sorted, last = append(sorted, v), v
	}
	return sorted
}
