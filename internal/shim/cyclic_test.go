package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

type pair struct {
	A int
	b any
}

type loud int

func (l loud) String() string { return strings.Repeat("!", int(l)) }

// ordinary are values that don't contain themselves.
var ordinary = []any{
	7, -3, 2.5, "naïve\n", true, 'x', uint8(200), complex(1, -2), []int(nil), []int{}, []int{1, 2}, []string{"a b", "c"},
	[2]bool{true, false}, map[string]int{"b": 2, "a": 1}, map[string]int(nil), pair{1, "x"}, &pair{2, nil}, []pair{{1, 2}}, []*pair{nil},
	[]any{1, "x", nil, []int{3}}, &[]int{1}, &map[int]string{1: "x"}, loud(3), []loud{1, 2}, errors.New("no"), []error{errors.New("no"), nil},
	struct{ X, Y any }{1, []any{2}}, (*pair)(nil), map[pair][]string{{1, "k"}: {"v"}},
}

// TestKnots prints values as those are printed that contain themselves, part by part,
// under every verb that fits them, with several flags: as fmt prints them.
func TestKnots(t *testing.T) {
	for _, v := range ordinary {
		for _, verb := range "vdsqxXtgeboUc" { // for %p and %w fmt asks no Formatter
			for _, flags := range []string{"", "+", "#", "-", " ", "0", "8", "-8", ".1", "+8.2", "#8"} {
				format := "%" + flags + string(verb)
				want := fmt.Sprintf(format, v)
				if got := fmt.Sprintf(format, knot{v}); got != want && !strings.Contains(want, "%!") {
					t.Errorf("%s of %#v: %q, want %q", format, v, got, want)
				}
			}
		}
	}
}

// wrongVerb matches what fmt prints for a verb that doesn't fit an operand.
var wrongVerb = regexp.MustCompile(`%![^(]\([^)]*=`)

// TestVerbs formats operands of which one is printed as if it contained itself, by formats
// of all kinds of pieces: as fmt formats them, but for verbs that don't fit.
func TestVerbs(t *testing.T) {
	pieces := []string{"%", "%%", "v", "d", "s", "T", "q", "x", "+", "#", "-", "0", "3", "12", ".", "*", "[1]", "[2]", "[3]", "[9]", "[x]", "[]", "é", " ", "w"}
	rng := rand.New(rand.NewPCG(1, 2))
	values := slices.DeleteFunc(slices.Clone(ordinary), func(v any) bool { x := reflect.ValueOf(v); return x.CanInt() || x.CanUint() }) // no widths
	for range 200_000 {
		format := "%"
		for range 1 + rng.IntN(6) {
			format += pieces[rng.IntN(len(pieces))]
		}
		if strings.HasSuffix(format, ".") || strings.Contains(format, "][") {
			continue // a dot or bracket as verb: what is appended would change it
		}
		args := []any{rng.IntN(9), values[rng.IntN(len(values))], rng.IntN(5)}[:rng.IntN(4)]
		want := fmt.Sprintf(format, args...)
		tiedArgs := append([]any{}, args...)
		if len(args) > 1 {
			tiedArgs[1] = knot{args[1]}
		}
		f, a := verbs(format, tiedArgs)
		if got := fmt.Sprintf(f, a...); got != want && !wrongVerb.MatchString(want) {
			t.Fatalf("%q of %#v: %q, want %q", format, args, got, want)
		}
	}
}

// TestContainsItself prints values that contain themselves, with a note where they do.
func TestContainsItself(t *testing.T) {
	list := []any{1, nil}
	list[1] = list
	table := map[string]any{"n": 1}
	table["self"] = table
	for _, c := range []struct {
		format string
		value  any
		want   string
	}{
		{"%v", list, "[1 (contains itself)]"},
		{"%v", table, "map[n:1 self:(contains itself)]"},
		{"%+v", pair{1, list}, "{A:1 b:[1 (contains itself)]}"},
		{"%T", list, "[]interface {}"},
		{"%5d|", list, "[    1 (contains itself)]|"},
	} {
		f, a := verbs(c.format, []any{c.value})
		if got := fmt.Sprintf(f, a...); got != c.want {
			t.Errorf("%s: %q, want %q", c.format, got, c.want)
		}
	}
	if _, err := json.Marshal(knot{list}); err == nil {
		t.Error("a list that contains itself was encoded")
	}
}
