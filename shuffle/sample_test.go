package shuffle

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// Every selection comes up equally often when all sequences of draws are played:
// sets from Floyd's method, ordered ones from Sample.
func TestSampleExactly(t *testing.T) {
	for _, c := range []struct {
		name string
		n, k int
		draw func(n, k int, rng PRNG) []int
		all  int // selections
	}{
		{"sets", 6, 3, sorted(sampleFloyd), 20},
		{"sets", 7, 1, sorted(sampleFloyd), 7},
		{"sets", 5, 5, sorted(sampleFloyd), 1},
		{"places", 5, 3, samplePlaces, 60},
		{"few", 17, 2, func(n, k int, rng PRNG) []int { return Sample(n, k, rng) }, 17 * 16},
		{"many", 5, 4, func(n, k int, rng PRNG) []int { return Sample(n, k, rng) }, 120},
	} {
		t.Run(fmt.Sprint(c.name, c.n, c.k), func(t *testing.T) {
			counts := map[string]int{}
			e, leaves := &everyDraw{}, 1
			for more := true; more; more = e.next() {
				selection := fmt.Sprint(c.draw(c.n, c.k, e))
				if len(counts) == 0 {
					for _, size := range e.sizes {
						leaves *= size
					}
				}
				counts[selection] += e.weight(leaves)
			}
			if len(counts) != c.all {
				t.Errorf("%d selections, want %d", len(counts), c.all)
			}
			for selection, times := range counts {
				if times != leaves/c.all {
					t.Errorf("%s comes up %d times of %d, want %d", selection, times, leaves, leaves/c.all)
				}
			}
		})
	}
}

func sorted(draw func(n, k int, rng PRNG) []int) func(n, k int, rng PRNG) []int {
	return func(n, k int, rng PRNG) []int {
		s := draw(n, k, rng)
		slices.Sort(s)
		return s
	}
}

func TestSampleKeepsRange(t *testing.T) {
	rng := NewPRNG(7)
	for _, c := range []struct{ n, k int }{{0, 0}, {1, 0}, {1, 1}, {9, 1}, {1000, 1000}, {1000, 250}, {1000, 251}, {1 << 40, 5000}, {math.MaxInt, 1000}} {
		s := Sample(c.n, c.k, rng)
		if len(s) != c.k {
			t.Errorf("Sample(%d, %d) has %d numbers", c.n, c.k, len(s))
		}
		slices.Sort(s)
		if len(slices.Compact(s)) != c.k || c.k > 0 && (s[0] < 0 || s[c.k-1] >= c.n) {
			t.Errorf("Sample(%d, %d) repeats a number or leaves the range", c.n, c.k)
		}
	}
}

// Numbers of which many have the same hash, and one in four comes twice.
func TestTakeFloyd(t *testing.T) {
	rng := NewPRNG(8)
	for _, k := range []int{0, 1, 4, 5, 64, 1000} {
		got, want, taken := make([]int, k), make([]int, k), map[int]bool{}
		const first = 1 << 61
		for i := range got {
			got[i] = rng.IntN(2*k) << 40
			if want[i] = got[i]; taken[got[i]] {
				want[i] = first + i
			}
			taken[want[i]] = true
		}
		takeFloyd(got, first)
		same(t, "numbers", got, want)
	}
}

// The generator's own loop over IntN draws what IntN draws.
func TestXoshiroRolls(t *testing.T) {
	for _, n := range []int{1, 2, 60, 1<<62 + 1, 1<<62 + 1<<61 + 3} {
		a, b := NewPRNG(9), NewPRNG(9)
		got := make([]int, 100)
		a.rolls(got, n)
		for i, roll := range got {
			if want := b.IntN(n + i); roll != want {
				t.Errorf("a die with %d sides rolls %d, want %d", n+i, roll, want)
			}
		}
		if a.now != b.now {
			t.Errorf("dice from %d sides on take another number of words", n)
		}
	}
}

func TestSampleIsUniform(t *testing.T) {
	rng := NewPRNG(71)
	for i := range 3 {
		t.Run(fmt.Sprint("number ", i), func(t *testing.T) {
			checkUniform(t, 50, 1000, func() int { return Sample(50, 3, rng)[i] })
		})
	}
}

// Sample from its documentation: few of many by Floyd's method and Slice, more by the
// first steps of FisherYates, one IntN each, on both sides of a quarter.
func TestSampleLaw(t *testing.T) {
	for _, c := range []struct{ n, k int }{
		{3, 1}, {4, 1}, {100, 25}, {100, 26}, {101, 26}, {52, 52}, {1 << 30, 1000}, {280_000, 70_000}, {math.MaxInt, 3000},
	} {
		for _, g := range []PRNG{NewPRNG(8), StreamOf(8, 8), JavaRandom(8)} {
			var want []int
			if 4*c.k > c.n && c.n < 1<<40 {
				want = ints(0, c.n)
				for i := range c.k {
					j := i + g.IntN(c.n-i)
					want[i], want[j] = want[j], want[i]
				}
				want = want[:c.k]
			} else {
				taken := map[int]bool{}
				for j := c.n - c.k; j < c.n; j++ {
					v := g.IntN(j + 1)
					if taken[v] {
						v = j
					}
					taken[v] = true
					want = append(want, v)
				}
				Slice(want, g)
			}
			next := g.Uint64()
			g.Rewind()
			if got := Sample(c.n, c.k, g); !slices.Equal(got, want) || g.Uint64() != next {
				t.Errorf("%d of %d with %v: another sample, or another number of draws", c.k, c.n, g)
			}
		}
	}
}
