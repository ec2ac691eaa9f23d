package cell

import (
	"context"
	"fmt"
	"go/types"
	"strings"
	"testing"

	"riffle/internal/library"
	"riffle/stdlib"
)

// TestLibraryChanges calls the library's functions and methods that may change what they
// are given in trials, on variables of the session: each must be found.
func TestLibraryChanges(t *testing.T) {
	found := 0
	for _, path := range stdlib.Paths() {
		pkg, err := stdlib.Importer().Import(path)
		if err != nil || strings.HasPrefix(path, "riffle/") || strings.HasPrefix(path, "gonum.org/") {
			continue
		}
		for _, f := range functionsOf(pkg) {
			sig := f.Signature()
			cell, ok := changingTrial(f)
			if !ok || sig.TypeParams() != nil || sig.RecvTypeParams() != nil {
				continue
			}
			c := New(Config{Importer: stdlib.Importer(), Auto: stdlib.Auto, Source: stdlib.Source, Environment: []string{"riffle/shuffle"},
				Has: func(path, name string) bool { return true }, Partial: true})
			unit, errs := c.Compile(context.Background(), Typed(cell, 1))
			if errs != nil {
				continue // a type that no cell can name, or a constant argument that is checked
			}
			found++
			if p := unit.Partial; p.Aside == "" && p.Draws == "" {
				t.Errorf("%s\nthe trial changes v0, and nothing says so: %+v", cell, p)
			}
		}
	}
	if found < 200 {
		t.Errorf("only %d functions were tried", found)
	}
}

// functionsOf are the exported functions of a package and the methods of its types.
func functionsOf(pkg *types.Package) []*types.Func {
	var list []*types.Func
	for _, name := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			if o.Exported() {
				list = append(list, o)
			}
		case *types.TypeName:
			n, ok := o.Type().(*types.Named)
			if !ok || !o.Exported() || types.IsInterface(n) {
				continue
			}
			for m := range n.Methods() {
				if m.Exported() {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

// changingTrial is a cell whose trial calls a function with variables of the session, of
// which it may change what v0 refers to; false if it isn't known to change anything.
func changingTrial(f *types.Func) (string, bool) {
	qualified := func(p *types.Package) string { return p.Name() }
	var vars []*types.Var
	sig := f.Signature()
	if sig.Recv() != nil {
		vars = append(vars, sig.Recv())
	}
	for p := range sig.Params().Variables() {
		vars = append(vars, p)
	}
	var declared, args []string
	at, changes := 0, false
	for i, v := range vars {
		t := v.Type()
		name := fmt.Sprintf("w%d", i)
		if !changes && library.MayChange(f.Pkg().Path(), library.Member(f), i) {
			at, changes, name = i, true, "v0"
		}
		declared = append(declared, fmt.Sprintf("var %s %s", name, types.TypeString(t, qualified)))
		if sig.Variadic() && i == len(vars)-1 {
			name += "..."
		}
		args = append(args, name)
	}
	if !changes || !refers(vars[at].Type()) {
		return "", false
	}
	call := f.Pkg().Name() + "." + f.Name() + "(" + strings.Join(args, ", ") + ")"
	if sig.Recv() != nil {
		call = args[0] + "." + f.Name() + "(" + strings.Join(args[1:], ", ") + ")"
	}
	return fmt.Sprintf("import %q\n%s\ntrials.Run(10, func(rng PRNG) bool { %s; return true })", f.Pkg().Path(), strings.Join(declared, "\n"), call), true
}
