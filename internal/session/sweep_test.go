package session

import (
	"testing"

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
