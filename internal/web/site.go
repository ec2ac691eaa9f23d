package web

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"riffle/internal/web/listing"
)

// Site is all files of a site, by their paths below its root.
type Site struct {
	files map[string]*file
}

// Sheet is a file that students find in JupyterLab.
type Sheet struct {
	Name     string // its path, with slashes
	Data     []byte
	Modified time.Time
}

// New is a site with the built parts and some sheets.
func New(sheets []Sheet) (*Site, error) {
	files, err := built()
	if err != nil {
		return nil, err
	}
	return assemble(files, sheets)
}

// assemble adds what depends on the sheets to the built files.
func assemble(files map[string]*file, sheets []Sheet) (*Site, error) {
	s := &Site{files: maps.Clone(files)}
	for _, sheet := range sheets {
		if !fs.ValidPath(sheet.Name) || sheet.Name == "." {
			return nil, fmt.Errorf("%q can't be a file's name on a site", sheet.Name)
		}
		s.addFile(path.Join(labFiles, sheet.Name), sheet.Data)
	}
	for dir, index := range folderListings(sheets) {
		s.addFile(path.Join(labContents, dir, contentsName), index)
	}
	s.addFile(".nojekyll", nil) // GitHub Pages then serves all files as they are
	l, err := listing.Make(slices.Collect(maps.Keys(s.files)), s.contentTag)
	if err != nil {
		return nil, err
	}
	s.addFile(listing.Name, l.Encode())
	return s, nil
}

func (s *Site) addFile(name string, data []byte) { s.files[name] = &file{data: data} }

// Names lists the site's files.
func (s *Site) Names() []string { return slices.Sorted(maps.Keys(s.files)) }

// contentTag is short and changes with a file's content.
func (s *Site) contentTag(name string) (string, error) {
	f := s.files[name]
	if f.stored != nil {
		return fmt.Sprintf("%08x-%x", f.stored.CRC32, f.stored.UncompressedSize64), nil
	}
	sum := sha256.Sum256(f.data)
	return fmt.Sprintf("%x", sum[:8]), nil
}

// findFile is the file that a URL's path means, or the folder whose index it means.
func (s *Site) findFile(name string) (found string, folder bool) {
	name = strings.TrimPrefix(name, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if s.files[name] != nil {
		return name, false
	}
	return name, s.files[path.Join(name, "index.html")] != nil
}
