// Package seeded makes the package functions of math/rand and math/rand/v2 repeat once
// Seed has been called, as they do in a session: they draw from child stream 0 of the
// seed. New makes the generators; the functions are for programs that were cells.
package seeded

import (
	randv1 "math/rand"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"riffle/shuffle"
)

// Generators are both packages' views of one stream, safe for goroutines.
type Generators struct {
	V1 *randv1.Rand
	V2 *rand.Rand
}

// New makes the generators of a seed.
func New(seed int64) *Generators {
	src := &stream{src: shuffle.StreamOf(seed, 0)}
	return &Generators{randv1.New(src), rand.New(src)}
}

// Read is math/rand.Read. Unlike the library's generator, ours gives each call
// fresh words, which needs no lock of its own.
func (g *Generators) Read(p []byte) (int, error) {
	var word uint64
	for i := range p {
		if i%8 == 0 {
			word = g.V1.Uint64()
		}
		p[i] = byte(word >> (i % 8 * 8))
	}
	return len(p), nil
}

// stream is child stream 0, safe for goroutines as the package functions are.
type stream struct {
	mu  sync.Mutex
	src *shuffle.Stream
}

// Uint64 draws 64 bits.
func (s *stream) Uint64() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.src.Uint64()
}

// Int63 draws 63 bits, as math/rand asks for them.
func (s *stream) Int63() int64 { return int64(s.Uint64() >> 1) }

// Seed is not for math/rand to call: Seed of this package seeds.
func (s *stream) Seed(int64) {}

// now holds the generators of the program's seed, nil without one.
var now atomic.Pointer[Generators]

// Seed is shuffle.Seed, for math/rand too.
func Seed(n int64) {
	shuffle.Seed(n)
	now.Store(New(n))
}

// Unseed makes everything random again.
func Unseed() {
	shuffle.Unseed()
	now.Store(nil)
}

// library draws what the library's own functions draw.
type library struct{}

// Uint64 draws 64 bits.
func (library) Uint64() uint64 { return rand.Uint64() }

// Int63 draws 63 bits.
func (library) Int63() int64 { return rand.Int64() }

// Seed does nothing.
func (library) Seed(int64) {}

// V1 has the functions of math/rand as methods.
func V1() Rand {
	if g := now.Load(); g != nil {
		return Rand{g.V1, g}
	}
	return Rand{randv1.New(library{}), nil}
}

// Rand is a generator of math/rand.
type Rand struct {
	*randv1.Rand
	g *Generators
}

// Read fills p.
func (r Rand) Read(p []byte) (int, error) {
	if r.g != nil {
		return r.g.Read(p)
	}
	return randv1.Read(p)
}

// V2 has the functions of math/rand/v2 as methods, but for N.
func V2() *rand.Rand {
	if g := now.Load(); g != nil {
		return g.V2
	}
	return rand.New(library{})
}

// N is the function of math/rand/v2.
func N[Int interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(V2().Uint64N(uint64(n)))
}
