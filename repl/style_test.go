package repl

import (
	"fmt"
	"testing"

	"riffle/internal/proto"
)

func TestColorWanted(t *testing.T) {
	tests := []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"TERM": "xterm"}, true},
		{nil, true},
		{map[string]string{"TERM": "dumb"}, false},
		{map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, false},
		{map[string]string{"NO_COLOR": ""}, true},
	}
	for _, tt := range tests {
		if got := ColorWanted(func(k string) string { return tt.env[k] }); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.env, got, tt.want)
		}
	}
}

func TestStyle(t *testing.T) {
	s, boom := style{on: true}, &proto.CellError{Name: "panic", Message: "no"}
	const long = "the  program's own  text,  which stays as it is"
	wide := &proto.CellError{Name: "compile error", Diagnostics: []proto.Diagnostic{{
		Cell: 1, Line: 1, Column: 5, Text: "x := nope + some(more, than, forty, columns)",
		Message: "undefined: a name and a sentence that explains it", Hint: "did you mean something else that is known here?",
	}}}
	tests := []struct{ name, got, want string }{
		{"value", s.paintValue("a\nb"), "\x1b[36ma\x1b[0m\n\x1b[36mb\x1b[0m"},
		{"value with colours", s.paintValue("\x1b[31ma\x1b[0m"), "\x1b[31ma\x1b[0m"},
		{"failure", s.formatError(boom, 0), "\x1b[1mpanic: no\x1b[0m"},
		{"narrow", style{}.formatError(wide, 40), "cell 1:1:5: undefined: a name and a\nsentence that explains it\n    x := nope + some(more, than, forty, columns)\n        ^\n    hint: did you mean something else\n          that is known here?"},
		{"narrow panic", style{}.formatError(&proto.CellError{Name: "panic", Message: long}, 40), "panic: " + long},
		{"off", style{}.formatError(boom, 0), "panic: no"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestProgressBar(t *testing.T) {
	tests := []struct {
		p     proto.Progress
		width int
		want  string
	}{
		{proto.Progress{Done: 1, Total: 2, Left: -1}, 20, "[######......]  50%"},
		{proto.Progress{Label: "war", Done: 5, Total: 5, Left: 0}, 30, "war [#########] 100%, 0s left"},
		{proto.Progress{Done: 9, Total: 3, Left: 3700}, 30, "[##########] 100%, 1h01m left"},
		{proto.Progress{Label: "a\nlong label", Done: 0, Total: 3, Left: 59}, 20, "a long label 0%, 5…"},
		{proto.Progress{Done: 0, Total: 3, Left: -1}, 1, ""},
	}
	for _, tt := range tests {
		got := progressBar(tt.p, tt.width)
		if got != tt.want {
			t.Errorf("%+v in %d: %q, want %q", tt.p, tt.width, got, tt.want)
		}
		if n := len([]rune(got)); n > max(tt.width-1, 0) {
			t.Errorf("%q has %d columns in %d", got, n, tt.width)
		}
	}
}

func TestBundleText(t *testing.T) {
	tests := []struct {
		data map[string]any
		want string
	}{
		{nil, ""},
		{map[string]any{"text/plain": "p", "image/png": "x"}, "p"},
		{map[string]any{"text/markdown": "m", "text/html": "x"}, "m"},
		{map[string]any{"text/html": "x", "image/png": "x"}, "[image/png, text/html: shown in a notebook]"},
		{map[string]any{"text/plain": 1}, "[text/plain: shown in a notebook]"},
	}
	for _, tt := range tests {
		if got := bundleText(&proto.Bundle{Data: tt.data}); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.data, got, tt.want)
		}
	}
}

func ExampleTranscript() {
	cells, _ := Transcript("1> lotto := NewLottery(40)\n2> lotto.Pick(6)\n[3 8 17 22 31 40]")
	for _, c := range cells {
		fmt.Println(c)
	}
	// Output:
	// lotto := NewLottery(40)
	// lotto.Pick(6)
}
