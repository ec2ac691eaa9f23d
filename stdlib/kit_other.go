//go:build !js

package stdlib

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"riffle/stdlib/internal/covered"
)

// WriteData writes the files that programs for browsers fetch to a folder: for each
// package that they can have its types with the sources of its generic functions, and its
// documentation.
func WriteData(dir string) error {
	for _, path := range Paths() {
		if path == unsafePath || covered.InBrowsers(path) == covered.Never {
			continue
		}
		b, err := packed(path)
		if err != nil {
			return err
		}
		if err := write(dir, packageFile(path), b); err != nil {
			return err
		}
	}
	if err := writeDocs(dir, stdFiles()); err != nil {
		return err
	}
	return writeDocs(dir, ownFiles())
}

// packed is the archive with a package's types and sources.
func packed(path string) ([]byte, error) {
	types, err := typeDataFor(path, "js_wasm")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"types/" + path + ".a": types}
	src, err := sources(path)
	for name, b := range src {
		files["src/"+path+"/"+name] = b
	}
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(name)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

// writeDocs writes the documentation in an archive.
func writeDocs(dir string, archive map[string]*zip.File) error {
	for name, f := range archive {
		path, ok := strings.CutSuffix(strings.TrimPrefix(name, "doc/"), ".json")
		if !ok || !strings.HasPrefix(name, "doc/") || covered.InBrowsers(path) == covered.Never {
			continue
		}
		b, err := contents(f)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
		w.Write(b) // to memory
		w.Close()
		if err := write(dir, docFile(path), out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file below a folder.
func write(dir, name string, b []byte) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o666)
}
