package shuffle

import (
	"fmt"
	"math/bits"
)

// Congruential is a linear congruential generator with any constants:
//
//	s ← (a·s + c) mod m
//
// Its draws are the states themselves, from 0 to m-1, so it shows what better
// generators hide: short periods, low bits that alternate, and points that lie on
// few lines. The zero value draws 0 only.
//
// Source: D. H. Lehmer, "Mathematical methods in large-scale computing units",
// 1949; Knuth, The Art of Computer Programming 2, section 3.2.1.
type Congruential struct {
	replay[lcgState]
	a, c, m      uint64
	aModM, cModM uint64
	word         bool // m is 2^64, which no uint64 is
	fromSeed     bool // the seed is the first draw
}

type lcgState struct {
	s       uint64
	waiting bool // s is still to be drawn
}

// LCG returns the generator s ← (a·s + c) mod m that starts with s = seed. The
// first draw is the state after the seed. It panics when m is 0.
func LCG(a, c, m, seed uint64) *Congruential {
	if m == 0 {
		refuse("LCG", "m = 0, want at least 1")
	}
	g := &Congruential{a: a, c: c, m: m, aModM: a % m, cModM: c % m}
	g.SetSeed(seed)
	return g
}

// LCG64 returns the generator s ← (a·s + c) mod 2^64 that starts with s = seed: the modulus
// that machine words have by themselves. By the theorem of Hull and Dobell its period is
// 2^64 if c is odd and a-1 a multiple of 4. Knuth's MMIX has
// LCG64(6364136223846793005, 1442695040888963407, seed).
func LCG64(a, c, seed uint64) *Congruential {
	g := &Congruential{a: a, c: c, word: true}
	g.SetSeed(seed)
	return g
}

// FromSeed returns a generator with the same constants and state whose first draw is that
// state, s0, and not the one after it. From LCG(13, 5, 16, 0).FromSeed() come 0, 5, 6, 3, …
// where LCG(13, 5, 16, 0) draws 5, 6, 3, … A seed of m or more is drawn modulo m.
func (g *Congruential) FromSeed() *Congruential {
	f := *g
	f.fromSeed = true
	f.SetSeed(g.now.s)
	return &f
}

// SetSeed starts the generator anew with s = seed: with the first draw after it or, of one
// that FromSeed has made, with the seed itself. Rewind goes back to this seed.
func (g *Congruential) SetSeed(seed uint64) {
	g.now = lcgState{seed, g.fromSeed}
	if g.fromSeed && g.m > 0 {
		g.now.s %= g.m
	}
	g.Mark()
}

// Uint64 draws the next state as it is: a number from 0 to m-1.
//
// With a and c below m and any 64-bit s, a·s + c < m·2^64, so that the
// quotient of the division by m fits 64 bits.
func (g *Congruential) Uint64() uint64 {
	switch {
	case g.now.waiting:
		g.now.waiting = false
		return g.now.s
	case g.word:
		g.now.s = g.a*g.now.s + g.c
		return g.now.s
	case g.m == 0:
		return 0 // the zero value has one state
	}
	hi, lo := bits.Mul64(g.aModM, g.now.s)
	lo, carry := bits.Add64(lo, g.cModM, 0)
	_, g.now.s = bits.Div64(hi+carry, lo, g.m)
	return g.now.s
}

// Uint32 draws the lowest 32 bits of the next state.
func (g *Congruential) Uint32() uint32 { return uint32(g.Uint64()) }

// Float64 draws s/m, the next state on the scale from 0 to 1.
func (g *Congruential) Float64() float64 {
	const belowOne = 1 - 1.0/(1<<53)
	m := float64(max(g.m, 1))
	if g.word {
		m = 1 << 64
	}
	return min(float64(g.Uint64())/m, belowOne)
}

// IntN draws s mod n, where s is the next state. If n doesn't divide m, some
// values are likelier than others, and if n > m some never come up. IntN panics
// when n < 1.
func (g *Congruential) IntN(n int) int {
	checkSides("LCG.IntN", n)
	return int(g.Uint64() % uint64(n))
}

// Name returns the constants, as in "LCG(a=13, c=5, m=16)".
func (g *Congruential) Name() string {
	if g.word {
		return fmt.Sprintf("LCG(a=%d, c=%d, m=2^64)", g.a, g.c)
	}
	return fmt.Sprintf("LCG(a=%d, c=%d, m=%d)", g.a, g.c, g.m)
}

// String returns the name.
func (g *Congruential) String() string { return g.Name() }
