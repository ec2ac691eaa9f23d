package kernel

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"riffle/kernel/message"
)

//go:embed logo/*.png logo/*.svg
var logos embed.FS

// InstallOptions say where Install and Uninstall work and what the kernel is
// called. The zero value means the user's own data folder and "riffle".
type InstallOptions struct {
	// Prefix installs below this folder, in share/jupyter.
	Prefix string
	// SysPrefix installs into the active Python environment.
	SysPrefix bool
	// Name is the kernel's folder, and what notebooks refer to it by.
	Name string
	// DisplayName is what launchers show.
	DisplayName string
	// Out gets a line for each file written; it may be nil.
	Out io.Writer
}

// spec is the content of a kernel.json.
type spec struct {
	Argv          []string       `json:"argv"`
	DisplayName   string         `json:"display_name"`
	Language      string         `json:"language"`
	InterruptMode string         `json:"interrupt_mode"`
	Metadata      map[string]any `json:"metadata"`
	// Protocol is the version of the messages, which Jupyter reads before it
	// starts the kernel.
	Protocol string `json:"kernel_protocol_version"`
}

// program is the path of what a kernel.json in a folder starts.
func (s *spec) program(dir string) string {
	return strings.ReplaceAll(s.Argv[0], "{resource_dir}", dir)
}

// owner marks kernel.json files as ours, in their metadata.
const owner = "implementation"

func (s *spec) isRiffle() bool { return s.Metadata[owner] == "riffle" }

