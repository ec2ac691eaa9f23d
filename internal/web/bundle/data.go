package bundle

import (
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// data unpacks the archives of package stdlib, so that a program in a browser can fetch
// one file and not all.
func (b *Builder) data(dir string) error {
	archives, err := filepath.Glob(filepath.Join(b.Root, "stdlib", "data", "*.zip"))
	if err != nil {
		return err
	}
	if err := replace(dir); err != nil {
		return err
	}
	for _, name := range archives {
		if err := unpack(dir, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func unpack(dir, archive string) error {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, f := range r.File {
		if err := unpackFile(filepath.Join(dir, filepath.FromSlash(f.Name)+".gz"), f); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func unpackFile(to string, f *zip.File) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	z, _ := gzip.NewWriterLevel(out, gzip.BestCompression)
	_, err = io.Copy(z, from)
	return errors.Join(err, z.Close(), out.Close())
}
