package wasm

import (
	"riffle/internal/core"
	"riffle/internal/rt"
)

// invoked are the methods that functions may call through an interface: those with the
// names that they call, of the types that they mention. They are compiled with the
// functions, which would otherwise wait for each at its first call.
type invoked struct {
	seen  map[any]bool
	names []string
	types []*rt.Type
}

func newInvoked() *invoked { return &invoked{seen: map[any]bool{}} }

// first records a function, a name or a type, and reports whether it is new.
func (v *invoked) first(x any) bool {
	before := v.seen[x]
	v.seen[x] = true
	return !before
}

// function adds what a function mentions.
func (v *invoked) function(f *core.Function) {
	if v.first(f) {
		core.Inspect(f.Body, func(core.Stmt) {}, v.expr)
	}
}

func (v *invoked) expr(x core.Expr) {
	switch x := x.(type) {
	case *core.FuncLit:
		v.function(x.Func)
	case *core.NativeName:
		if t, ok := x.Made.(**rt.Type); ok && v.first(*t) {
			v.types = append(v.types, *t)
		}
	case *core.Call:
		if name := invokedName(x); name != "" && v.first(name) {
			v.names = append(v.names, name)
		}
	}
}

// methods are the methods so far.
func (v *invoked) methods() (fs []*core.FuncName) {
	for _, t := range v.types {
		for _, name := range v.names {
			if f, ok := t.Symbol(name).(*core.FuncName); ok {
				fs = append(fs, f)
			}
		}
	}
	return fs
}
