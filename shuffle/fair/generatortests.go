package fair

import (
	"math"
	"math/bits"
	"slices"

	"riffle/shuffle"
)

// generatorTest counts something in the draws of a generator, and knows what to expect.
// What it counts of several generators can be added up.
type generatorTest struct {
	name string
	// takes is how many draws a count takes.
	takes int
	// size is how many counters there are. They are of no use unless count was complete.
	size  int
	count func(rng shuffle.PRNG, t tally, counts []int) (complete bool)
	// chi tests whether the counts are those of true randomness.
	chi func(counts []int) chiTest
	// within are the counts of the low bits of Uint32, without those above that are never
	// set; nil for a test that doesn't count bits.
	within func(counts []int, bits int) []int
}

// generatorTests are the tests, in the order of the report.
var generatorTests = []generatorTest{
	cellTest("rolls of IntN(6)", 1, 6, func(rng shuffle.PRNG) int { return rng.IntN(6) }),
	cellTest("draws of IntN(52)", 1, 52, func(rng shuffle.PRNG) int { return rng.IntN(52) }),
	cellTest("pairs of IntN(8)", 2, 64, func(rng shuffle.PRNG) int { return 8*rng.IntN(8) + rng.IntN(8) }),
	cellTest("triples of IntN(3)", 3, 27, func(rng shuffle.PRNG) int { return 9*rng.IntN(3) + 3*rng.IntN(3) + rng.IntN(3) }),
	{"changes of IntN(2)", 1, 2, changes, evenly, nil},
	{bitsTest, 1, 2 * 32, bitsSet, asCoins, func(counts []int, bits int) []int { return counts[:2*bits] }},
	cellTest("pairs of 3 low bits", 2, 64, func(rng shuffle.PRNG) int { return int(8*(rng.Uint32()&7) + rng.Uint32()&7) }),
	{"matches 2^k draws on", 1, 2 * lags, matches, asCoins, matchesWithin},
	cellTest("Float64 in 20 parts", 1, 20, func(rng shuffle.PRNG) int { return int(20 * rng.Float64()) }),
	cellTest("orders of 4 cards", 3, 24, orderOf4),
}

// bitsTest is the name of the test that counts each bit by itself.
const bitsTest = "bits of Uint32"

// rangeOf is the number of bits of Uint32 that a generator has: those up to the highest
// that is set in three of eight numbers at least. The others say nothing about its
// randomness, but that its range is smaller. It is 32 if the first tests, of which these
// are the counts, don't tell.
func rangeOf(counts []int, made int) int {
	for _, test := range generatorTests[:made] {
		if test.name == bitsTest {
			bits := 32
			for ; bits > 1; bits-- {
				if set, clear := counts[2*(bits-1)], counts[2*bits-1]; 8*set >= 3*(set+clear) {
					break
				}
			}
			return bits
		}
		counts = counts[test.size:]
	}
	return 32
}

// countsOfTests is how many counters all tests have.
var countsOfTests = func() (n int) {
	for _, test := range generatorTests {
		n += test.size
	}
	return n
}()

// countAll makes the tests of one generator, one after the other, until next reports
// that it must stop. It returns how many it has finished.
func countAll(rng shuffle.PRNG, draws int, counts []int, next func() bool) (made int) {
	for _, test := range generatorTests {
		if !test.count(rng, tally{next, draws / test.takes}, counts[:test.size]) {
			break
		}
		counts = counts[test.size:]
		made++
	}
	return made
}

// tally is a number of counts to make, as long as next allows.
type tally struct {
	next  func() bool
	times int
}

// tallyBlock is how many counts are made between two calls of next.
const tallyBlock = 1000

// blocksOfTests is how many blocks all tests make.
func blocksOfTests(draws int) (blocks int) {
	for _, test := range generatorTests {
		blocks += (draws/test.takes + tallyBlock - 1) / tallyBlock
	}
	return blocks
}

// each makes the counts, and reports whether it made them all.
func (t tally) each(count func()) (complete bool) {
	for left := t.times; left > 0; left -= tallyBlock {
		if !t.next() {
			return false
		}
		for range min(left, tallyBlock) {
			count()
		}
	}
	return true
}

