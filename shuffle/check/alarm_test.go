package check

import (
	"math"
	"slices"
	"testing"

	"riffle/shuffle"
)

// TestFalseAlarms makes each test of samples 10,000 times on right answers at a level of
// 1 %. The bound is Bonferroni's, so at most 1 % may be refused; 3.7 standard
// deviations more are left to chance. At the level of a check, the same arithmetic
// gives one in a million.
func TestFalseAlarms(t *testing.T) {
	const times, level = 10_000, 0.01
	most := times*level + 3.7*math.Sqrt(times*level)
	x := &examiner{host: Host{Context: t.Context()}}
	fisherYates := func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			k := rng.IntN(i + 1)
			d[i], d[k] = d[k], d[i]
		}
	}
	lottery := func(n, k int, rng shuffle.PRNG) []int { return shuffle.NewLottery(n, rng).Pick(k) }
	threes := orders(3)
	for _, c := range []struct {
		name string
		e    *experiment
		n    int // cells, each with probability p
		p    float64
		runs int
		add  func(cells []cell, outcome []int)
	}{
		{"orders", shuffled(x, fisherYates, deckOf(3)), 6, 1.0 / 6, 120, func(cells []cell, order []int) {
			i, _ := slices.BinarySearchFunc(threes, order, slices.Compare[[]int])
			cells[i].hits++
		}},
		{"positions", shuffled(x, fisherYates, deckOf(6)), 36, 1.0 / 6, 60, func(cells []cell, order []int) {
			for position, card := range order {
				cells[(card-1)*6+position].hits++
			}
		}},
		{"numbers", picked(x, lottery, 10, 3, false), 10, 0.3, 80, func(cells []cell, pick []int) {
			for _, v := range pick {
				cells[v-1].hits++
			}
		}},
	} {
		alarms := 0
		stream := uint64(0)
		for range times {
			cells := make([]cell, c.n)
			for i := range cells {
				cells[i].p = c.p
			}
			for range c.runs {
				stream++
				c.add(cells, c.e.outcome(newBlinkers(1, stream, all)))
			}
			if _, found := strangest(cells, c.runs, level); found {
				alarms++
			}
		}
		t.Logf("%s: %d alarms of %d", c.name, alarms, times)
		if float64(alarms) > most {
			t.Errorf("%s: %d alarms of %d, want at most %.0f", c.name, alarms, times, most)
		}
	}
}

// TestSharesOfAlarms adds up the levels of all tests.
func TestSharesOfAlarms(t *testing.T) {
	if sum := tests * (alarm / tests); sum > 1e-6*(1+1e-12) {
		t.Errorf("the levels add up to %g, want one in a million", sum)
	}
}

// TestFewBits: a bit that matters so rarely that it may be missed changes probabilities
// by less than what is allowed for.
func TestFewBits(t *testing.T) {
	x := &examiner{host: Host{Context: t.Context()}}
	for _, c := range []struct {
		name  string
		draw  func(rng shuffle.PRNG) int
		found bool
		few   fewBits
	}{
		{"a bit", func(rng shuffle.PRNG) int { return int(rng.Uint64() >> 63) }, true, fewBits{uint64: 1 << 63}},
		{"eight bits", func(rng shuffle.PRNG) int { return int(rng.Uint32() & 255) }, true, fewBits{uint32: 255}},
		{"half of the reals", func(rng shuffle.PRNG) int { return int(2 * rng.Float64()) }, true, fewBits{float64: 1 << 52}},
		{"a bit that matters once in 2^14 words", func(rng shuffle.PRNG) int {
			w := rng.Uint64()
			return int(w>>63 ^ (w>>1&(1<<14-1)+1)>>14)
		}, false, fewBits{}},
		{"all", func(rng shuffle.PRNG) int { return int(rng.Uint64() % 3) }, false, fewBits{}},
	} {
		e := &experiment{x: x, run: func(rng shuffle.PRNG) (outcome []int, problem string) {
			return []int{c.draw(rng)}, ""
		}}
		few, d, found := e.findFew(alarm / tests)
		switch {
		case c.found && (!found || few != c.few):
			t.Errorf("%s: found %v %+v, want %+v", c.name, found, few, c.few)
		case !c.found && found && d < 1.0/(1<<14):
			t.Errorf("%s: found %+v, which would be wrong by more than %g", c.name, few, d)
		}
		if d > 1e-3 {
			t.Errorf("%s: probabilities are allowed to be wrong by %g, want at most 0.001", c.name, d)
		}
	}
}

// TestExplore compares with probabilities computed by hand.
func TestExplore(t *testing.T) {
	x := &examiner{host: Host{Context: t.Context()}}
	for _, c := range []struct {
		name string
		draw func(rng shuffle.PRNG) int // 0 or 1
		p    string
		rest bool
	}{
		{"a coin", func(rng shuffle.PRNG) int { return rng.IntN(2) }, "1/2", false},
		{"2 of 3", func(rng shuffle.PRNG) int { return rng.IntN(3) / 2 }, "1/3", false},
		{"no draw", func(rng shuffle.PRNG) int { return 1 }, "1", false},
		{"a die, then a coin", func(rng shuffle.PRNG) int {
			if rng.IntN(6) == 0 {
				return 1
			}
			return rng.IntN(2)
		}, "7/12", false},
		{"until it fits", func(rng shuffle.PRNG) int {
			for {
				if v := rng.IntN(3); v < 2 {
					return v
				}
			}
		}, "", true},
	} {
		e := &experiment{x: x, input: "nothing", outcomes: [][]int{{0}, {1}}, plays: 1000, run: func(rng shuffle.PRNG) (outcome []int, problem string) {
			if problem = x.call(func() { outcome = []int{c.draw(rng)} }); problem != "" {
				return nil, problem
			}
			return outcome, ""
		}}
		l, problem := e.explore(nil)
		if problem != "" {
			t.Errorf("%s: %s", c.name, problem)
			continue
		}
		if got := l.p[1].RatString(); !c.rest && (got != c.p || !l.exact()) {
			t.Errorf("%s: %s, want %s", c.name, got, c.p)
		}
		if c.rest && (l.exact() || l.unfair() >= 0 || l.most(1).Cmp(l.least(1)) <= 0) {
			t.Errorf("%s: from %v to %v", c.name, l.least(1), l.most(1))
		}
	}
}
