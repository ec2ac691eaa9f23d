package compile

import (
	"maps"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
)

// facts are what is known where code is being compiled, by the text of the expression
// that it is about: that a check has been passed, or where an element's address is.
// They end where a variable that they are about is assigned, at labels, and at the
// end of the block that found them.
type facts map[string]fact

type fact struct {
	vars []*core.Var
	// memory says that it is about memory, which others may change.
	memory bool
	at     code.Local
}

func (fs facts) kill(v *core.Var) {
	for k, f := range fs {
		for _, w := range f.vars {
			if w == v {
				delete(fs, k)
				break
			}
		}
	}
}

// forgetMemory ends what is known of memory, as something else has run.
func (fs facts) forgetMemory() {
	for k, f := range fs {
		if f.memory {
			delete(fs, k)
		}
	}
}

func (fs facts) clone() facts { return maps.Clone(fs) }

// meet keeps what both know.
func (fs facts) meet(other facts) {
	for k, f := range fs {
		if g, ok := other[k]; !ok || g.at != f.at {
			delete(fs, k)
		}
	}
}

// forget ends what is known of variables that statements assign, before a loop or
// what may be entered again.
func (f *function) forget(body []core.Stmt) {
	kill := func(x core.Expr) {
		if v := assignedVar(x); v != nil {
			f.facts.kill(v)
		}
	}
	core.Inspect(body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Define:
			kill(s.Var)
		case *core.Assign:
			for _, l := range s.L {
				kill(l)
			}
		case *core.Update:
			kill(s.L)
		}
	}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.Addr: // of an out-parameter
			kill(x.X)
		case *core.Call:
			f.facts.forgetMemory()
		}
	})
}

// assignedVar is the variable that is assigned with a place, wholly or in part, nil
// for memory.
func assignedVar(x core.Expr) *core.Var {
	switch x := x.(type) {
	case *core.Var:
		return x
	case *core.Field:
		if x.X.Type().Kind != core.Pointer {
			return assignedVar(x.X)
		}
	case *core.Index:
		if x.X.Type().Kind == core.Array {
			return assignedVar(x.X)
		}
	}
	return nil
}

// locals are the local variables that an expression is about, if it is about
// nothing else.
func locals(x core.Expr) (vars []*core.Var, ok bool) {
	ok = true
	var visit func(core.Expr)
	visit = func(x core.Expr) {
		switch x := x.(type) {
		case nil:
			return
		case *core.Var:
			if x.Kind == core.Global {
				ok = false
			}
			vars = append(vars, x)
		case *core.Const, *core.Binary, *core.Unary, *core.Builtin, *core.Conv:
		case *core.Field:
			if x.X.Type().Kind == core.Pointer {
				ok = false
			}
		case *core.Call:
			if b, is := x.Fun.(*core.Builtin); !is || b.Op != core.Len {
				ok = false
			}
		default:
			ok = false
		}
		for _, p := range core.Parts(x) {
			visit(*p)
		}
	}
	visit(x)
	return vars, ok
}
