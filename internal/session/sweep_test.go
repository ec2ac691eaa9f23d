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
		s.sweepEvery = 1
		return transcript(t, s, text)
	})
}

// TestSweepFrees: what a name meant before it was declared again goes, and with
// it what it held; a closure keeps what it uses.
func TestSweepFrees(t *testing.T) {
	s := newSession(t, Options{})
	run(t, s, 1, "big := make([]int, 1000)\nkept := make([]int, 1000)\nbig")
	run(t, s, 2, "kept")
	big, kept := weak.Make(&s.history.out[1].([]int)[0]), weak.Make(&s.history.out[2].([]int)[0])
	run(t, s, 3, "length := func() int { return len(kept) }")
	run(t, s, 4, "big, kept := 1, 2\n%reset out")
	for n := 5; big.Value() != nil; n++ {
		if n == 20*sweepEvery {
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
