// Package golden compares what tests make with files that hold what it should
// be. Call [Check] with a result, or [Replay] where the file holds the questions
// too. With -update the files are written instead:
//
//	go test ./internal/cell -run TestInspect -update
package golden

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/test/leak"
)

var update = flag.Bool("update", false, "write the golden files")

// Updating reports whether the test is to write its files.
func Updating() bool { return *update }

// Check wants a file to hold got. With -update it does from then on. Nothing of riffle's own
// may be in it.
func Check(t testing.TB, file, got string) {
	t.Helper()
	leak.CheckFile(t, file, got)
	want, err := os.ReadFile(file)
	if *update {
		write(t, file, want, got)
		return
	}
	if err != nil {
		t.Errorf("%v; -update writes it", err)
		return
	}
	if diff := Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update stores what is got):\n%s", file, diff)
	}
}

// write stores got in a file that held old, unless it does already.
func write(t testing.TB, file string, old []byte, got string) {
	t.Helper()
	if old != nil && bytes.Equal(old, []byte(got)) {
		return
	}
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err := errors.Join(err, os.WriteFile(file, []byte(got), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// Replay wants a file to be what f makes of it: f answers again the questions
// that it finds in the text.
func Replay(t testing.TB, file string, f func(text string) string) {
	t.Helper()
	file, err := filepath.Abs(file) // f may go elsewhere
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%v: it holds the questions", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	Check(t, file, f(string(text)))
}

// Each replays all files that match a pattern, each in a test of its own. There
// must be one.
func Each(t *testing.T, pattern string, f func(t *testing.T, text string) string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files match %s: %v", pattern, err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(strings.TrimSuffix(name, filepath.Ext(name)), func(t *testing.T) {
			Replay(t, file, func(text string) string { return f(t, text) })
		})
	}
}

// Diff is what differs between two texts, line by line; empty for nothing.
func Diff(want, got string) string {
	if want == got {
		return ""
	}
	return cmp.Diff(lines(want), lines(got))
}

// lines are the lines of a text, the last one's end among them.
func lines(text string) []string { return strings.Split(text, "\n") }
