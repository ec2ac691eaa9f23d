package proto

import "testing"

// TestTrace wants the source line of every place, where Format has only the first.
func TestTrace(t *testing.T) {
	e := &CellError{Name: "panic", Message: "boom", Diagnostics: []Diagnostic{
		{Cell: 1, Line: 2, Column: 2, Text: "\tpanic(x)", Message: "in f"},
		{Cell: 2, Line: 1, Column: 1, EndColumn: 2, Text: "f(1)"},
	}}
	const first = "panic: boom\ncell 1:2:2: in f\n    \tpanic(x)\n    \t^\ncell 2:1:1"
	if got := e.Format(); got != first {
		t.Errorf("Format: %q, want %q", got, first)
	}
	if got, want := e.Trace(), first+"\n    f(1)\n    ^"; got != want {
		t.Errorf("Trace: %q, want %q", got, want)
	}
}
