package crack

import (
	"fmt"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// The words x of MT19937 obey x[k+624] = x[k+397] xor twist(x[k], x[k+1]), where
// twist takes the highest bit of the first and the 31 others of the second.
const (
	mtSize  = 624
	mtShift = 397
	mtHigh  = 1 << 31
	mtMix   = 0x9908b0df
)

// MTState is the state of the Mersenne Twister MT19937, recovered from outputs.
type MTState struct {
	// Words are the 624 words of state behind the last 624 outputs.
	Words [mtSize]uint32
}

// MT recovers the state of MT19937 from 624 or more successive outputs of 32
// bits. An output is a tempered word of the state: its bits are exclusive-ored
// with others of the same word, which can be undone. Any 624 words are a state,
// except for zeros; outputs beyond the first 624 serve to check that they come
// from one generator. It returns an error when there are fewer, and ErrNoSeed
// when they don't belong together.
//
//	rng := shuffle.MT19937(2010)
//	…
//	state, err := crack.MT(outputs)
//	state.Generator().Uint32() // the next output
func MT(outputs []uint32) (*MTState, error) {
	const call = "crack.MT"
	if len(outputs) < mtSize {
		return nil, refused(call, "%s, want at least %d in a row", prose.Plural(len(outputs), "output"), mtSize)
	}
	words := make([]uint32, len(outputs))
	for i, y := range outputs {
		words[i] = untemper(y)
	}
	for k := 0; k+mtSize < len(words); k++ {
		if words[k+mtSize] != words[k+mtShift]^twist(words[k], words[k+1]) {
			return nil, fmt.Errorf("%s: %w: output %d doesn't follow from those before; check that none is missing", call, ErrNoSeed, k+mtSize+1)
		}
	}
	state := &MTState{Words: [mtSize]uint32(words[len(words)-mtSize:])}
	if state.stuck() {
		return nil, fmt.Errorf("%s: %w: after these outputs come zeros only, and no seed leads there; check what was seen", call, ErrNoSeed)
	}
	return state, nil
}

// stuck reports whether this is the state that never changes: all zeros, except
// for bits of the first word that don't matter.
func (s *MTState) stuck() bool {
	return s.Words[0]&mtHigh == 0 && !slices.ContainsFunc(s.Words[1:], func(w uint32) bool { return w != 0 })
}

// Generator returns the generator that continues the outputs. It panics when no
// seed gives these words, as in the zero value.
//
// It is seeded with a key that makes the state. Seeding sets the highest bit of
// the first word, so it starts at an earlier word that has this bit, and skips
// the outputs up to the state.
func (s *MTState) Generator() *shuffle.Twister {
	if s.stuck() {
		arg.Refuse("MTState.Generator", "the words are zeros, want those that MT found")
	}
	words, back := backward(s.Words)
	rng := shuffle.MT19937(keyFor(words)...)
	for range back {
		rng.Uint32()
	}
	rng.Mark()
	return rng
}

// String shows the first words of the state and the next outputs.
func (s *MTState) String() string {
	rng := s.Generator()
	return fmt.Sprintf("state of MT19937, %d words: %d, %d, %d, …\nnext outputs: %d, %d, %d, …",
		mtSize, s.Words[0], s.Words[1], s.Words[2], rng.Uint32(), rng.Uint32(), rng.Uint32())
}

func twist(high, low uint32) uint32 {
	y := high&mtHigh | low&^mtHigh
	return y>>1 ^ -(y&1)&mtMix
}

// untwist undoes twist. The shift clears the highest bit, and mtMix sets it, so
// it shows whether the lowest bit was 1.
func untwist(t uint32) uint32 {
	odd := t >> 31
	return (t^-odd&mtMix)<<1 | odd
}

func temper(y uint32) uint32 {
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// untemper undoes temper, the last step first. A step is 1 + N, where N shifts by s
// bits and masks them, and + is exclusive or. Its inverse is 1 + N + N² + …, which
// ends where nothing is left of 32 bits, and so
//
//	(1 + N)(1 + N²)(1 + N⁴)…
//
// where N² shifts by 2s bits. Those of two steps are zero.
func untemper(y uint32) uint32 {
	const (
		mask  = 0x9d2c5680
		mask2 = mask & (mask << 7)
		mask4 = mask2 & (mask2 << 14)
	)
	y ^= y >> 18
	y ^= y << 15 & 0xefc60000
	y ^= y << 7 & mask
	y ^= y << 14 & mask2
	y ^= y << 28 & mask4
	y ^= y >> 11
	return y ^ y>>22
}

// backward returns the 624 words that start back words earlier in the sequence,
// with the least back for which the first word has its highest bit set. (Its
// other bits don't matter.)
func backward(words [mtSize]uint32) (earlier [mtSize]uint32, back int) {
	x := words[:]
	for x[0]&mtHigh == 0 {
		// x[-1+624] = x[-1+397] xor twist(x[-1], x[0]) gives the highest bit of
		// x[-1]; the other bits of x[-1] follow in the next round, with the
		// highest bit of x[-2].
		y := untwist(x[mtSize-1] ^ x[mtShift-1])
		x[0] = x[0]&mtHigh | y&^mtHigh
		x = append([]uint32{y & mtHigh}, x[:mtSize-1]...)
		back++
	}
	return [mtSize]uint32(x), back
}

const (
	mtBase = 19650218   // the seed of init_by_array
	mtStir = 1664525    // of its first pass, which adds the key
	mtLast = 1566083941 // of its second
)

// keyFor returns a key with which init_by_array makes the state, whose first word
// must have only the highest bit set, as far as it matters. Each of its steps
//
//	x[i] ← (x[i] xor f(x[i-1])·m) + key[j] + j    in the first pass
//	x[i] ← (x[i] xor f(x[i-1])·m) - i             in the second
//
// changes one word by a known amount, so the second pass can be undone from its
// last step back, and the key chosen so that the first pass leads there. With as
// many words in the key as in the state, each word of state gets one, and x[1]
// gets two.
func keyFor(state [mtSize]uint32) []uint32 {
	x := unstirred(state)
	z := grown(mtBase)
	key := make([]uint32, mtSize)
	// key[0] stays 0, and the first value of x[1] follows.
	before := z[1] ^ stir(z[0])*mtStir
	first := before
	for i := 2; i < mtSize; i++ {
		key[i-1] = x[i] - (z[i] ^ stir(before)*mtStir) - uint32(i-1)
		before = x[i]
	}
	key[mtSize-1] = x[1] - (first ^ stir(before)*mtStir) - (mtSize - 1)
	return key
}

// unstirred undoes the second pass of init_by_array. That pass starts with x[2]
// and ends with x[1], whose predecessor is by then a copy of the last word.
func unstirred(x [mtSize]uint32) [mtSize]uint32 {
	x[1] = (x[1] + 1) ^ stir(x[mtSize-1])*mtLast
	for i := mtSize - 1; i > 2; i-- {
		x[i] = (x[i] + uint32(i)) ^ stir(x[i-1])*mtLast
	}
	x[2] = (x[2] + 2) ^ stir(x[1])*mtLast
	return x
}

func stir(x uint32) uint32 { return x ^ x>>30 }

// grow is a step of init_genrand, which makes word i from the one before.
func grow(x, i uint32) uint32 { return 1812433253*stir(x) + i }

// grown fills a state from one word: init_genrand.
func grown(seed uint32) (x [mtSize]uint32) {
	x[0] = seed
	for i := uint32(1); i < mtSize; i++ {
		x[i] = grow(x[i-1], i)
	}
	return x
}

// MTSeeds is the result of a search for the 32-bit seed of MT19937.
type MTSeeds struct {
	// Seeds are the seeds that fit, in order.
	Seeds []uint32
	// Window is what was searched. Tried is how many of its seeds were tried:
	// all, unless the search was stopped.
	Window Window
	Tried  int64
}

// MTSeed finds the seeds of init_genrand with which MT19937 draws these outputs
// first. One output leaves about one of the 2^32 seeds, two leave the right one.
//
// Trying a seed means making 397 words of state, each from the one before; the
// first two and the last show in the first output. It takes about a tenth of a
// microsecond, so all 2^32 seeds take seven minutes of a core. Often the seed is a
// clock, in seconds since 1970.
//
// It returns an error when there is no output, when the window isn't within 0 to
// 2^32, and ErrNoSeed when no seed fits.
func MTSeed(outputs []uint32, window Window, options ...trials.Options) (*MTSeeds, error) {
	const call = "crack.MTSeed"
	if len(outputs) == 0 {
		return nil, refused(call, "no outputs, want at least the first")
	}
	if err := window.check(call, All); err != nil {
		return nil, err
	}
	s := search[uint32]{call: call, window: window, block: 1 << 13}
	s.try = func(from, to int64) []uint32 { return mtSeeds(outputs, from, to) }
	if err := s.runSeeds(options); err != nil {
		return nil, err
	}
	return &MTSeeds{Seeds: s.found, Window: window, Tried: s.tried}, nil
}

// mtSeeds tries seeds eight at a time: the words of one seed depend on each
// other, but those of different seeds don't, so a processor can work on several
// at once.
func mtSeeds(outputs []uint32, from, to int64) (found []uint32) {
	const lanes = 8
	want := untemper(outputs[0])
	for ; from < to; from += lanes {
		var second, late [lanes]uint32
		grow8(uint32(from), &second, &late)
		for i := range min(lanes, to-from) {
			seed := uint32(from + i)
			if late[i]^twist(seed, second[i]) == want && draws(shuffle.MT19937(seed), outputs) {
				found = append(found, seed)
			}
		}
	}
	return found
}

// grow8 returns words 1 and 397 of the states of eight seeds.
func grow8(seed uint32, second, late *[8]uint32) {
	a, b, c, d := seed, seed+1, seed+2, seed+3
	e, f, g, h := seed+4, seed+5, seed+6, seed+7
	for i := uint32(1); i <= mtShift; i++ {
		a, b, c, d = grow(a, i), grow(b, i), grow(c, i), grow(d, i)
		e, f, g, h = grow(e, i), grow(f, i), grow(g, i), grow(h, i)
		if i == 1 {
			*second = [8]uint32{a, b, c, d, e, f, g, h}
		}
	}
	*late = [8]uint32{a, b, c, d, e, f, g, h}
}

// draws reports whether the generator draws these words next.
func draws(rng shuffle.PRNG, words []uint32) bool {
	return !slices.ContainsFunc(words, func(w uint32) bool { return rng.Uint32() != w })
}

// Stopped reports whether the search was stopped before its end.
func (s *MTSeeds) Stopped() bool { return s.Tried < s.Window.Len() }

// Generator returns the generator of seed i of Seeds, before its first draw. It
// panics unless 0 <= i < len(s.Seeds).
func (s *MTSeeds) Generator(i int) *shuffle.Twister {
	checkIndex("MTSeeds.Generator", i, len(s.Seeds))
	return shuffle.MT19937(s.Seeds[i])
}

// String says which seeds fit.
func (s *MTSeeds) String() string {
	text := fitting(len(s.Seeds), s.Tried, s.Window)
	for i, seed := range s.Seeds {
		if i == maxListed {
			return text + "\n…"
		}
		text += fmt.Sprintf("\n%d", seed)
	}
	return text
}
