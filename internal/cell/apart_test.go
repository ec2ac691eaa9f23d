package cell

import (
	"strings"
	"testing"
)

func TestDeclaredNames(t *testing.T) {
	for source, want := range map[string]string{
		"":                       "",
		"x := 1; y, z := 2, 3":   "x y z",
		"x = 1; f(x)":            "",
		"var a, _ int":           "a",
		"func f() {}; f()":       "f",
		"func (T) M() {}":        "",
		"type T struct{ n int }": "T",
		"const (A = iota; B)":    "A B",
		"import \"math/rand/v2\"\nimport m \"math\"\nimport . \"fmt\"": "m rand",
		"for i := 0; i < 3; i++ { j := i }":                            "",
		"x, y":                                                         "",
		"func f( {":                                                    "",
	} {
		if got := strings.Join(DeclaredNames(source), " "); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}
