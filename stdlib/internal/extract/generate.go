package extract

import (
	"fmt"
	"strings"
)

// Own reports whether a path is one of the project's.
func Own(path string) bool { return strings.HasPrefix(path, "riffle/") }

// set is one half of the output: the project's own packages change daily, the
// rest with a new Go only, and each half is compiled and stored by itself.
type set struct {
	name, doc string
	own       bool
}

var sets = []set{
	{"std", "// Package std has the native tables of the standard library and of gonum.\n", false},
	{"own", "// Package own has the native tables of the project's packages.\n", true},
}

// Generate returns all generated files by their names in package stdlib.
func (l *Loader) Generate() (map[string][]byte, error) {
	s, err := l.Survey()
	if err != nil {
		return nil, err
	}
	data, err := l.typeData(s)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, set := range sets {
		var pkgs []*Package
		for _, p := range s.Packages {
			if Own(p.ImportPath) == set.own {
				pkgs = append(pkgs, p)
			}
		}
		if err := l.tables(out, s, set, pkgs); err != nil {
			return nil, err
		}
		files, err := l.archive(s, pkgs, data)
		if err != nil {
			return nil, err
		}
		if !set.own {
			if err := l.languageDocs(files); err != nil {
				return nil, err
			}
		}
		if out["data/"+set.name+".zip"], err = Zip(files); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// tables adds the Go files of one set.
func (l *Loader) tables(out map[string][]byte, s *Surface, set set, pkgs []*Package) (err error) {
	dir := "internal/" + set.name + "/"
	var paths []string
	for _, p := range pkgs {
		paths = append(paths, p.ImportPath)
		if out[dir+FileName(p.ImportPath)], err = s.Table(set.name, p); err != nil {
			return fmt.Errorf("table of %s: %w", p.ImportPath, err)
		}
	}
	out[dir+"index_gen.go"], err = Index(set.name, set.doc, paths)
	return err
}

// typeData maps "path" to the first target's type data and, for packages that
// differ between targets, "path@os_arch" to the others'.
func (l *Loader) typeData(s *Surface) (map[string][]byte, error) {
	data, err := l.ExportData(Targets[0], patterns()...)
	if err != nil {
		return nil, err
	}
	for _, t := range Targets[1:] {
		other, err := l.ExportData(t, s.DifferingPaths()...)
		if err != nil {
			return nil, err
		}
		for path, b := range other {
			data[path+"@"+t.OS+"_"+t.Arch] = b
		}
	}
	return data, nil
}

// archive collects the embedded files of some packages.
func (l *Loader) archive(s *Surface, pkgs []*Package, data map[string][]byte) (map[string][]byte, error) {
	files := map[string][]byte{}
	known := s.Known()
	for _, p := range pkgs {
		if data[p.ImportPath] == nil {
			return nil, fmt.Errorf("no type data for %s", p.ImportPath)
		}
		files["types/"+p.ImportPath+".a"] = data[p.ImportPath]
		for _, t := range Targets {
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
