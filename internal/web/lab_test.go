package web

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"riffle/internal/test/full"
	"riffle/internal/test/pytest"
	"riffle/internal/test/webkit"
)

// TestLab opens a site below a sub-path of a plain web server in a browser, does what
// students do, and runs lessons to their stored outputs: two of them, in the full run all,
// and some in Firefox. RIFFLE_SCREENSHOTS names a folder
// that keeps what they saw.
func TestLab(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes")
	}
	site := writeSite(t, webkit.Site(t))
	scripts := map[string]func(testing.TB) (python, program string){"kernel.py": pytest.Browser, "course.py": pytest.Browser}
	if full.On() {
		scripts["firefox_lab.py"] = pytest.Firefox
	}
	for script, browser := range scripts {
		t.Run(script, func(t *testing.T) {
			t.Parallel() // each has a browser, and mostly waits for it
			python, program := browser(t)
			cmd := exec.CommandContext(t.Context(), python, filepath.Join("testdata", script), site)
			cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join("..", "..", "kernel", "testdata", "browser"), "PYTHONDONTWRITEBYTECODE=1", "RIFFLE_BROWSER="+program)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", script, err, out)
			}
		})
	}
}

// writeSite writes what riffle web site does, of files that aren't packed.
func writeSite(t *testing.T, built string) (dir string) {
	t.Helper()
	files := map[string]*file{}
	root := os.DirFS(built)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		files[name] = &file{data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	lessons, err := Lessons()
	if err != nil {
		t.Fatal(err)
	}
	s, err := assemble(files, lessons)
	if err == nil {
		dir = t.TempDir()
		err = s.Write(dir, false)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
