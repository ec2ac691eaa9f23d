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
			fmt.Fprintf(&b, "declared %d, skipped %d, missing %v\n", r.Declared, r.Skipped, r.Missing)
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
