package cols

import (
	"slices"
	"testing"
	"unicode"

	"golang.org/x/text/width"
)

// TestWide compares the table with Unicode's.
func TestWide(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		kind := width.LookupRune(r).Kind()
		if want := kind == width.EastAsianWide || kind == width.EastAsianFullwidth; unicode.Is(wide, r) != want {
			t.Errorf("%U is wide: %v", r, !want)
		}
	}
}

func TestOf(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "日本": 4, "e\u0301": 1, "🂡": 1, "🃏": 2, "⚡": 2, "👍": 2, "a\u200db": 2, "한": 2, "♠": 1, "\x01": 1,
	} {
		if got := Of(text); got != want {
			t.Errorf("%q: %d columns, want %d", text, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"日本語", 5, "日本…"}, {"日本語", 4, "日…"}, {"abc", 1, "…"}, {"abc", 0, ""}, {"abc", -1, ""}, {"", 0, ""},
	} {
		if got := Clip(tt.text, tt.n); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.text, tt.n, got, tt.want)
		}
	}
}

func TestFill(t *testing.T) {
	fits := func(line string) bool { return Of(line) <= 5 }
	for _, tt := range []struct{ words, want []string }{
		{nil, []string{""}},
		{[]string{"a", "bc", "d", "longer than that", "e"}, []string{"a bc", "d", "longer than that", "e"}},
	} {
		if got := Fill(tt.words, fits); !slices.Equal(got, tt.want) {
			t.Errorf("Fill(%q) = %q, want %q", tt.words, got, tt.want)
		}
	}
}

func TestPlain(t *testing.T) {
	if got := Plain("\x1b[1;31mred\x1b[0m \x1b"); got != "red \x1b" {
		t.Errorf("got %q", got)
	}
}
