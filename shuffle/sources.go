package shuffle

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.go
var ownSource embed.FS

// Sources returns the Go files of this package, without its tests, so that a
// session can show how a shuffle works.
func Sources() fs.FS { return sourceFS{ownSource} }

// sourceFS hides the tests of an embedded package.
type sourceFS struct{ files embed.FS }

// Open opens a file, or the folder ".".
func (s sourceFS) Open(name string) (fs.File, error) {
	if isTest(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return s.files.Open(name)
}

// ReadDir lists the files of a folder.
func (s sourceFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := s.files.ReadDir(name)
	kept := make([]fs.DirEntry, 0, len(entries))
	for _, e := range entries {
		if !isTest(e.Name()) {
			kept = append(kept, e)
		}
	}
	return kept, err
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }
