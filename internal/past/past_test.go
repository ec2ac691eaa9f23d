package past

import (
	"slices"
	"strings"
	"testing"
)

func FuzzRoundTrip(f *testing.F) {
	f.Add("a\nb", `\n\\`)
	f.Add("\r\n", "♠")
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.TrimSpace(a) == "" || strings.TrimSpace(b) == "" {
			return
		}
		want := []string{a, b}
		if got := decode(encode(want)); !slices.Equal(got, want) {
			t.Errorf("%q came back as %q", want, got)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\\\nb\\x\n\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries := decode(data)
		if again := decode(encode(entries)); !slices.Equal(entries, again) {
			t.Errorf("%q, decoded again %q", entries, again)
		}
	})
}
