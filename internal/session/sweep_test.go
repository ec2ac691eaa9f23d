package session

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"riffle/internal/test/golden"
)

// TestCellsSwept: the sessions of testdata/cells mean the same if everything that
// can be found or made again is forgotten before every cell.
func TestCellsSwept(t *testing.T) {
	golden.Each(t, "testdata/cells/*.txt", func(t *testing.T, text string) string {
		s := newSession(t, Options{})
		s.sweepEvery = 0
		return transcript(t, s, text)
	})
}

// TestSweepFrees: what a name meant before it was declared again goes, and with
// it what it held; a closure keeps what it uses.
func TestSweepFrees(t *testing.T) {
	t.Setenv(VerifyEnv, "") // which remembers all programs
	s := newSession(t, Options{})
	run(t, s, 1, "big := make([]int, 1000)\nkept := make([]int, 1000)")
	run(t, s, 2, "big")
	run(t, s, 3, "kept")
	big, kept := held(s, 2), held(s, 3)
	run(t, s, 4, "%reset out")
	run(t, s, 5, "length := func() int { return len(kept) }")
	run(t, s, 6, "big, kept := 1, 2")
	for n := 7; big.Value() != nil; n++ {
		if n == 60*sweepEvery {
			t.Fatal("the value of a variable that was declared anew is still held")
		}
		run(t, s, n, fmt.Sprintf("x := %d", n))
		if n%8 == 0 {
			runtime.GC()
		}
	}
	if kept.Value() == nil {
		t.Error("the variable that a closure uses is gone")
	}
	if out, _ := run(t, s, 9999, "fmt.Print(length())"); out != "1000\n" {
		t.Errorf("the closure sees %q, want 1000", out)
	}
}

// held leads to the numbers that a cell has displayed, without holding them.
func held(s *Session, n int) weak.Pointer[int] { return weak.Make(&s.history.out[n].([]int)[0]) }
