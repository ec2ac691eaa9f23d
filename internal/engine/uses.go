package engine

import "riffle/internal/core"

// Uses are what functions of the normal form mention outside themselves.
type Uses struct {
	// Funcs and Globals are in the order of their first mention.
	Funcs   []*core.FuncName
	Globals []*core.Var
	Natives []*core.NativeName
	Made    []*core.Type // structs and interfaces of the session's

	seen  map[any]bool
	types map[*core.Type]bool
}

// UsesOf collects what functions use.
func UsesOf(fs ...*core.Function) *Uses {
	u := &Uses{seen: map[any]bool{}, types: map[*core.Type]bool{}}
	for _, f := range fs {
		u.function(f)
	}
	for _, g := range u.Globals {
		u.typ(g.T)
	}
	return u
}

func (u *Uses) function(f *core.Function) {
	for _, p := range f.Params {
		u.typ(p.T)
	}
	for _, t := range f.Results {
		u.typ(t)
	}
	core.Inspect(f.Body, u.stmt, u.expr)
}

func (u *Uses) stmt(s core.Stmt) {
	if d, ok := s.(*core.Define); ok {
		u.typ(d.Var.T)
	}
}

func (u *Uses) expr(x core.Expr) {
	switch x := x.(type) {
	case *core.Var:
		if x.Kind == core.Global && !u.seen[x] {
			u.seen[x] = true
			u.Globals = append(u.Globals, x)
		}
	case *core.FuncName:
		if !u.seen[x] {
			u.seen[x] = true
			u.Funcs = append(u.Funcs, x)
			u.typ(x.T)
		}
	case *core.NativeName:
		u.native(x)
	case *core.FuncLit:
		u.function(x.Func)
	case *core.Const, *core.Conv, *core.New, *core.Make, *core.Composite:
		u.typ(x.Type())
	}
}

func (u *Uses) native(n *core.NativeName) {
	if key := [2]string{n.Path, n.Name}; !u.seen[key] {
		u.seen[key] = true
		u.Natives = append(u.Natives, n)
	}
}

// typ collects what the spelling of a type mentions. The fields of a struct aren't part
// of it.
func (u *Uses) typ(t *core.Type) {
	if t == nil || u.types[t] {
		return
	}
	u.types[t] = true
	switch t.Kind {
	case core.Native:
		u.native(&core.NativeName{Path: t.Path, Name: t.Name})
	case core.Struct:
		u.Made = append(u.Made, t)
	case core.Interface:
		switch t.Path {
		case "":
		case core.TypesPath:
			u.Made = append(u.Made, t)
		default:
			u.native(&core.NativeName{Path: t.Path, Name: t.Name, T: t})
		}
	default:
		u.typ(t.Elem)
		u.typ(t.Key)
		for _, p := range t.Params {
			u.typ(p)
		}
		for _, r := range t.Results {
			u.typ(r)
		}
	}
}
