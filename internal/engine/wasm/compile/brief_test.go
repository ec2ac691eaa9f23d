package compile

import (
	"reflect"
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
