package grade

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCollect(t *testing.T) {
	lessons := []string{"01-lottery", "01-lottery-plus", "02-fisher-yates"}
	tests := []struct{ file, want string }{ // student, lesson, own folder
		{"ada/01-lottery/01-lottery.ipynb", "ada 01-lottery ada/01-lottery"},
		{"ada/01-lottery.ipynb", "ada 01-lottery ada"},
		{"ada/01-lottery-plus.ipynb", "ada 01-lottery-plus ada"},
		{"01-lottery/ada.ipynb", "ada 01-lottery "},
		{"01-lottery/Ada Lovelace/solution.ipynb", "Ada Lovelace 01-lottery 01-lottery/Ada Lovelace"},
		{"Ada Lovelace-01-lottery.ipynb", "Ada Lovelace 01-lottery "},
		{"01-lottery_ada.ipynb", "ada 01-lottery "},
		{"01-LOTTERY ada.IPYNB", "ada 01-lottery "},
		{"ada@example.org_02-fisher-yates (2).ipynb", "ada@example.org 02-fisher-yates "},
		{"lovelaceada_LATE_12345_678910_01-lottery-1.ipynb", "lovelaceada 01-lottery "},
		{"lovelaceada_12345_678910_01-lottery.ipynb", "lovelaceada 01-lottery "},
		{"Ada Lovelace_9876_assignsubmission_file_/01-lottery.ipynb", "Ada Lovelace 01-lottery Ada Lovelace_9876_assignsubmission_file_"},
		{"Course-Assignment 5-1234/Ada Lovelace_4711_assignsubmission_file_/01-lottery.ipynb", "Ada Lovelace 01-lottery Course-Assignment 5-1234/Ada Lovelace_4711_assignsubmission_file_"},
		{"week1/ada-01-lottery.ipynb", "ada 01-lottery "},
		{"week1/ada/01-lottery.ipynb", "ada 01-lottery week1/ada"},
		{"week1/01-lottery/ada/01-lottery.ipynb", "ada 01-lottery week1/01-lottery/ada"},
		{"ada/homework.ipynb", "ada  ada"},
		{"homework.ipynb", "homework  "},
		{"01-lotteryada.ipynb", "01-lotteryada  "},
		{".ipynb_checkpoints/01-lottery_ada.ipynb", ""},
		{"ada/.hidden.ipynb", ""},
		{"ada/notes.txt", ""},
	}
	for _, tt := range tests {
		root := t.TempDir()
		file := filepath.Join(root, filepath.FromSlash(tt.file))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		found, err := Collect([]string{root}, lessons)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range found {
			own := ""
			if s.Own != "" {
				own, _ = filepath.Rel(root, s.Own)
			}
			got += s.Student + " " + s.Lesson + " " + filepath.ToSlash(own)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.file, got, tt.want)
		}
	}
}

// TestCollectOwnFolder names the folder of one student, and a file.
func TestCollectOwnFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ada")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "01-lottery.ipynb")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{dir, file} {
		found, err := Collect([]string{name}, []string{"01-lottery"})
		if err != nil {
			t.Fatal(err)
		}
		want := []Submission{{Student: "ada", Lesson: "01-lottery", File: file, Own: dir}}
		if diff := cmp.Diff(want, found); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if _, err := Collect([]string{filepath.Join(dir, "none")}, nil); err == nil {
		t.Error("no error for a folder that isn't there")
	}
}

func TestCSV(t *testing.T) {
	sheets := []*Sheet{
		{Submission: Submission{Student: "=cmd()", Lesson: "02-b"}, Exercises: []Exercise{{Title: "Exercise 2.1: one", Points: 1.5, Of: 2}}, Notes: []string{"-1", "a, \"b\""}},
		{Submission: Submission{Student: "Zoë\x1b[2J\n", Lesson: "01-a"}, Exercises: []Exercise{{Title: "Exercise 1.1: one", Of: 3}, {Title: "essay", Of: 4, Manual: 4}}},
		{Submission: Submission{Student: "none", Lesson: ""}, Problem: "the file is empty"},
	}
	var b strings.Builder
	if err := CSV(&b, sheets); err != nil {
		t.Fatal(err)
	}
	const want = `student,lesson,1.1,01-a essay,2.1,total,of,note
'=cmd(),02-b,,,1.5,1.5,2,"'-1; a, ""b"""
Zoë�[2J ,01-a,0,,,0,7,
none,,,,,,,not graded: the file is empty
`
	if diff := cmp.Diff(strings.ReplaceAll(want, `\uFFFD`, "\uFFFD"), b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestColumns: each exercise has a column of its own, and one only.
func TestColumns(t *testing.T) {
	exercises := func(points ...float64) (all []Exercise) {
		for _, p := range points {
			all = append(all, Exercise{Title: "Exercise 1: count", Points: p, Of: 4})
		}
		return all
	}
	sheets := []*Sheet{
		{Submission: Submission{Student: "ada", Lesson: "a"}, Exercises: exercises(1, 2, 3)},
		{Submission: Submission{Student: "ada", Lesson: "b"}, Exercises: exercises(4)},
		{Submission: Submission{Student: "bob", Lesson: "a"}, Exercises: exercises(0, 0, 4)},
		{Submission: Submission{Student: "bob", Lesson: "c"}, Exercises: []Exercise{{Title: "Exercise 1.1: x", Points: 1, Of: 1}, {Title: "Exercise 1.1: y", Of: 1}}},
	}
	var b strings.Builder
	if err := CSV(&b, sheets); err != nil {
		t.Fatal(err)
	}
	const want = `student,lesson,a Exercise 1: count,a Exercise 1: count (2),a Exercise 1: count (3),b Exercise 1: count,1.1,1.1 (2),total,of,note
ada,a,1,2,3,,,,6,12,
ada,b,,,,4,,,4,4,
bob,a,0,0,4,,,,4,12,
bob,c,,,,,1,0,1,2,
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestOutFolders(t *testing.T) {
	o, err := NewOut(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ student, want string }{
		{"a:b", "a_b"}, {"a_b", "a_b-2"}, {"a:b", "a_b"}, {"A_B", "A_B-3"}, {"a_b", "a_b-2"}, {"c", "c"},
	} {
		if got := o.folder(step.student); got != step.want {
			t.Errorf("%s: %s, want %s", step.student, got, step.want)
		}
	}
}

func TestCopyFiles(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{
		"data.csv", "helper.go", "sheet.ipynb", "sheet.ipynb~", "sheet.IPYNB.bak", "sheet.bak", "deck.txt.orig", ".sheet.ipynb.swp",
		"gradebook.db", ".hidden", "notes~", "sheet.ipynb_old", "#notes#", "x.swp",
	} {
		if err := os.WriteFile(filepath.Join(from, name), []byte("HIDDEN TESTS"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if note := copyFiles(to, from); note != "" {
		t.Error(note)
	}
	entries, err := os.ReadDir(to)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff([]string{"data.csv", "helper.go"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"Ada": "Ada", "../x": "_.._x", "..": "_", "a/b\\c:d": "a_b_c_d", "": "_", "a\x00b": "a_b", "end. ": "end", "Zoë": "Zoë",
	} {
		if got := fileName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
