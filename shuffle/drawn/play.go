package drawn

import (
	"encoding/binary"
	"fmt"
	"math"
	randv1 "math/rand"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"riffle/shuffle"
)

// Draw is a draw that a function asked for.
type Draw struct {
	// Call is what it called, such as "rand.Intn".
	Call string
	// N is the number of values, 0 for a real or a word of bits.
	N, Value int
	// Place is where, for Host.Line.
	Place int
}

// Play is a call of a function whose draws are answered. It can be begun again.
type Play struct {
	// Draws are those of the call so far, the first maxDraws.
	Draws []Draw
	// Foreign is set if another goroutine drew meanwhile.
	Foreign atomic.Bool
	// Own is the type of a generator of the user's that was drawn from, and Fixed a seed
	// that is the same in every call.
	Own   string
	Fixed string
	// Seeds are the seeds that generators were made with in this call, and Words the words
	// that it drew.
	Seeds []any
	Words []uint64

	// Same are seeds that don't change from call to call: their generators aren't answered
	// for. Spare says that all words drawn are seeds, so that they needn't be enumerated.
	Same  map[any]bool
	Spare bool

	// Answering is set while the generator draws: a panic then is the generator's.
	Answering bool
	// Reseeds is set if the call reseeded the library's generator.
	Reseeds bool

	host  *Host
	rng   shuffle.PRNG
	fixed map[any]string // such seeds, by the sources made with them
}

// maxDraws is how many draws are recorded.
const maxDraws = 10_000

func (p *Play) begin(h *Host, rng shuffle.PRNG) {
	p.host, p.rng = h, rng
	p.Draws, p.Seeds, p.Words = p.Draws[:0], p.Seeds[:0], p.Words[:0]
	p.Own, p.Fixed, p.fixed, p.Answering, p.Reseeds = "", "", nil, false, false
	p.Foreign.Store(false)
}

func (p *Play) note(call string, n, value int) {
	if len(p.Draws) < maxDraws {
		place := 0
		if p.host != nil {
			place = p.host.place
		}
		p.Draws = append(p.Draws, Draw{call, n, value, place})
	}
}

// called tells a generator that wants to know it by what name the next draw is asked for.
func (p *Play) called(call string) {
	if g, ok := p.rng.(interface{ Called(name string) }); ok {
		g.Called(call)
	}
}

// IntN draws a number below n >= 1.
func (p *Play) IntN(call string, n uint64) uint64 {
	if n > math.MaxInt {
		for {
			if v := p.Word(call, 64); v < n {
				return v
			}
		}
	}
	p.note(call, int(n), -1)
	p.Answering = true
	v := p.rng.IntN(int(n))
	p.Answering = false
	if k := len(p.Draws); k < maxDraws {
		p.Draws[k-1].Value = v
	}
	return uint64(v)
}

// Word draws bits.
func (p *Play) Word(call string, bits int) uint64 {
	p.note(call, 0, 0)
	p.called(call)
	var w uint64
	p.Answering = true
	switch {
	case p.Spare:
		w = rand.Uint64()
	case bits <= 32:
		w = uint64(p.rng.Uint32()) << 32
	default:
		w = p.rng.Uint64()
	}
	p.Answering = false
	w >>= 64 - bits
	if len(p.Words) < maxDraws {
		p.Words = append(p.Words, w)
	}
	return w
}

// Float64 draws a real below 1.
func (p *Play) Float64(call string) float64 {
	p.note(call, 0, 0)
	p.called(call)
	p.Answering = true
	x := p.rng.Float64()
	p.Answering = false
	return x
}

// Perm draws a permutation as math/rand does.
func (p *Play) Perm(call string, n int) []int {
	m := make([]int, n)
	for i := range m {
		j := int(p.IntN(call, uint64(i+1)))
		m[i], m[j] = m[j], i
	}
	return m
}

// Shuffle shuffles as math/rand does.
func (p *Play) Shuffle(call string, n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, int(p.IntN(call, uint64(i+1))))
	}
}

// Read draws bytes.
func (p *Play) Read(call string, b []byte) {
	var w uint64
	for i := range b {
		if i%8 == 0 {
			w = p.Word(call, 64)
		}
		b[i] = byte(w >> (i % 8 * 8))
	}
}

// Words64 is a source of a generator of the library's whose words the play draws.
func (p *Play) Words64(call string) rand.Source { return words{p, call} }

