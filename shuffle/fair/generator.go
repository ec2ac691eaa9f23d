package fair

import (
	"fmt"
	"math"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/void"
	"riffle/shuffle/trials"
)

// GeneratorReport is what tests found in a generator.
type GeneratorReport struct {
	// Generator is its name.
	Generator string
	// Generators is how many of its kind were tested, each with another seed.
	Generators int
	// Draws is how many numbers each test drew from each of them.
	Draws int
	// Tests are the tests that were made, out of Asked.
	Tests []GeneratorTest
	Asked int
	// Bits is how many bits of Uint32 the generator has, up to the highest that isn't always
	// or nearly always clear: 32, or fewer if its range is smaller. The tests of bits are of
	// these.
	Bits int
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

// Fails reports whether the tests prove that the generator isn't random: P is below one in a
// million.
func (r *GeneratorReport) Fails() bool { return proof.Shown(r.P) }

// minDraws is the least number of draws; fewer leave cells nearly empty.
const minDraws = 1000

// TestGenerator draws numbers from a generator and tests, in the ways that a
// shuffle depends on, whether they look random: single draws, pairs and triples,
// the alternation of heads and tails, bits and their repetition, fractions, and
// shuffled decks. Passing means little, as these are simple tests. Failing means
// much: a good generator fails once in 100,000 times at most.
//
// More draws find more. A thousand are enough for LCG with a power of two as its
// modulus, and for Borland's generator, whose lowest bits alternate even though
// its IntN hides them. Java's generator passes with 100,000 draws and fails with
// a million: its lowest bits repeat as well, but 2^16 times more slowly. The
// Mersenne Twister, PCG, ChaCha8 and xoshiro pass with any number.
//
// A generator with a smaller range than that of Uint32, such as one of 31 bits, isn't
// failed for that: the report names the range (Bits), and its bits are tested.
//
// When it is stopped, it keeps the tests it has finished. It panics when rng is
// nil and unless 1000 <= draws <= 1,000,000,000.
func TestGenerator(rng shuffle.PRNG, draws int) *GeneratorReport {
	const call = "fair.TestGenerator"
	if void.Is(rng) {
		arg.Refuse(call, "the generator is nil, want one such as NewPRNG()")
	}
	arg.Range(call, "draws", draws, minDraws, 1_000_000_000)
	counts := make([]int, countsOfTests)
	m := trials.Begin("blocks of 1,000 draws", blocksOfTests(draws))
	defer m.End()
	made := countAll(rng, draws, counts, m.Next)
	return newGeneratorReport(rng.Name(), 1, draws, counts, made)
}

// newGeneratorReport tests what the first of the tests have counted.
func newGeneratorReport(name string, generators, draws int, counts []int, made int) *GeneratorReport {
	r := &GeneratorReport{Generator: name, Generators: generators, Draws: draws, Asked: len(generatorTests), Bits: rangeOf(counts, made), P: 1}
	for _, test := range generatorTests[:made] {
		own := counts[:test.size]
		if test.within != nil {
			own = test.within(own, r.Bits)
		}
		c := test.chi(own)
		counts = counts[test.size:]
		upper := c.tail()
		t := GeneratorTest{test.name, c.ChiSquare, c.Freedom, math.Min(1, 2*math.Min(upper, 1-upper))}
		r.Tests = append(r.Tests, t)
		r.P = math.Min(r.P, t.P)
	}
	r.P = math.Min(1, r.P*float64(len(r.Tests)))
	return r
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
	if proof.Suspected(r.P) {
		return fmt.Sprintf("suspicious: %s aren't as expected (%s, corrected for %s): more draws tell", worst.Name, prose.PAtMost(r.P), prose.Plural(len(r.Tests), "test"))
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

// Summary says in a sentence what was tested.
func (r *GeneratorReport) Summary() []string {
	s := fmt.Sprintf("%s, %s draws a test", r.Generator, prose.Int(r.Draws))
	if r.Generators > 1 {
		s = fmt.Sprintf("%s of %s, %s draws a test each", prose.Plural(r.Generators, "generator"), r.Generator, prose.Int(r.Draws))
	}
	if r.Stopped() {
		s += fmt.Sprintf(", stopped after %d of %s", len(r.Tests), prose.Plural(r.Asked, "test"))
	}
	if r.Bits < 32 {
		return []string{s, fmt.Sprintf("Uint32 gives %d of 32 bits: the tests of bits are of these.", r.Bits)}
	}
	return []string{s}
}

// String lists the tests, with the verdict, in lines of at most 80 columns.
func (r *GeneratorReport) String() string {
	lines := r.Summary()
	for _, t := range r.Tests {
		mark := ""
		if proof.Shown(t.P * float64(len(r.Tests))) {
			mark = "  FAILS"
		}
		lines = append(lines, fmt.Sprintf("%-20s  chi-square %12.1f of %2d  %s%s", t.Name, t.ChiSquare, t.Freedom, prose.P(t.P), mark))
	}
	return strings.Join(append(lines, verdict(r.Verdict())), "\n")
}
