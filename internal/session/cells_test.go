package session

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/proto"
)

var update = flag.Bool("update", false, "write what the cells print into their files")

// The files in testdata hold sessions: cells, each followed by what it prints
// and displays.
//
//	=== title of a session
//	>>>
//	source of a cell
//	---
//	output and value, errors as a person sees them
func TestCells(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions in testdata", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) { runFile(t, name) })
	}
}

func runFile(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	var s *Session
	n := 0
	for _, chunk := range strings.SplitAfter(string(text), "\n>>>\n") {
		body := strings.TrimSuffix(chunk, ">>>\n")
		source, rest, isCell := strings.Cut(body, "\n---\n")
		if !isCell {
			got.WriteString(chunk)
			s, n = start(t), 0
			continue
		}
		got.WriteString(source + "\n---\n")
		n++
		got.WriteString(runCell(s, n, source))
		if i := strings.Index(rest, "=== "); i >= 0 {
			got.WriteString(rest[i:])
			s, n = start(t), 0
		}
		if strings.HasSuffix(chunk, ">>>\n") {
			got.WriteString(">>>\n")
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(text), got.String()); d != "" {
		t.Errorf("(-file +session)\n%s", d)
	}
}

func start(t *testing.T) *Session {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// runCell is what a person sees of a cell.
func runCell(s *Session, n int, source string) string {
	var r recorder
	res := s.Run(context.Background(), proto.Cell{Source: source, N: n}, &r)
	out := r.String()
	if res.Value != nil {
		out += res.Value.Text() + "\n"
	}
	if res.Err != nil {
		out += res.Err.Format() + "\n"
	}
	return out
}

// recorder keeps what a cell prints.
type recorder struct {
	proto.Discard
	mu sync.Mutex
	b  strings.Builder
}

func (r *recorder) Stream(_ string, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.b.Write(text)
}

func (r *recorder) Display(b proto.Bundle, _ bool) { r.Stream("", []byte(b.Text()+"\n")) }

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.String()
}