// names are what Jupyter allows as the name of a kernel.
var names = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9._-]+$`) })

// Install registers this program as a Jupyter kernel: it writes a kernel.json
// that starts it by its absolute path, and the logos. A temporary program, as
// `go run` builds it, is copied beside them. It also puts small files where papermill and
// nbgrader look for them: those of Prefix, or those on PATH.
func Install(o InstallOptions) error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("install: find this program: %w", err)
	}
	return install(o, exe)
}

func install(o InstallOptions, exe string) error {
	dir, err := o.dir()
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if old, err := readSpec(dir); err == nil && !old.isRiffle() {
		return fmt.Errorf("install: %s holds the kernel %q, which is not riffle's; choose another name with --name", dir, old.DisplayName)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("install: %w; choose another place with --prefix", err)
	}
	if temporary(exe) {
		if exe, err = copyProgram(exe, dir); err != nil {
			return fmt.Errorf("install: copy the program: %w", err)
		}
		o.printStep("copied the program that go run built to %s; install again to renew it", exe)
	}
	// An earlier version may have written other files.
	if err := o.removeShims(dir); err != nil {
		o.printStep("papermill and nbgrader: %v", err)
	}
	if err := errors.Join(o.writeSpec(dir, exe), o.installShims(dir)); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	o.printStep("installed kernel %s (%s) in %s", o.kernelName(), o.displayName(), dir)
	o.printStep("it starts %s; if you move that file, install again", exe)
	o.printStep("next: open a notebook with that kernel (jupyter lab), or check it with: riffle doctor")
	return nil
}

// writeSpec fills the kernel's folder, kernel.json last.
func (o InstallOptions) writeSpec(dir, exe string) error {
	files, err := Files(exe, o.displayName())
	for _, f := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644)
		}
	}
	return err
}

// DisplayName is what launchers show if nothing else is said.
const DisplayName = "Go (riffle)"

// File is one of the files that register a kernel.
type File struct {
	Name string
	Data []byte
}

// Files are those of a kernel's folder, kernel.json last, for a program that Jupyter
// starts by this path. In it Jupyter replaces {resource_dir} by that folder.
func Files(program, displayName string) (files []File, err error) {
	err = fs.WalkDir(logos, "logo", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := logos.ReadFile(path)
		files = append(files, File{d.Name(), data})
		return err
	})
	if err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(spec{
		Argv:          []string{program, "kernel", "{connection_file}"},
		DisplayName:   displayName,
		Language:      "go",
		InterruptMode: "message",
		Metadata:      map[string]any{owner: "riffle", "debugger": true, "supported_encryption": []string{"curve"}},
		Protocol:      message.Version,
	}, "", "  ")
	return append(files, File{"kernel.json", append(data, '\n')}), err
}

// PapermillModule is a module of Python that passes papermill's parameters to Go notebooks.
func PapermillModule() (File, error) {
	data, err := shims.ReadFile("python/" + moduleFile)
	return File{moduleFile, data}, err
}

// PapermillEntry is the entry_points.txt by which papermill finds it.
const PapermillEntry = "[papermill.engine]\nriffle = riffle_papermill:Engine\n"

// Uninstall removes what Install wrote.
func Uninstall(o InstallOptions) error {
	dir, err := o.dir()
	if err != nil {
		return fmt.Errorf("uninstall: %w", err)
	}
	switch s, err := readSpec(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("uninstall: no kernel in %s; if you installed it elsewhere, give the same --prefix, --sys-prefix or --name", dir)
	case err != nil:
		return fmt.Errorf("uninstall: %w", err)
	case !s.isRiffle():
		return fmt.Errorf("uninstall: %s holds the kernel %q, which is not riffle's", dir, s.DisplayName)
	}
	err = o.removeShims(dir)
	if err == nil { // otherwise the list of what is left to remove stays
		err = os.RemoveAll(dir)
	}
	if err != nil {
		return fmt.Errorf("uninstall: %w", err)
	}
	o.printStep("removed %s", dir)
	return nil
}

func readSpec(dir string) (*spec, error) {
	file := filepath.Join(dir, "kernel.json")
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := new(spec)
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// dir is the kernel's folder.
func (o InstallOptions) dir() (string, error) {
	if !names().MatchString(o.kernelName()) {
		return "", fmt.Errorf("--name %q: want letters, digits, '.', '-' and '_' only", o.Name)
	}
	data, err := o.dataDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(data, "kernels", o.kernelName()), nil
}

func (o InstallOptions) dataDir() (string, error) {
	prefix, err := o.prefix()
	if err != nil {
		return "", err
	}
	if prefix == "" {
		return userDataDir()
	}
	return shareDir(prefix), nil
}

// prefix is the folder to install below, empty for the user's own folders.
func (o InstallOptions) prefix() (prefix string, err error) {
	switch {
	case o.Prefix != "" && o.SysPrefix:
		return "", errors.New("--prefix and --sys-prefix exclude each other")
	case o.SysPrefix:
		prefix, err = sysPrefix()
	default:
		prefix = o.Prefix
	}
	if prefix == "" || err != nil {
		return "", err
	}
	return filepath.Abs(prefix)
}

// kernelName is the kernel's name as Jupyter has it, in lower case.
func (o InstallOptions) kernelName() string {
	if o.Name == "" {
		return "riffle"
	}
	return strings.ToLower(o.Name)
}

func (o InstallOptions) displayName() string {
	if o.DisplayName == "" {
		return DisplayName
	}
	return o.DisplayName
}

func (o InstallOptions) printStep(format string, args ...any) {
	if o.Out != nil {
		fmt.Fprintf(o.Out, format+"\n", args...)
	}
}

// temporary reports whether a program is one that `go run` built: in a folder
// go-build123 of the temporary files, or in the build cache.
func temporary(exe string) bool {
	for _, element := range strings.Split(filepath.ToSlash(exe), "/") {
		if strings.HasPrefix(element, "go-build") {
			return true
		}
	}
	return false
}

// copyProgram copies a program into dir. The copy is renamed into place, so that a
// running kernel of the old one isn't disturbed.
func copyProgram(exe, dir string) (string, error) {
	in, err := os.Open(exe)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := os.CreateTemp(dir, "riffle-*")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Chmod(0o755), out.Close()); err != nil {
		return "", errors.Join(err, os.Remove(out.Name()))
	}
	to := filepath.Join(dir, "riffle"+filepath.Ext(exe))
	return to, os.Rename(out.Name(), to)
}
