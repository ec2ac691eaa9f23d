package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"riffle/internal/settings"
	"riffle/kernel"
	"riffle/repl"
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

// settingsFile is where the prompt's settings are kept, which need not exist.
func settingsFile() (string, error) {
	dir, err := os.UserConfigDir()
	return filepath.Join(dir, "riffle", "settings"), err
}

// readSettings reads what the user has set for the prompt.
func readSettings(cfg *repl.Config) {
	cfg.Settings = settings.New()
	cfg.Settings.FindProgram = func(name string) error {
		words := strings.Fields(os.ExpandEnv(name))
		if len(words) == 0 {
			return errors.New("it isn't set")
		}
		_, err := exec.LookPath(words[0])
		var why *exec.Error
		if errors.As(err, &why) {
			return reason(why.Err)
		}
		return err
	}
	file, err := settingsFile()
	if err != nil {
		return
	}
	cfg.SettingsFile = file
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		cfg.SettingsErrors = []error{fmt.Errorf("%s: %w", file, reason(err))}
	}
	cfg.SettingsErrors = append(cfg.SettingsErrors, cfg.Settings.Read(file, string(text))...)
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
