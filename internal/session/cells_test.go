package session

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"riffle/internal/proto"
)

// TestCells runs the sessions in testdata/cells: what cells mean, display and
// say when they are wrong.
func TestCells(t *testing.T) {
	files, err := filepath.Glob("testdata/cells/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions: ", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := transcript(t, newSession(t, Options{}), string(want))
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
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
