package shuffle

import "fmt"

// ArgError reports an argument that a call can't work with: the caller's mistake,
// not this package's. Calls that return a single value panic with a *ArgError.
type ArgError struct {
	// Call is the function or method, such as "Lottery.Pick".
	Call string
	// Problem says what was given and what is allowed, such as
	// "k = 41, want 0 to 40".
	Problem string
}

// Error returns the call and the problem, as in
// "Lottery.Pick: k = 41, want 0 to 40".
func (e *ArgError) Error() string { return e.Call + ": " + e.Problem }

// refuse panics with an ArgError.
func refuse(call, format string, args ...any) {
	panic(&ArgError{Call: call, Problem: fmt.Sprintf(format, args...)})
}

// checkRange refuses the argument called name unless lo <= v <= hi.
func checkRange(call, name string, v, lo, hi int) {
	if v < lo || v > hi {
		refuse(call, "%s = %d, want %d to %d", name, v, lo, hi)
	}
}

// checkSides refuses a die without sides: the n of an IntN.
func checkSides(call string, n int) {
	if n < 1 {
		refuse(call, "n = %d, want at least 1", n)
	}
}

// checkDice refuses the n and k of a Dicer unless there are such dice.
func checkDice(call string, n, k int) {
	checkSides(call, n)
	checkRange(call, "k", k, 1, n)
}

// maxRepeats bounds how often a shuffle repeats its step, to a few seconds of
// work that can't be interrupted.
const maxRepeats = 100_000_000

// checkRepeats refuses a number of steps that is negative or too large.
func checkRepeats(call, name string, times int) {
	checkTimes(call, name, times)
	if times > maxRepeats {
		refuse(call, "%s = %d, want at most %d", name, times, maxRepeats)
	}
}

// checkTimes refuses a negative count.
func checkTimes(call, name string, times int) {
	if times < 0 {
		refuse(call, "%s = %d, want at least 0", name, times)
	}
}
