package kernel

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// userDataDir is Jupyter's folder of the user's own data, where jupyter_core
// looks for it.
func userDataDir() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find Jupyter's data folder: %w; set JUPYTER_DATA_DIR", err)
	}
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(home, "Library", "Jupyter"), nil
	case "windows":
		if dir := os.Getenv("APPDATA"); dir != "" {
			return filepath.Join(dir, "jupyter"), nil
		}
		return filepath.Join(home, ".jupyter", "data"), nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "jupyter"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}

// sysPrefix is the root of the active Python environment.
func sysPrefix() (string, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := os.Getenv(name); dir != "" {
			return dir, nil
		}
	}
	return "", errors.New("--sys-prefix: no Python environment is active; activate one, or give its folder with --prefix")
}

// dataDirs are all folders where Jupyter looks for kernels.
func dataDirs() []string {
	dirs := filepath.SplitList(os.Getenv("JUPYTER_PATH"))
	if dir, err := userDataDir(); err == nil {
		dirs = append(dirs, dir)
	}
	if dir, err := sysPrefix(); err == nil {
		dirs = append(dirs, shareDir(dir))
	}
	if runtime.GOOS == "windows" {
		return append(dirs, filepath.Join(os.Getenv("PROGRAMDATA"), "jupyter"))
	}
	return append(dirs, shareDir("/usr/local"), shareDir("/usr"))
}

// shareDir is the data folder below a prefix.
func shareDir(prefix string) string { return filepath.Join(prefix, "share", "jupyter") }
