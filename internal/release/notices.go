package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// module is a module linked into the program.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// notices are the licences of everything linked into the program: most require
// that copies include them.
func (t target) notices(ctx context.Context) ([]byte, error) {
	modules, err := t.modules(ctx)
	if err != nil {
		return nil, err
	}
	return collect(modules)
}

// modules are other people's that are linked into the program.
func (t target) modules(ctx context.Context) ([]module, error) {
	out, err := output(t.goCommand(ctx, "list", "-deps", "-json=Module", "."))
	if err != nil {
		return nil, err
	}
	modules, err := decodeModules(bytes.NewReader(out))
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return modules, nil
}

// decodeModules reads other people's modules from go list's packages, each once,
// by path.
func decodeModules(r io.Reader) ([]module, error) {
	byPath := map[string]module{}
	for d := json.NewDecoder(r); ; {
		var p struct{ Module *module }
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if m := p.Module; m != nil && !m.Main {
			byPath[m.Path] = *m
		}
	}
	var modules []module
	for _, m := range byPath {
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return modules, nil
}

// collect concatenates the licences of Go and of the modules.
func collect(modules []module) ([]byte, error) {
	var all bytes.Buffer
	all.WriteString("riffle is under the licence in the file LICENSE. It is linked from the following\n" +
		"works, which are under licences of their own.\n")
	golang, err := os.ReadFile(filepath.Join("stdlib", "LICENSE-go"))
	if err != nil {
		return nil, err
	}
	section(&all, "Go and its standard library", golang)
	for _, m := range modules {
		texts, err := licences(os.DirFS(m.Dir))
		if err != nil {
			return nil, fmt.Errorf("licence of %s: %w", m.Path, err)
		}
		section(&all, m.Path+" "+m.Version, bytes.Join(texts, []byte("\n")))
	}
	return all.Bytes(), nil
}

func section(w *bytes.Buffer, title string, text []byte) {
	fmt.Fprintf(w, "\n%s\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), title, strings.Repeat("=", 80), bytes.TrimRight(text, "\n"))
}

var licenceFile = regexp.MustCompile(`(?i)licen[cs]e|copying|notice|patents`)

var errNoLicence = errors.New("no file with such a name")

// licences reads the files of a module that are named like licences.
func licences(root fs.FS) (texts [][]byte, err error) {
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		top, _, _ := strings.Cut(name, "/")
		switch {
		case err != nil || name == ".":
			return err
		case !licenceFile.MatchString(top) || strings.HasSuffix(top, ".go"):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		}
		text, err := fs.ReadFile(root, name)
		texts = append(texts, text)
		return err
	})
	if err == nil && len(texts) == 0 {
		err = errNoLicence
	}
	return texts, err
}
