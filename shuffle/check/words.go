package check

import (
	"fmt"
	"math"
	"math/bits"

	"riffle/shuffle"
)

// fewBits are the bits that matter in the words that a function draws, one mask for
// each kind of word.
type fewBits struct{ uint32, uint64, float64 uint64 }

func (f fewBits) most() int { return max(count(f.uint32), count(f.uint64), count(f.float64)) }

func count(mask uint64) int { return bits.OnesCount64(mask) }

// deposit spreads the lowest bits of value over the bits of a mask.
func deposit(value, mask uint64) (word uint64) {
	for ; mask != 0; mask &= mask - 1 {
		if value&1 == 1 {
			word |= mask & -mask
		}
		value >>= 1
	}
	return word
}

const (
	// fewest is the most bits that are few: all their values can be tried.
	fewest = 10
	// patientDraws is the most draws of a call that is sampled.
	patientDraws = 1_000_000
	// pairs is how often in a row the other bits must not have mattered.
	pairs = 20_000
)

// blinkers is a generator that takes one word for each draw, whichever it is, and
// clears the bits outside of its masks. So two of the same seed give the same draws,
// but for those bits.
type blinkers struct {
	source *shuffle.Xoshiro
	few    fewBits
	draws  int
	// bits is the logarithm, to base 2, of how many sequences of draws there are like
	// those made: the product of the numbers of values of each.
	bits float64
}

// all are the masks that clear nothing.
var all = fewBits{math.MaxUint32, math.MaxUint64, 1<<53 - 1}

func newBlinkers(seed int64, stream uint64, few fewBits) *blinkers {
	return &blinkers{source: shuffle.XoshiroOf(seed, stream), few: few}
}

func (b *blinkers) word(bits float64) uint64 {
	b.bits += bits
	if b.draws++; b.draws > patientDraws {
		panic(halt{})
	}
	return b.source.Uint64()
}

// IntN multiplies, which is off by at most n/2^64.
func (b *blinkers) IntN(n int) int {
	if n < 1 {
		panic(&shuffle.ArgError{Call: "IntN", Problem: fmt.Sprintf("n = %d, want at least 1", n)})
	}
	hi, _ := bits.Mul64(b.word(math.Log2(float64(n))), uint64(n))
	return int(hi)
}

// Uint32 draws 32 bits.
func (b *blinkers) Uint32() uint32 { return uint32(b.word(32) & b.few.uint32) }

// Uint64 draws 64 bits.
func (b *blinkers) Uint64() uint64 { return b.word(64) & b.few.uint64 }

// Float64 draws a real.
func (b *blinkers) Float64() float64 { return math.Ldexp(float64(b.word(53)&b.few.float64), -53) }

// Name says which generator it is.
func (b *blinkers) Name() string { return "xoshiro256++" }

// Mark remembers the place.
func (b *blinkers) Mark() { b.source.Mark() }

// Rewind goes back to it.
func (b *blinkers) Rewind() { b.source.Rewind() }

// seed is that of all samples: an answer gets the same verdict each time.
const seed = 20_020_322

// findFew finds the bits that matter in the words of a function, if they are few.
//
// It compares an outcome g(w), for random words w, with g(w & S), for the bits S found
// so far. If they differ, S lacks a bit: of those that turn the one into the other,
// bit by bit, the first that changes the outcome. When the outcomes are equal r
// times in a row, they differ with probability d at most, where (1-d)^r is the level:
// otherwise that wouldn't have happened. So g(w) and g(w & S) have the same
// distribution, but for d. The second is known exactly, as all values of S can be
// tried.
func (e *experiment) findFew(level float64) (few fewBits, d float64, found bool) {
	// The search may end in each of the runs between two bits, so each takes its
	// share of the level.
	d = -math.Expm1(math.Log(level/(3*fewest+1)) / pairs)
	for run, stream := 0, uint64(0); run < pairs; run, stream = run+1, stream+1 {
		want := e.outcome(newBlinkers(seed, stream, all))
		if same(e.outcome(newBlinkers(seed, stream, few)), want) {
			continue
		}
		grown := e.grow(few, stream)
		if grown == few || grown.most() > fewest {
			return few, d, false
		}
		few, run = grown, -1
	}
	return few, d, true
}

// grow adds the bit that changes the outcome.
func (e *experiment) grow(few fewBits, stream uint64) fewBits {
	before := e.outcome(newBlinkers(seed, stream, few))
	wide := few
	for i := 63; i >= 0; i-- {
		bit := uint64(1) << i
		for _, m := range []struct{ wide, few, all *uint64 }{
			{&wide.uint32, &few.uint32, &all.uint32}, {&wide.uint64, &few.uint64, &all.uint64}, {&wide.float64, &few.float64, &all.float64},
		} {
			if *m.wide&bit != 0 || *m.all&bit == 0 {
				continue
			}
			*m.wide |= bit
			if !same(e.outcome(newBlinkers(seed, stream, wide)), before) {
				*m.few |= bit
				return few
			}
		}
	}
	return few
}
