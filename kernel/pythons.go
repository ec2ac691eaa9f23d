package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// pythonTimeout bounds a call of a Python. On a busy machine it may take a while to import
// all the tools that are asked about.
const pythonTimeout = time.Minute

// pythonPrograms are the programs whose Pythons must find riffle's shims.
var pythonPrograms = []string{"jupyter", "papermill", "nbgrader"}

// pythonHome is an installed Python, as it describes itself in python/where.py.
type pythonHome struct {
	Executable string
	Prefix     string
	Base       string
	Site       string // where modules are
	UserSite   string // the user's own ones, empty if it doesn't look there
	UserBase   string
	Managed    bool // its owner wants nothing added

	// places are the folders to write to: of modules, and of Jupyter's configuration.
	modules, config string
}

// pythonOf asks an interpreter where it looks.
func pythonOf(interpreter string) (*pythonHome, error) {
	out, err := runPython(interpreter, "where.py")
	if err != nil {
		return nil, err
	}
	p := new(pythonHome)
	if err := json.Unmarshal(out, p); err != nil {
		return nil, fmt.Errorf("%s: %w", interpreter, err)
	}
	if !filepath.IsAbs(p.Site) || p.Executable == "" {
		return nil, fmt.Errorf("%s: it doesn't say where it looks for modules", interpreter)
	}
	p.chooseHome()
	return p, nil
}

// chooseHome prefers the environment itself, so that the shims go when it goes. For a Python
// that belongs to the system or to somebody else it is a folder of the user's.
func (p *pythonHome) chooseHome() {
	switch {
	case !p.Managed && writable(p.Site):
		p.modules, p.config = p.Site, filepath.Join(p.Prefix, "etc", "jupyter")
	case p.UserSite != "":
		p.modules, p.config = p.UserSite, filepath.Join(p.UserBase, "etc", "jupyter")
	}
}

// runPython runs one of our scripts.
func runPython(interpreter, script string, args ...string) ([]byte, error) {
	text, err := shims.ReadFile("python/" + script)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), pythonTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, interpreter, append([]string{"-c", string(text)}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s gave no answer for %v", interpreter, pythonTimeout)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w %s", interpreter, err, lastStderrLine(stderr.String()))
	}
	return out, nil
}

func lastStderrLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// writable reports whether files can be made in a folder.
func writable(dir string) bool {
	f, err := os.CreateTemp(dir, ".riffle-*")
	if err != nil {
		return false
	}
	f.Close()
	return os.Remove(f.Name()) == nil
}

// interpreter is the Python that runs a program on PATH.
func interpreter(program string) (string, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return "", err
	}
	if p := shebang(path); p != "" {
		return p, nil
	}
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	dir := filepath.Dir(resolved)
	for _, name := range []string{"python3", "python", "python.exe", filepath.Join("..", "python.exe")} {
		if p, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return p, nil
		}
	}
	return "", fmt.Errorf("%s: it names no Python, and there is none beside it", path)
}

// shebang is the interpreter that a script names, if that is a Python. pip puts a path
// that is too long for the first line into the second.
func shebang(script string) string {
	f, err := os.Open(script)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 2048)
	n, _ := f.Read(head)
	lines := strings.SplitN(string(head[:n]), "\n", 3)
	first, ok := strings.CutPrefix(lines[0], "#!")
	if !ok {
		return ""
	}
	path := strings.TrimSpace(first)
	words := strings.Fields(path)
	if rest, ok := strings.CutPrefix(lines[min(1, len(lines)-1)], "'''exec' "); ok {
		path, _, _ = strings.Cut(strings.TrimPrefix(rest, `"`), `"`)
		path = strings.TrimSpace(path)
	} else if len(words) > 1 && filepath.Base(words[0]) == "env" {
		path, err = exec.LookPath(words[len(words)-1])
	} else if len(words) > 1 {
		path = words[0]
	}
	if err != nil || !strings.Contains(filepath.Base(path), "python") {
		return ""
	}
	return path
}

// pythonIn is the interpreter of an environment.
func pythonIn(prefix string) (string, error) {
	names := []string{filepath.Join("bin", "python3"), filepath.Join("bin", "python")}
	if runtime.GOOS == "windows" {
		names = []string{filepath.Join("Scripts", "python.exe"), "python.exe"}
	}
	for _, name := range names {
		if p, err := exec.LookPath(filepath.Join(prefix, name)); err == nil {
			return p, nil
		}
	}
	return "", os.ErrNotExist
}
