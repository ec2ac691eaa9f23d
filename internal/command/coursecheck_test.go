package command

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"riffle/internal/course"
	"riffle/internal/notebook"
	"riffle/internal/test/leak"
)

// sheet reads the source in testdata/course.
func sheet(t *testing.T) *notebook.Notebook {
	t.Helper()
	a, err := txtar.ParseFile("testdata/course/sheet.txt")
	if err != nil {
		t.Fatal(err)
	}
	nb := &notebook.Notebook{Minor: 5, Metadata: map[string]any{"kernelspec": map[string]any{"name": "riffle", "language": "go", "display_name": "Go (riffle)"}}}
	for _, f := range a.Files {
		id, role, _ := strings.Cut(f.Name, " ")
		c := &notebook.Cell{Type: notebook.Code, ID: id, Source: strings.TrimSuffix(string(f.Data), "\n"), Metadata: map[string]any{}}
		switch role {
		case "markdown":
			c.Type = notebook.Markdown
		case "given":
		default:
			marks := map[string]any{"schema_version": 3, "grade_id": id, "grade": false, "solution": role == "solution", "locked": role != "solution", "task": false}
			if role != "solution" && role != "locked" {
				marks["grade"], marks["points"] = true, role
				var points int
				fmt.Sscan(role, &points)
				marks["points"] = points
			}
			c.Metadata["nbgrader"] = marks
		}
		nb.Cells = append(nb.Cells, c)
	}
	return nb
}

// copied is a notebook as a file has it.
func copied(t *testing.T, nb *notebook.Notebook) *notebook.Notebook {
	t.Helper()
	data, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if nb, err = notebook.Decode(data); err != nil {
		t.Fatal(err)
	}
	return nb
}

// handedIn is a submission in testdata/course/submissions.txt.
type handedIn struct {
	student           string
	want              []string // points
	notes, page, nots []string
	// refused are not on the page either, where the system refuses what confine forbids.
	refused  []string
	notebook *notebook.Notebook
}

func submissions(t *testing.T) (all []*handedIn) {
	t.Helper()
	text, err := os.ReadFile("testdata/course/submissions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(text), "\n== ")[1:] {
		all = append(all, readHandedIn(t, part))
	}
	return all
}

func readHandedIn(t *testing.T, text string) *handedIn {
	h := &handedIn{}
	h.student, text, _ = strings.Cut(text, "\n")
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		switch key, value, _ := strings.Cut(line, ": "); key {
		case "want":
			h.want = strings.Fields(value)
		case "note":
			h.notes = append(h.notes, value)
		case "page":
			h.page = append(h.page, value)
		case "not":
			h.nots = append(h.nots, value)
		case "refused":
			h.refused = append(h.refused, value)
		default:
			kept = append(kept, line)
		}
	}
	a := txtar.Parse([]byte(strings.Join(kept, "\n")))
	source := sheet(t)
	nb, err := course.Student(source)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(a.Comment), "right answers") {
		for i, c := range source.Cells {
			if strings.HasPrefix(c.ID, "ex-") {
				nb.Cells[i].Source = c.Source
			}
		}
	}
	for _, f := range a.Files {
		h.edit(nb, f)
	}
	h.notebook = copied(t, nb)
	return h
}

// edit changes a cell as a student did.
func (h *handedIn) edit(nb *notebook.Notebook, f txtar.File) {
	id, how, _ := strings.Cut(f.Name, " ")
	i := slices.IndexFunc(nb.Cells, func(c *notebook.Cell) bool { return c.ID == id })
	if i < 0 {
		i = len(nb.Cells)
		marks := map[string]any{"schema_version": 3, "grade_id": id, "grade": true, "solution": false, "locked": true, "points": 1}
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, ID: id, Metadata: map[string]any{"nbgrader": marks}})
	}
	c := nb.Cells[i]
	switch key, value, _ := strings.Cut(how, "="); key {
	case "deleted":
		nb.Cells = slices.Delete(nb.Cells, i, i+1)
		return
	case "first":
		nb.Cells = slices.Insert(slices.Delete(nb.Cells, i, i+1), 0, c)
		return
	case "type":
		c.Type = value
	case "points":
		c.Metadata["nbgrader"].(map[string]any)["points"] = 100
	}
	c.Source = strings.TrimSuffix(string(f.Data), "\n")
}

