package fair

import (
	linked "container/list"
	"errors"
	"math/rand"
	randv2 "math/rand/v2"
	"strings"
	"testing"

	"riffle/shuffle"
)

// swapper is a generator as many courses declare it.
type swapper interface{ IntN(n int) int }

type card struct {
	suit  string
	value int
}

type hand struct {
	name  string
	cards []card
}

type node struct {
	value int
	next  *node
}

// knuth shuffles n cards by draws and exchanges.
func knuth(n int, intN func(int) int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, intN(i+1))
	}
}

func swapOf[T any](d []T) func(i, j int) { return func(i, j int) { d[i], d[j] = d[j], d[i] } }

// TestShapes measures functions of many shapes in a compiled program, which are given a
// generator: all of them are Fisher-Yates.
func TestShapes(t *testing.T) {
	for name, f := range map[string]any{
		"strings":      func(d []string, intN func(int) int) { knuth(len(d), intN, swapOf(d)) },
		"an interface": func(rng swapper, d []any) { knuth(len(d), rng.IntN, swapOf(d)) },
		"a PRNG":       func(d []card, rng shuffle.PRNG) { knuth(len(d), rng.IntN, swapOf(d)) },
		"returned":     func(d []rune, rng shuffle.PRNG) []rune { knuth(len(d), rng.IntN, swapOf(d)); return d },
		"with an error": func(d []byte, rng shuffle.PRNG) ([]byte, error) {
			knuth(len(d), rng.IntN, swapOf(d))
			return d, nil
		},
		"variadic":        func(rng shuffle.PRNG, d ...int8) []int8 { knuth(len(d), rng.IntN, swapOf(d)); return d },
		"a pointer":       func(d *[]float64, rng shuffle.PRNG) { knuth(len(*d), rng.IntN, swapOf(*d)) },
		"pointers":        func(d []*card, rng shuffle.PRNG) { knuth(len(d), rng.IntN, swapOf(d)) },
		"an array":        func(d *[3]string, rng shuffle.PRNG) { knuth(len(d), rng.IntN, swapOf(d[:])) },
		"with its length": func(d []uint16, n int, rng shuffle.PRNG) { knuth(n, rng.IntN, swapOf(d)) },
		"a struct":        func(h *hand, rng shuffle.PRNG) { knuth(len(h.cards), rng.IntN, swapOf(h.cards)) },
		"of a number": func(n int, rng shuffle.PRNG) []int {
			d := identity(n)
			knuth(n, rng.IntN, swapOf(d))
			return d
		},
		"a list": func(l *linked.List, rng shuffle.PRNG) {
			for n := l.Len(); n > 0; n-- {
				e := l.Front()
				for k := rng.IntN(n); k > 0; k-- {
					e = e.Next()
				}
				l.MoveToBack(e)
			}
		},
		"a chain": func(first *node, rng shuffle.PRNG) *node {
			var nodes []*node
			for n := first; n != nil; n = n.next {
				nodes = append(nodes, n)
			}
			knuth(len(nodes), rng.IntN, swapOf(nodes))
			for i, n := range nodes {
				if n.next = nil; i+1 < len(nodes) {
					n.next = nodes[i+1]
				}
			}
			return nodes[0]
		},
	} {
		d := Exact(f, 3)
		if !d.IsFair() || d.Len() != 6 {
			t.Errorf("%s: %v", name, d)
		}
	}
}

// TestShapesSampled measures functions whose draws can't be played in a compiled program.
func TestShapesSampled(t *testing.T) {
	for name, f := range map[string]any{
		"math/rand":              func(d []string) { rand.Shuffle(len(d), swapOf(d)) },
		"a Rand of math/rand":    func(d []string, r *rand.Rand) { r.Shuffle(len(d), swapOf(d)) },
		"a Rand of math/rand/v2": func(d []int, r *randv2.Rand) { r.Shuffle(len(d), swapOf(d)) },
		"reals": func(d []int, rng shuffle.PRNG) []int {
			knuth(len(d), func(n int) int { return int(rng.Float64() * float64(n)) }, swapOf(d))
			return d
		},
		"a deck of its own, of all": func() []int { return rand.Perm(3) },
	} {
		if h := Histogram(f, 3, 6000); h.P < 1e-6 || h.Runs != 6000 {
			t.Errorf("%s: %v", name, h)
		}
		if j := Judge(f, 3); j.Law != nil || !j.Fair() || j.Why == "" {
			t.Errorf("%s: %v", name, j)
		}
		if problem := refusal(func() { Exact(f, 3) }); !strings.Contains(problem, "fair.Histogram") {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

// TestShapesRefused refuses functions by what is wrong with them.
func TestShapesRefused(t *testing.T) {
	deck := []string{"a", "b", "c"}
	for _, c := range []struct {
		f    any
		want string
	}{
		{nil, "the shuffle is nil"},
		{(func(d []string))(nil), "the shuffle is nil"},
		{3, "the shuffle is of type int, want a function that shuffles"},
		{func(a, b float64) {}, "its parameter float64 is neither a deck nor a generator"},
		{func(d []chan int) {}, "riffle can't make a deck of the type []chan int"},
		{func(a, b []int) {}, "its parameter []int is neither a deck nor a generator"},
		{func(n int) {}, "it neither takes nor returns a deck"},
		{func() { rand.Shuffle(3, swapOf(deck)) }, "a compiled program can't tell which deck it shuffles"},
		{func(d []int, rng shuffle.PRNG) []int { return d[:2] }, "the shuffle leaves 2 of 3 cards before it draws"},
		{func(d []string, rng shuffle.PRNG) { d[0] = "x" }, "the shuffle puts x into place 1, which wasn't in the deck"},
		{func(d []string, rng shuffle.PRNG) { d[rng.IntN(1)] = d[1] }, "the shuffle leaves card 2 in places 1 and 2 after the draws IntN(1) = 0, so that another is lost"},
		{func(d []string, rng shuffle.PRNG) { _ = d[rng.IntN(4)] }, "the shuffle panics after the draws IntN(4) = 3: index out of range [3] with length 3"},
		{func(d []string, rng shuffle.PRNG) ([]string, error) { return d, errors.New("no luck") }, "the shuffle returns an error before it draws: no luck"},
		{func(d *[4]string, rng shuffle.PRNG) {}, "n = 3, want 4: the function takes an array"},
	} {
		if got := refusal(func() { Exact(c.f, 3) }); !strings.Contains(got, c.want) {
			t.Errorf("%T: %s\nwant %s", c.f, got, c.want)
		}
	}
}
