package grade

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// Out is the folder that results are written to: grades.csv, and the pages in
// feedback/STUDENT/LESSON.html. NewOut makes it.
type Out struct {
	dir    string
	sheets []*Sheet
	// Names below feedback, in lower case, as some systems don't tell cases apart:
	pages   map[string]bool
	folders map[string]string // whose a folder is
}

// NewOut makes the folder.
func NewOut(dir string) (*Out, error) {
	if err := os.MkdirAll(filepath.Join(dir, "feedback"), 0o755); err != nil {
		return nil, err
	}
	return &Out{dir: dir, pages: map[string]bool{}, folders: map[string]string{}}, nil
}

// Add writes a sheet's page, and rewrites the table with its line: whatever ends the
// program, finished work is saved.
func (o *Out) Add(s *Sheet) error {
	var b bytes.Buffer
	if err := Page(&b, s); err != nil {
		return err
	}
	name := o.freeName(filepath.Join(o.folder(s.Student), fileName(cmp.Or(s.Lesson, "notebook"))))
	if err := writeWhole(filepath.Join(o.dir, "feedback", name), b.Bytes()); err != nil {
		return err
	}
	o.sheets = append(o.sheets, s)
	b.Reset()
	if err := CSV(&b, o.sheets); err != nil {
		return err
	}
	return writeWhole(filepath.Join(o.dir, "grades.csv"), b.Bytes())
}

// freeName is a page's name that no other page has.
func (o *Out) freeName(name string) string {
	for n := 1; ; n++ {
		full := name + ".html"
		if n > 1 {
			full = fmt.Sprintf("%s-%d.html", name, n)
		}
		if key := strings.ToLower(full); !o.pages[key] {
			o.pages[key] = true
			return full
		}
	}
}

// folder is the name of a student's folder: two students may differ only in characters
// that file names can't have.
func (o *Out) folder(student string) string {
	name := fileName(student)
	for n := 1; ; n++ {
		full := name
		if n > 1 {
			full = fmt.Sprintf("%s-%d", name, n)
		}
		key := strings.ToLower(full)
		if _, taken := o.folders[key]; !taken {
			o.folders[key] = student
		}
		if o.folders[key] == student {
			return full
		}
	}
}

// fileName is a text as the name of a file, on any system.
func fileName(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(s, "_"))
	if runes := []rune(s); len(runes) > 60 {
		s = string(runes[:60])
	}
	if s = strings.TrimRight(s, ". "); s == "" || strings.HasPrefix(s, ".") {
		s = "_" + s
	}
	return s
}

// writeWhole writes a file wholly or not at all.
func writeWhole(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".riffle-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails, as it should, after the rename
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
