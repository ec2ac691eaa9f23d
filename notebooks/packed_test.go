package notebooks_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle/internal/course"
	"riffle/internal/notebook"
	"riffle/internal/test/golden"
	"riffle/notebooks"
)

// TestPacked wants the lessons that the program has to be those of this folder.
func TestPacked(t *testing.T) {
	files, err := filepath.Glob("[0-9]*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		name := strings.TrimSuffix(file, ".ipynb")
		names = append(names, name)
		if golden.Updating() {
			pack(t, name)
			continue
		}
		if got, err := notebooks.Lesson(name); err != nil || !bytes.Equal(got, teachers(t, file)) {
			t.Errorf("the program's %s isn't what is in this folder (%v); go generate ./notebooks", name, err)
		}
	}
	if golden.Updating() {
		unpack(t, names)
	} else if got := notebooks.Names(); !slices.Equal(got, names) {
		t.Errorf("the program has the lessons %q, want %q; go generate ./notebooks", got, names)
	}
	if _, err := notebooks.Lesson("99-none"); err == nil || err.Error() != `there is no lesson "99-none"` {
		t.Errorf("a lesson that isn't there: %v", err)
	}
}

// teachers is the notebook that goes into the program.
func teachers(t *testing.T, file string) []byte {
	t.Helper()
	source, err := course.Source(open(t, file))
	if err != nil {
		t.Fatal(err)
	}
	data, err := source.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// pack stores what the program has of a lesson.
func pack(t *testing.T, name string) {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(teachers(t, name+".ipynb")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("packed", name+".ipynb.gz"), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// unpack removes what was packed of lessons that are gone.
func unpack(t *testing.T, names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("packed", "*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if slices.Contains(names, strings.TrimSuffix(filepath.Base(file), ".ipynb.gz")) {
			continue
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPackedAgain wants a change of outputs alone to change nothing in the program.
func TestPackedAgain(t *testing.T) {
	nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Code, Source: "1"}}}
	plain, err := course.Source(nb)
	if err != nil {
		t.Fatal(err)
	}
	nb.Cells[0].Count, nb.Cells[0].Outputs = 1, []notebook.Output{{"output_type": "stream", "name": "stdout", "text": "1"}}
	ran, err := course.Source(nb)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := plain.Encode()
	if b, _ := ran.Encode(); !bytes.Equal(a, b) {
		t.Errorf("got\n%s\nwant\n%s", b, a)
	}
}
