package repl

import (
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// chunks is a terminal that sends its bytes in given pieces.
type chunks []string

func (c *chunks) Read(p []byte) (int, error) {
	if len(*c) == 0 {
		return 0, io.EOF
	}
	n := copy(p, (*c)[0])
	if (*c)[0] = (*c)[0][n:]; (*c)[0] == "" {
		*c = (*c)[1:]
	}
	return n, nil
}

func (c *chunks) Close() error { return nil }

func TestKeys(t *testing.T) {
	const paste = string(pasteKey)
	tests := []struct {
		name   string
		in     chunks
		want   string
		blocks []string
	}{
		{"plain", chunks{"a♠\r"}, "a♠\r", nil},
		{"paste", chunks{"a\x1b[200~b\rc\x1b[201~d"}, "a" + paste + "d", []string{"b\nc"}},
		{"paste in pieces", chunks{"a\x1b", "[20", "0~b", "c\x1b[2", "01~d"}, "a" + paste + "d", []string{"bc"}},
		{"two pastes", chunks{"\x1b[200~b\x1b[201~\x1b[200~c\x1b[201~"}, paste + paste, []string{"b", "c"}},
		{"empty paste", chunks{"\x1b[200~\r\n\x1b[201~a"}, "a", nil},
		{"controls in a paste", chunks{"\x1b[200~a\x1b[31mb\x07\tc\x1b[201~"}, paste, []string{"a[31mb\tc"}},
		{"paste broken off", chunks{"\x1b[200~ab\x03c"}, paste + "\x03c", []string{"ab"}},
		{"end without beginning", chunks{"a\x1b[201~b"}, "ab", nil},
		{"delete", chunks{"\x1b[3~"}, string(deleteKey), nil},
		{"words", chunks{"\x1b[1;5D\x1b[1;5C"}, "\x1bb\x1bf", nil},
		{"home and end", chunks{"\x1b[1~\x1b[4~\x1b[H"}, "\x01\x05\x1b[H", nil},
		{"nul", chunks{"a\x00b"}, "ab", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := &keys{src: &tt.in}
			got, err := io.ReadAll(k)
			if err != nil || string(got) != tt.want || !slices.Equal(k.blocks, tt.blocks) {
				t.Errorf("got %q %q %v, want %q %q", got, k.blocks, err, tt.want, tt.blocks)
			}
		})
	}
}

func TestKeysTypedAhead(t *testing.T) {
	k := &keys{src: &chunks{"a\n\x00", "\x00"}}
	k.expect()
	if got, _ := io.ReadAll(k); string(got) != "a\n\x04" {
		t.Errorf("got %q", got)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add("a\x1b[200~b\x1b[201~", 3)
	f.Add("\x1b[3~\x1b[1;5D\x00\x1a", 1)
	f.Fuzz(func(t *testing.T, in string, size int) {
		var pieces chunks
		for size = max(size, 1); len(in) > size; in = in[size:] {
			pieces = append(pieces, in[:size])
		}
		k := &keys{src: &pieces}
		got, err := io.ReadAll(k)
		if err != nil {
			t.Fatal(err)
		}
		if utf8.Valid(got) && strings.Count(string(got), string(pasteKey)) < len(k.blocks) {
			t.Errorf("%d blocks announced as %q", len(k.blocks), got)
		}
	})
}

func TestTranscript(t *testing.T) {
	tests := []struct {
		in     string
		want   []string
		pasted bool
	}{
		{"", nil, false},
		{" \n\n", nil, false},
		{"a\nb", []string{"a\nb"}, false},
		{"a\n> b", []string{"a\n> b"}, false},
		{"> a", []string{"a"}, true},
		{">", nil, true},
		{"\n> a\n[1 2]\n> b", []string{"a", "b"}, true},
		{"> f {\n. \tx\n.\n. }\n<f>\n>\n> b\n", []string{"f {\n\tx\n\n}", "b"}, true},
		{">= 3", []string{">= 3"}, false},
		{"> p := `\n. > quote\n. `", []string{"p := `\n> quote\n`"}, true},
	}
	for _, tt := range tests {
		got, pasted := Transcript(tt.in)
		if !slices.Equal(got, tt.want) || pasted != tt.pasted {
			t.Errorf("Transcript(%q) = %q, %v, want %q, %v", tt.in, got, pasted, tt.want, tt.pasted)
		}
	}
}

func TestParseQuestion(t *testing.T) {
	tests := map[string]question{
		"?x": {"x", 0}, "??x": {"x", 1}, "x?": {"x", 0}, "x??": {"x", 1}, "? x": {"x", 0},
		" Lottery.Pick? ": {"Lottery.Pick", 0}, "?%time": {"%time", 0}, "é1_?": {"é1_", 0}, "?": {},
	}
	for in, want := range tests {
		if got, ok := parseQuestion(in); !ok || got != want {
			t.Errorf("%q: %v, %v, want %v", in, got, ok, want)
		}
	}
	for _, in := range []string{"", "x", "???x", "x???", "f(x)?", `"?"`, "1?", "x ? y", "// why?", "x\ny?"} {
		if got, ok := parseQuestion(in); ok {
			t.Errorf("%q is taken for a question: %v", in, got)
		}
	}
}
