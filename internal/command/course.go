package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"riffle/internal/course"
	"riffle/internal/notebook"
	"riffle/notebooks"
)

// newCourse writes a course for nbgrader into a new folder.
func (a *app) newCourse(args []string) error {
	fs := newFlags("course new")
	list := fs.String("lessons", "", "write only the lessons of `LIST`, such as 01,03")
	others, err := parseAround(fs, args)
	switch {
	case err != nil:
		return err
	case len(others) == 0:
		return usagef("course new: no folder named; riffle course new DIR")
	case len(others) > 1:
		return usagef("course new: unexpected argument %q; riffle course new DIR", others[1])
	}
	names, err := lessonsNamed(*list, notebooks.Names())
	if err != nil {
		return err
	}
	dir := others[0]
	k := &course.Kit{ID: course.KitID(dir)}
	for _, name := range names {
		nb, err := lesson(name)
		if err != nil {
			return fmt.Errorf("course new: %w", err)
		}
		k.Lessons = append(k.Lessons, course.Sheet{Name: name, Notebook: nb})
	}
	if err := k.Write(dir); err != nil {
		return fmt.Errorf("course new: %w", err)
	}
	fmt.Fprintf(a.stdout, "wrote %s to %s; %s says how to hand out, collect and grade\n",
		plural(len(names), "lesson"), dir, filepath.Join(dir, "README.md"))
	return nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// lesson is one of the lessons that are in the program.
func lesson(name string) (*notebook.Notebook, error) {
	data, err := notebooks.Lesson(name)
	if err != nil {
		return nil, err
	}
	return notebook.Decode(data)
}

// lessonsNamed are the lessons in a list, each given by number or name, in the order of
// the course; without a list all of them.
func lessonsNamed(list string, known []string) (names []string, err error) {
	if list == "" {
		return known, nil
	}
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSuffix(strings.TrimSpace(word), ".ipynb")
		i := slices.IndexFunc(known, func(name string) bool {
			number, topic, _ := strings.Cut(name, "-")
			return word == name || word == number || word == topic || word != "" && word == strings.TrimLeft(number, "0")
		})
		if i < 0 {
			return nil, usagef("course new: no lesson %q%s; there are %s", word, didYouMean(word, known), strings.Join(known, ", "))
		}
		names = append(names, known[i])
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
