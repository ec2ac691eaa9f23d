package course

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/notebook"
)

func smallKit() *Kit {
	linked := lesson()
	linked.Cells[0].Source = "# Tripling\nAfter [lesson 1](01-double.ipynb#Doubling) and [lesson 9](09-other.ipynb), see [Go](https://go.dev/x.ipynb)."
	return &Kit{ID: "c", Lessons: []Sheet{{"01-double", lesson()}, {"02-triple", linked}}}
}

func TestKit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "course")
	if err := smallKit().Write(dir); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for file, wants := range map[string][]string{
		"nbgrader_config.py":                {`course_id = "c"`, `"go": 'panic("not solved yet: write your own code here")'`},
		"README.md":                         {"| 01-double | Doubling | 2 | 3.5 |", "nbgrader autograde 01-double"},
		"source/01-double/01-double.ipynb":  {"BEGIN SOLUTION", "BEGIN HIDDEN TESTS", `"outputs": []`},
		"release/01-double/01-double.ipynb": {"not solved yet", `"checksum": `},
		"release/02-triple/02-triple.ipynb": {"After [lesson 1](../01-double/01-double.ipynb#Doubling) and lesson 9, see [Go](https://go.dev/x.ipynb)."},
	} {
		text := read(file)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %q:\n%s", file, want, text)
			}
		}
	}
	for _, hidden := range []string{"return n + twice", "double(21)", "check.Equal(2*n"} {
		if strings.Contains(read("release/01-double/01-double.ipynb"), hidden) {
			t.Errorf("students get %q", hidden)
		}
	}
	if strings.Contains(read("source/01-double/01-double.ipynb"), "check.Equal(2*n") {
		t.Error("the source has claims")
	}
	if info, err := os.Stat(filepath.Join(dir, "submitted")); err != nil || !info.IsDir() {
		t.Errorf("no folder submitted: %v", err)
	}
}

func TestKitErrors(t *testing.T) {
	base := t.TempDir()
	full, file := filepath.Join(base, "full"), filepath.Join(base, "file")
	for _, err := range []error{os.Mkdir(full, 0o755), os.WriteFile(filepath.Join(full, "notes.txt"), nil, 0o644), os.WriteFile(file, nil, 0o644)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	broken := lesson()
	broken.Cells[5].Source = "// BEGIN SOLUTION"
	for name, tt := range map[string]struct {
		kit  *Kit
		dir  string
		want string
	}{
		"other things in it": {smallKit(), full, "there is something in it already (notes.txt); name a new folder"},
		"a file":             {smallKit(), file, "want a folder"},
		"no lessons":         {&Kit{ID: "c"}, filepath.Join(base, "new"), "a course needs a lesson"},
		"a broken lesson":    {&Kit{ID: "c", Lessons: []Sheet{{"01-double", broken}}}, filepath.Join(base, "new"), "01-double: cell 5 (double): line 1: BEGIN SOLUTION is never closed"},
	} {
		if err := tt.kit.Write(tt.dir); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	if entries, err := os.ReadDir(base); err != nil || len(entries) != 2 {
		t.Errorf("%d entries, %v; want those that were there", len(entries), err)
	}
}

func TestKitID(t *testing.T) {
	for dir, want := range map[string]string{
		"/x/my course": "my-course", "riffles2026": "riffles2026", "/tmp/Übung/": "bung", "/": "riffle",
	} {
		if got := KitID(filepath.FromSlash(dir)); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

// A lesson without a heading goes by its name.
func TestKitWithoutHeading(t *testing.T) {
	k := &Kit{ID: "c", Lessons: []Sheet{{"03-plain", &notebook.Notebook{Metadata: map[string]any{}}}}}
	files, err := k.courseFiles()
	if err != nil || !strings.Contains(string(files["README.md"]), "| 03-plain | 03-plain | 0 | 0 |") {
		t.Errorf("%v\n%s", err, files["README.md"])
	}
}
