// Package arg refuses arguments in the words that all of shuffle's packages
// use.
package arg

import (
	"fmt"

	"riffle/shuffle"
)

// Refuse panics with a *shuffle.ArgError in the name of the call.
func Refuse(call, format string, args ...any) {
	panic(&shuffle.ArgError{Call: call, Problem: fmt.Sprintf(format, args...)})
}

// Range refuses the argument called name unless lo <= v <= hi.
func Range(call, name string, v, lo, hi int) {
	if v < lo || v > hi {
		Refuse(call, "%s = %d, want %d to %d", name, v, lo, hi)
	}
}

// AtLeast refuses the argument called name unless v >= lo.
func AtLeast(call, name string, v, lo int) {
	if v < lo {
		Refuse(call, "%s = %d, want at least %d", name, v, lo)
	}
}
