package session

import (
	"strings"
	"sync"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/full"
	"riffle/internal/test/golden"
	"riffle/internal/test/leak"
)

// TestCells runs the sessions in testdata/cells: what cells mean, display and
// say when they are wrong.
func TestCells(t *testing.T) {
	golden.Each(t, "testdata/cells/*.txt", func(t *testing.T, text string) string {
		return transcript(t, newSession(t, Options{}), text)
	})
}

// TestCellsOnEngines: cells mean the same if all of them are interpreted, and if all
// are compiled that can be.
func TestCellsOnEngines(t *testing.T) {
	for name, choose := range map[string]func(*Session){
		"interpreted": func(s *Session) { s.engine.Turn(false) },
		"compiled":    func(s *Session) { s.engine.TakeAll() },
	} {
		t.Run(name, func(t *testing.T) {
			golden.Each(t, "testdata/cells/*.txt", func(t *testing.T, text string) string {
				leaveChecks(t, name == "interpreted")
				s := newSession(t, Options{})
				choose(s)
				return transcript(t, s, text)
			})
		})
	}
}

// leaveChecks leaves the checks of exercises to the full run, where cells are slow: they
// shuffle 20,000 times.
func leaveChecks(t *testing.T, slow bool) {
	if slow && !full.On() && strings.HasSuffix(t.Name(), "/shuffle-checks-of-exercises") {
		t.Skip("for the full run")
	}
}

// recorder keeps what a cell prints, which must have nothing of riffle's own.
type recorder struct {
	proto.Discard
	mu     sync.Mutex
	out    strings.Builder
	stored bool // in a golden file, which says what is allowed there
}

func (r *recorder) Stream(_ string, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Write(text)
	if !r.stored {
		leak.Note(string(text))
	}
}
