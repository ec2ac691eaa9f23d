package repl

import (
	"slices"
	"testing"
)

// TestTranscript: what is copied from a session, and the inputs in it.
func TestTranscript(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // nil: it is no transcript
	}{
		{"ours", "5> x := 20\n6> x + 1\n21\n7> for i := range 2 {\n..     fmt.Println(i)\n.. }\n0\n1\n8> ", []string{"x := 20", "x + 1", "for i := range 2 {\n    fmt.Println(i)\n}"}},
		{"two digits", "10> if x {\n... \ty()\n...\n... }", []string{"if x {\n\ty()\n\n}"}},
		{"from nine to ten", "9> f {\n.. }\n10> g {\n... }", []string{"f {\n}", "g {\n}"}},
		{"spaces trimmed", "\n5> a\n6>\n7> b", []string{"a", "b"}},
		{"output like a continuation", "5> a\nx\n.. y\n6> b", []string{"a", "b"}},
		{"output of another width", "5> f {\n... and 3 more\n.. }", []string{"f {"}},
		{"an error", "5> nope\ncell 5:1:1: undefined: nope\n    nope\n    ^^^^\n6> 1", []string{"nope", "1"}},
		{"output like a bare prompt", "5> a\n> quoted\n6> b", []string{"a", "b"}},
		{"of riffle without numbers", "> x := 1\n> f {\n. }\n<f>\n5> no\n> y", []string{"x := 1", "f {\n}", "y"}},
		{"IPython", "In [1]: x := 1\n\nIn [2]: f {\n   ...: \ty\n   ...: }\nOut[2]: 3\n\nIn [10]: g {\n    ...: }", []string{"x := 1", "f {\n\ty\n}", "g {\n}"}},
		{"no number", "In []: x", nil},
		{"Go", "x := 5\n> y", nil},
		{"a number", "5", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, copied := Transcript(tt.text)
			want := tt.want
			if want == nil {
				want = []string{tt.text}
			}
			if !slices.Equal(got, want) || copied != (tt.want != nil) {
				t.Errorf("%v %q, want %q", copied, got, want)
			}
		})
	}
}

// A line that was typed may compare; with marks of a paste it can't have been typed.
func TestTypedComparison(t *testing.T) {
	for text, want := range map[string]string{
		"5> x":           "5> x",
		"5> lotto.Max()": "5> lotto.Max()",
		"5> x := 3":      "x := 3",
		"5> for {\n.. }": "for {\n}",
		"5> f {":         "f {",
		"> x":            "x",
	} {
		if got := entryCells(text); !slices.Equal(got, []string{want}) {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got := cleanTranscript("5> x"); got != "x" {
		t.Errorf("pasted %q, want x", got)
	}
}
