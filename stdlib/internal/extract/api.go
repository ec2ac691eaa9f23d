package extract

import (
	"go/types"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"

	"riffle/stdlib/internal/covered"
)

// Surface is what the covered packages export, on every target.
type Surface struct {
	// Packages are those of the first target, sorted by path.
	Packages []*Package
	// Deps are all packages of the first target in dependency order.
	Deps []*Package
	// Differs names the packages in which a constant's value, or an object's type,
	// differs on some target.
	Differs map[string]bool

	common map[string]map[string]bool
}

// Survey type-checks the packages of a half for every target and compares them.
// Objects that are not everywhere don't get a symbol.
func (l *Loader) Survey(h Half) (*Surface, error) {
	s := &Surface{Differs: map[string]bool{}, common: map[string]map[string]bool{}}
	var first map[string]map[string]string
	for i, t := range Targets {
		pkgs, err := l.Check(t, h.patterns...)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			s.Deps, s.Packages = pkgs, importable(pkgs)
			first = describe(s.Packages)
			for path, objs := range first {
				s.common[path] = map[string]bool{}
				for name := range objs {
					s.common[path][name] = true
				}
			}
			continue
		}
		s.compare(first, describe(importable(pkgs)))
	}
	return s, nil
}

// Current returns the covered packages as they are now, for the first target.
func (l *Loader) Current() (*Surface, error) {
	pkgs, err := l.Check(Targets[0], slices.Concat(Std.patterns, Project.patterns)...)
	return &Surface{Packages: importable(pkgs), Deps: pkgs}, err
}

// Known maps the paths of all packages of the first target to their types.
func (s *Surface) Known() map[string]*types.Package {
	known := map[string]*types.Package{}
	for _, p := range s.Deps {
		known[p.ImportPath] = p.Types
	}
	return known
}

// compare drops from the common objects those that other lacks.
func (s *Surface) compare(first, other map[string]map[string]string) {
	for path, objs := range first {
		for name, text := range objs {
			o, ok := other[path][name]
			if !ok {
				delete(s.common[path], name)
			}
			if o != text {
				s.Differs[path] = true
			}
		}
	}
}

// Everywhere reports whether an object exists on all targets.
func (s *Surface) Everywhere(path, name string) bool { return s.common[path][name] }

// importable filters and sorts the packages that a cell may import.
func importable(pkgs []*Package) []*Package {
	var out []*Package
	for _, p := range pkgs {
		if _, left := covered.Reason(covered.LeftOut, p.ImportPath); p.DepOnly || left || !covered.Public(p.ImportPath) || p.Name == "main" || p.ImportPath == "unsafe" {
			continue
		}
		out = append(out, p)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ImportPath < out[j].ImportPath })
	return out
}

// describe writes every exported object of the packages as one line.
func describe(pkgs []*Package) map[string]map[string]string {
	m := map[string]map[string]string{}
	for _, p := range pkgs {
		m[p.ImportPath] = Describe(p.Types)
	}
	return m
}

// Describe writes every exported object of a package as text that changes
// when its type, its value, a method or an exported field does.
func Describe(pkg *types.Package) map[string]string {
	m := map[string]string{}
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() {
			m[name] = object(o)
		}
	}
	return m
}

// object describes one exported object.
func object(o types.Object) string {
	text := plain(types.ObjectString(o, nil))
	if c, ok := o.(*types.Const); ok {
		return text + " = " + c.Val().ExactString()
	}
	t, ok := o.(*types.TypeName)
	if !ok {
		return text
	}
	var parts []string
	if st, ok := t.Type().Underlying().(*types.Struct); ok {
		// Unexported fields may differ between systems.
		for f := range st.Fields() {
			if f.Exported() {
				parts = append(parts, f.String())
			}
		}
		text = "type " + t.Name()
	}
	if n, ok := t.Type().(*types.Named); ok {
		for m := range n.Methods() {
			if m.Exported() {
				parts = append(parts, plain(m.String()))
			}
		}
	}
	slices.Sort(parts)
	return text + "\n" + strings.Join(parts, "\n")
}

// The compiler names the results of some functions in its type data.
var (
	namedResult  = regexp.MustCompile(`\(#rv1 ([^,]*)\)$`)
	namedResults = regexp.MustCompile(`#rv\d+ `)
)

// plain takes the compiler's names out of a signature.
func plain(text string) string {
	return namedResults.ReplaceAllString(namedResult.ReplaceAllString(text, "$1"), "")
}

// Exported lists the exported objects of a package in alphabetical order.
func Exported(pkg *types.Package) []types.Object {
	var out []types.Object
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() {
			out = append(out, o)
		}
	}
	return out
}

// Kind is how a cell gets at an exported object.
type Kind int

// The kinds of objects.
const (
	Native     Kind = iota // a symbol
	Constant               // folded by the type checker
	Generic                // a function or type to be instantiated from source
	Constraint             // an interface that is no type of values
)

// KindOf returns how a cell gets at o.
func KindOf(o types.Object) Kind {
	switch o := o.(type) {
	case *types.Const:
		return Constant
	case *types.Func:
		if o.Signature().TypeParams().Len() > 0 {
			return Generic
		}
	case *types.TypeName:
		if i, ok := o.Type().Underlying().(*types.Interface); ok && !i.IsMethodSet() {
			return Constraint
		}
		if n, ok := o.Type().(interface{ TypeParams() *types.TypeParamList }); ok && n.TypeParams().Len() > 0 {
			return Generic
		}
	}
	return Native
}

// DifferingPaths lists the packages in Differs, sorted.
func (s *Surface) DifferingPaths() []string { return slices.Sorted(maps.Keys(s.Differs)) }
