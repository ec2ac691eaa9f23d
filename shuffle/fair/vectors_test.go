package fair

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"riffle/shuffle"
)

const (
	lcgFile        = "../testdata/04_lcg.json"
	naiveFile      = "../testdata/05_naive_shuffle.json"
	perfectFile    = "../testdata/06_perfect.json"
	selectionFile  = "../testdata/06_selection_exchange_insertion.json"
	riffleFile     = "../testdata/07_riffle.json"
	suspiciousFile = "testdata/07_suspicious.json"
	permuteFile    = "testdata/11_flip_permutations.json"
)

func rat(t testing.TB, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no fraction", s)
	}
	return r
}

func sameRat(t *testing.T, what string, got *big.Rat, want string) {
	t.Helper()
	if got.Cmp(rat(t, want)) != 0 {
		t.Errorf("%s: %v, want %s", what, got, want)
	}
}

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.Abs(got-want) > relative*math.Abs(want) {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

// order reads "132", "ACB" or "1 3 2".
func order(s string) []int {
	s = strings.ReplaceAll(s, " ", "")
	deck := make([]int, len(s))
	for i, c := range s {
		deck[i] = int(c - '0')
		if c >= 'A' {
			deck[i] = int(c-'A') + 1
		}
	}
	return deck
}

// checkLaw compares a distribution with counts of ways; what is not named never
// comes up.
func checkLaw(t *testing.T, what string, d *Distribution, want map[string]*big.Rat) {
	t.Helper()
	if len(want) == 0 {
		t.Fatalf("%s: no reference values", what)
	}
	sum := new(big.Rat)
	for name, p := range want {
		sum.Add(sum, p)
		if got := d.P(order(name)...); got.Cmp(p) != 0 {
			t.Errorf("%s: %s comes up %v, want %v", what, name, got, p)
		}
	}
	if sum.RatString() != "1" {
		t.Errorf("%s: the reference sums to %v", what, sum)
	}
}

// refused checks that a call panics with an ArgError of this text.
func refused(t *testing.T, want string, call func()) {
	t.Helper()
	defer func() {
		t.Helper()
		var err *shuffle.ArgError
		got, _ := recover().(error)
		if !errors.As(got, &err) || !strings.HasPrefix(got.Error(), want) {
			t.Errorf("panic %v\n want %s", got, want)
		}
	}()
	call()
}

// narrow checks that a text keeps to 80 columns and has no line without end.
func narrow(t *testing.T, v any) {
	t.Helper()
	for _, line := range strings.Split(fmt.Sprint(v), "\n") {
		if n := len([]rune(line)); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// naive and the others are students' own versions, which describe nothing.
func naive(deck []int, rng shuffle.PRNG) {
	for i := range deck {
		k := rng.IntN(len(deck))
		deck[i], deck[k] = deck[k], deck[i]
	}
}

func fisherYates(deck []int, rng shuffle.PRNG) {
	for i := range deck {
		k := i + rng.IntN(len(deck)-i)
		deck[i], deck[k] = deck[k], deck[i]
	}
}

// The texts of all sizes of decks keep to 80 columns.
func TestWidths(t *testing.T) {
	const most = 1<<64 - 1
	shuffles := map[string]Shuffle{"Naive": shuffle.Naive, "OffByOne": shuffle.OffByOne, "Insertion": shuffle.Insertion(3), "PerfectIn": shuffle.PerfectIn}
	for n := 1; n <= 60; n++ {
		for name, s := range shuffles {
			narrow(t, ExactMatrix(s, n))
			narrow(t, Matrix(s, n, 20, shuffle.NewPRNG(1)))
			if n <= 5 || name == "PerfectIn" {
				d := Exact(s, n)
				narrow(t, d)
				narrow(t, d.Tree())
			}
			if n <= 8 {
				narrow(t, Histogram(s, n, 1000, shuffle.NewPRNG(1)))
			}
		}
		rolls := make([]int, 0, 2*n)
		for j := range n {
			rolls = append(rolls, 1, 1+j, n)
		}
		narrow(t, Trace(shuffle.Naive, identity(n), rolls))
		narrow(t, RiffleCurve(n, 9))
		narrow(t, SampleCuts(n, 7, shuffle.NewPRNG(1)))
		narrow(t, Suspicious(make([]int, n)))
		m := uint64(most) >> n
		narrow(t, Sequence(most, most-1, m, n, 3, most))
		narrow(t, HullDobell(most, most-1, m))
		narrow(t, Lattice(most, most-1, m, most, 2))
		narrow(t, Period(most, most-1, m, most))
	}
}
