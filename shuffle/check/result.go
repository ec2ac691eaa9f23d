package check

import (
	"fmt"
	"html"
)

// Result is what a check found. The zero value is a failed check.
type Result struct {
	// Passed says whether the answer is right.
	Passed bool
	// Sentence says what is wrong, or what was tried.
	Sentence string
}

// Must does nothing for a right answer. Otherwise it panics with a *Failure, so that
// the cell fails and a grader gives no points for it.
func (r Result) Must() {
	if err := r.Err(); err != nil {
		panic(err)
	}
}

// Err returns nil for a right answer, and otherwise a *Failure.
func (r Result) Err() error {
	if r.Passed {
		return nil
	}
	return &Failure{r.Sentence}
}

// Failure is the error of a failed check.
type Failure struct{ Sentence string }

// Error returns the sentence that says what is wrong.
func (f *Failure) Error() string { return "wrong: " + f.Sentence }

// String returns the sentence behind a mark and a word: "✓ right" or "✗ wrong".
func (r Result) String() string { return r.mark() + ": " + r.Sentence }

func (r Result) mark() string {
	if r.Passed {
		return "✓ right"
	}
	return "✗ wrong"
}

// HTML returns the same for a page. The mark and the word tell right from wrong; the
// bar beside them is solid or dashed.
func (r Result) HTML() string {
	border := "3px dashed #a6380b"
	if r.Passed {
		border = "3px solid #2166ac"
	}
	return fmt.Sprintf(`<div style="border-left:%s;padding:.2em .7em"><strong>%s:</strong> %s</div>`,
		border, r.mark(), html.EscapeString(r.Sentence))
}

func right(format string, args ...any) Result {
	return Result{true, fmt.Sprintf(format, args...)}
}

func wrong(format string, args ...any) Result {
	return Result{false, fmt.Sprintf(format, args...)}
}
