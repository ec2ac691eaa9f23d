package shuffle

import (
	"crypto/rand"
	"encoding/binary"
)

// Crypto draws from the randomness that the operating system gathers. It has no
// seed, so no two runs are alike. It can still be rewound: after Mark it records
// its draws (eight bytes each), and Rewind plays them again. Rewind panics
// without a Mark. The zero value is ready to use.
type Crypto struct{ tape }

// CryptoRandom returns a generator of true random numbers.
func CryptoRandom() *Crypto {
	return new(Crypto)
}

// SetSeed panics: true randomness has no seed. A generator that can repeat itself is
// NewPRNG(seed), or one of the others.
func (c *Crypto) SetSeed(seed int64) {
	refuse("CryptoRandom.SetSeed", "true randomness has no seed, want a generator that has one, such as NewPRNG(%d)", seed)
}

// Name returns "crypto/rand".
func (c *Crypto) Name() string { return "crypto/rand" }

// String returns the name.
func (c *Crypto) String() string { return c.Name() }

// systemSource asks the system for many words at once, because each call costs as
// much as a hundred words.
type systemSource struct {
	buf  [512]byte
	left int // bytes not yet given out
}

func (s *systemSource) Uint64() uint64 {
	if s.left == 0 {
		rand.Read(s.buf[:]) // never fails: it ends the program instead
		s.left = len(s.buf)
	}
	at := len(s.buf) - s.left
	s.left -= 8
	return binary.LittleEndian.Uint64(s.buf[at:])
}
