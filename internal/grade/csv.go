package grade

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// CSV writes a line for each sheet: student, lesson, the points of each exercise, all of
// them, how many there are, and a note. Sheets that couldn't be graded have no points,
// and exercises that a person must grade have none yet.
func CSV(w io.Writer, sheets []*Sheet) error {
	keys, titles := exerciseColumns(sheets)
	c := csv.NewWriter(w)
	c.Write(append(append([]string{"student", "lesson"}, titles...), "total", "of", "note"))
	for _, s := range sheets {
		row := make([]string, len(titles))
		for i, e := range s.Exercises {
			if e.Of > e.Manual {
				row[slices.Index(keys, exercise{s.Lesson, i})] = formatPoints(e.Points)
			}
		}
		total, of := "", ""
		if s.Problem == "" {
			total, of = formatPoints(s.Points()), formatPoints(s.Of())
		}
		c.Write(append(append([]string{inert(s.Student), s.Lesson}, row...), total, of, inert(s.Note())))
	}
	c.Flush()
	return c.Error()
}

// exercise names an exercise: the lesson, and its place among the lesson's. Titles
// may be the same.
type exercise struct {
	lesson string
	index  int
}

// exerciseColumns are the exercises of all lessons in their order, and the titles of their
// columns, which are all different.
func exerciseColumns(sheets []*Sheet) (keys []exercise, titles []string) {
	sorted := slices.Clone(sheets)
	slices.SortStableFunc(sorted, func(a, b *Sheet) int { return strings.Compare(a.Lesson, b.Lesson) })
	for _, s := range sorted {
		for i, e := range s.Exercises {
			if key := (exercise{s.Lesson, i}); !slices.Contains(keys, key) {
				keys = append(keys, key)
				titles = append(titles, unique(column(s, e), titles))
			}
		}
	}
	return keys, titles
}

// unique is a title with a number behind it if others have it too.
func unique(title string, taken []string) string {
	for n := 1; ; n++ {
		full := title
		if n > 1 {
			full = fmt.Sprintf("%s (%d)", title, n)
		}
		if !slices.Contains(taken, full) {
			return full
		}
	}
}

// column is the title of an exercise's column: "3.2", whose first number is the
// lesson's, or the lesson's name and the exercise's.
func column(s *Sheet, e Exercise) string {
	if name, _, ok := strings.Cut(e.Title, ":"); ok {
		if n, ok := strings.CutPrefix(name, "Exercise "); ok && numbered().MatchString(n) {
			return n
		}
	}
	return s.Lesson + " " + e.Title
}

var numbered = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d+(\.\d+)+$`)
})

// formatPoints is a number of points, without zeros at its end.
func formatPoints(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// inert keeps a spreadsheet from taking a text for a formula, and a terminal for a
// command.
func inert(s string) string {
	s = printable(s)
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		s = "'" + s
	}
	return s
}

// printable is a text in one line without control characters.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case !unicode.IsGraphic(r):
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
