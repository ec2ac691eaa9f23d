package shuffle

import "riffle/shuffle/internal/void"

// FromSource makes a generator from anything that draws 64 bits, such as one you
// wrote yourself. It derives bounded draws and fractions as Go's math/rand/v2
// does. If src is a PRNG already, it is returned unchanged.
//
// After Mark it records the words of the source (eight bytes each), and Rewind
// plays them again, so the source needn't know how to. Rewind panics without a
// Mark. FromSource panics when src is nil.
func FromSource(src Source) PRNG {
	if void.Is(src) {
		refuse("FromSource", "the source is nil, want a value with a method Uint64() uint64")
	}
	if rng, ok := src.(PRNG); ok {
		return rng
	}
	return &sourced{tape{name: "FromSource", src: src}}
}

// sourced is a student's source as a PRNG.
type sourced struct{ tape }

// Name returns "FromSource".
func (s *sourced) Name() string { return s.name }

// String returns the name.
func (s *sourced) String() string { return s.name }

// tape makes all draws from a source whose state can't be copied, and records its
// words for Rewind. The zero value draws from the operating system, as
// CryptoRandom does.
type tape struct {
	name      string
	src       Source
	recording bool
	words     []uint64 // since Mark
	played    int      // of the words, since the last Rewind
}

// ready gives the zero value a source.
func (t *tape) ready() {
	if t.src == nil {
		t.name, t.src = "CryptoRandom", new(systemSource)
	}
}

// Uint64 draws 64 bits.
func (t *tape) Uint64() uint64 {
	t.ready()
	if t.played < len(t.words) {
		t.played++
		return t.words[t.played-1]
	}
	word := t.src.Uint64()
	if t.recording {
		t.words = append(t.words, word)
		t.played++
	}
	return word
}

// Uint32 draws 32 bits, the high half of a word.
func (t *tape) Uint32() uint32 { return uint32(t.Uint64() >> 32) }

// Float64 draws a multiple of 2^-53 in [0, 1).
func (t *tape) Float64() float64 { return unit(t.Uint64() << 11 >> 11) }

// IntN draws an int from 0 to n-1. It panics when n < 1.
func (t *tape) IntN(n int) int {
	t.ready()
	checkSides(t.name+".IntN", n)
	return int(bounded(t, uint64(n)))
}

// Mark remembers the place and starts recording.
func (t *tape) Mark() {
	t.words = append([]uint64(nil), t.words[t.played:]...)
	t.recording, t.played = true, 0
}

// Rewind goes back to the last Mark. It panics if there was none.
func (t *tape) Rewind() {
	t.ready()
	if !t.recording {
		refuse(t.name+".Rewind", "nothing was marked, and there is no seed to go back to: call Mark first")
	}
	t.played = 0
}
