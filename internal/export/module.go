package export

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Module is a program with what it needs, ready to be written.
type Module struct {
	Name    string // its path
	From    string // the file that it was made from
	Program *Program
	// Sources are riffle's own, from the root of its module.
	Sources fs.FS
}

// marker is in the first line of go.mod, and identifies an export.
const marker = "by riffle export."

// Write puts the module into a folder: all of it, or nothing. A folder with other
// things in it is refused without force, and one with a folder riffle that isn't an
// earlier export's always; what is in it stays, but for files of the same names and an
// earlier export's folder riffle.
func (m *Module) Write(dir string, force bool) (err error) {
	if err := mayWrite(dir, force); err != nil {
		return err
	}
	files, err := m.files()
	if err != nil {
		return err
	}
	parent := filepath.Dir(filepath.Clean(dir))
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	aside, err := os.MkdirTemp(parent, ".riffle-export-*")
	if err != nil {
		return err
	}
	old := filepath.Join(aside, "old")
	defer func() {
		// What couldn't be put back is nowhere else.
		if kept, _ := os.ReadDir(old); err == nil || len(kept) == 0 {
			os.RemoveAll(aside)
		}
	}()
	fresh := filepath.Join(aside, "new")
	for name, data := range files {
		full := filepath.Join(fresh, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(full, data, 0o644); err != nil {
			return err
		}
	}
	return replaceIn(dir, fresh, old)
}

// mayWrite refuses folders that hold something else.
func mayWrite(dir string, force bool) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("-o %s: want a folder: %w", dir, err)
	case len(entries) == 0:
		return nil
	}
	text, _ := os.ReadFile(filepath.Join(dir, "go.mod"))
	first, _, _ := strings.Cut(string(text), "\n")
	if strings.HasSuffix(first, marker) {
		return nil
	}
	if _, err := os.Lstat(filepath.Join(dir, "riffle")); err == nil {
		return fmt.Errorf("-o %s: there is a riffle in it, which the export's would replace; name another folder", dir)
	}
	if force {
		return nil
	}
	return fmt.Errorf("-o %s: the folder isn't empty, and not an earlier export; name another, or give --force to write into it", dir)
}

// replaceIn moves the entries of a folder into another, and what has their names there
// to a third. If one can't be moved, all is as it was.
func replaceIn(dir, fresh, old string) (err error) {
	entries, err := os.ReadDir(fresh)
	if err != nil {
		return err
	}
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.MkdirAll(old, 0o755)); err != nil {
		return err
	}
	var undo []func()
	defer func() {
		if err != nil {
			for _, f := range slices.Backward(undo) {
				f()
			}
		}
	}()
	names := []string{"riffle"} // also where the export doesn't need it any more
	for _, e := range entries {
		names = append(names, e.Name())
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		to, kept := filepath.Join(dir, name), filepath.Join(old, name)
		moved := os.Rename(to, kept)
		switch {
		case moved == nil:
			undo = append(undo, func() {
				if failed := os.Rename(kept, to); failed != nil {
					err = errors.Join(err, fmt.Errorf("%s is now %s: %w", to, kept, failed))
				}
			})
		case !errors.Is(moved, fs.ErrNotExist):
			return moved
		}
		moved = os.Rename(filepath.Join(fresh, name), to)
		if errors.Is(moved, fs.ErrNotExist) && name == "riffle" {
			continue
		}
		if moved != nil {
			return moved
		}
		undo = append(undo, func() { os.RemoveAll(to) })
	}
	return nil
}

// files are the module's, by their names.
func (m *Module) files() (map[string][]byte, error) {
	files := map[string][]byte{"main.go": m.Program.Source}
	others := map[string]bool{}
	seen := map[string]bool{}
	todo := slices.Clone(m.Program.Imports)
	for len(todo) > 0 {
		p := todo[0]
		todo = todo[1:]
		first, _, _ := strings.Cut(p, "/")
		switch {
		case seen[p]:
		case first == "riffle":
			more, err := m.copy(p, files)
			if err != nil {
				return nil, err
			}
			todo = append(todo, more...)
		case strings.Contains(first, "."):
			others[p] = true
		}
		seen[p] = true
	}
	requires, err := m.required(slices.Sorted(maps.Keys(others)))
	if err != nil {
		return nil, err
	}
	files["go.mod"] = m.goMod(requires)
	files["README.md"] = m.readme(requires, slices.Sorted(maps.Keys(files)))
	if licence, err := fs.ReadFile(m.Sources, "LICENSE"); err == nil && len(files) > 3 {
		files["riffle/LICENSE"] = licence
	}
	return files, nil
}