// cellTest counts into cells that are equally likely.
func cellTest(name string, takes, cells int, cell func(rng shuffle.PRNG) int) generatorTest {
	return generatorTest{name, takes, cells, func(rng shuffle.PRNG, t tally, counts []int) bool {
		return t.each(func() { counts[cell(rng)]++ })
	}, evenly, nil}
}

// evenly tests whether cells are equally likely.
func evenly(counts []int) (c chiTest) {
	total := 0
	for _, n := range counts {
		total += n
	}
	want := float64(total) / float64(len(counts))
	c.Freedom = len(counts) - 1
	for _, n := range counts {
		d := float64(n) - want
		c.ChiSquare += d * d / want
	}
	return c
}

// asCoins tests whether coins are fair. Of each there are two counters, of heads and of
// tails; coins that weren't flipped don't count.
func asCoins(counts []int) (c chiTest) {
	for coin := range slices.Chunk(counts, 2) {
		flips := float64(coin[0] + coin[1])
		if flips == 0 {
			continue
		}
		c.Freedom++
		z := (float64(coin[0]) - flips/2) / math.Sqrt(flips/4)
		c.ChiSquare += z * z
	}
	return c
}

// changes counts how often a coin falls on the other side than before: half the
// time. If the lowest bit of a generator alternates, it always does.
func changes(rng shuffle.PRNG, t tally, counts []int) (complete bool) {
	last := rng.IntN(2)
	t.times--
	return t.each(func() {
		next := rng.IntN(2)
		counts[next^last]++
		last = next
	})
}

// bitsSet counts how often each of 32 bits is set: half the time.
func bitsSet(rng shuffle.PRNG, t tally, counts []int) (complete bool) {
	var set [32]int
	complete = t.each(func() {
		word := rng.Uint32()
		for i := range set {
			set[i] += int(word >> i & 1)
		}
	})
	flipped(counts, set[:], func(int) int { return t.times })
	return complete
}

// flipped adds coins to the counters that asCoins tests: how often each showed heads, in
// how many flips.
func flipped(counts, heads []int, flips func(coin int) int) {
	for i, n := range heads {
		counts[2*i] += n
		counts[2*i+1] += flips(i) - n
	}
}

// lags is how many distances of words are compared, from 1 to 2^19; the words kept take
// four megabytes.
const lags = 20

// matches compares each word of Uint32 with those drawn 1, 2, 4, 8 and so on
// draws earlier, up to half of all draws: half of the bits should be equal. A
// generator that counts modulo a power of two betrays itself: its bit j has the
// period 2^(j+1), and so always differs from that of 2^j draws before. The lowest
// bit of java.util.Random's nextInt() gives it away after 2^16 draws.
func matches(rng shuffle.PRNG, t tally, counts []int) (complete bool) {
	used := min(lags, bits.Len(uint(t.times/2))) // those up to half of all draws
	words := make([]uint32, 1<<used)             // the latest ones, a ring
	same, drawn := make([]int, used), 0
	complete = t.each(func() {
		word := rng.Uint32()
		for i := 0; i < used && drawn >= 1<<i; i++ {
			same[i] += bits.OnesCount32(^word ^ words[(drawn-1<<i)&(len(words)-1)])
		}
		words[drawn&(len(words)-1)] = word
		drawn++
	})
	flipped(counts, same, func(i int) int { return 32 * (drawn - 1<<i) })
	return complete
}

// matchesWithin leaves out the bits that are hardly ever set, and so match.
func matchesWithin(counts []int, bits int) []int {
	within := slices.Clone(counts)
	for i := 0; i < len(counts); i += 2 {
		pairs := (counts[i] + counts[i+1]) / 32
		within[i] -= (32 - bits) * pairs
	}
	return within
}

// orderOf4 shuffles four cards and returns which of the 24 orders came up.
func orderOf4(rng shuffle.PRNG) int {
	deck := [4]int{0, 1, 2, 3}
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
}
