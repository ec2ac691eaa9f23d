package session

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// filesLike lists the files whose names begin as typed, or only the folders. Hidden ones
// are listed when a dot is typed.
func filesLike(typed string, folders bool) []proto.Candidate {
	dir, base := filepath.Split(typed)
	path, err := magic.FileName(cmp.Or(dir, "."))
	if err != nil {
		return nil
	}
	// On an error, list the entries that could be read.
	entries, _ := os.ReadDir(path)
	var out []proto.Candidate
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) || name[0] == '.' && base == "" {
			continue
		}
		switch {
		case isFolder(path, e):
			out = append(out, proto.Candidate{Text: dir + name + "/", Kind: "folder"})
		case !folders:
			out = append(out, proto.Candidate{Text: dir + name, Kind: "file"})
		}
	}
	return out
}

// isFolder follows links.
func isFolder(dir string, e os.DirEntry) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.IsDir()
}
