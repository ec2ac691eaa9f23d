package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// file is one file of an archive.
type file struct {
	name       string
	data       []byte
	executable bool
}

func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// archiver writes files below a folder, all with the same time. The same files
// make the same archive: they are sorted and have no owner.
type archiver func(w io.Writer, folder string, files []file, modified time.Time) error

func writeTarGz(w io.Writer, folder string, files []file, modified time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range sorted(files) {
		err := t.WriteHeader(&tar.Header{
			Typeflag: tar.TypeReg,
			Name:     path.Join(folder, f.name),
			Size:     int64(len(f.data)),
			Mode:     int64(f.mode()),
			ModTime:  modified,
			Format:   tar.FormatUSTAR,
		})
		if err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

func writeZip(w io.Writer, folder string, files []file, modified time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range sorted(files) {
		h := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: modified}
		h.SetMode(f.mode())
		to, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := to.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
}

// checksums lists the SHA-256 sums of files as sha256sum does.
func checksums(dir string, names []string) ([]byte, error) {
	var list bytes.Buffer
	for _, name := range slices.Sorted(slices.Values(names)) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(data), name)
	}
	return list.Bytes(), nil
}
