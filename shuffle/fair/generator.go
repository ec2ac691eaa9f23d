package fair

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/void"
	"riffle/shuffle/trials"
)

// GeneratorReport is what tests found in a generator.
type GeneratorReport struct {
	// Generator is its name.
	Generator string
	// Draws is how many numbers each test drew.
	Draws int
	// Tests are the tests that were made, out of Asked.
	Tests []GeneratorTest
	Asked int
	// P is an upper bound of the probability that true randomness does as badly
	// in the worst of the tests: the least P of a test, times their number.
	P float64
}

// GeneratorTest is the result of one test.
type GeneratorTest struct {
	// Name says what was counted.
	Name string
	// ChiSquare and Freedom are the statistic.
	ChiSquare float64
	Freedom   int
	// P is the probability that true randomness gives counts as far from what is
	// expected, on either side: counts that are too even are as suspicious as
	// counts that are too uneven.
	P float64
}

// Fails reports whether some test fails: P is below 0.1 %.
func (r *GeneratorReport) Fails() bool { return r.P < failing }

// failing is the probability of a false alarm. It is lower than elsewhere,
// because generators are tested often, and bad ones fail by far.
const failing = 0.001

// minDraws is the least number of draws; fewer leave cells nearly empty.
const minDraws = 1000

// TestGenerator draws numbers from a generator and tests, in the ways that a
// shuffle depends on, whether they look random: single draws, pairs and triples,
// the alternation of heads and tails, bits and their repetition, fractions, and
// shuffled decks. Passing means little, as these are simple tests. Failing means
// much: a good generator fails about once in 1000 times.
//
// More draws find more. A thousand are enough for LCG with a power of two as its
// modulus, and for Borland's generator, whose lowest bits alternate even though
// its IntN hides them. Java's generator passes with 100,000 draws and fails with
// a million: its lowest bits repeat as well, but 2^16 times more slowly. The
// Mersenne Twister, PCG, ChaCha8 and xoshiro pass with any number.
//
// When it is stopped, it keeps the tests it has finished. It panics when rng is
// nil and unless 1000 <= draws <= 1,000,000,000.
func TestGenerator(rng shuffle.PRNG, draws int) *GeneratorReport {
	const call = "fair.TestGenerator"
	if void.Is(rng) {
		arg.Refuse(call, "the generator is nil, want one such as NewPRNG()")
	}
	arg.Range(call, "draws", draws, minDraws, 1_000_000_000)
	r := &GeneratorReport{Generator: rng.Name(), Draws: draws, Asked: len(generatorTests), P: 1}
	m := trials.Begin("blocks of 1,000 draws", blocksOfTests(draws))
	defer m.End()
	for _, test := range generatorTests {
		c, complete := test.run(rng, tally{m, draws / test.takes})
		if !complete {
			break
		}
		upper := c.tail()
		t := GeneratorTest{test.name, c.ChiSquare, c.Freedom, math.Min(1, 2*math.Min(upper, 1-upper))}
		r.Tests = append(r.Tests, t)
		r.P = math.Min(r.P, t.P)
	}
	r.P = math.Min(1, r.P*float64(len(r.Tests)))
	return r
}

// generatorTests are the tests, in the order of the report. Each count of a test
// takes the given number of draws.
var generatorTests = []struct {
	name  string
	takes int
	run   func(rng shuffle.PRNG, t tally) (c chiTest, complete bool)
}{
	{"rolls of IntN(6)", 1, func(rng shuffle.PRNG, t tally) (chiTest, bool) {
		return t.test(6, func() int { return rng.IntN(6) })
	}},
	{"draws of IntN(52)", 1, func(rng shuffle.PRNG, t tally) (chiTest, bool) {
		return t.test(52, func() int { return rng.IntN(52) })
	}},
	{"pairs of IntN(8)", 2, func(rng shuffle.PRNG, t tally) (chiTest, bool) {
		return t.test(64, func() int { return 8*rng.IntN(8) + rng.IntN(8) })
	}},
	{"triples of IntN(3)", 3, func(rng shuffle.PRNG, t tally) (chiTest, bool) {
		return t.test(27, func() int { return 9*rng.IntN(3) + 3*rng.IntN(3) + rng.IntN(3) })
	}},
	{"changes of IntN(2)", 1, changes},
	{"bits of Uint32", 1, bitsSet},
	{"pairs of 3 low bits", 2, func(rng shuffle.PRNG, t tally) (chiTest, bool) {
		return t.test(64, func() int { return int(8*(rng.Uint32()&7) + rng.Uint32()&7) })
	}},
	{"matches 2^k draws on", 1, matches},
	{"Float64 in 20 parts", 1, func(rng shuffle.PRNG, t tally) (chiTest, bool) {
		return t.test(20, func() int { return int(20 * rng.Float64()) })
	}},
	{"orders of 4 cards", 3, orderTest},
}

// tally is a number of counts to make, unless the meter stops them.
type tally struct {
	meter *trials.Meter
	times int
}

// tallyBlock is how many counts are made between two checks of the meter.
const tallyBlock = 1000