// course check, with its output, status and table.
type checked struct {
	stdout, stderr string
	status         int
	rows           map[string][][]string // by student
	dir            string
}

func checkCourse(t *testing.T, args ...string) checked {
	t.Helper()
	var c checked
	c.dir = filepath.Join(t.TempDir(), "graded")
	cmd := exec.Command("riffle", append([]string{"course", "check", "-o", c.dir}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	leak.Check(t, out.String()+errs.String())
	c.stdout, c.stderr, c.status = out.String(), errs.String(), cmd.ProcessState.ExitCode()
	f, err := os.Open(filepath.Join(c.dir, "grades.csv"))
	if err != nil {
		t.Fatalf("%v\n%s%s", err, &out, &errs)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	c.rows = map[string][][]string{}
	for _, line := range lines {
		c.rows[line[0]] = append(c.rows[line[0]], line[1:])
	}
	return c
}

// refused is what the system has kept h from. course check says what confine.Try has
// found that it doesn't.
func (c checked) refused(h *handedIn) []string {
	if strings.Contains(c.stderr, "not blocked on this system") || strings.Contains(c.stderr, "run with all rights") {
		return nil
	}
	return h.refused
}

// page is a student's page.
func (c checked) page(t *testing.T, student string) string {
	t.Helper()
	name := strings.NewReplacer("<", "_", ">", "_", "/", "_", `"`, "_").Replace(student)
	text, err := os.ReadFile(filepath.Join(c.dir, "feedback", name, "sheet.html"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// writeSource writes the source as course new does.
func writeSource(t *testing.T) (dir string) {
	dir = filepath.Join(t.TempDir(), "source")
	if err := os.MkdirAll(filepath.Join(dir, "sheet"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := notebook.WriteFile(filepath.Join(dir, "sheet", "sheet.ipynb"), sheet(t)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCourseCheck grades submissions of all kinds. What one answer does costs no other.
func TestCourseCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute of processors, as some answers never end")
	}
	source, dir := writeSource(t), t.TempDir()
	all := submissions(t)
	for _, h := range all {
		file := filepath.Join(dir, strings.ReplaceAll(h.student, "/", "∕"), "sheet", "sheet.ipynb")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := notebook.WriteFile(file, h.notebook); err != nil {
			t.Fatal(err)
		}
	}
	c := checkCourse(t, "--source", source, "--cell-time", "8s", "--memory", "256", dir)
	t.Logf("%s%s", c.stdout, c.stderr)
	if c.status != 0 {
		t.Errorf("exit status %d", c.status)
	}
	for _, h := range all {
		student := strings.ReplaceAll(h.student, "/", "∕")
		rows := c.rows[student]
		if len(rows) != 1 {
			t.Errorf("%s has %d rows", student, len(rows))
			continue
		}
		if got := rows[0][1:5]; !slices.EqualFunc(got, h.want, fits) {
			t.Errorf("%s: points %v, want %v; note %s", student, got, h.want, rows[0][7])
		}
		for _, note := range h.notes {
			if !strings.Contains(rows[0][7], note) {
				t.Errorf("%s: note %q, want %q", student, rows[0][7], note)
			}
		}
		page := c.page(t, student)
		for _, want := range h.page {
			if !strings.Contains(page, want) {
				t.Errorf("%s: %q isn't on the page", student, want)
			}
		}
		answers := page[strings.Index(page, "<body>"):]
		for _, not := range append(h.nots, c.refused(h)...) {
			if text := said(answers); strings.Contains(text, not) {
				t.Errorf("%s: the page says %q:\n%s", student, not, text)
			}
		}
	}
}

// fits says whether points are those wanted; an asterisk wants none in particular.
func fits(got, want string) bool { return got == want || want == "*" }

// said is what a page has besides the answers themselves.
func said(page string) string {
	parts := strings.Split(page, `<p class="label">Your answer</p>`)
	for i, p := range parts[1:] {
		_, parts[i+1], _ = strings.Cut(p, "</pre>")
	}
	return strings.Join(parts, "\n")
}

// TestCourseCheckForms grades what learning platforms deliver, and what isn't a
// notebook at all.
func TestCourseCheckForms(t *testing.T) {
	source, dir := writeSource(t), t.TempDir()
	var right, unfinished []byte
	for _, h := range submissions(t) {
		data, err := h.notebook.Encode()
		if err != nil {
			t.Fatal(err)
		}
		switch h.student {
		case "right":
			right = data
		case "unfinished":
			unfinished = data
		}
	}
	python := bytes.ReplaceAll(right, []byte(`"language": "go"`), []byte(`"language": "python"`))
	files := map[string][]byte{
		"flat/Ada Lovelace_1234_assignsubmission_file_/sheet.ipynb": right,
		"flat/sheet_Grace.ipynb":                                    right,
		"flat/Alan-sheet (1).ipynb":                                 unfinished,
		"flat/Alan-sheet.ipynb":                                     right,
		"flat/=1+1-sheet.ipynb":                                     right,
		"flat/homework final.ipynb":                                 right,
		"flat/Broken-sheet.ipynb":                                   right[:len(right)/2],
		"flat/Empty-sheet.ipynb":                                    nil,
		"flat/Python-sheet.ipynb":                                   python,
		"flat/Other-sheet.ipynb":                                    []byte(`{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`),
		"flat/.ipynb_checkpoints/sheet_Grace.ipynb":                 right,
		"flat/notes.txt":                                            []byte("no notebook"),
	}
	for name, data := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"--source", source, "--jobs", "3", filepath.Join(dir, "flat")}
	c := checkCourse(t, args...)
	if c.status != 1 {
		t.Errorf("exit status %d, want 1", c.status)
	}
	want := map[string]string{
		"Ada Lovelace": "10: ", "Grace": "10: ", "'=1+1": "10: ",
		"Alan":           "2: one of 2 notebooks of this student and lesson: Alan-sheet (1).ipynb\n10: one of 2 notebooks of this student and lesson: Alan-sheet.ipynb",
		"homework final": "10: taken for sheet by its cells, as the name homework final.ipynb is no lesson's",
		"Broken":         ": not graded: 151:1: the file ends in the middle of the notebook", "Empty": ": not graded: the file is empty",
		"Python": ": not graded: the notebook's language is python, want go",
		"Other":  ": not graded: it has none of the exercises of sheet; is it another notebook?",
	}
	for student, want := range want {
		var got []string
		for _, row := range c.rows[student] {
			got = append(got, row[5]+": "+row[7])
		}
		if text := strings.Join(got, "\n"); text != want {
			t.Errorf("%s: %q, want %q", student, text, want)
		}
	}
	if len(c.rows) != len(want)+1 {
		t.Errorf("rows %v", c.rows)
	}
	for _, page := range []string{"Alan/sheet.html", "Alan/sheet-2.html", "Broken/sheet.html"} {
		if _, err := os.Stat(filepath.Join(c.dir, "feedback", filepath.FromSlash(page))); err != nil {
			t.Error(err)
		}
	}
	again := checkCourse(t, args...)
	if out := strings.ReplaceAll(again.stdout, again.dir, c.dir); out != c.stdout {
		t.Errorf("a second run says\n%s\nthe first\n%s", out, c.stdout)
	}
}
