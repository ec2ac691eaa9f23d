package grade

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// copyMost bounds what is copied for a notebook, in bytes.
const copyMost = 64 << 20

// copyFiles copies the files of a folder that are no notebooks, for a notebook that
// reads data; backups, links and folders are left out. It says if something was too large.
func copyFiles(to, from string) (note string) {
	if from == "" {
		return ""
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return ""
	}
	left := int64(copyMost)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !isData(e.Name()) {
			continue
		}
		if left -= info.Size(); left < 0 {
			return fmt.Sprintf("not all files beside the notebook were copied: they have more than %d MiB", copyMost>>20)
		}
		if err := copyFile(filepath.Join(to, e.Name()), filepath.Join(from, e.Name())); err != nil {
			return fmt.Sprintf("%s was not copied: %v", e.Name(), err)
		}
	}
	return ""
}

// isData reports whether a file may be a notebook's data. Notebooks aren't, nor what
// editors, Jupyter and nbgrader leave beside one: it may have hidden tests.
func isData(name string) bool {
	lower := strings.ToLower(name)
	if strings.HasPrefix(lower, ".") || strings.HasSuffix(lower, "~") || strings.Contains(lower, ".ipynb") {
		return false
	}
	switch filepath.Ext(lower) {
	case ".bak", ".orig", ".swp", ".swo", ".db":
		return false
	}
	return !strings.HasPrefix(lower, "#") // Emacs's own backups
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, copyMost))
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	return err
}
