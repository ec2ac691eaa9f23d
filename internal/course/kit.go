package course

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"text/template"

	"riffle/internal/notebook"
)

// Kit is what a teacher starts from: lessons, in nbgrader's layout.
type Kit struct {
	// ID is the course's name for nbgrader; see [KitID].
	ID      string
	Lessons []Sheet
}

// Sheet is a lesson to hand out, an assignment in nbgrader's terms.
type Sheet struct {
	Name     string
	Notebook *notebook.Notebook
}

//go:embed kit
var kit embed.FS

// KitID makes a course's name from that of its folder.
func KitID(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	id := regexp.MustCompile(`[^A-Za-z0-9_-]+`).ReplaceAllString(filepath.Base(dir), "-")
	if id = strings.Trim(id, "-"); id == "" {
		return "riffle"
	}
	return id
}

// Write writes the course into a folder, which must be empty or not there yet: all of
// it, or nothing.
func (k *Kit) Write(dir string) error {
	files, err := k.courseFiles()
	if err != nil {
		return err
	}
	switch entries, err := os.ReadDir(dir); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("want a folder: %w", err)
	case len(entries) > 0:
		return fmt.Errorf("%s: there is something in it already (%s); name a new folder", dir, entries[0].Name())
	}
	if err := writeAll(dir, files); err != nil {
		for name := range files {
			top, _, _ := strings.Cut(name, "/")
			os.RemoveAll(filepath.Join(dir, top))
		}
		return err
	}
	return nil
}

func writeAll(dir string, files map[string][]byte) error {
	for name, data := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(full, data, 0o644); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(dir, "submitted"), 0o755)
}

// courseFiles are all files of the course, by their names with slashes.
func (k *Kit) courseFiles() (files map[string][]byte, err error) {
	if len(k.Lessons) == 0 {
		return nil, errors.New("a course needs a lesson")
	}
	files = make(map[string][]byte)
	for _, s := range k.Lessons {
		source, err := k.lessonSource(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		given, err := Student(source)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		for folder, nb := range map[string]*notebook.Notebook{"source": source, "release": given} {
			data, err := nb.Encode()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Name, err)
			}
			files[fmt.Sprintf("%s/%s/%[2]s.ipynb", folder, s.Name)] = data
		}
	}
	for _, name := range []string{"nbgrader_config.py", "README.md"} {
		if files[name], err = k.fillIn(name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// link is a link to a notebook of the course.
var link = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[([^\]]*)\]\(([^()\s#/:]+)\.ipynb(#[^()\s]*)?\)`)
})

// lessonSource is a lesson as a teacher has it. In nbgrader's layout each lesson has a folder
// of its own, so its links to others lead there; to one that isn't in the course there
// is no link.
func (k *Kit) lessonSource(s Sheet) (*notebook.Notebook, error) {
	nb, err := Source(s.Notebook)
	if err != nil {
		return nil, err
	}
	for _, c := range nb.Cells {
		if c.Type != notebook.Markdown {
			continue
		}
		c.Source = link().ReplaceAllStringFunc(c.Source, func(old string) string {
			m := link().FindStringSubmatch(old)
			if !k.hasFile(m[2]) {
				return m[1]
			}
			return fmt.Sprintf("[%s](../%s/%[2]s.ipynb%s)", m[1], m[2], m[3])
		})
	}
	return nb, nil
}

func (k *Kit) hasFile(name string) bool {
	for _, s := range k.Lessons {
		if s.Name == name {
			return true
		}
	}
	return false
}

// fillIn fills in what depends on the course.
func (k *Kit) fillIn(name string) ([]byte, error) {
	t, err := template.ParseFS(kit, "kit/"+name)
	if err != nil {
		return nil, err
	}
	data := struct {
		ID, First          string
		CodeStub, TextStub string
		Lessons            []row
	}{ID: k.ID, CodeStub: CodeStub, TextStub: TextStub}
	for _, s := range k.Lessons {
		r, err := rowOf(s)
		if err != nil {
			return nil, err
		}
		data.Lessons = append(data.Lessons, r)
	}
	data.First = data.Lessons[0].Name
	var b bytes.Buffer
	err = t.Execute(&b, data)
	return b.Bytes(), err
}

// row is a lesson in the README's table.
type row struct {
	Name, Title string
	Exercises   int
	Points      float64
}

var heading = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^# +(.+?) *$`)
})

func rowOf(s Sheet) (row, error) {
	l, err := Read(s.Notebook)
	r := row{Name: s.Name, Title: s.Name, Exercises: len(l.Exercises()), Points: l.Points()}
	for _, p := range l.Parts {
		if m := heading().FindStringSubmatch(p.Source); m != nil && p.Type == notebook.Markdown {
			r.Title = m[1]
			break
		}
	}
	return r, err
}
