package shuffle

import (
	"fmt"
	"strings"
)

// AssertionError is what Assert panics with.
type AssertionError struct {
	// Text is the condition as it was written in a cell. It is empty in a compiled
	// program, which doesn't have it.
	Text string
	// Message says more, if the call does.
	Message string
}

// Error returns "assertion failed", the condition and the message.
func (e *AssertionError) Error() string {
	parts := []string{"assertion failed"}
	for _, part := range []string{e.Text, e.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ": ")
}

// Assert does nothing if the condition is true, and otherwise panics with an
// *AssertionError: the cell fails and names its place, the condition and the message, whose
// values are separated by spaces.
//
//	Assert(len(deck) == 52)
//	Assert(sum == total, "before k =", k)
//
// An assertion states what is true if the program is right, such as an invariant of a loop.
// It is Java's assert, and always on.
func Assert(condition bool, message ...any) { AssertNamed("", condition, message...) }

// AssertNamed is Assert with the text of the condition. A cell's call of Assert becomes one
// of it.
func AssertNamed(text string, condition bool, message ...any) {
	if !condition {
		panic(&AssertionError{text, strings.TrimSuffix(fmt.Sprintln(message...), "\n")})
	}
}
