package compile

import (
	"reflect"
	"slices"
	"testing"

	"riffle/shuffle"
)

// The shuffles that are known to be brief are those of the library's table that take no
// parameter.
func TestLibraryShuffles(t *testing.T) {
	n := 0
	for _, s := range shuffle.Shufflers() {
		if s.Takes != "" {
			continue
		}
		if n++; !isLibraryShuffle(wordOf(reflect.ValueOf(s.Shuffler))) {
			t.Errorf("%s isn't among the library's", s.Name)
		}
	}
	if n != len(libraryShuffles) {
		t.Errorf("there are %d shuffles, want %d", len(libraryShuffles), n)
	}
	mine := shuffle.Shuffler(func([]int, shuffle.PRNG) {})
	if isLibraryShuffle(wordOf(reflect.ValueOf(mine))) {
		t.Error("another function is taken for one of the library's")
	}
}

// foreign is a generator of another package's.
type foreign struct{ shuffle.PRNG }

// Whose generator a dealer or a lottery draws from is seen where it lies.
func TestOwnGenerators(t *testing.T) {
	for _, g := range []struct {
		rng shuffle.PRNG
		own bool
	}{{shuffle.NewPRNG(1), true}, {shuffle.JavaRandom(1), true}, {foreign{shuffle.NewPRNG(1)}, false}, {&foreign{shuffle.NewPRNG(1)}, false}} {
		d, l := shuffle.NewDealer(g.rng), shuffle.NewLottery(5, g.rng)
		for _, x := range []any{d, l} {
			v := reflect.ValueOf(x)
			if !keepsGenerator(v.Type()) {
				t.Fatalf("%T has no generator", x)
			}
			f := v.Elem().FieldByName("rng")
			if got := slices.Contains(ownInterfaces(), *(*uintptr)(f.Addr().UnsafePointer())); got != g.own {
				t.Errorf("the generator %T of a %T is the library's own: %v", g.rng, x, got)
			}
		}
	}
}
