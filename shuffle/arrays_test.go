package shuffle

import (
	"fmt"
	"math"
	"testing"
)

// TestArraysToString wants what Arrays.toString and Arrays.deepToString of Java 17 print for
// the same arrays, which are written beside them; the reals are ones that Java 19 changed
// nothing about.
func TestArraysToString(t *testing.T) {
	for _, c := range []struct {
		list any
		want string
	}{
		{[]int{3, 5, 8}, "[3, 5, 8]"},                       // int[] {3, 5, 8}
		{[]int{}, "[]"},                                     // int[] {}
		{[3]bool{true, false, true}, "[true, false, true]"}, // boolean[]
		{[]string{"a b", ""}, "[a b, ]"},                    // String[] {"a b", ""}
		{[]any{1, "x", nil}, "[1, x, null]"},                // Object[] {1, "x", null}
		{[][]int{{1, 2}, {}, {3}}, "[[1, 2], [], [3]]"},     // deepToString
		{[]float64{1, 0.1, 100, -2.5, 1e7, 9999999, 1.5e-4, 0.001, math.Copysign(0, -1)}, "[1.0, 0.1, 100.0, -2.5, 1.0E7, 9999999.0, 1.5E-4, 0.001, -0.0]"},
		{[]float64{1.0 / 3, 1e300, math.Inf(1), math.Inf(-1), math.NaN()}, "[0.3333333333333333, 1.0E300, Infinity, -Infinity, NaN]"},
		{Hand{{Ten, Hearts}, {Ace, Spades}}, "[10♡, A♠]"}, // the document's Card[]
	} {
		if got := ArraysToString(c.list); got != c.want {
			t.Errorf("ArraysToString(%v) = %s, want %s", c.list, got, c.want)
		}
	}
	defer func() {
		if got := fmt.Sprint(recover()); got != "ArraysToString: a value of type int, want a slice or an array" {
			t.Errorf("of an int: %s", got)
		}
	}()
	ArraysToString(3)
}

// TestAssert: nothing happens while the condition is true, and otherwise the message is all
// that the call says.
func TestAssert(t *testing.T) {
	Assert(true)
	Assert(true, "unused")
	for want, call := range map[string]func(){
		"assertion failed":                   func() { Assert(false) },
		"assertion failed: before k = 3":     func() { Assert(false, "before k =", 3) },
		"assertion failed: x > 0":            func() { AssertNamed("x > 0", false) },
		"assertion failed: x > 0: too small": func() { AssertNamed("x > 0", false, "too small") },
	} {
		func() {
			defer func() {
				err, ok := recover().(*AssertionError)
				if !ok || err.Error() != want {
					t.Errorf("%v, want %s", err, want)
				}
			}()
			call()
		}()
	}
}
