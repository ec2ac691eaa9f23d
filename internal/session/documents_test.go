package session

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/proto"
)

// TestDocuments replays the five documents that riffle's course follows, item by item:
// every call, number, table, figure, claim and exercise of theirs is a row of a file in
// testdata/documents, in our own words. A row begins with its place in the document:
//
//	== Exercise 6.I
//	Picks of 5 of 37.
//	from: vector 10_counts
//	lesson: 01 How many tickets are there?
//	>>> count.Choose(37, 5)
//	---
//	= 435897
//
// What follows the place says what the document asks. After "from" stands where the
// wanted result is from: the document itself, mathematics, a vector of shuffle/testdata or
// another program. It is never taken from what riffle answers. A row may also name where a
// lesson explains the item (a heading), the test that has it already, the reason why it has
// another form here, and, as long as it doesn't work, what is missing ("open"). Each row
// has a session of its own.
func TestDocuments(t *testing.T) {
	files, err := filepath.Glob("testdata/documents/*.txt")
	if err != nil || len(files) != 5 {
		t.Fatalf("%d documents, %v, want 5", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			checkDocument(t, string(text))
		})
	}
}

// documentRow is one item of a document.
type documentRow struct {
	place, asks string
	notes       map[string]string // by their keys
	cells       []documentCell
}

// documentCell is a cell and what it must say.
type documentCell struct{ source, want string }

// checkDocument replays the rows of one document and counts them.
func checkDocument(t *testing.T, text string) {
	rows := documentRows(t, text)
	counts, places := map[string]int{}, map[string]bool{}
	for _, row := range rows {
		if places[row.place] {
			t.Errorf("%s is there twice", row.place)
		}
		places[row.place] = true
		counts[row.state()]++
		t.Run(row.place, func(t *testing.T) { row.check(t) })
	}
	var said []string
	for _, state := range slices.Sorted(maps.Keys(counts)) {
		said = append(said, fmt.Sprintf("%d %s", counts[state], state))
	}
	t.Logf("%d items: %s", len(rows), strings.Join(said, ", "))
}

var documentNote = regexp.MustCompile(`^(from|lesson|test|form|open): (.+)$`)

// documentRows reads the rows of a file.
func documentRows(t *testing.T, text string) []documentRow {
	t.Helper()
	var rows []documentRow
	for _, part := range strings.Split(text, "\n== ")[1:] {
		head, cells, _ := strings.Cut("== "+strings.TrimRight(part, "\n")+"\n", "\n>>> ")
		lines := strings.Split(strings.TrimPrefix(strings.TrimRight(head, "\n"), "== "), "\n")
		row := documentRow{place: lines[0], notes: map[string]string{}}
		for _, line := range lines[1:] {
			if note := documentNote.FindStringSubmatch(line); note != nil {
				row.notes[note[1]] = note[2]
			} else {
				row.asks += line + "\n"
			}
		}
		if cells != "" {
			row.cells = documentCells(t, row.place, cells)
		}
		rows = append(rows, row)
	}
	return rows
}

// documentCells reads the cells of a row, without the first ">>> ".
func documentCells(t *testing.T, place, text string) (cells []documentCell) {
	t.Helper()
	for _, cell := range strings.Split(text, "\n>>> ") {
		source, want, found := strings.Cut(strings.TrimSuffix(cell, "\n")+"\n", "\n---\n")
		if !found {
			t.Fatalf("%s: no line --- below %s", place, source)
		}
		cells = append(cells, documentCell{source, want})
	}
	return cells
}

// state says what has become of an item.
func (row documentRow) state() string {
	switch {
	case row.notes["open"] != "":
		return "open"
	case row.notes["form"] != "":
		return "in another form"
	}
	return "as it stands"
}

// check tells whether a row is as it says: an open one must fail.
func (row documentRow) check(t *testing.T) {
	if row.asks == "" {
		t.Error("it doesn't say what is asked")
	}
	if len(row.cells) > 0 && row.notes["from"] == "" {
		t.Error("it doesn't say where the wanted results are from")
	}
	if len(row.cells) == 0 && row.notes["lesson"] == "" && row.notes["test"] == "" {
		t.Error("there is no cell, no lesson and no test")
	}
	wrong := append(row.replay(t), row.links(t)...)
	switch open := row.notes["open"]; {
	case open == "":
		for _, w := range wrong {
			t.Error(w)
		}
	case len(wrong) == 0:
		t.Errorf("it works, but is marked as open: %s", open)
	default:
		t.Logf("open: %s\n%s", open, strings.Join(wrong, "\n"))
	}
}

// replay runs the cells of a row and returns what isn't as wanted.
func (row documentRow) replay(t *testing.T) (wrong []string) {
	if len(row.cells) == 0 {
		return nil
	}
	s := newSession(t, Options{})
	for i, c := range row.cells {
		r := &recorder{}
		res := s.Run(context.Background(), proto.Cell{Source: c.source, N: i + 1, Width: 72}, r)
		if got := answer(r, res); got != c.want {
			wrong = append(wrong, fmt.Sprintf("%s\ngot:  %s\nwant: %s", c.source, got, c.want))
		}
	}
	return wrong
}

// links looks for the lesson's heading and the test that a row names.
func (row documentRow) links(t *testing.T) (wrong []string) {
	if lesson := row.notes["lesson"]; lesson != "" {
		number, heading, _ := strings.Cut(lesson, " ")
		if !slices.ContainsFunc(lessonHeadings(t, number), func(h string) bool { return strings.HasPrefix(h, heading) }) {
			wrong = append(wrong, fmt.Sprintf("lesson %s has no heading %q", number, heading))
		}
	}
	if test := row.notes["test"]; test != "" {
		folder, name, _ := strings.Cut(test, " ")
		if !declaresTest(t, filepath.Join("../..", folder), name) {
			wrong = append(wrong, fmt.Sprintf("%s has no %s", folder, name))
		}
	}
	return wrong
}

// lessonHeadings returns the headings of the lesson with this number.
func lessonHeadings(t *testing.T, number string) (headings []string) {
	t.Helper()
	files, err := filepath.Glob("../../notebooks/" + number + "-*.ipynb")
	if err != nil || len(files) != 1 {
		t.Fatalf("lesson %s: %d files, %v", number, len(files), err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var lesson struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			Source []string `json:"source"`
		}
	}
	if err := json.Unmarshal(data, &lesson); err != nil {
		t.Fatal(err)
	}
	for _, c := range lesson.Cells {
		for _, line := range c.Source {
			if c.Type == "markdown" && strings.HasPrefix(line, "#") {
				headings = append(headings, strings.TrimSpace(strings.TrimLeft(line, "#")))
			}
		}
	}
	return headings
}

// declaresTest tells whether the tests of a package have a function.
func declaresTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)")
	})
}
