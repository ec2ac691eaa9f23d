package session

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/golden"
)

// TestRestore replays testdata/restore: the cells of a session that is over, each below
// a line "old", with "fatal" behind it for the one that ended it; then what was done
// with them, and cells of the session in which they were restored.
func TestRestore(t *testing.T) {
	golden.Each(t, "testdata/restore/*.txt", func(t *testing.T, text string) string {
		t.Chdir(t.TempDir())
		lib := "level := 3\n// %%\nfunc helper() int { return level }\n// %%\nfmt.Println(`printed`)\nlate := helper()\n"
		if err := os.WriteFile("lib.go", []byte(lib), 0o600); err != nil {
			t.Fatal(err)
		}
		s := newSession(t, Options{})
		before, after, _ := strings.Cut(text, "\n====\n")
		var cells []proto.Past
		for i, c := range strings.Split(before, "old")[1:] {
			mark, source, _ := strings.Cut(c, "\n")
			cells = append(cells, proto.Past{N: i + 1, Source: strings.TrimSuffix(source, "\n"), OK: true, Fatal: strings.Contains(mark, "fatal")})
		}
		out := &recorder{}
		res := s.Run(context.Background(), proto.Cell{Restore: cells}, out)
		var b strings.Builder
		b.WriteString(before + "\n====\n")
		if r := res.Restored; r != nil {
			fmt.Fprintf(&b, "declared %d, skipped %d, missing %v, changed %v\n", r.Declared, r.Skipped, r.Missing, r.Changed)
			for _, e := range r.Failed {
				b.WriteString(e.Format() + "\n")
			}
		}
		b.WriteString(answer(out, res))
		for i, c := range strings.Split(after, "\n>>> ")[1:] {
			source, _, _ := strings.Cut(c, "\n---")
			out := &recorder{}
			res := s.Run(context.Background(), proto.Cell{Source: source, N: len(cells) + i + 1}, out)
			b.WriteString("\n>>> " + source + "\n---\n" + answer(out, res))
		}
		return b.String()
	})
}

// TestResetIsSaid sees that a cell's result says that the names are forgotten, however
// %reset came to run.
func TestResetIsSaid(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("forget.go", []byte("%reset\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newSession(t, Options{Restart: func() {}})
	for _, tt := range []struct {
		source string
		want   bool
	}{
		{"%reset", true}, {"z := 5\n%reset", true}, {"%run forget.go", true}, {"%reset\npanic(1)", true},
		{"%reset out", false}, {"z := 5", false}, {"panic(1)\n%reset", false}, {"%reset hard", true},
	} {
		if r := s.Run(context.Background(), proto.Cell{Source: tt.source, N: 1}, &recorder{}); r.Reset != tt.want {
			t.Errorf("%q: Reset is %v, want %v", tt.source, r.Reset, tt.want)
		}
	}
}

// TestRestoreKeeps sees that restoring changes nothing that the session has: neither what
// it declared itself, nor what was restored before.
func TestRestoreKeeps(t *testing.T) {
	s := newSession(t, Options{})
	do := func(c proto.Cell, want string) *proto.Restored {
		t.Helper()
		out := &recorder{}
		r := s.Run(context.Background(), c, out)
		if got := strings.TrimSpace(answer(out, r)); got != want {
			t.Errorf("%s%v: %q, want %q", c.Source, c.Restore, got, want)
		}
		return r.Restored
	}
	restores := func(c proto.Cell, declared int, missing, kept string) {
		t.Helper()
		r := do(c, "")
		if r.Declared != declared || strings.Join(r.Missing, " ") != missing || strings.Join(r.Kept, " ") != kept || len(r.Failed) > 0 {
			t.Errorf("%+v, want %d declared, missing %q, kept %q", r, declared, missing, kept)
		}
	}
	old := func(sources ...string) (c proto.Cell) {
		for i, text := range sources {
			c.Restore = append(c.Restore, proto.Past{N: 10 + i, Source: text, OK: true})
		}
		return c
	}
	do(proto.Cell{Source: "x, err := 100, error(nil)\nfunc f() int { return x }\ntype T int\nimport \"strings\"", N: 1}, "")
	cells := old("x := 1\ny := x * 10\nfunc g() int { return x }", "n, err := strconv.Atoi(\"5\")\nfunc f() string { return \"\" }\nimport \"strings\"",
		"type T string\nfunc (T) M() {}\nconst a, b = 1, 2\nz := 3")
	restores(cells, 5, "y", "T err f x")
	do(proto.Cell{Source: "x, n, f(), g(), T(2), a, z", N: 2}, "= 100 5 100 100 2 1 3")
	do(proto.Cell{Source: "x = 55; z = 4", N: 3}, "")
	restores(cells, 0, "y", "T a b err f g n x z")
	do(proto.Cell{Source: "x, z, f()", N: 4}, "= 55 4 55")
	restores(old("const (\n\ta = iota\n\tc\n)\nvar x, late int"), 2, "", "a x")
	do(proto.Cell{Source: "a, c, x, late", N: 5}, "= 1 1 55 0")
	cells.Anew = true
	restores(cells, 12, "", "")
	do(proto.Cell{Source: "x, y, z, f()", N: 6}, "= 1 10 3 \"\"")
}
