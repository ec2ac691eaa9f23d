package stdlib

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"testing"

	"riffle/stdlib/internal/covered"
	"riffle/stdlib/internal/extract"
)

// load imports a package from the embedded type data.
func load(t *testing.T, im types.Importer, path string) *types.Package {
	t.Helper()
	pkg, err := im.Import(path)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// TestComplete goes through every exported object of every package: each must
// be there in the way of its kind, or be excluded with a reason.
func TestComplete(t *testing.T) {
	im := Importer()
	for _, path := range Paths() {
		if path == unsafePath {
			continue
		}
		pkg := load(t, im, path)
		sources := sourceNames(t, path)
		for _, o := range extract.Exported(pkg) {
			_, constant := o.(*types.Const)
			if _, ok := Missing(path, o.Name()); !ok || constant {
				checkObject(t, o, sources)
			}
		}
	}
}

// sourceNames lists what the Source of a path declares.
func sourceNames(t *testing.T, path string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	files, _ := Source(path)
	for name, src := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		for name := range f.Scope.Objects {
			names[name] = true
		}
	}
	return names
}

// checkObject checks that o is available as what it is.
func checkObject(t *testing.T, o types.Object, sources map[string]bool) {
	t.Helper()
	path, name := o.Pkg().Path(), o.Name()
	v, ok := Symbol(path, name)
	if ok != (extract.KindOf(o) == extract.Native) {
		t.Errorf("%v: has a symbol: %v", o, ok)
	}
	switch extract.KindOf(o) {
	case extract.Native:
		checkSymbol(t, o, v)
	case extract.Constant:
		if o.(*types.Const).Val().Kind() == constant.Unknown {
			t.Errorf("%v: no value", o)
		}
	case extract.Generic:
		if !sources[name] {
			t.Errorf("%v: neither in Source nor excluded", o)
		}
	}
}

// checkSymbol checks that a symbol has the shape of its object.
func checkSymbol(t *testing.T, o types.Object, v reflect.Value) {
	t.Helper()
	ok := false
	switch o := o.(type) {
	case *types.Func:
		sig := o.Signature()
		ok = v.Kind() == reflect.Func && v.Type().NumIn() == sig.Params().Len() &&
			v.Type().NumOut() == sig.Results().Len() && v.Type().IsVariadic() == sig.Variadic()
	case *types.Var:
		ok = v.CanSet()
	case *types.TypeName:
		ok = v.Kind() == reflect.Pointer && v.IsNil()
	}
	if !ok {
		t.Errorf("symbol of %v is a %v", o, v.Type())
	}
}

// TestSymbols checks that the map and the search agree.
func TestSymbols(t *testing.T) {
	for _, path := range Paths() {
		for name, v := range Symbols(path) {
			if got, ok := Symbol(path, name); !ok || got.Type() != v.Type() {
				t.Errorf("Symbol(%q, %q) = %v, %v", path, name, got, ok)
			}
		}
	}
	if Symbols("nope") != nil {
		t.Error("symbols of an unknown package")
	}
	if _, ok := Symbol("nope", "X"); ok {
		t.Error("symbol of an unknown package")
	}
}

// TestExcluded keeps the table of exclusions honest: sorted, and about objects
// that exist and would otherwise be missing.
func TestExcluded(t *testing.T) {
	im := Importer()
	byName := func(a, b covered.Entry) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(covered.Excluded, byName) || !slices.IsSortedFunc(covered.LeftOut, byName) {
		t.Error("a table isn't sorted")
	}
	for _, e := range covered.LeftOut {
		if slices.Contains(Paths(), e.Name) {
			t.Errorf("%s is left out and offered", e.Name)
		}
	}
	for _, e := range covered.Excluded {
		dot := strings.LastIndex(e.Name, ".")
		path, name := e.Name[:dot], e.Name[dot+1:]
		o := load(t, im, path).Scope().Lookup(name)
		if o == nil || extract.KindOf(o) != extract.Generic || sourceNames(t, path)[name] {
			t.Errorf("%s needs no exclusion", e.Name)
		}
	}
}

// TestSource type-checks every source as a cell compiler does.
func TestSource(t *testing.T) {
	im := Importer()
	n := 0
	for _, path := range Paths() {
		files, err := Source(path)
		if err != nil {
			t.Error(err)
		}
		if files == nil {
			continue
		}
		n++
		fset := token.NewFileSet()
		var syntax []*ast.File
		for name, src := range files {
			f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			syntax = append(syntax, f)
		}
		conf := types.Config{Importer: im}
		pkg, err := conf.Check(path, fset, syntax, nil)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for _, o := range extract.Exported(pkg) {
			native := load(t, im, path).Scope().Lookup(o.Name())
			source := o.Type().String()
			if IsCaller(path, o.Name()) { // which may be one of slices of any type
				source = strings.Replace(source, "[E any](x []E", "(x any", 1)
			}
			if native == nil || extract.KindOf(native) != extract.Generic && !IsCaller(path, o.Name()) || source != native.Type().String() {
				t.Errorf("source of %s declares %v, want %v", path, o, native)
			}
		}
	}
	if n < 12 {
		t.Errorf("%d packages have sources", n)
	}
	if files, err := Source("fmt"); files != nil || err != nil {
		t.Error("fmt has a source")
	}
}

func TestAuto(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"fmt", []string{"fmt"}},
		{"rand", []string{"math/rand/v2", "math/rand"}},
		{"template", []string{"text/template", "html/template"}},
		{"scanner", []string{"text/scanner", "go/scanner"}},
		{"distuv", []string{"gonum.org/v1/gonum/stat/distuv"}},
		{"syscall", []string{"syscall"}},
		{"syslog", nil},
		{"nope", nil},
		{"", nil},
	} {
		if got := Auto(c.name); !slices.Equal(got, c.want) {
			t.Errorf("Auto(%q) = %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPaths checks what a few users will miss first.
func TestPaths(t *testing.T) {
	paths := Paths()
	if !slices.IsSorted(paths) {
		t.Error("not sorted")
	}
	for _, p := range []string{"fmt", "unsafe", "math/rand/v2", "net/http", "testing", "gonum.org/v1/gonum/mat", "riffle/shuffle"} {
		if !slices.Contains(paths, p) {
			t.Errorf("no %s", p)
		}
	}
	for _, p := range paths {
		if !covered.Public(p) {
			t.Errorf("%s is offered", p)
		}
	}
}
