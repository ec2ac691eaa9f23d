package shuffle

import (
	cryptorand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"sync"
)

// Stream is the generator of an object that was given none: ChaCha8 with a key of
// 256 bits. There are 2^256 keys and 2^225.6 decks of 52, so every deck can come
// up, and nobody who sees its draws can predict the next. It draws as ChaCha8
// does, but also rolls several dice with one word.
type Stream struct {
	replay[rand.ChaCha8]
	box batchBox
}

// Seed makes everything that follows reproducible. Each constructor or experiment
// without a generator of its own takes the next stream: number 1, 2, 3 and so on
// of those that belong to n, in order of construction. Existing objects keep
// their generators. Calling Seed again starts over with stream 1.
func Seed(n int64) { streams.seed(n) }

// Unseed undoes Seed: what follows is truly random again.
func Unseed() { streams.unseed() }

// Seeded returns the n of the Seed in effect, or false if there is none.
func Seeded() (n int64, ok bool) { return streams.seeded() }

// Reseeds returns how often Seed and Unseed were called, so that a package with a
// seed of its own can tell that a newer one is in effect.
func Reseeds() uint64 { return streams.reseeds() }

// StreamOf returns stream k of those that belong to the seed n. No constructor
// gets stream 0. Streams have no detectable overlap or correlation: the key is
// the SHA-256 hash of n and k, eight bytes each, the lowest first.
func StreamOf(n int64, k uint64) *Stream { return newStream(childKey(n, k)) }

// GeneratorOf returns the generator for a call that takes an optional one: the
// given one or, if the list is empty, the next stream. It panics in the name of
// the call on a nil generator and on more than one.
func GeneratorOf(call string, given []PRNG) PRNG {
	switch {
	case len(given) == 0:
		return newStream(streams.key())
	case len(given) > 1:
		refuse(call, "%d generators, want at most one", len(given))
	case missing(given[0]):
		refuse(call, "the generator is nil, want one such as NewPRNG(), or none at all")
	}
	return given[0]
}

func newStream(key [32]byte) *Stream {
	s := &Stream{replay: replay[rand.ChaCha8]{now: *rand.NewChaCha8(key)}}
	s.Mark()
	return s
}

// Uint64 draws 64 bits.
func (s *Stream) Uint64() uint64 { return s.now.Uint64() }

// Uint32 draws 32 bits, the high half of a word.
func (s *Stream) Uint32() uint32 { return uint32(s.Uint64() >> 32) }

// Float64 draws a multiple of 2^-53 in [0, 1).
func (s *Stream) Float64() float64 { return unit(s.Uint64() << 11 >> 11) }

// IntN draws an int from 0 to n-1, as Go's math/rand/v2 does. It panics when
// n < 1.
func (s *Stream) IntN(n int) int {
	checkSides("Stream.IntN", n)
	return int(bounded(&s.now, uint64(n)))
}

// Name returns "ChaCha8".
func (s *Stream) Name() string { return "ChaCha8" }

// String returns the name.
func (s *Stream) String() string { return s.Name() }

// Dice rolls dice with n, n-1, … sides, four with one word where they are
// small enough: see Dicer.
func (s *Stream) Dice(n, k int) []int {
	checkDice("Stream.Dice", n, k)
	if n > fourSides {
		rolls := s.box.take(min(k, n-fourSides))
		for i := range rolls {
			rolls[i] = s.IntN(n - i)
		}
		return rolls
	}
	rolls := s.box.take(k)
	words := s.box.words[:groups(len(rolls))]
	for i := range words {
		words[i] = s.now.Uint64()
	}
	return s.box.fours(n, len(rolls), s)
}

// Flips flips n coins with one word: see Flipper. It panics unless
// 1 <= n <= 64.
func (s *Stream) Flips(n int) uint64 {
	checkRange("Stream.Flips", "n", n, 1, 64)
	return s.Uint64() >> (64 - n)
}

// streams hands out the keys of default generators.
var streams keyring

// keyring is the state behind Seed. The zero value is unseeded.
type keyring struct {
	mu    sync.Mutex
	on    bool
	n     int64
	given uint64 // streams handed out since Seed
	turns uint64 // calls of seed and unseed
	bits  []byte // true random ones that no stream has yet
}

func (k *keyring) seed(n int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.on, k.n, k.given = true, n, 0
	k.turns++
}

func (k *keyring) unseed() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.on, k.n, k.given = false, 0, 0
	k.turns++
}

func (k *keyring) reseeds() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.turns
}

func (k *keyring) seeded() (int64, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.n, k.on
}

// key returns the next stream's key, or true random bits when unseeded.
func (k *keyring) key() [32]byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.on {
		return k.random()
	}
	k.given++
	return childKey(k.n, k.given)
}

// random is a key of true random bits. The system is asked for those of several streams
// at once: in a browser, asking takes three times as long as making a stream.
func (k *keyring) random() (key [32]byte) {
	if len(k.bits) == 0 {
		k.bits = append(k.bits, make([]byte, 32*len(key))...)
		cryptorand.Read(k.bits) // never fails: it ends the program instead
	}
	taken := k.bits[len(k.bits)-len(key):]
	copy(key[:], taken)
	clear(taken)
	k.bits = k.bits[:len(k.bits)-len(key)]
	return key
}

// childKey is the hash that separates the streams of a seed.
func childKey(n int64, k uint64) [32]byte {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:8], uint64(n))
	binary.LittleEndian.PutUint64(b[8:], k)
	return sha256.Sum256(b[:])
}
