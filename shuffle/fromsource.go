package shuffle

import "riffle/shuffle/internal/void"

// FromSource makes a generator of anything that draws 64 bits, such as one you
// wrote yourself. It derives bounded draws and fractions as Go's math/rand/v2
// does. A src that is a PRNG already is returned as it is.
//
// From Mark on it records the words of the source (eight bytes each), and after
// Rewind plays them again, so that the source need not know how to. Rewind
// panics when nothing was marked. FromSource panics when src is nil.
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

// tape makes all draws from a source whose state can't be copied, and records
// its words for Rewind. The zero value plays what the operating system gathers,
// as CryptoRandom does.
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

// Mark remembers the place, and begins to record.
func (t *tape) Mark() {
	t.words = append([]uint64(nil), t.words[t.played:]...)
	t.recording, t.played = true, 0
}

// Rewind goes back to the place of the last Mark. It panics when nothing was
// marked.
func (t *tape) Rewind() {
	t.ready()
	if !t.recording {
		refuse(t.name+".Rewind", "nothing was marked, and there is no seed to go back to: call Mark first")
	}
	t.played = 0
}
