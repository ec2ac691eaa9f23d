package session

import (
	"strings"
	"sync"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/golden"
)

// TestCells runs the sessions in testdata/cells: what cells mean, display and
// say when they are wrong.
func TestCells(t *testing.T) {
	golden.Each(t, "testdata/cells/*.txt", func(t *testing.T, text string) string {
		return transcript(t, newSession(t, Options{}), text)
	})
}

// recorder keeps what a cell prints.
type recorder struct {
	proto.Discard
	mu  sync.Mutex
	out strings.Builder
}

func (r *recorder) Stream(_ string, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Write(text)
}
