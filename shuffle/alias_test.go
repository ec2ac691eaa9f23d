package shuffle

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

var aliasWeights = map[string][]float64{
	"one":            {3},
	"two":            {1, 2},
	"three":          {1, 1, 1},
	"a zero":         {0, 1, 0, 3},
	"fractions":      {0.1, 0.2, 0.3, 0.4},
	"tiny and huge":  {5e-324, 1, math.MaxFloat64, math.MaxFloat64},
	"all tiny":       {5e-324, 1e-323, 5e-324},
	"one bit":        {1, 1 << 62, 1<<62 - 1024},
	"powers of two":  {1, 2, 4, 8, 16, 32, 64, 128, 1},
	"a full column":  {1, 1, 1, 1, 2, 2, 4, 4},
	"harmonic":       harmonic(100),
	"more harmonic":  harmonic(1000),
	"hardly unequal": {1, math.Nextafter(1, 2), 1, math.Nextafter(1, 0)},
}

func harmonic(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1 / float64(i+1)
	}
	return w
}

// The table's probabilities, as fractions, are the weights', to within 2^-63; they add
// up to 1, and a weight of zero has none.
func TestAliasExactly(t *testing.T) {
	limit := new(big.Rat).SetFrac64(1, 1<<62)
	limit.Quo(limit, big.NewRat(2, 1))
	for name, weights := range aliasWeights {
		a, total, sum := NewAlias(weights, NewPRNG(1)), new(big.Rat), new(big.Rat)
		for _, w := range weights {
			total.Add(total, new(big.Rat).SetFloat64(w))
		}
		for i, w := range weights {
			p := a.Probability(i)
			sum.Add(sum, p)
			off := new(big.Rat).SetFloat64(w)
			off.Sub(off.Quo(off, total), p)
			if off.Abs(off).Cmp(limit) >= 0 {
				t.Errorf("%s: probability %d is %v, off by %v", name, i, p, off)
			}
			if w == 0 && p.Sign() != 0 {
				t.Errorf("%s: weight %d is 0, its probability %v", name, i, p)
			}
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s: the probabilities add up to %v", name, sum)
		}
	}
}

// Probability says what at does: the words at the edges of each column's two parts
// draw the number below and the number above, and between them there is no other edge.
func TestAliasEdges(t *testing.T) {
	for name, weights := range aliasWeights {
		a := NewAlias(weights, NewPRNG(1))
		if len(a.columns) != 1<<(63-a.shift) || len(a.columns) < len(weights) || len(a.columns) > 2*len(weights) {
			t.Fatalf("%s: %d columns for %d weights", name, len(a.columns), len(weights))
		}
		height := uint64(1) << a.shift
		for i, c := range a.columns {
			first := uint64(i) << (a.shift + 1)
			for _, e := range []struct {
				from, to uint64 // heights
				want     int
			}{{0, c.cut, i}, {c.cut, height, int(c.other)}} {
				if e.from == e.to {
					continue
				}
				for _, word := range []uint64{first + e.from<<1, first + (e.to-1)<<1 + 1} {
					if got := a.at(word); got != e.want {
						t.Errorf("%s: word %#x draws %d, want %d", name, word, got, e.want)
					}
				}
			}
			if c.cut > height || int(c.other) >= len(weights) && c.cut < height || i >= len(weights) && c.cut > 0 {
				t.Errorf("%s: column %d is %v", name, i, c)
			}
		}
	}
}

// A table of eight equally likely words of three bits: every column, by counting.
func TestAliasByCounting(t *testing.T) {
	weights := []float64{3, 1, 2, 2} // of eight: one bit below the two of the column
	a, counts := NewAlias(weights, NewPRNG(1)), make([]int, 4)
	for bits := range uint64(8) {
		counts[a.at(bits<<61)]++
	}
	if fmt.Sprint(counts) != "[3 1 2 2]" {
		t.Errorf("counts %v", counts)
	}
}

func TestAliasFill(t *testing.T) {
	for name, g := range map[string]func() PRNG{
		"NewPRNG": func() PRNG { return NewPRNG(7) }, "Stream": func() PRNG { return StreamOf(7, 7) },
		"zero": func() PRNG { return new(Xoshiro) }, "Java": func() PRNG { return JavaRandom(7) },
	} {
		one, many := NewAlias(harmonic(30), g()), NewAlias(harmonic(30), g())
		draws := make([]int, 10_000)
		many.Fill(draws)
		for i, d := range draws {
			if want := one.Draw(); d != want {
				t.Fatalf("%s: draw %d is %d, want %d", name, i, d, want)
			}
		}
		if one.Draw() != many.Draw() {
			t.Errorf("%s: the generators differ afterwards", name)
		}
	}
}

// Draws of a table with unequal weights, two of which share a cell of the test so that
// all cells are equal.
func TestAliasIsUniform(t *testing.T) {
	weights := make([]float64, 60)
	for i := range weights {
		weights[i] = []float64{1, 3, 2, 2, 0.5, 3.5}[i%6]
	}
	a := NewAlias(weights, NewPRNG(86))
	checkUniform(t, 30, 1200, func() int { return a.Draw() / 2 })
}
