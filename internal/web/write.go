package web

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"riffle/internal/web/listing"
)

// Write writes all files into a folder. Unless it may replace an older site, nothing is
// written when one of them is there. Of an older site, only files that its list doesn't
// name are kept. The list comes last: what reads it finds all files.
func (s *Site) Write(dir string, replace bool) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file; name a folder", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir) // links in it don't lead out of it
	if err != nil {
		return err
	}
	defer root.Close()
	names := s.Names()
	if err := contained(root, names); err != nil {
		return err
	}
	if replace {
		err = clearOld(root, names)
	} else {
		err = vacant(root, names)
	}
	if err != nil {
		return err
	}
	isList := func(name string) bool { return name == listing.Name }
	for _, name := range append(slices.DeleteFunc(names, isList), listing.Name) {
		data, err := s.files[name].fileContent()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := putFile(root, name, data); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, filepath.FromSlash(name)), err)
		}
	}
	return nil
}

// contained fails if a folder of one of the names is something else there: a file, or a
// link that leads out of root.
func contained(root *os.Root, names []string) error {
	seen := map[string]bool{".": true}
	for _, name := range names {
		for dir := path.Dir(name); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			info, err := root.Stat(dir)
			if errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
				continue
			}
			what := "isn't a folder"
			if err != nil {
				what = "is a link that leads out of the site's folder"
			}
			return fmt.Errorf("%s %s, and the site needs a folder there; remove it, or name another folder for the site", filepath.Join(root.Name(), filepath.FromSlash(dir)), what)
		}
	}
	return nil
}

// vacant fails if one of the names is there.
func vacant(root *os.Root, names []string) error {
	for _, name := range names {
		if _, err := root.Lstat(name); err == nil {
			return fmt.Errorf("%s is there already; name an empty folder, or add --replace to replace an older site", filepath.Join(root.Name(), filepath.FromSlash(name)))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// clearOld removes the files of an older site that the new one, which has those names,
// doesn't have, and folders that are empty then.
func clearOld(root *os.Root, names []string) error {
	text, err := root.ReadFile(listing.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var older *listing.Listing
	if err == nil {
		older, err = listing.Decode(text)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; name another folder, or remove that file if it is of an older site", filepath.Join(root.Name(), listing.Name), err)
	}
	for _, name := range older.Files() {
		if slices.Contains(names, name) {
			continue
		}
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for dir := path.Dir(name); dir != "." && root.Remove(dir) == nil; dir = path.Dir(dir) {
		}
	}
	return nil
}

// unfinished is the name that a file has while it is written.
const unfinished = ".riffle-unfinished"

// putFile writes a file, whole or not at all. A link in its place is replaced, not followed.
func putFile(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	if err := root.WriteFile(unfinished, data, 0o644); err != nil {
		return err
	}
	if err := root.Rename(unfinished, name); err != nil {
		return errors.Join(err, root.Remove(unfinished))
	}
	return nil
}
