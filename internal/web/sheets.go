package web

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode"

	"riffle/internal/course"
	"riffle/internal/notebook"
	"riffle/notebooks"
)

// Lessons are the lessons of riffle's course, as students get them.
func Lessons() ([]Sheet, error) {
	var sheets []Sheet
	at := released()
	for _, name := range notebooks.Names() {
		data, err := notebooks.Lesson(name)
		if err != nil {
			return nil, err
		}
		if data, _, err = handOut(data); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		sheets = append(sheets, Sheet{Name: name + ".ipynb", Data: data, Modified: at})
	}
	return sheets, nil
}

// released is the time of the commit that this riffle was built from, if it is known.
func released() time.Time {
	at := time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if t, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				at = t
			}
		}
	}
	return at
}

// unaddressable reports whether a rune of a file's name means something else in the
// address that JupyterLite makes of it, which it doesn't escape.
func unaddressable(r rune) bool { return strings.ContainsRune(`#?%\`, r) || unicode.IsControl(r) }

// handOut is a notebook as students get it, if it has exercises with solutions.
func handOut(data []byte) (out []byte, changed bool, err error) {
	nb, err := notebook.Decode(data)
	if err != nil {
		return nil, false, err
	}
	lesson, err := course.Read(nb)
	if err != nil {
		return nil, false, err
	}
	if !slices.ContainsFunc(lesson.Parts, func(p course.Part) bool { return p.Role != course.Given }) {
		return data, false, nil
	}
	if nb, err = course.Student(nb); err != nil {
		return nil, false, err
	}
	out, err = nb.Encode()
	return out, true, err
}

// Folder reads a teacher's folder, without hidden files. Notebooks with exercises lose
// their solutions and hidden tests; handedOut names them. The folder may be a link; one in
// it isn't followed.
func Folder(name string) (sheets []Sheet, handedOut []string, err error) {
	dir, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("there is no folder %s", name)
	}
	if err != nil {
		return nil, nil, err
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, nil, err
	} else if !info.IsDir() {
		return nil, nil, fmt.Errorf("%s is a file; name the folder that holds it", name)
	}
	room := room{files: mostFiles, bytes: mostBytes}
	err = walkSheets(dir, func(file string, d fs.DirEntry) error {
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !room.takeRoom(info.Size()) {
			return fmt.Errorf("%s holds more than a site can have, %d files with %d MB in all; name a folder with the course alone", name, mostFiles, mostBytes/1_000_000)
		}
		s, changed, err := readSheet(dir, file, info)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if strings.ContainsFunc(s.Name, unaddressable) {
			return fmt.Errorf("%q: JupyterLab in a browser can't open a file with # ? %% \\ or a line's end in its name, or in its folder's; rename it", file)
		}
		if changed {
			handedOut = append(handedOut, s.Name)
		}
		sheets = append(sheets, s)
		return nil
	})
	if err == nil && len(sheets) == 0 {
		err = fmt.Errorf("%s holds no files for a site; hidden files and links are left out", name)
	}
	return sheets, handedOut, err
}

// What a folder may hold, as all of it is kept in memory. Whoever names more has likely
// named their home folder.
const (
	mostFiles = 10_000
	mostBytes = 500_000_000
)

// room is what more there may be.
type room struct{ files, bytes int64 }

func (r *room) takeRoom(size int64) bool {
	r.files--
	r.bytes -= size
	return r.files >= 0 && r.bytes >= 0
}

// walkSheets visits the files of a folder that a site may have.
func walkSheets(dir string, visit func(file string, d fs.DirEntry) error) error {
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != dir && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		return visit(file, d)
	})
}

func readSheet(dir, file string, info fs.FileInfo) (s Sheet, changed bool, err error) {
	name, err := filepath.Rel(dir, file)
	if err != nil {
		return s, false, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return s, false, err
	}
	if strings.EqualFold(path.Ext(name), ".ipynb") {
		if data, changed, err = handOut(data); err != nil {
			return s, false, err
		}
	}
	return Sheet{Name: filepath.ToSlash(name), Data: data, Modified: info.ModTime().Truncate(time.Second)}, changed, nil
}

// Merge adds others to the first sheets, in place of those with the same name.
func Merge(sheets, others []Sheet) []Sheet {
	named := make(map[string]bool, len(others))
	for _, s := range others {
		named[s.Name] = true
	}
	kept := slices.DeleteFunc(slices.Clone(sheets), func(s Sheet) bool { return named[s.Name] })
	return append(kept, others...)
}
