package engine

import (
	"regexp"

	"riffle/internal/core"
)

// Uses are what functions of the normal form mention outside of themselves.
type Uses struct {
	// Names are functions and global variables, in the order of their first
	// mention. Local variables are among them: names are unique in a session,
	// so that Store.Global and Store.Func tell them apart.
	Names   []string
	Natives []Native
	Structs []*core.Type

	seen  map[any]bool
	types map[*core.Type]bool
}

// Native names what a native package exports.
type Native struct{ Path, Name string }

// UsesOf collects what functions use.
func UsesOf(fs ...*core.Function) *Uses {
	u := &Uses{seen: map[any]bool{}, types: map[*core.Type]bool{}}
	for _, f := range fs {
		u.function(f)
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
		u.typ(d.T)
	}
}

func (u *Uses) expr(x core.Expr) {
	switch x := x.(type) {
	case *core.Var:
		u.name(x.Name)
	case *core.FuncName:
		u.name(x.Name)
	case *core.NativeName:
		u.native(x.Path, x.Name)
	case *core.FuncLit:
		u.function(x.Func)
	case *core.Const:
		u.typ(x.T)
		if x.T.Name != "string" {
			for _, m := range inLiteral.FindAllStringSubmatch(x.Lit, -1) {
				u.native(core.RuntimePath, m[1])
			}
		}
	case *core.Conv, *core.New, *core.Make, *core.Composite:
		u.typ(x.Type())
	}
}

// inLiteral are the natives that a constant without a literal calls.
var inLiteral = regexp.MustCompile(`\brt\.(\w+)\(`)

func (u *Uses) name(n string) {
	if !u.seen[n] {
		u.seen[n] = true
		u.Names = append(u.Names, n)
	}
}

func (u *Uses) native(path, name string) {
	if n := (Native{path, name}); !u.seen[n] {
		u.seen[n] = true
		u.Natives = append(u.Natives, n)
	}
}

// typ collects what the spelling of a type mentions. The fields of a struct are
// no part of it.
func (u *Uses) typ(t *core.Type) {
	if t == nil || u.types[t] {
		return
	}
	u.types[t] = true
	switch t.Kind {
	case core.Native:
		u.native(t.Path, t.Name)
	case core.Struct:
		u.Structs = append(u.Structs, t)
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