func (t tally) blocks() int { return (t.times + tallyBlock - 1) / tallyBlock }

// blocksOfTests is how many blocks all tests make.
func blocksOfTests(draws int) (blocks int) {
	for _, test := range generatorTests {
		blocks += tally{nil, draws / test.takes}.blocks()
	}
	return blocks
}

// each makes the counts, and reports whether it made them all.
func (t tally) each(count func()) (complete bool) {
	for left := t.times; left > 0; left -= tallyBlock {
		if !t.meter.Next() {
			return false
		}
		for range min(left, tallyBlock) {
			count()
		}
	}
	return true
}

// test counts cells and tests whether they are equally likely.
func (t tally) test(cells int, cell func() int) (c chiTest, complete bool) {
	counts := make([]int, cells)
	complete = t.each(func() { counts[cell()]++ })
	want := float64(t.times) / float64(cells)
	c.Freedom = cells - 1
	for _, n := range counts {
		d := float64(n) - want
		c.ChiSquare += d * d / want
	}
	return c, complete
}

// changes counts how often a coin falls on the other side than before: half the
// time. If the lowest bit of a generator alternates, it always does.
func changes(rng shuffle.PRNG, t tally) (chiTest, bool) {
	last := rng.IntN(2)
	t.times--
	return t.test(2, func() int {
		next := rng.IntN(2)
		changed := next ^ last
		last = next
		return changed
	})
}

// bitsSet counts how often each of 32 bits is set: half the time.
func bitsSet(rng shuffle.PRNG, t tally) (c chiTest, complete bool) {
	var set [32]int
	complete = t.each(func() {
		word := rng.Uint32()
		for i := range set {
			set[i] += int(word >> i & 1)
		}
	})
	c.Freedom = len(set)
	for _, n := range set {
		z := (float64(n) - float64(t.times)/2) / math.Sqrt(float64(t.times)/4)
		c.ChiSquare += z * z
	}
	return c, complete
}

// maxLag is the largest distance of words that are compared; the words kept take
// four megabytes.
const maxLag = 1 << 19

// matches compares each word of Uint32 with those drawn 1, 2, 4, 8 and so on
// draws earlier, up to half of all draws: half of the bits should be equal. A
// generator that counts modulo a power of two betrays itself: its bit j has the
// period 2^(j+1), and so always differs from that of 2^j draws before. The lowest
// bit of java.util.Random's nextInt() gives it away after 2^16 draws.
func matches(rng shuffle.PRNG, t tally) (c chiTest, complete bool) {
	var lags []int
	for lag := 1; lag <= maxLag && lag <= t.times/2; lag *= 2 {
		lags = append(lags, lag)
	}
	words := make([]uint32, 2*lags[len(lags)-1]) // the latest ones, a ring
	same, drawn := make([]int, len(lags)), 0
	complete = t.each(func() {
		word := rng.Uint32()
		for i, lag := range lags {
			if drawn >= lag {
				same[i] += bits.OnesCount32(^word ^ words[(drawn-lag)&(len(words)-1)])
			}
		}
		words[drawn&(len(words)-1)] = word
		drawn++
	})
	c.Freedom = len(lags)
	for i, n := range same {
		compared := 32 * float64(drawn-lags[i])
		z := (float64(n) - compared/2) / math.Sqrt(compared/4)
		c.ChiSquare += z * z
	}
	return c, complete
}

// orderTest shuffles four cards and counts the 24 orders.
func orderTest(rng shuffle.PRNG, t tally) (chiTest, bool) {
	var deck [4]int
	return t.test(24, func() int {
		deck = [4]int{0, 1, 2, 3}
		shuffle.FisherYates(deck[:], rng)
		// Three numbers determine the order: the first card, and the ranks of the
		// next two among those left.
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

// Stopped reports whether the tests were stopped early.
func (r *GeneratorReport) Stopped() bool { return len(r.Tests) < r.Asked }

// Verdict says in words whether the generator fails, and where it is worst.
func (r *GeneratorReport) Verdict() string {
	if len(r.Tests) == 0 {
		return "stopped before the first test was over"
	}
	worst := r.Tests[0]
	for _, t := range r.Tests {
		if t.P < worst.P {
			worst = t
		}
	}
	if !r.Fails() {
		return fmt.Sprintf("passes (%s, corrected for %s)", prose.PAtMost(r.P), prose.Plural(len(r.Tests), "test"))
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
	if r.Stopped() {
		lines[0] += fmt.Sprintf(", stopped after %d of %s", len(r.Tests), prose.Plural(r.Asked, "test"))
	}
	for _, t := range r.Tests {
		mark := ""
		if t.P*float64(len(r.Tests)) < failing {
			mark = "  FAILS"
		}
		lines = append(lines, fmt.Sprintf("%-20s  chi-square %12.1f of %2d  %s%s", t.Name, t.ChiSquare, t.Freedom, prose.P(t.P), mark))
	}
	return strings.Join(append(lines, verdict(r.Verdict())), "\n")
}
