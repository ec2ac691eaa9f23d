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

// embedded indexes the archives by file name: types/PATH.a,
// doc/PATH.json and src/PATH/FILE.
var embedded = sync.OnceValue(func() map[string]*zip.File {
	m := map[string]*zip.File{}
	for _, data := range []string{stdZip, ownZip} {
		r, err := zip.NewReader(strings.NewReader(data), int64(len(data)))
		if err != nil {
			panic(fmt.Errorf("stdlib: damaged program: %w", err))
		}
		for _, f := range r.File {
			m[f.Name] = f
		}
	}
	return m
})

// readEmbedded returns one file of the archives.
func readEmbedded(name string) ([]byte, error) {
	f := embedded()[name]
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
