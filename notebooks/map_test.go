package notebooks_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"riffle/internal/notebook"
)

var (
	minutes = regexp.MustCompile(`(\d+)\s+minutes`)
	needs   = regexp.MustCompile(`(?s)You\s+need:(.*)`)
	needed  = regexp.MustCompile(`\]\((\d\d)-`)
)

// rowOf is a lesson's row in the table of README.ipynb, as the lesson itself tells it: its
// title, the minutes, the points of its tests, and the lessons it needs.
func rowOf(number int, name string, nb *notebook.Notebook) string {
	first := nb.Cells[0].Source
	title, _, _ := strings.Cut(strings.TrimPrefix(first, "# "), "\n")
	time := ""
	if m := minutes.FindStringSubmatch(first); m != nil {
		time = m[1]
	}
	points := 0
	for _, c := range nb.Cells {
		points += gradingOf(c).points
	}
	needing := "nothing"
	if m := needs.FindStringSubmatch(first); m != nil {
		// What comes behind a semicolon only helps.
		text, _, _ := strings.Cut(m[1], ";")
		var numbers []string
		for _, n := range needed.FindAllStringSubmatch(text, -1) {
			numbers = append(numbers, strings.TrimPrefix(n[1], "0"))
		}
		if numbers != nil {
			needing = strings.Join(numbers, ", ")
		}
	}
	return fmt.Sprintf("| %d | [%s](%s.ipynb) | %s | %d | %s |", number, title, name, time, points, needing)
}

// TestFormatOfMap wants README.ipynb to list the lessons as they are, and its links to
// lead somewhere.
func TestFormatOfMap(t *testing.T) {
	nb := open(t, "README.ipynb")
	text := ""
	for _, c := range nb.Cells {
		if c.Type == notebook.Markdown {
			text += c.Source + "\n"
		}
	}
	for i, name := range lessons {
		file := name + ".ipynb"
		if _, err := os.Stat(file); err != nil {
			t.Errorf("the map shows a lesson that isn't there: %v", err)
			continue
		}
		if row := rowOf(i+1, name, open(t, file)); !strings.Contains(text, row+"\n") {
			t.Errorf("README.ipynb lacks the row\n%s", row)
		}
	}
	for _, c := range nb.Cells {
		bad := func(c *notebook.Cell, format string, args ...any) {
			t.Errorf("cell %s: %s", c.ID, fmt.Sprintf(format, args...))
		}
		widthOf(c, bad)
		if c.Type == notebook.Markdown {
			wordsOf(c, bad)
			linksOf(c, bad)
		}
	}
}
