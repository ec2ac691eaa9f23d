package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// witness is a test that remembers what went wrong in it.
type witness struct {
	testing.TB
	said []string
}

func (w *witness) Helper() {}
func (w *witness) Errorf(format string, args ...any) {
	w.said = append(w.said, fmt.Sprintf(format, args...))
}

// TestCheck compares with a file that is missing, differs and agrees, and writes
// it in between.
func TestCheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "x.txt")
	check := func(got string, want ...string) {
		t.Helper()
		w := &witness{TB: t}
		Check(w, file, got)
		if len(w.said) != min(len(want), 1) {
			t.Fatalf("%d complaints about %q: %q", len(w.said), got, w.said)
		}
		for _, part := range want {
			if !strings.Contains(w.said[0], part) {
				t.Errorf("no %q in %s", part, w.said[0])
			}
		}
	}
	updated := func(got string) {
		*update = true
		defer func() { *update = false }()
		check(got)
	}
	check("a\nb\n", "-update writes it")
	updated("a\nb\n")
	check("a\nb\n")
	check("a\nc\n", file, `-`, `"b"`, `+`, `"c"`)
	check("a\nb", `""`)
	updated("")
	check("")
}

// TestReplay hands a file's text over, wherever the test went, and wants it back.
func TestReplay(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("x.txt", []byte("1+1"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := &witness{TB: t}
	Replay(w, "x.txt", func(text string) string {
		t.Chdir(t.TempDir())
		return text + "=2"
	})
	if len(w.said) != 1 || !strings.Contains(w.said[0], "1+1=2") {
		t.Errorf("complaints %q, want one about 1+1=2", w.said)
	}
}
