package extract

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"riffle/stdlib/internal/covered"
)

// Libraries ask a value for more than its static type promises: io.Copy asks a
// Reader for WriteTo, errors.Is an error for Is, fs.Stat a file system for Stat.
// Most of what they ask for is an exported interface, which has an adaptor in its
// package's table. What remains are methods of interfaces without a name, or with
// one that isn't exported; they are found by reading the bodies of all packages.

// asked is a method that some package asks values for.
type asked struct {
	name string
	m    *types.Func
}

// asker collects methods by name and signature.
type asker struct {
	info *types.Info
	have map[string]bool // methods of adaptors
	out  map[string]asked
}

// collectAsked finds the methods that a package asks values for and that no exported interface
// has.
func (l *Loader) collectAsked(s *Surface) (*asker, error) {
	a := &asker{have: s.adapted(), out: map[string]asked{}}
	known := s.Known()
	for _, p := range s.Deps {
		if p.ImportPath == "unsafe" || !p.Standard {
			continue
		}
		files, err := l.Parse(p)
		if err != nil {
			return nil, err
		}
		a.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		if _, err := l.check(Targets[0], p, files, known, a.info); err != nil {
			return nil, err
		}
		a.read(files)
	}
	return a, nil
}

// table writes the file of package pkg with an adaptor for each of the methods, for one
// program: without those that name types of packages that it lacks.
func (a *asker) table(pkg string, in program) ([]byte, error) {
	var all []asked
	for _, x := range a.out {
		if x.place() <= in.has {
			all = append(all, x)
		}
	}
	slices.SortFunc(all, func(x, y asked) int { return cmp.Compare(x.name, y.name) })
	f := &file{pkg: pkg, only: in.constraint, imports: map[string]string{nativePath: "native"}}
	f.asked(all)
	return f.source(nativePath)
}

// place is the farthest place of the packages whose types a method's signature names.
func (x asked) place() covered.Where {
	var far covered.Where
	types.TypeString(x.m.Type(), func(p *types.Package) string {
		far = max(far, covered.InBrowsers(p.Path()))
		return ""
	})
	return far
}

// adapted are the methods of all adaptors, spelled with their signatures.
func (s *Surface) adapted() map[string]bool {
	have := map[string]bool{}
	for _, p := range s.Packages {
		for _, o := range Exported(p.Types) {
			t, ok := o.(*types.TypeName)
			if !ok || !s.Everywhere(p.ImportPath, o.Name()) || !Adaptable(t) {
				continue
			}
			for m := range t.Type().Underlying().(*types.Interface).Methods() {
				have[spelled(m)] = true
			}
		}
	}
	return have
}

// spelled is a method's name and signature, without the names of parameters.
func spelled(m *types.Func) string {
	sig := m.Signature()
	bare := func(t *types.Tuple) *types.Tuple {
		var vs []*types.Var
		for v := range t.Variables() {
			vs = append(vs, types.NewParam(0, nil, "", v.Type()))
		}
		return types.NewTuple(vs...)
	}
	return m.Name() + types.TypeString(types.NewSignatureType(nil, nil, nil, bare(sig.Params()), bare(sig.Results()), sig.Variadic()), nil)
}

// read looks for the types that a package asks for: in assertions and switches,
// and in what finds a type at run time, as reflect.TypeFor[I](), (*I)(nil) and
// errors.As(err, &i).
func (a *asker) read(files []*ast.File) {
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeAssertExpr:
				if n.Type != nil {
					a.ask(n.Type)
				}
			case *ast.TypeSwitchStmt:
				for _, c := range n.Body.List {
					for _, t := range c.(*ast.CaseClause).List {
						a.ask(t)
					}
				}
			case *ast.CallExpr:
				a.call(n)
			}
			return true
		})
	}
}

// call looks at a call that may find a type at run time.
func (a *asker) call(c *ast.CallExpr) {
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.StarExpr:
		a.ask(f.X)
	case *ast.IndexExpr:
		a.ask(f.Index)
	case *ast.SelectorExpr:
		if f.Sel.Name == "As" && len(c.Args) == 2 {
			if p, ok := a.info.Types[c.Args[1]].Type.(*types.Pointer); ok {
				a.askType(p.Elem())
			}
		}
	}
}

// ask takes in the methods of the type that an expression names.
func (a *asker) ask(e ast.Expr) {
	if tv := a.info.Types[e]; tv.IsType() {
		a.askType(tv.Type)
	}
}

// askType takes in the methods of an interface that other packages can implement.
func (a *asker) askType(t types.Type) {
	i, ok := t.Underlying().(*types.Interface)
	if _, param := t.(*types.TypeParam); !ok || param || !implementable(i) {
		return
	}
	for m := range i.Methods() {
		if k := spelled(m); !a.have[k] {
			a.out[k] = asked{k, m}
		}
	}
}

// asked writes the table and its adaptors.
func (f *file) asked(all []asked) {
	var types strings.Builder
	f.body.WriteString("// Asked are adaptors of one method each, for those that packages ask values for\n// without an exported interface.\nvar Asked = []native.Adaptor{\n")
	number := map[string]int{}
	for _, x := range all {
		name := "asked" + x.m.Name()
		if number[name]++; number[name] > 1 {
			name += fmt.Sprint(number[name])
		}
		fmt.Fprintf(&f.body, "{Name: %q, Make: func(c native.Caller) any { return %s{native.Base{C: c}} }},\n", x.m.Name(), name)
		one := &file{pkg: f.pkg, imports: f.imports}
		fmt.Fprintf(&one.body, "\ntype %s struct{ native.Base }\n\n", name)
		one.method(name, x.m)
		types.WriteString(one.body.String())
	}
	f.body.WriteString("}\n" + types.String())
}
