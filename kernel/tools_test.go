package kernel

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/test/built"
	"riffle/internal/test/pytest"
)

// TestTools installs the program for tools of others, in an environment of its own, and
// runs the scripts of testdata/tools there.
func TestTools(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	t.Parallel()
	prefix := toolbox(t)
	before := tree(t, prefix)
	if out := riffle(t, prefix, "install", "--prefix", prefix); !strings.Contains(out, "papermill of") || !strings.Contains(out, "nbgrader has a stub") {
		t.Errorf("install says\n%s", out)
	}
	doctored := riffle(t, prefix, "doctor")
	if !strings.Contains(doctored, "ok    kernel in "+prefix) {
		t.Errorf("doctor doesn't find the kernel:\n%s", doctored)
	}
	for _, tool := range []string{"papermill", "nbgrader", "jupytext", "nbdime", "nbconvert"} {
		if !strings.Contains(doctored, "ok    "+tool+" ") {
			t.Errorf("doctor doesn't know that %s works:\n%s", tool, doctored)
		}
	}
	t.Run("scripts", func(t *testing.T) {
		for _, script := range []string{"parameters.py", "course.py", "convert.py", "saved.py"} {
			t.Run(script, func(t *testing.T) {
				t.Parallel()
				file, err := filepath.Abs(filepath.Join("testdata", "tools", script))
				if err != nil {
					t.Fatal(err)
				}
				cmd := command(t, prefix, filepath.Join(prefix, "bin", "python"), file)
				cmd.Dir, cmd.Env = t.TempDir(), append(cmd.Env, watched(t))
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	})
	riffle(t, prefix, "uninstall", "--prefix", prefix)
	if diff := cmp.Diff(before, tree(t, prefix)); diff != "" {
		t.Errorf("uninstall leaves\n%s", diff)
	}
	doctored = riffle(t, prefix, "doctor")
	for _, line := range []string{"note  papermill 2.7.0: it can't pass parameters", "note  nbgrader 0.9.6: it has no stub"} {
		if !strings.Contains(doctored, line) {
			t.Errorf("after uninstall doctor doesn't say %q:\n%s", line, doctored)
		}
	}
}

// toolbox makes an environment that finds the packages of another one, so that what is
// installed in it is seen by nobody else.
func toolbox(t *testing.T) (prefix string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs of an environment can't be borrowed on Windows")
	}
	python := pytest.Tools(t)
	prefix = t.TempDir()
	if out, err := exec.Command(python, "-m", "venv", "--without-pip", prefix).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	theirs := filepath.Dir(filepath.Dir(python))
	sites, err := filepath.Glob(filepath.Join(prefix, "lib", "python3*", "site-packages"))
	if err != nil || len(sites) != 1 {
		t.Fatalf("%v %v", sites, err)
	}
	site := strings.Replace(sites[0], prefix, theirs, 1)
	write(t, filepath.Join(sites[0], "borrowed.pth"), site+"\n", 0o644)
	scripts, err := os.ReadDir(filepath.Join(theirs, "bin"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scripts {
		text, err := os.ReadFile(filepath.Join(theirs, "bin", s.Name()))
		if rest, ok := strings.CutPrefix(string(text), "#!"+python); err == nil && ok {
			write(t, filepath.Join(prefix, "bin", s.Name()), "#!"+filepath.Join(prefix, "bin", "python")+strings.TrimPrefix(rest, "3"), 0o755)
		}
	}
	return prefix
}

func write(t *testing.T, file, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// command is a program that finds those of the environment first, those of the one whose
// packages it finds next, and no files of the user's.
func command(t *testing.T, prefix, program string, args ...string) *exec.Cmd {
	home, theirs := filepath.Join(prefix, "home"), filepath.Dir(filepath.Dir(pytest.Tools(t)))
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(os.Environ(),
		"PATH="+filepath.Join(prefix, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "PYTHONDONTWRITEBYTECODE=1",
		"JUPYTER_PATH="+filepath.Join(theirs, "share", "jupyter"),
		"HOME="+home, "XDG_DATA_HOME=", "XDG_STATE_HOME="+home, "JUPYTER_DATA_DIR="+home, "JUPYTER_CONFIG_DIR="+home, "JUPYTER_RUNTIME_DIR="+home, "VIRTUAL_ENV=", "CONDA_PREFIX=")
	return cmd
}

func riffle(t *testing.T, prefix string, args ...string) string {
	t.Helper()
	out, err := command(t, prefix, built.Program(t), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("riffle %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// tree lists the files below an environment, but for what tools keep there and the folder of kernels.
func tree(t *testing.T, prefix string) []string {
	t.Helper()
	files := make(map[string]bool)
	err := filepath.WalkDir(prefix, func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && (d.Name() == "home" || d.Name() == "share") {
			return fs.SkipDir
		}
		files[path] = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(files))
}
