package extract

import (
	"fmt"

	"riffle/stdlib/internal/covered"
)

// Half is one half of what is generated. The project's own packages change
// daily, the rest with a new Go or a new version of a module only; so each half is
// made, compiled and stored by itself.
type Half struct {
	Name     string
	doc      string
	patterns []string // what go list is asked for
	programs []program
}

// Std is the half of the standard library and of gonum.
var Std = Half{"std", "// Package std has the native tables of the standard library and of gonum.\n",
	append([]string{"std"}, covered.Modules...), perProgram}

// Project is the half of the project's own packages.
var Project = Half{"own", "// Package own has the native tables of the project's packages.\n",
	[]string{"riffle/shuffle/...", "riffle/stdlib/display/..."}, inAll}

// Generate returns the generated files of a half by their names in package
// stdlib.
func (l *Loader) Generate(h Half) (map[string][]byte, error) {
	s, err := l.Survey(h)
	if err != nil {
		return nil, err
	}
	data, err := l.typeData(s, h)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	if err := l.tables(out, s, h); err != nil {
		return nil, err
	}
	files, err := l.archive(s, data)
	if err != nil {
		return nil, err
	}
	if h.Name == Std.Name {
		if err := l.languageDocs(files); err != nil {
			return nil, err
		}
	}
	out["data/"+h.Name+".zip"], err = Zip(files)
	return out, err
}

// tables adds the Go files of a half.
func (l *Loader) tables(out map[string][]byte, s *Surface, h Half) (err error) {
	dir := "internal/" + h.Name + "/"
	var paths []string
	for _, p := range s.Packages {
		paths = append(paths, p.ImportPath)
		if out[dir+FileName(p.ImportPath)], err = s.Table(h.Name, p); err != nil {
			return fmt.Errorf("table of %s: %w", p.ImportPath, err)
		}
	}
	for _, p := range h.programs {
		if out[dir+p.file("index")], err = Index(h.Name, h.doc, p, paths); err != nil {
			return err
		}
	}
	return nil
}

// typeData maps "path" to the first target's type data and, for packages that
// differ between targets, "path@os_arch" to the others'.
func (l *Loader) typeData(s *Surface, h Half) (map[string][]byte, error) {
	data, err := l.ExportData(Targets[0], h.patterns...)
	if err != nil || len(s.Differs) == 0 {
		return data, err
	}
	for _, t := range append([]Target{Browser}, Targets[1:]...) {
		other, err := l.ExportData(t, s.DifferingPaths()...)
		if err != nil {
			return nil, err
		}
		for path, b := range other {
			if t != Browser || covered.InBrowsers(path) != covered.Never {
				data[path+"@"+t.OS+"_"+t.Arch] = b
			}
		}
	}
	return data, nil
}

// archive collects the embedded files of a half.
func (l *Loader) archive(s *Surface, data map[string][]byte) (map[string][]byte, error) {
	files := map[string][]byte{}
	known := s.Known()
	for _, p := range s.Packages {
		if data[p.ImportPath] == nil {
			return nil, fmt.Errorf("no type data for %s", p.ImportPath)
		}
		files["types/"+p.ImportPath+".a"] = data[p.ImportPath]
		for _, t := range append([]Target{Browser}, Targets...) {
			if b := data[p.ImportPath+"@"+t.OS+"_"+t.Arch]; b != nil {
				files["types/"+p.ImportPath+"@"+t.OS+"_"+t.Arch+".a"] = b
			}
		}
		docs, err := l.Docs(p)
		if err != nil {
			return nil, fmt.Errorf("docs of %s: %w", p.ImportPath, err)
		}
		files["doc/"+p.ImportPath+".json"] = docs
		src, skipped, err := l.Sources(p, known)
		if err != nil {
			return nil, fmt.Errorf("sources of %s: %w", p.ImportPath, err)
		}
		l.Skipped = append(l.Skipped, skipped...)
		for name, b := range src {
			files["src/"+p.ImportPath+"/"+name] = b
		}
	}
	return files, nil
}

// languageDocs adds the documentation of the predeclared names and of unsafe,
// which the type checker knows by itself.
func (l *Loader) languageDocs(files map[string][]byte) error {
	pkgs, err := l.List(Targets[0], "builtin", "unsafe")
	if err != nil {
		return err
	}
	for _, p := range pkgs {
		if files["doc/"+p.ImportPath+".json"], err = l.Docs(p); err != nil {
			return err
		}
	}
	return nil
}
