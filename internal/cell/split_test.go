package cell

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		source string
		pieces []string
	}{
		{"x := 1; y := 2", []string{"x := 1", "y := 2"}},
		{"for i := 0; i < 3; i++ { f(i) }; g()", []string{"for i := 0; i < 3; i++ { f(i) }", "g()"}},
		{"for ; i < 3; { f(i) }", []string{"for ; i < 3; { f(i) }"}},
		{"if x := f(); x > 0 {\n\ta()\n} else if y := g(); y > 0 {\n\tb()\n}\nc()", []string{"if x := f(); x > 0 {\n\ta()\n} else if y := g(); y > 0 {\n\tb()\n}", "c()"}},
		{"switch x := f(); {\ncase x > 0:\n}", []string{"switch x := f(); {\ncase x > 0:\n}"}},
		{"outer:\nfor i := 0; ; i++ { break outer }", []string{"outer:\nfor i := 0; ; i++ { break outer }"}},
		{"func f() { a; b }\nf()", []string{"func f() { a; b }", "f()"}},
		{"func() { a; b }()", []string{"func() { a; b }()"}},
		{"func (t T) m() {}; import \"fmt\"", []string{"func (t T) m() {}", "import \"fmt\""}},
		{"type T struct{ a int; b string }", []string{"type T struct{ a int; b string }"}},
		{"// nothing", nil},
	} {
		ps := split(c.source)
		var got []string
		for _, p := range ps.list {
			got = append(got, c.source[p.start:p.end])
		}
		if !slices.Equal(got, c.pieces) {
			t.Errorf("split(%q) = %q, want %q", c.source, got, c.pieces)
		}
	}
}
