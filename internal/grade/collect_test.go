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

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"Ada": "Ada", "../x": "_.._x", "..": "_", "a/b\\c:d": "a_b_c_d", "": "_", "a\x00b": "a_b", "end. ": "end", "Zoë": "Zoë",
	} {
		if got := fileName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
