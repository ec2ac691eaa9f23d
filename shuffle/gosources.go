package shuffle

import "math/rand/v2"

// PCG64 is the generator PCG-DXSM of Go's math/rand/v2: 128 bits of state,
// period 2^128. It draws what rand.New(rand.NewPCG(hi, lo)) draws.
//
// Source: Melissa O'Neill, "PCG: A family of simple fast space-efficient
// statistically good algorithms for random number generation", 2014,
// https://www.pcg-random.org/pdf/hmc-cs-2014-0905.pdf.
type PCG64 struct{ replay[rand.PCG] }

// PCG returns the generator with a seed of 128 bits in two halves.
func PCG(hi, lo uint64) *PCG64 {
	p := new(PCG64)
	p.SetSeed(hi, lo)
	return p
}

// SetSeed starts the generator anew, as Seed does in math/rand/v2: it draws what PCG(hi, lo)
// draws, and Rewind goes back to this seed.
func (p *PCG64) SetSeed(hi, lo uint64) {
	p.now = *rand.NewPCG(hi, lo)
	p.Mark()
}

// Uint64 draws 64 bits.
func (p *PCG64) Uint64() uint64 { return p.now.Uint64() }

// Uint32 draws 32 bits, the high half of a word.
func (p *PCG64) Uint32() uint32 { return uint32(p.now.Uint64() >> 32) }

// Float64 draws a multiple of 2^-53 in [0, 1).
func (p *PCG64) Float64() float64 { return unit(p.now.Uint64() << 11 >> 11) }

// IntN draws an int from 0 to n-1. It panics when n < 1.
func (p *PCG64) IntN(n int) int {
	checkSides("PCG.IntN", n)
	return int(bounded(&p.now, uint64(n)))
}

// Name returns "PCG-DXSM".
func (p *PCG64) Name() string { return "PCG-DXSM" }

// String returns the name.
func (p *PCG64) String() string { return p.Name() }

// ChaCha is the generator ChaCha8 of Go's math/rand/v2, a stream cipher with
// eight rounds: nobody knows how to find the key or the next draw from earlier
// ones. It draws what rand.New(rand.NewChaCha8(seed)) draws.
//
// Source: Daniel J. Bernstein, "ChaCha, a variant of Salsa20", 2008,
// https://cr.yp.to/chacha/chacha-20080128.pdf; https://c2sp.org/chacha8rand.
type ChaCha struct{ replay[rand.ChaCha8] }

// ChaCha8 returns the generator with a key of 32 bytes.
func ChaCha8(seed [32]byte) *ChaCha {
	c := new(ChaCha)
	c.SetSeed(seed)
	return c
}

// SetSeed starts the generator anew, as Seed does in math/rand/v2: it draws what
// ChaCha8(seed) draws, and Rewind goes back to this seed.
func (c *ChaCha) SetSeed(seed [32]byte) {
	c.now = *rand.NewChaCha8(seed)
	c.Mark()
}

// Uint64 draws 64 bits.
func (c *ChaCha) Uint64() uint64 { return c.now.Uint64() }

// Uint32 draws 32 bits, the high half of a word.
func (c *ChaCha) Uint32() uint32 { return uint32(c.now.Uint64() >> 32) }

// Float64 draws a multiple of 2^-53 in [0, 1).
func (c *ChaCha) Float64() float64 { return unit(c.now.Uint64() << 11 >> 11) }

// IntN draws an int from 0 to n-1. It panics when n < 1.
func (c *ChaCha) IntN(n int) int {
	checkSides("ChaCha8.IntN", n)
	return int(bounded(&c.now, uint64(n)))
}

// Name returns "ChaCha8".
func (c *ChaCha) Name() string { return "ChaCha8" }

// String returns the name.
func (c *ChaCha) String() string { return c.Name() }
