//go:build unix

package grade

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestSubmittedFiles collects what isn't a notebook but has the name of one.
func TestSubmittedFiles(t *testing.T) {
	base := t.TempDir()
	root, secret := filepath.Join(base, "submitted"), filepath.Join(base, "source")
	file := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	for _, dir := range []string{secret, file("link"), file("pipe"), file("device"), file("large"), file("inner")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	source := filepath.Join(secret, "sheet.ipynb")
	for _, err := range []error{
		os.WriteFile(source, []byte("{}"), 0o644),
		os.Symlink("../../source/sheet.ipynb", file("link", "sheet.ipynb")),
		os.Symlink("/dev/zero", file("device", "sheet.ipynb")),
		syscall.Mkfifo(file("pipe", "sheet.ipynb"), 0o644),
		os.WriteFile(file("large", "sheet.ipynb"), []byte("{}"), 0o644),
		os.Truncate(file("large", "sheet.ipynb"), submittedMost+1),
		os.Symlink(secret, file("folder")),
		os.Symlink(secret, file("inner", "sheet")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := Collect([]string{root}, []string{"sheet"})
	if err != nil {
		t.Fatal(err)
	}
	g := &Grader{Lessons: []string{"sheet"}}
	var got []string
	for _, sub := range found {
		s, err := g.Grade(context.Background(), sub)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s.Student+" "+s.Problem)
	}
	want := []string{
		"device a link, not a notebook", "folder a link, not a notebook", "inner a link, not a notebook",
		"large the file has more than 64 MiB", "link a link, not a notebook", "pipe a pipe, a device or the like, not a notebook",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}