// words is such a source, for both packages.
type words struct {
	p    *Play
	call string
}

// Uint64 draws 64 bits.
func (w words) Uint64() uint64 { return w.p.Word(w.call, 64) }

// Int63 draws 63 bits.
func (w words) Int63() int64 { return int64(w.p.Word(w.call, 63)) }

// Seed does nothing.
func (w words) Seed(int64) {}

// Rand1 is a generator of math/rand whose draws the play answers.
func (p *Play) Rand1() *randv1.Rand { return randv1.New(words{p, "Rand"}) }

// Rand2 is one of math/rand/v2.
func (p *Play) Rand2() *rand.Rand { return rand.New(words{p, "Rand"}) }

// Seeded hears that the call makes a source from seeds, and which.
func (p *Play) Seeded(source any, seed any) {
	if len(p.Seeds) < maxDraws {
		p.Seeds = append(p.Seeds, seed)
	}
	if !p.Same[seed] {
		delete(p.fixed, source) // which may have had another seed before
		return
	}
	if p.fixed == nil {
		p.fixed = map[any]string{}
	}
	p.fixed[source] = strings.Trim(fmt.Sprint(seed), "[]{}")
}

// Answers reports whether the play answers the draws of a generator with a source: unless
// its seed is always the same, or the source is the user's.
func (p *Play) Answers(source any) bool {
	t := reflect.TypeOf(source)
	if t == nil {
		return false
	}
	if seed, fixed := p.fixedSeed(source, t); fixed {
		p.Fixed = seed
		return false
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.PkgPath() {
	case "math/rand", "math/rand/v2", "riffle/shuffle", "riffle/shuffle/drawn", "riffle/internal/export/seeded":
		return true
	}
	p.Own = strings.TrimPrefix(t.String(), "main.")
	return false
}

func (p *Play) fixedSeed(source any, t reflect.Type) (string, bool) {
	if !t.Comparable() {
		return "", false
	}
	seed, fixed := p.fixed[source]
	return seed, fixed
}

// SpareWords reports whether the call used all words that it drew as seeds.
func (p *Play) SpareWords() bool {
	seeds := map[uint64]bool{}
	for _, s := range p.Seeds {
		for _, w := range wordsOf(s) {
			seeds[w] = true
		}
	}
	for _, w := range p.Words {
		if !seeds[w] {
			return false
		}
	}
	return len(p.Words) > 0
}

// wordsOf are the words of a seed.
func wordsOf(seed any) (ws []uint64) {
	switch s := seed.(type) {
	case int64:
		return []uint64{uint64(s)}
	case [2]uint64:
		return s[:]
	case [32]byte:
		for i := 0; i < len(s); i += 8 {
			ws = append(ws, binary.LittleEndian.Uint64(s[i:]))
		}
	}
	return ws
}

// OfClock reports whether a seed has the time of day, in seconds or parts of them.
func OfClock(seed any) bool {
	now := time.Now()
	for _, w := range wordsOf(seed) {
		for _, at := range []int64{now.Unix(), now.UnixMilli(), now.UnixMicro(), now.UnixNano()} {
			if d := int64(w) - at; max(d, -d) < at/1_000_000 {
				return true
			}
		}
	}
	return false
}

// OfSeconds reports whether a seed is the time of day in seconds.
func OfSeconds(seed any) bool {
	now := time.Now().Unix()
	return slices.ContainsFunc(wordsOf(seed), func(w uint64) bool { return max(int64(w)-now, now-int64(w)) < 5 })
}

// SourceOf1 is the source of a generator of math/rand.
func SourceOf1(r *randv1.Rand) any {
	if at, ok := field(reflect.TypeFor[randv1.Rand](), reflect.TypeFor[randv1.Source]()); ok && r != nil {
		return *(*randv1.Source)(unsafe.Add(unsafe.Pointer(r), at))
	}
	return nil
}

// SourceOf2 is the source of a generator of math/rand/v2.
func SourceOf2(r *rand.Rand) any {
	if at, ok := field(reflect.TypeFor[rand.Rand](), reflect.TypeFor[rand.Source]()); ok && r != nil {
		return *(*rand.Source)(unsafe.Add(unsafe.Pointer(r), at))
	}
	return nil
}

// field is where a generator keeps its source.
func field(r, source reflect.Type) (at uintptr, ok bool) {
	f, ok := r.FieldByName("src")
	return f.Offset, ok && f.Type == source
}
