// Package relied says what riffle relies on that nobody promises: layouts of Go's values
// and types, unexported fields, conventions of wazero's and yaegi's code. Each package that
// knows such a thing lists it as facts, beside the code that uses it; internal/upgrade
// checks all of them against the Go, the wazero and the yaegi at hand.
package relied

import "errors"

// Fact is one thing that is relied on.
type Fact struct {
	Of    string       // "Go", "wazero" or "yaegi"
	What  string       // is relied on
	File  string       // that knows it, from the root of the project
	Else  string       // what follows where it doesn't hold
	Check func() error // says what is otherwise, nil if it holds
}

// errOtherwise is the error of a check that sees only whether a fact holds.
var errOtherwise = errors.New("it is otherwise")

// When is a check that only sees whether a fact holds.
func When(holds func() bool) func() error {
	return func() error {
		if !holds() {
			return errOtherwise
		}
		return nil
	}
}
