package session

import (
	"io/fs"
	"path"

	"riffle/internal/cell"
	"riffle/shuffle"
	"riffle/stdlib"
)

// withManual gives the compiler what completion and inspection need about packages and
// files.
func withManual(c cell.Config) cell.Config {
	manual := new(stdlib.Manual)
	c.Paths, c.Doc, c.Decl, c.SourceOf = stdlib.Paths, manual.Doc, manual.Decl, sourceOf
	c.Files = filesLike
	return c
}

// sourceOf is the source of a name: riffle/shuffle carries its own, and generic
// functions are compiled from theirs.
func sourceOf(pkg, name string) (text string, ok bool) {
	files, err := stdlib.Source(pkg)
	if pkg == "riffle/shuffle" {
		files, err = readAll(shuffle.Sources())
	}
	if err != nil {
		return "", false
	}
	return cell.Declaration(files, name)
}

// readAll reads the Go files at the top of a file system.
func readAll(sys fs.FS) (files map[string][]byte, err error) {
	entries, err := fs.ReadDir(sys, ".")
	if err != nil {
		return nil, err
	}
	files = map[string][]byte{}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".go" {
			continue
		}
		b, err := fs.ReadFile(sys, e.Name())
		if err != nil {
			return nil, err
		}
		files[e.Name()] = b
	}
	return files, nil
}
