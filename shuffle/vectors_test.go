package shuffle

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"riffle/shuffle/internal/vectors"
)

// load reads a file of reference values.
func load[T any](t testing.TB, name string) T {
	t.Helper()
	return vectors.Load[T](t, filepath.Join("testdata", name), "")
}

// draw calls f n times.
func draw[T any](n int, f func() T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = f()
	}
	return list
}

// same compares a list with the reference's.
func same[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

// javaDouble is a double as Java prints it, and its bits.
type javaDouble struct{ Dec, Bits string }

func (d javaDouble) float64(t *testing.T) float64 {
	return math.Float64frombits(parseBits(t, d.Bits, 64))
}

func (d javaDouble) float32(t *testing.T) float32 {
	return math.Float32frombits(uint32(parseBits(t, d.Bits, 32)))
}

func parseBits(t *testing.T, s string, size int) uint64 {
	t.Helper()
	b, err := strconv.ParseUint(s, 16, size)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func parseInt(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// closeTo reports whether two doubles are at most ulps apart.
func closeTo(a, b float64, ulps int64) bool {
	d := int64(math.Float64bits(a)) - int64(math.Float64bits(b))
	return -ulps <= d && d <= ulps
}

// ints returns first, first+1, … of length n.
func ints(first, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = first + i
	}
	return list
}

// shuffled returns what s makes of a deck.
func shuffled(s Shuffler, deck []int, rng PRNG) []int {
	deck = slices.Clone(deck)
	s(deck, rng)
	return deck
}

// script is a generator that plays given draws of IntN, whatever n is.
type script struct {
	PRNG
	t     *testing.T
	draws []int
}

func (s *script) IntN(n int) int {
	s.t.Helper()
	if len(s.draws) == 0 {
		s.t.Fatal("too many draws")
	}
	d := s.draws[0]
	if d < 0 || d >= n {
		s.t.Fatalf("draw %d from %d", d, n)
	}
	s.draws = s.draws[1:]
	return d
}

// everyDraw is a generator that plays all sequences of draws in turn: like a
// mileage counter whose wheels have as many digits as the shuffle asks for.
type everyDraw struct {
	PRNG
	wheels, sizes []int
	at            int
}

func (e *everyDraw) IntN(n int) int {
	if e.at == len(e.wheels) {
		e.wheels, e.sizes = append(e.wheels, 0), append(e.sizes, n)
	}
	e.at++
	return e.wheels[e.at-1]
}

func (e *everyDraw) Flips(n int) uint64 { return uint64(e.IntN(1 << n)) }

// next turns to the next sequence and reports whether there is one.
func (e *everyDraw) next() bool {
	e.at = 0
	for i := len(e.wheels) - 1; i >= 0; i-- {
		if e.wheels[i]++; e.wheels[i] < e.sizes[i] {
			e.wheels, e.sizes = e.wheels[:i+1], e.sizes[:i+1]
			return true
		}
	}
	return false
}

// weight is the number of leaves below the sequence in a tree of the given
// number of leaves: not all paths are equally long.
func (e *everyDraw) weight(leaves int) int {
	for _, n := range e.sizes {
		leaves /= n
	}
	return leaves
}

// enumerate counts how many of the leaves lead to each arrangement, written
// with the letters of names.
func enumerate(s Shuffler, names string, leaves int) map[string]int {
	counts := map[string]int{}
	e := &everyDraw{}
	for more := true; more; more = e.next() {
		deck := []byte(names)
		order := shuffled(s, ints(0, len(names)), e)
		for i, c := range order {
			deck[i] = names[c]
		}
		counts[string(deck)] += e.weight(leaves)
	}
	return counts
}

// jsonPart is a value that is decoded later.
type jsonPart []byte

func (p *jsonPart) UnmarshalJSON(b []byte) error {
	*p = slices.Clone(b)
	return nil
}

func (p jsonPart) decode(v any) error { return json.Unmarshal(p, v) }
