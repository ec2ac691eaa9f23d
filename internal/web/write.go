package web

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"riffle/internal/web/listing"
)

// Write writes all files into a folder. Unless it may replace files, nothing is written
// when one of them is there. The list of files comes last: what reads it finds all of them.
func (s *Site) Write(dir string, replace bool) error {
	names := s.Names()
	if !replace {
		for _, name := range names {
			to := filepath.Join(dir, filepath.FromSlash(name))
			if _, err := os.Lstat(to); err == nil {
				return fmt.Errorf("%s is there already; name an empty folder, or add --replace to write over the files of an older site", to)
			} else if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	isList := func(name string) bool { return name == listing.Name }
	names = append(slices.DeleteFunc(names, isList), listing.Name)
	for _, name := range names {
		data, err := s.files[name].content()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
