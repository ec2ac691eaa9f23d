package extract

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"riffle/stdlib/internal/covered"
)

// InputsFile holds what the half Std was made from, in the folder of package
// stdlib.
const InputsFile = "data/std.inputs"

// Inputs says in a few lines what the half Std is made from: the Go release, the
// modules, and the generator with the sources that it takes over. While they stay
// the same, so does the half.
func (l *Loader) Inputs() (string, error) {
	modules, err := l.modules()
	if err != nil {
		return "", err
	}
	generator, err := l.generator()
	if err != nil {
		return "", err
	}
	running, _, _ := strings.Cut(runtime.Version(), " ")
	lines := append([]string{version.Lang(running)}, modules...)
	return strings.Join(append(lines, "generator "+generator), "\n") + "\n", nil
}

// modules are the modules that the covered packages need, with their versions.
func (l *Loader) modules() ([]string, error) {
	args := []string{"list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}}{{end}}"}
	out, err := l.run(Targets[0], append(args, covered.Modules...)...)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	return slices.Compact(lines), nil
}

// generator is a hash of the generator's sources, without their comments, and of
// the hand-written generics as they are.
func (l *Loader) generator() (string, error) {
	hash := sha256.New()
	for _, dir := range []string{"covered", "extract", "generic"} {
		root := filepath.Join(l.Dir, "internal", dir)
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			rel, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			text, err := source(name, dir == "generic")
			fmt.Fprintf(hash, "%s/%s %d\n", dir, filepath.ToSlash(rel), len(text))
			hash.Write(text)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nil
}

// source is a file as it is, or formatted without its comments.
func source(name string, whole bool) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil || whole {
		return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = format.Node(&b, fset, f)
	return b.Bytes(), err
}

// Fresh reports whether the half Std was made from what there is now.
func (l *Loader) Fresh() (bool, error) {
	now, err := l.Inputs()
	if err != nil {
		return false, err
	}
	then, err := os.ReadFile(filepath.Join(l.Dir, filepath.FromSlash(InputsFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return string(then) == now, err
}
