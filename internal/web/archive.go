// Package web serves riffle for browsers, and writes it as a site of files for any web
// server. [New] makes a site of notebooks and of the archive that go run
// ./internal/web/build has made; [Site.Handler] serves it and [Site.Write] writes it.
package web

import (
	"archive/zip"
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/andybalholm/brotli"
)

//go:embed all:dist
var dist embed.FS

// ErrNotBuilt is the error of a riffle that was built without its parts for browsers.
var ErrNotBuilt = errors.New("this riffle was built without its parts for browsers. In its sources run: go run ./internal/web/build, and build it again")

// file is a file of a site.
type file struct {
	stored *zip.File // nil if it is in data
	data   []byte
	packed bool // with brotli
}

// raw is the file's content as it is stored, packed or not.
func (f *file) raw() ([]byte, error) {
	if f.stored == nil {
		return f.data, nil
	}
	r, err := f.stored.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// fileContent is the file's content.
func (f *file) fileContent() ([]byte, error) {
	data, err := f.raw()
	if err != nil || !f.packed {
		return data, err
	}
	return io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
}

// built are the files that the build has put into this program.
func built() (map[string]*file, error) {
	f, err := dist.Open("dist/web.zip")
	if err != nil {
		return nil, ErrNotBuilt
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return unzip(f.(io.ReaderAt), info.Size())
}

// Open is the site of an archive of the build, without sheets.
func Open(name string) (*Site, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	files, err := unzip(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	return &Site{files: files}, nil
}

// Sizes is a file's content, and the number of bytes that a browser gets of it.
func (s *Site) Sizes(name string) (content []byte, sent int, err error) {
	f := s.files[name]
	raw, err := f.raw()
	if err != nil {
		return nil, 0, err
	}
	content, err = f.fileContent()
	return content, len(raw), err
}

// unzip lists an archive of the build.
func unzip(r io.ReaderAt, size int64) (map[string]*file, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("the parts for browsers are damaged: %w", err)
	}
	files := make(map[string]*file, len(z.File))
	for _, f := range z.File {
		name, packed := strings.CutSuffix(f.Name, ".br")
		files[name] = &file{stored: f, packed: packed}
	}
	return files, nil
}