// copy adds the files of one of riffle's packages, and returns what they import.
func (m *Module) copy(p string, files map[string][]byte) (imports []string, err error) {
	dir := strings.TrimPrefix(p, "riffle/")
	entries, err := fs.ReadDir(m.Sources, dir)
	if err != nil {
		return nil, fmt.Errorf("the source of %s is missing: %w", p, err)
	}
	to := strings.TrimPrefix(Place(p, m.Name), m.Name+"/")
	for _, e := range entries {
		if path.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		data, err := fs.ReadFile(m.Sources, path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		moved, paths, err := moveImports(data, m.Name)
		if err != nil {
			return nil, err
		}
		files[path.Join(to, e.Name())] = moved
		imports = append(imports, paths...)
	}
	return imports, nil
}

// moveImports rewrites a file's imports of riffle's packages to their places in a module,
// and returns what they were.
func moveImports(source []byte, module string) (moved []byte, paths []string, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", source, parser.ImportsOnly)
	if err != nil {
		return nil, nil, err
	}
	specs := slices.Clone(f.Imports)
	sort.Slice(specs, func(i, j int) bool { return specs[i].Pos() > specs[j].Pos() })
	moved = slices.Clone(source)
	for _, s := range specs {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			return nil, nil, err
		}
		paths = append(paths, p)
		if to := Place(p, module); to != p {
			at, end := fset.Position(s.Path.Pos()).Offset, fset.Position(s.Path.End()).Offset
			moved = slices.Concat(moved[:at], []byte(strconv.Quote(to)), moved[end:])
		}
	}
	return moved, paths, nil
}

// need is another module.
type need struct{ path, version string }

// required are the modules of packages, in the versions that riffle is built with.
func (m *Module) required(packages []string) (list []need, err error) {
	text, err := fs.ReadFile(m.Sources, "go.mod")
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		var n need
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
			if len(words) >= 2 && (p == words[0] || strings.HasPrefix(p, words[0]+"/")) && len(words[0]) > len(n.path) {
				n = need{words[0], words[1]}
			}
		}
		if n.path == "" {
			return nil, fmt.Errorf("no module is known that has the package %s", p)
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list, nil
}

func (m *Module) goMod(requires []need) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Made from %s %s\nmodule %s\n\ngo %s\n", m.From, marker, m.Name, language(runtime.Version()))
	for _, n := range requires {
		fmt.Fprintf(&b, "\nrequire %s %s\n", n.path, n.version)
	}
	return b.Bytes()
}

// language is the version of Go for go.mod.
func language(release string) string {
	parts := strings.SplitN(strings.TrimPrefix(release, "go"), ".", 3)
	if len(parts) < 2 || strings.ContainsAny(release, " -") {
		return "1.26"
	}
	return parts[0] + "." + parts[1]
}

// readme says what is in the folder.
func (m *Module) readme(requires []need, files []string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\nA Go program made from %s. To run it:\n\n    go run .\n", m.Name, m.From)
	if len(requires) == 0 {
		fmt.Fprintf(&b, "\nIt needs Go %s or later, and nothing else: no network, no riffle.\n", language(runtime.Version()))
	} else {
		var names []string
		for _, n := range requires {
			names = append(names, n.path)
		}
		fmt.Fprintf(&b, "\nIt needs Go %s or later, and %s, which `go mod tidy` downloads: call that once, with a network, before the first `go run .`.\n",
			language(runtime.Version()), strings.Join(names, " and "))
	}
	fmt.Fprintf(&b, "\nThe code is in main.go: declarations first, then, in main, the statements of the cells in their order.\n")
	if slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, "riffle/") }) {
		fmt.Fprintf(&b, "The folder riffle holds the packages of riffle that it uses, under the licence there.\n")
	}
	if len(m.Program.Left) > 0 {
		fmt.Fprintf(&b, "\n## What is different\n\n")
		for _, l := range m.Program.Left {
			fmt.Fprintf(&b, "- %s\n", l)
		}
	}
	return b.Bytes()
}

// inGo are the first elements of paths of Go's own that can't be imported themselves.
var inGo = []string{"archive", "cmd", "compress", "container", "database", "debug", "go", "index", "internal", "main", "riffle", "test", "vendor"}

// ModuleName is the path of a module that is made from a file.
func ModuleName(file string, w World) string {
	base := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, base)
	name = strings.Trim(name, "-_")
	if name == "" {
		name = "cells"
	}
	if _, err := w.Importer.Import(name); err == nil || slices.Contains(inGo, name) {
		name += "-cells"
	}
	return name
}
