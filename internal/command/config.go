package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"riffle/kernel"
)

// facts are what %config shows of the files that riffle uses.
func facts(memory uint64) [][2]string {
	program, err := os.Executable()
	if err != nil {
		program = err.Error()
	}
	init, err := initFile()
	if err != nil {
		init = err.Error()
	} else if _, err := os.Stat(init); err != nil {
		init += " (none)"
	}
	limit := "none"
	if memory > 0 {
		limit = fmt.Sprintf("%d MiB for this session", memory>>20)
	}
	kernels := strings.Join(kernel.Installed(), "\n")
	if kernels == "" {
		kernels = "not installed; riffle install does it"
	}
	return [][2]string{
		{"program", program + ", " + release()},
		{"start-up file", init},
		{"history", stored("history")},
		{"for %restore", stored("sessions")},
		{"notebooks' history", stored("kernel-history")},
		{"Jupyter kernel", kernels},
		{"memory limit", limit},
	}
}

// initFile is the start-up file, which need not exist.
func initFile() (string, error) {
	dir, err := os.UserConfigDir()
	return filepath.Join(dir, "riffle", "init.go"), err
}

// stored is a file or folder that riffle writes, with what keeps it from that.
func stored(name string) string {
	path := historyFile(name)
	if path == "" {
		return "not kept: there is no home folder"
	}
	if err := checkWritable(path); err != nil {
		return path + " (can't be written: " + err.Error() + ")"
	}
	return path
}

// checkWritable says why a file can't be written, or a folder written to, nil if it can. What isn't
// there yet can be made if the folder above can be written to.
func checkWritable(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if up := filepath.Dir(path); up != path {
			return checkWritable(up)
		}
	}
	if err != nil {
		return reason(err)
	}
	if info.IsDir() {
		f, err := os.CreateTemp(path, ".riffle-")
		if err != nil {
			return reason(err)
		}
		f.Close()
		return reason(os.Remove(f.Name()))
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return reason(err)
	}
	return f.Close()
}

// reason is an error of a file without its name.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
