// Package figures prints values as the cells of a notebook show them, with the
// pictures of what package fair and its like find out, drawn as text. Call Values, or
// Display from anywhere.
package figures

import (
	"os"
	"sync"

	"riffle/internal/display"
	"riffle/internal/export/show"
	std "riffle/stdlib/display"
)

// Values prints values: one with its picture, or several in a line.
func Values(values ...any) { show.Print(os.Stdout, text, among, values...) }

// among is a value's text among others in a line.
func among(v any) string { return display.Text(v, show.Plain(v)) }

// Results is Values for what a call returns, with an error at the end that isn't shown if
// there is none.
func Results(values ...any) { Values(show.WithoutNil(values)...) }

// text is a value as text, drawn or as a table if it is one.
func text(v any) string {
	plain := show.Plain(v)
	b := display.Of(v, plain)
	if t := b.Text(); t != plain || len(b.Data) > 1 {
		return t
	}
	return show.Tabular(v, plain)
}

// screen is where the functions below show values: one after the other, as nothing can
// be replaced that is printed.
var screen = sync.OnceValue(func() *std.Screen { return std.NewScreen(printer{}) })

type printer struct{}

// Display prints a value.
func (printer) Display(value any, _ string, _ bool) error {
	Values(value)
	return nil
}

// Clear does nothing.
func (printer) Clear(bool) error { return nil }

// Display shows values, each on lines of its own.
func Display(values ...any) error { return screen().Display(values...) }

// Show is Display for a value that will change.
func Show(value any) *std.Handle { return screen().Show(value) }

// Update prints the new value of something shown.
func Update(id string, value any) error { return screen().Update(id, value) }

// Clear does nothing, as nothing can be replaced that is printed.
func Clear(wait bool) error { return screen().Clear(wait) }
