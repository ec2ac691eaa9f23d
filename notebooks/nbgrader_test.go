package notebooks_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/course"
	"riffle/internal/test/built"
	"riffle/internal/test/full"
	"riffle/internal/test/pytest"
)

// sheet has an exercise of each kind, and takes no time.
var sheet = filepath.Join("testdata", "sheet.ipynb")

// TestSheet wants the sheet to be as lessons are.
func TestSheet(t *testing.T) {
	for _, complaint := range asStudent(t, open(t, sheet)) {
		t.Error(complaint)
	}
}

// TestNbgrader makes a course of lessons, in the full run all, and the sheet, and grades submissions with
// the real nbgrader.
func TestNbgrader(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program and starts Python")
	}
	python := pytest.Tools(t)
	dir := t.TempDir()
	run(t, exec.Command(built.Program(t), "install", "--prefix", dir, "--name", "riffle"))
	kit := &course.Kit{ID: "course", Lessons: []course.Sheet{{Name: "sheet", Notebook: open(t, sheet)}}}
	files, err := filepath.Glob("[0-9]*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range full.Sample(files, 5) {
		kit.Lessons = append(kit.Lessons, course.Sheet{Name: strings.TrimSuffix(file, ".ipynb"), Notebook: open(t, file)})
	}
	if err := kit.Write(filepath.Join(dir, "course")); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs(filepath.Join("testdata", "grading.py"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, script)
	cmd.Dir = filepath.Join(dir, "course")
	home := filepath.Join(dir, "home")
	path := filepath.Dir(python) + string(os.PathListSeparator) + os.Getenv("PATH") // nbgrader calls alembic
	cmd.Env = append(os.Environ(), "PATH="+path, "JUPYTER_PATH="+filepath.Join(dir, "share", "jupyter"), "HOME="+home,
		"JUPYTER_DATA_DIR="+home, "JUPYTER_CONFIG_DIR="+home, "JUPYTER_RUNTIME_DIR="+home, "PYTHONDONTWRITEBYTECODE=1")
	run(t, cmd)
}
