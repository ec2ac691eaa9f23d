package fair

import (
	"fmt"
	"math"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// GeneratorReport is what some tests found in a generator.
type GeneratorReport struct {
	// Generator is its name.
	Generator string
	// Draws is how many numbers each test drew.
	Draws int
	Tests []GeneratorTest
	// P is the probability that true randomness does as badly in the worst of
	// the tests, corrected for their number.
	P float64
}

// GeneratorTest is the result of one test.
type GeneratorTest struct {
	// Name says what was counted.
	Name string
	// ChiSquare and Freedom are the statistic.
	ChiSquare float64
	Freedom   int
	// P is the probability that true randomness gives counts that are as far
	// from what is expected, on either side: counts that are too even are as
	// suspicious as those that are too uneven.
	P float64
}

// Fails reports whether some test fails: P is below 1 %.
func (r *GeneratorReport) Fails() bool { return r.P < failing }

// failing is the probability of a false alarm. It is lower than elsewhere, as
// generators are tested often.
const failing = 0.01

// Draws of a test, at least: fewer leave cells nearly empty.
const minDraws = 1000

// TestGenerator draws numbers from a generator and tests, in the ways that a
// shuffle depends on, whether they look random: single draws, pairs and triples,
// the alternation of heads and tails, bits, fractions, and shuffled decks. Passing
// means little (these are simple tests), failing means much. It panics when rng is
// nil and unless 1000 <= draws <= 1,000,000,000.
func TestGenerator(rng shuffle.PRNG, draws int) *GeneratorReport {
	const call = "fair.TestGenerator"
	if rng == nil {
		arg.Refuse(call, "the generator is nil, want one such as NewPRNG()")
	}
	arg.Range(call, "draws", draws, minDraws, 1_000_000_000)
	r := &GeneratorReport{Generator: rng.Name(), Draws: draws, P: 1}
	for _, test := range generatorTests {
		c := test.run(rng, draws)
		upper := c.tail()
		t := GeneratorTest{test.name, c.ChiSquare, c.Freedom, math.Min(1, 2*math.Min(upper, 1-upper))}
		r.Tests = append(r.Tests, t)
		r.P = math.Min(r.P, t.P)
	}
	r.P = math.Min(1, r.P*float64(len(r.Tests)))
	return r
}

// generatorTests are the tests in the order of the report.
var generatorTests = []struct {
	name string
	run  func(rng shuffle.PRNG, draws int) chiTest
}{
	{"rolls of IntN(6)", func(rng shuffle.PRNG, draws int) chiTest {
		return counted(draws, 6, func() int { return rng.IntN(6) })
	}},
	{"draws of IntN(52)", func(rng shuffle.PRNG, draws int) chiTest {
		return counted(draws, 52, func() int { return rng.IntN(52) })
	}},
	{"pairs of IntN(8)", func(rng shuffle.PRNG, draws int) chiTest {
		return counted(draws/2, 64, func() int { return 8*rng.IntN(8) + rng.IntN(8) })
	}},
	{"triples of IntN(3)", func(rng shuffle.PRNG, draws int) chiTest {
		return counted(draws/3, 27, func() int { return 9*rng.IntN(3) + 3*rng.IntN(3) + rng.IntN(3) })
	}},
	{"changes of IntN(2)", changes},
	{"bits of Uint32", bitsSet},
	{"Float64 in 20 parts", func(rng shuffle.PRNG, draws int) chiTest {
		return counted(draws, 20, func() int { return int(20 * rng.Float64()) })
	}},
	{"orders of 4 cards", orderTest},
}

// counted draws cells and tests whether they are equally likely.
func counted(draws, cells int, cell func() int) chiTest {
	counts := make([]int, cells)
	for range draws {
		counts[cell()]++
	}
	want := float64(draws) / float64(cells)
	chi := 0.0
	for _, n := range counts {
		d := float64(n) - want
		chi += d * d / want
	}
	return chiTest{chi, cells - 1}
}

// changes counts how often a coin falls on another side than before: half the
// time. A generator whose lowest bit alternates does it always.
func changes(rng shuffle.PRNG, draws int) chiTest {
	last := rng.IntN(2)
	return counted(draws-1, 2, func() int {
		next := rng.IntN(2)
		changed := next ^ last
		last = next
		return changed
	})
}

// bitsSet counts how often each of 32 bits is set: half the time.
func bitsSet(rng shuffle.PRNG, draws int) chiTest {
	var set [32]int
	for range draws {
		word := rng.Uint32()
		for i := range set {
			set[i] += int(word >> i & 1)
		}
	}
	c := chiTest{Freedom: len(set)}
	for _, n := range set {
		z := (float64(n) - float64(draws)/2) / math.Sqrt(float64(draws)/4)
		c.ChiSquare += z * z
	}
	return c
}

// orderTest shuffles four cards and counts the 24 orders.
func orderTest(rng shuffle.PRNG, draws int) chiTest {
	var deck [4]int
	return counted(draws/3, 24, func() int {
		deck = [4]int{0, 1, 2, 3}
		shuffle.FisherYates(deck[:], rng)
		// Three numbers tell the order: the first card, and how far the next
		// two are among those left.
		order := deck[0]
		for i := 1; i < 3; i++ {
			smaller := 0
			for _, later := range deck[i+1:] {
				if later < deck[i] {
					smaller++
				}
			}
			order = order*(4-i) + smaller
		}
		return order
	})
}

// Verdict says in English whether the generator fails, and where it is worst.
func (r *GeneratorReport) Verdict() string {
	worst := r.Tests[0]
	for _, t := range r.Tests {
		if t.P < worst.P {
			worst = t
		}
	}
	if !r.Fails() {
		return fmt.Sprintf("passes (%s, corrected for %d tests)", prose.P(r.P), len(r.Tests))
	}
	how := "far from even"
	if worst.ChiSquare < float64(worst.Freedom) {
		how = "more even than chance allows"
	}
	return fmt.Sprintf("fails: %s are %s (%s)", worst.Name, how, prose.P(r.P))
}

// String lists the tests, with the verdict, in lines of at most 80 columns.
func (r *GeneratorReport) String() string {
	lines := []string{fmt.Sprintf("%s, %s draws a test", r.Generator, prose.Int(r.Draws))}
	for _, t := range r.Tests {
		mark := ""
		if t.P*float64(len(r.Tests)) < failing {
			mark = "  FAILS"
		}
		lines = append(lines, fmt.Sprintf("%-20s  chi-square %12.1f of %2d  %s%s", t.Name, t.ChiSquare, t.Freedom, prose.P(t.P), mark))
	}
	return strings.Join(append(lines, verdict(r.Verdict())), "\n")
}
