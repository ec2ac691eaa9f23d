package shuffle

import (
	"math/bits"
	"time"
)

// Borland is the generator of Turbo Pascal and Delphi, whose only state is the
// 32-bit variable RandSeed:
//
//	RandSeed ← (134775813·RandSeed + 1) mod 2^32
//	Random(n) = floor(RandSeed·n / 2^32)
//
// At most 2^32 decks can come up: too few even for all orders of 13 cards. The
// poker site that was broken in 1999 used it.
//
// Source: "How We Learned to Cheat at Online Poker", Arkin, Hill, Marks, Schmid,
// Walls and McGraw, Developer.com, 28 September 1999, figure 4.
type Borland struct {
	replay[borlandState]
}

type borlandState struct{ seed uint32 }

// BorlandRandom returns the generator with this RandSeed.
func BorlandRandom(randSeed uint32) *Borland {
	b := new(Borland)
	b.SetSeed(randSeed)
	return b
}

// SetSeed assigns to RandSeed: the generator draws what BorlandRandom(randSeed) draws, and
// Rewind goes back to this seed.
func (b *Borland) SetSeed(randSeed uint32) {
	b.now.seed = randSeed
	b.Mark()
}

// BorlandRandomize returns the generator of a program that calls Randomize at the
// time t: RandSeed is the number of milliseconds since midnight, one of
// 86,400,000.
func BorlandRandomize(t time.Time) *Borland {
	hour, minute, second := t.Clock()
	seconds := (hour*60+minute)*60 + second
	return BorlandRandom(uint32(seconds*1000 + t.Nanosecond()/1e6))
}

// RandSeed returns the state: the seed, or the last word drawn.
func (b *Borland) RandSeed() uint32 { return b.now.seed }

// Uint32 draws the next RandSeed.
func (b *Borland) Uint32() uint32 {
	b.now.seed = 134775813*b.now.seed + 1
	return b.now.seed
}

// Uint64 draws two words, the higher one first.
func (b *Borland) Uint64() uint64 {
	high := uint64(b.Uint32()) << 32
	return high | uint64(b.Uint32())
}

// Float64 draws a multiple of 2^-32 in [0, 1), as Random without argument does.
func (b *Borland) Float64() float64 { return float64(b.Uint32()) / (1 << 32) }

// IntN draws an int from 0 to n-1, as Random(n) does. Beyond 2^32, which the
// original can't take, it does the same with 64 bits. It panics when n < 1.
func (b *Borland) IntN(n int) int {
	checkSides("BorlandRandom.IntN", n)
	if uint64(n) <= 1<<32 {
		return int(uint64(b.Uint32()) * uint64(n) >> 32)
	}
	high, _ := bits.Mul64(b.Uint64(), uint64(n))
	return int(high)
}

// Name returns "Borland Random".
func (b *Borland) Name() string { return "Borland Random" }

// String returns the name.
func (b *Borland) String() string { return b.Name() }
