package screen

import (
	"strings"
	"testing"

	"riffle/internal/test/svgdoc"
)

func TestScreen(t *testing.T) {
	tests := []struct{ in, want string }{
		{"ab\ncd", "ab\ncd|"},
		{"abcdefghij", "abcdefghi|j"},
		{"abcdefghijk", "abcdefghij\nk|"},
		{"abcdefghij\rx", "x|bcdefghij"},
		{"日本\x1b[2D", "日|本"},
		{"e\u0301x", "e\u0301x|"},
		{"1\n2\n3\n4\n5", "2\n3\n4\n5|"},
		{"ab\x1b[3A\x1b[Jc", "abc|"},
	}
	for _, tt := range tests {
		s := New(t, 10, 4)
		s.Write([]byte(tt.in))
		if got := s.Marked(); got != tt.want {
			t.Errorf("%q shows %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestSVG wants a drawn screen to be a picture that any viewer shows, with the text in
// it, each stretch in its place and colour.
func TestSVG(t *testing.T) {
	s := New(t, 12, 4)
	s.Write([]byte("a \x1b[1;32mb<\x1b[0m\n██▌ \x1b[48;5;124m^\x1b[m ♢x"))
	svg := s.SVG("a screen")
	if err := svgdoc.Check(svg); err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		"<desc>a b&lt;\n██▌ ^ ♢x</desc>",
		`<text x="16.0" y="30.0" fill="#e4e7eb" xml:space="preserve">a</text>`,
		`<text x="32.8" y="30.0" fill="#8fd49d" font-weight="bold" textLength="16.8" xml:space="preserve">b&lt;</text>`,
		`<rect x="16.0" y="38" width="16.80" height="14" fill="#e4e7eb"/>`, // two full blocks
		`<rect x="32.8" y="38" width="4.20" height="14" fill="#e4e7eb"/>`,  // half of one
		`<rect x="49.6" y="35" width="8.4" height="19" fill="#af0000"/>`,
		`>♢</text>`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
}
