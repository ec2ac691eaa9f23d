package grade

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Submission is a notebook that a student has handed in.
type Submission struct {
	// Lesson is empty if no name says it.
	Student, Lesson string
	File            string
	// Own is the folder that has nothing but this student's files; empty where
	// everybody's notebooks are in one.
	Own string
	// Notes are what the teacher should know about it.
	Notes []string
}

// Collect finds notebooks, in folders or named themselves, and tells by their names whose
// they are and of which lesson:
//
//	STUDENT/LESSON/LESSON.ipynb    as nbgrader collects them
//	STUDENT/LESSON.ipynb
//	STUDENT-LESSON.ipynb, LESSON_STUDENT.ipynb and the like, as learning platforms do
//
// Of several folders, the one with a platform's mark is the student's, else the last;
// but a student's name in the file's comes before that of a folder without a mark.
// The order is that of students and lessons.
func Collect(folders, lessons []string) ([]Submission, error) {
	c := &collector{lessons: slices.Clone(lessons)}
	// A longer name is tried first: one may begin with another.
	slices.SortFunc(c.lessons, func(a, b string) int { return len(b) - len(a) })
	for _, folder := range folders {
		if err := c.folder(folder); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(c.found, func(a, b Submission) int {
		return strings.Compare(a.Student+"\x00"+a.Lesson+"\x00"+a.File, b.Student+"\x00"+b.Lesson+"\x00"+b.File)
	})
	noteTwice(c.found)
	return c.found, nil
}

// noteTwice notes that a student has handed in several notebooks of a lesson: a program can't
// say which of them counts.
func noteTwice(all []Submission) {
	count := map[[2]string]int{}
	for _, s := range all {
		count[[2]string{s.Student, s.Lesson}]++
	}
	for i, s := range all {
		if n := count[[2]string{s.Student, s.Lesson}]; n > 1 && s.Lesson != "" {
			all[i].Notes = append(s.Notes, fmt.Sprintf("one of %d notebooks of this student and lesson: %s", n, filepath.Base(s.File)))
		}
	}
}

type collector struct {
	lessons []string
	found   []Submission
}

// folder collects what is below a folder.
func (c *collector) folder(root string) error {
	info, err := os.Stat(root)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		c.addNotebook(filepath.Dir(root), filepath.Base(root))
		return nil
	}
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != root && strings.HasPrefix(d.Name(), "."): // Jupyter's checkpoints among others
			if d.IsDir() {
				return filepath.SkipDir
			}
		case d.IsDir(), !strings.EqualFold(filepath.Ext(path), ".ipynb") && !linksFolder(path, d):
		default:
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			c.addNotebook(root, rel)
		}
		return nil
	})
}

// linksFolder says whether d is a link to a folder. It isn't followed, but its student
// must appear among those who can't be graded.
func linksFolder(path string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// addNotebook adds the notebook at a path below root.
func (c *collector) addNotebook(root, rel string) {
	s := Submission{File: filepath.Join(root, rel)}
	dirs := strings.Split(filepath.ToSlash(rel), "/")
	name := strings.TrimSuffix(dirs[len(dirs)-1], filepath.Ext(rel))
	dirs = dirs[:len(dirs)-1]
	lesson, rest := c.lessonIn(name)
	named := lesson != "" // by the file; what else its name has is the student's
	var people []string
	for _, d := range dirs {
		if l, other := c.lessonIn(d); l != "" && other == "" {
			if lesson == "" {
				lesson = l
			}
			continue
		}
		people = append(people, d)
	}
	switch {
	case markedFolder(people) != "":
		s.Student, s.Own = markedFolder(people), filepath.Dir(s.File)
	case named && rest != "":
		s.Student = rest
	case len(people) > 0:
		s.Student, s.Own = people[len(people)-1], filepath.Dir(s.File)
	case rest != "":
		s.Student = rest
	case len(dirs) == 0: // the folder is the student's
		s.Student, s.Own = folderName(root), root
	}
	if s.Student = person(s.Student); s.Student == "" {
		s.Student = name
	}
	s.Lesson = lesson
	c.found = append(c.found, s)
}

// markedFolder is the folder that has a learning platform's mark, empty if none has.
func markedFolder(folders []string) string {
	i := slices.IndexFunc(folders, platform().MatchString)
	if i < 0 {
		return ""
	}
	return folders[i]
}

func folderName(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	return filepath.Base(dir)
}

// lessonIn finds the lesson that a file's name begins or ends with, and what is left:
// the student, if the two are in one name.
func (c *collector) lessonIn(name string) (lesson, rest string) {
	name = again().ReplaceAllString(name, "")
	if lesson, rest = c.lessonAt(name); lesson == "" {
		if lesson, before := c.lessonAt(copyNumber().ReplaceAllString(name, "")); lesson != "" {
			return lesson, before
		}
	}
	return lesson, rest
}

// lessonAt is lessonIn for a name without such additions.
func (c *collector) lessonAt(name string) (lesson, rest string) {
	lower := strings.ToLower(name)
	for _, l := range c.lessons {
		short := strings.ToLower(l)
		switch before, after := strings.HasSuffix(lower, short), strings.HasPrefix(lower, short); {
		case lower == short:
			return l, ""
		case after && strings.ContainsRune(between, rune(name[len(l)])):
			return l, strings.Trim(copyNumber().ReplaceAllString(name[len(l):], ""), between)
		case before && strings.ContainsRune(between, rune(name[len(name)-len(l)-1])):
			return l, strings.Trim(name[:len(name)-len(l)], between)
		}
	}
	return "", name
}

// between are the characters that separate a student's name from a lesson's.
const between = "-_. @+"

var (
	// again is what browsers and platforms add to the name of a second copy.
	again = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`( ?\(\d+\)| - Copy|-Copy\d+)+$`)
	})
	// copyNumber is what Canvas adds to a resubmitted file.
	copyNumber = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`-\d{1,2}$`)
	})
	// platform is what Moodle and Canvas add to a name.
	platform = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(_\d+_assignsubmission_(file|onlinetext)_?|(_LATE)?(_\d+){2})$`)
	})
)

// person is a student's name without what a learning platform adds to it.
func person(name string) string {
	return strings.Trim(platform().ReplaceAllString(name, ""), between)
}
