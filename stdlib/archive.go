package stdlib

import (
	"archive/zip"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
)

var (
	//go:embed data/std.zip
	stdZip string
	//go:embed data/own.zip
	ownZip string
)

// The files of the archives, by name: types/PATH.a, doc/PATH.json and src/PATH/FILE.
var (
	stdFiles = index(&stdZip)
	ownFiles = index(&ownZip)
)

// index lists an archive when it is first needed: that of the standard library takes
// index lists an archive when it is first needed. That of the standard library has
// hundreds of files, of which a cell with riffle's own names needs none.
func index(archive *string) func() map[string]*zip.File {
	return sync.OnceValue(func() map[string]*zip.File {
		r, err := zip.NewReader(strings.NewReader(*archive), int64(len(*archive)))
		if err != nil {
			panic(fmt.Errorf("stdlib: damaged program: %w", err))
		}
		m := make(map[string]*zip.File, len(r.File))
		for _, f := range r.File {
			m[f.Name] = f
		}
		return m
	})
}

// embedded are the files of the archive that has those of this name, if there are any.
func embedded(name string) map[string]*zip.File {
	if _, path, _ := strings.Cut(name, "/"); strings.HasPrefix(path, "riffle/") {
		return ownFiles()
	}
	return stdFiles()
}

// readEmbedded returns one file of the archives.
func readEmbedded(name string) ([]byte, error) {
	f := embedded(name)[name]
	if f == nil {
		return nil, fmt.Errorf("stdlib: no embedded file %s", name)
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := make([]byte, f.UncompressedSize64)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, fmt.Errorf("stdlib: %s: %w", name, err)
	}
	return b, nil
}
