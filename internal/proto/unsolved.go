package proto

import "strings"

// What students find in place of an answer panics with NotSolved and WriteYourOwn. Such an
// error is the state of an exercise: a notebook goes on after it.
const (
	NotSolved    = "not solved yet"
	WriteYourOwn = "write your own code here"
)

// Unsolved reports whether the error is that of an exercise which isn't solved.
func (e *CellError) Unsolved() bool { return e != nil && e.Name == NotSolved }

// OfPanic is the error of a panic with a text. A check of an exercise that isn't solved
// passes on what the answer panics with.
func OfPanic(text string, places []Diagnostic) *CellError {
	if strings.HasSuffix(text, NotSolved+": "+WriteYourOwn) {
		return &CellError{Name: NotSolved, Message: WriteYourOwn, Diagnostics: places}
	}
	return &CellError{Name: "panic", Message: text, Diagnostics: places}
}
