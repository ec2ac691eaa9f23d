package shuffle

import (
	"encoding/binary"
	"math/bits"
)

// Xoshiro is xoshiro256++: 256 bits of state, period 2^256-1, under a nanosecond
// a word. It passes the known statistical tests, but keeps no secrets: four of
// its words give its state away. NewPRNG makes one; the zero value is NewPRNG(0).
//
// Source: David Blackman and Sebastiano Vigna, "Scrambled linear pseudorandom
// number generators", https://arxiv.org/abs/1805.01407, and
// https://prng.di.unimi.it/xoshiro256plusplus.c.
type Xoshiro struct {
	replay[xoshiroState]
	box *xoshiroBox // nil before the first Dice
}

// xoshiroBox is the buffer of one generator, made when it is needed: experiments make
// generators by the thousand, and most roll no dice into it.
type xoshiroBox struct {
	owner *Xoshiro // not its copies, which share the pointer
	batchBox
}

type xoshiroState struct{ s0, s1, s2, s3 uint64 }

// NewPRNG returns the generator to use for simulations: fast and of good quality.
// The same seed always gives the same draws. Without a seed it starts from 256
// random bits, or, after Seed, from the next reproducible stream.
func NewPRNG(seed ...int64) *Xoshiro {
	if len(seed) > 1 {
		refuse("NewPRNG", "%d seeds, want at most one", len(seed))
	}
	x := new(Xoshiro)
	if len(seed) == 1 {
		x.SetSeed(seed[0])
		return x
	}
	x.now = unlock(streams.key())
	x.Mark()
	return x
}

// SetSeed starts the generator anew: it draws what NewPRNG(seed) draws, and Rewind goes
// back to this seed.
func (x *Xoshiro) SetSeed(seed int64) {
	x.now = stretch(uint64(seed))
	x.Mark()
}

// XoshiroOf returns generator k of those that belong to the seed n: the one for
// block k of an experiment whose blocks run in parallel. It is to NewPRNG what
// StreamOf is to the generators of dealers: its 256 bits of state are the same
// hash of n and k. (Neighbouring seeds, n+k, would do for this generator but not
// for every one; a hash asks for no such care.)
func XoshiroOf(n int64, k uint64) *Xoshiro {
	x := new(Xoshiro)
	x.now = unlock(childKey(n, k))
	x.Mark()
	return x
}

// stretch fills the state from a 64-bit seed with SplitMix64, as the authors
// advise. Its outputs are distinct, so the state is never all zero.
func stretch(seed uint64) xoshiroState {
	return xoshiroState{splitMix(&seed), splitMix(&seed), splitMix(&seed), splitMix(&seed)}
}

// unlock takes the state from 256 random bits. The all-zero state, which never
// changes, is replaced.
func unlock(key [32]byte) xoshiroState {
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(key[8*i:]) }
	s := xoshiroState{word(0), word(1), word(2), word(3)}
	if s == (xoshiroState{}) {
		return stretch(0)
	}
	return s
}

// splitMix advances a SplitMix64 generator and returns its next word.
//
// Source: Guy Steele, Doug Lea and Christine Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014;
// https://prng.di.unimi.it/splitmix64.c.
func splitMix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// next returns the output of the state, and the state after it.
func (s xoshiroState) next() (uint64, xoshiroState) {
	out := bits.RotateLeft64(s.s0+s.s3, 23) + s.s0
	t := s.s1 << 17
	s.s2 ^= s.s0
	s.s3 ^= s.s1
	s.s1 ^= s.s2
	s.s0 ^= s.s3
	s.s2 ^= t
	s.s3 = bits.RotateLeft64(s.s3, 45)
	return out, s
}

// wake seeds the zero value, which would draw zeros only.
func (x *Xoshiro) wake() {
	if x.now == (xoshiroState{}) {
		x.now = stretch(0)
	}
}

// Uint64 draws 64 bits.
func (x *Xoshiro) Uint64() uint64 {
	x.wake()
	out, after := x.now.next()
	x.now = after
	return out
}

// Uint32 draws 32 bits, the high half of a word.
func (x *Xoshiro) Uint32() uint32 { return uint32(x.Uint64() >> 32) }

// Float64 draws a multiple of 2^-53 in [0, 1).
func (x *Xoshiro) Float64() float64 {
	x.wake() // and Uint64, written out for speed
	word, after := x.now.next()
	x.now = after
	return unit(word << 11 >> 11)
}

// IntN draws an int from 0 to n-1, as Go's math/rand/v2 does. It panics when
// n < 1.
func (x *Xoshiro) IntN(n int) int {
	checkSides("NewPRNG.IntN", n)
	// This is bounded, and Uint64, written out for speed.
	x.wake()
	word, after := x.now.next()
	x.now = after
	if n&(n-1) == 0 {
		return int(word) & (n - 1)
	}
	hi, lo := bits.Mul64(word, uint64(n))
	if lo < uint64(n) {
		hi = settle(x, uint64(n), hi, lo)
	}
	return int(hi)
}

// rolls rolls dice with n, n+1, … sides, each as IntN does.
func (x *Xoshiro) rolls(rolls []int, n int) {
	x.wake()
	state := x.now
	for i := range rolls {
		sides := uint64(n + i)
		var word uint64
		word, state = state.next()
		hi, lo := bits.Mul64(word, sides)
		switch {
		case sides&(sides-1) == 0:
			hi = word & (sides - 1)
		case lo < sides:
			for threshold := -sides % sides; lo < threshold; {
				word, state = state.next()
				hi, lo = bits.Mul64(word, sides)
			}
		}
		rolls[i] = int(hi)
	}
	x.now = state
}

// Name returns "xoshiro256++".
func (x *Xoshiro) Name() string { return "xoshiro256++" }

// String returns the name.
func (x *Xoshiro) String() string { return x.Name() }

// Dice rolls dice with n, n-1, … sides, four with one word where they are
// small enough: see Dicer.
func (x *Xoshiro) Dice(n, k int) []int {
	checkDice("NewPRNG.Dice", n, k)
	x.wake()
	box := x.ownBox()
	if n > fourSides {
		rolls := box.take(min(k, n-fourSides))
		for i := range rolls {
			rolls[i] = x.IntN(n - i)
		}
		return rolls
	}
	rolls := box.take(k)
	state := x.now
	words := box.words[:groups(len(rolls))]
	for i := range words {
		words[i], state = state.next()
	}
	x.now = state
	return box.fours(n, len(rolls), x)
}

// ownBox returns the generator's buffer.
func (x *Xoshiro) ownBox() *batchBox {
	if x.box == nil || x.box.owner != x {
		x.box = &xoshiroBox{owner: x}
	}
	return &x.box.batchBox
}

// Flips flips n coins with one word: see Flipper. It panics unless
// 1 <= n <= 64.
func (x *Xoshiro) Flips(n int) uint64 {
	checkRange("NewPRNG.Flips", "n", n, 1, 64)
	return x.Uint64() >> (64 - n)
}
