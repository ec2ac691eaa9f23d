//go:build !js

package stdlib

import (
	"archive/zip"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"riffle/stdlib/internal/covered"
)

// TestWriteData checks that there is a file for each package that browsers can have.
func TestWriteData(t *testing.T) {
	dir := t.TempDir()
	if err := WriteData(dir); err != nil {
		t.Fatal(err)
	}
	for _, path := range Paths() {
		want := covered.InBrowsers(path) != covered.Never
		for _, name := range []string{packageFile(path), docFile(path)} {
			_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
			if has := err == nil; has != want && path != unsafePath {
				t.Errorf("%s: %v, want %v", name, has, want)
			}
		}
	}
	r, err := zip.OpenReader(filepath.Join(dir, "types", "slices.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var names []string
	for _, f := range r.File {
		names = append(names, f.Name)
	}
	if !slices.Contains(names, "types/slices.a") || !slices.Contains(names, "src/slices/slices.go") {
		t.Errorf("package slices has %q", names)
	}
}
