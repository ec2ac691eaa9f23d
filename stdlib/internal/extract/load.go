// Package extract reads packages as the go command sees them and turns them
// into the tables of package stdlib: symbols, adaptors, type data, docs and
// the sources of generic functions.
package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Target is a system that the tables must compile for.
type Target struct{ OS, Arch string }

// Targets are the systems supported; the first one's type data serve them all
// where their exported objects agree.
var Targets = []Target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// Browser is the system of the programs for browsers. It has no say in what the tables
// hold: what it lacks is in covered.NotInBrowsers, by packages.
var Browser = Target{"js", "wasm"}

// Package is one package for one target.
type Package struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
	Standard   bool
	DepOnly    bool
	Export     string
	Error      *struct{ Err string }

	Types *types.Package `json:"-"`
}

// Loader parses each file once, however many targets share it.
type Loader struct {
	Dir   string // where the go command runs; "" for the current folder
	Fset  *token.FileSet
	files map[string]*ast.File

	// Skipped says which generics Generate could not take from source.
	Skipped []error
}

// NewLoader returns a Loader that runs the go command in dir.
func NewLoader(dir string) *Loader {
	return &Loader{Dir: dir, Fset: token.NewFileSet(), files: map[string]*ast.File{}}
}

// List runs go list with the given arguments, for one target and without cgo,
// and returns the packages in its order: imported ones before their importers.
func (l *Loader) List(t Target, args ...string) ([]*Package, error) {
	fields := "-json=ImportPath,Name,Dir,GoFiles,ImportMap,Standard,DepOnly,Export,Error"
	out, err := l.run(t, append([]string{"list", fields}, args...)...)
	if err != nil {
		return nil, err
	}
	return decode(out)
}

// run runs the go command for a target and returns what it prints.
func (l *Loader) run(t Target, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = l.Dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.OS, "GOARCH="+t.Arch, "GOFLAGS=-buildvcs=false")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return out, nil
}

// decode reads go list's sequence of JSON objects.
func decode(out []byte) ([]*Package, error) {
	var pkgs []*Package
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(Package)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.Error != nil {
			return nil, fmt.Errorf("go list: %s: %s", p.ImportPath, p.Error.Err)
		}
		pkgs = append(pkgs, p)
	}
}

// Check lists the packages that match the patterns and type-checks them and
// all they import, declarations only: enough to know every exported object on
// that target without compiling for it.
func (l *Loader) Check(t Target, patterns ...string) ([]*Package, error) {
	pkgs, err := l.List(t, append([]string{"-deps"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	known := map[string]*types.Package{"unsafe": types.Unsafe}
	for _, p := range pkgs {
		if p.ImportPath == "unsafe" {
			p.Types = types.Unsafe
			continue
		}
		files, err := l.Parse(p)
		if err != nil {
			return nil, err
		}
		if p.Types, err = l.check(t, p, files, known, nil); err != nil {
			return nil, fmt.Errorf("%s/%s: %w", t.OS, t.Arch, err)
		}
		known[p.ImportPath] = p.Types
	}
	return pkgs, nil
}

// Parse returns the syntax of a package's files.
func (l *Loader) Parse(p *Package) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		name = filepath.Join(p.Dir, name)
		f := l.files[name]
		if f == nil {
			var err error
			if f, err = parser.ParseFile(l.Fset, name, nil, parser.ParseComments|parser.SkipObjectResolution); err != nil {
				return nil, err
			}
			l.files[name] = f
		}
		files = append(files, f)
	}
	return files, nil
}

// check runs the type checker over one package; with an info it reads the
// bodies of functions too.
func (l *Loader) check(t Target, p *Package, files []*ast.File, known map[string]*types.Package, info *types.Info) (*types.Package, error) {
	conf := types.Config{
		IgnoreFuncBodies: info == nil,
		Sizes:            types.SizesFor("gc", t.Arch),
		Importer: importMap(func(path string) (*types.Package, error) {
			if to, ok := p.ImportMap[path]; ok {
				path = to
			}
			if pkg := known[path]; pkg != nil {
				return pkg, nil
			}
			return nil, fmt.Errorf("package %s is not loaded", path)
		}),
	}
	return conf.Check(p.ImportPath, l.Fset, files, info)
}

// importMap makes a function a types.Importer.
type importMap func(string) (*types.Package, error)

// Import calls the function.
func (f importMap) Import(path string) (*types.Package, error) { return f(path) }
