// Package pytest gives tests a Python with a real Jupyter client. Call
// [Python] for the path of its interpreter.
package pytest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"riffle/internal/test/need"
	"riffle/internal/test/once"
)

// requirements are the packages, with the versions that the tests are made
// for.
var requirements = []string{
	"jupyter_client==8.10.0",
	"jupyter_kernel_test==0.7.0",
	"nbclient==0.11.0",
	"nbformat==5.11.1",
	"pyzmq==27.3.0",
}

// around are further packages: JupyterLab, what it takes to look at it in a browser, and
// the tools that work on notebooks. They share an environment, as they have most of it
// in common.
var around = []string{
	"ipywidgets==8.1.9",
	"jupyter-console==6.6.3",
	"jupyterlab==4.6.0",
	"jupytext==1.19.6",
	"nbconvert==7.17.2",
	"nbdime==4.0.4",
	"nbgrader==0.9.6",
	"papermill==2.7.0",
	"playwright==1.65.2",
}

// chromiums and firefoxes are the names of a browser's program.
var (
	chromiums = []string{"chromium", "chromium-browser", "google-chrome"}
	firefoxes = []string{"firefox-esr", "firefox"}
)

// Browser is Python with JupyterLab, ipywidgets and playwright besides, and the path of
// a Chromium. Where one of them can't be had, the test is skipped; with CI=true in the
// environment it fails.
func Browser(t testing.TB) (python, chromium string) {
	t.Helper()
	return browser(t, chromiums)
}

// Firefox is Python with the same packages, and the path of a Firefox, which a script
// drives with kernel/testdata/browser/firefox.py. It is skipped and fails as Browser is.
func Firefox(t testing.TB) (python, firefox string) {
	t.Helper()
	return browser(t, firefoxes)
}

// browser is Python with what looks at pages, and the first program that is there.
func browser(t testing.TB, names []string) (python, program string) {
	t.Helper()
	err := errors.New("none of " + strings.Join(names, ", ") + " is in PATH")
	for _, name := range names {
		if path, found := exec.LookPath(name); found == nil {
			program, err = path, nil
			break
		}
	}
	if err == nil {
		python, err = environment(slices.Concat(requirements, around))
	}
	need.Have(t, "JupyterLab in a browser", err)
	return python, program
}

// Tools is Python with papermill, nbgrader, jupytext, nbdime, nbconvert and the console
// besides. It is skipped and fails as Browser is.
func Tools(t testing.TB) (python string) {
	t.Helper()
	python, err := environment(slices.Concat(requirements, around))
	need.Have(t, "papermill, nbgrader, jupytext, nbdime and nbconvert", err)
	return python
}

// Python is the interpreter of a virtual environment that holds jupyter_client,
// jupyter_kernel_test, nbclient, nbformat and pyzmq. The environment is made
// in the user's cache folder when a test first asks for it, which needs the
// network, and kept for those versions.
//
// Where there is no python3, or no network at first, the test is skipped; with
// CI=true in the environment it fails.
func Python(t testing.TB) string {
	t.Helper()
	python, err := environment(requirements)
	need.Have(t, "a Jupyter client", err)
	return python
}

// environment makes the virtual environment of some packages if there is none.
func environment(packages []string) (python string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	base, err := exec.LookPath("python3")
	if err != nil {
		return "", err
	}
	version, err := exec.Command(base, "-c", "import sys; print(sys.version)").Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", base, err)
	}
	key := sha256.Sum256(append(version, strings.Join(packages, "\n")...))
	dir := filepath.Join(cache, "riffle-test", fmt.Sprintf("venv-%x", key[:6]))
	python = filepath.Join(dir, "bin", "python")
	if runtime.GOOS == "windows" {
		python = filepath.Join(dir, "Scripts", "python.exe")
	}
	return python, once.Do(dir, func() error { return build(base, dir, python, packages) })
}

// build makes the environment and installs packages.
func build(base, dir, python string, packages []string) error {
	steps := [][]string{
		{base, "-m", "venv", "--clear", dir},
		append([]string{python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, packages...),
	}
	for _, s := range steps {
		if out, err := exec.Command(s[0], s[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(s, " "), err, out)
		}
	}
	return nil
}
