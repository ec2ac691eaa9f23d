package stdlib

import (
	"archive/zip"
	"fmt"
	"io"
	"strings"
)

// index lists an archive's files by name.
func index(archive string) (map[string]*zip.File, error) {
	r, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("damaged archive: %w", err)
	}
	m := make(map[string]*zip.File, len(r.File))
	for _, f := range r.File {
		m[f.Name] = f
	}
	return m, nil
}

// contents reads one file of an archive.
func contents(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := make([]byte, f.UncompressedSize64)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return b, nil
}

// sourcesIn are the files of a package in an archive, nil if there are none.
func sourcesIn(archive map[string]*zip.File, path string) (map[string][]byte, error) {
	dir := "src/" + path + "/"
	var files map[string][]byte
	for name, f := range archive {
		base, in := strings.CutPrefix(name, dir)
		if !in || strings.Contains(base, "/") {
			continue
		}
		b, err := contents(f)
		if err != nil {
			return nil, err
		}
		if files == nil {
			files = map[string][]byte{}
		}
		files[base] = b
	}
	return files, nil
}
