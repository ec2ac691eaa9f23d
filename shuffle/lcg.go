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
}

type lcgState struct{ s uint64 }

// LCG returns the generator s ← (a·s + c) mod m that starts with s = seed. The
// first draw is the state after the seed. It panics when m is 0.
func LCG(a, c, m, seed uint64) *Congruential {
	if m == 0 {
		refuse("LCG", "m = 0, want at least 1")
	}
	g := &Congruential{a: a, c: c, m: m, aModM: a % m, cModM: c % m}
	g.now.s = seed
	g.Mark()
	return g
}

// Uint64 draws the next state as it is: a number from 0 to m-1.
//
// With a and c below m and any 64-bit s, a·s + c < m·2^64, so that the
// quotient of the division by m fits 64 bits.
func (g *Congruential) Uint64() uint64 {
	if g.m == 0 {
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
	s := g.Uint64()
	return min(float64(s)/float64(max(g.m, 1)), belowOne)
}

// IntN draws s mod n, where s is the next state. If n doesn't divide m, some
// values are likelier than others, and if n > m some never come up. IntN panics
// when n < 1.
func (g *Congruential) IntN(n int) int {
	checkSides("LCG.IntN", n)
	return int(g.Uint64() % uint64(n))
}

// Name returns the constants, as in "LCG(a=13, c=5, m=16)".
func (g *Congruential) Name() string { return fmt.Sprintf("LCG(a=%d, c=%d, m=%d)", g.a, g.c, g.m) }

// String returns the name.
func (g *Congruential) String() string { return g.Name() }
