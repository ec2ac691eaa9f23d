package grade

import (
	"cmp"
	"fmt"
	"strings"
)

// Line is a one-line summary of a sheet: the result and the file.
func (s *Sheet) Line() string {
	what := fmt.Sprintf("%s of %s", formatPoints(s.Points()), plural(s.Of()))
	if s.Problem != "" {
		what = "not graded: " + s.Problem
	}
	return printable(fmt.Sprintf("%s, %s: %s  (%s)", s.Student, cmp.Or(s.Lesson, "no lesson"), what, s.File))
}

// Row is the sheet's row of a table, with tabs between its fields.
func (s *Sheet) Row() string {
	points, of := formatPoints(s.Points()), formatPoints(s.Of())
	if s.Problem != "" {
		points, of = "–", "–"
	}
	fields := []string{s.Student, cmp.Or(s.Lesson, "–"), points + " of " + of, s.Note()}
	for i := range fields {
		fields[i] = printable(fields[i])
	}
	return strings.TrimRight(strings.Join(fields, "\t"), "\t")
}
