package analysis

import (
	"go/token"
	"reflect"

	"riffle/internal/core"
)

// Assigned are the variables that statements assign, wholly or in part.
func Assigned(body []core.Stmt) (vars []*core.Var) {
	add := func(x core.Expr) {
		if v := core.AssignedVar(x); v != nil {
			vars = append(vars, v)
		}
	}
	core.Inspect(body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Define:
			add(s.Var)
		case *core.Assign:
			for _, l := range s.L {
				add(l)
			}
		case *core.Update:
			add(s.L)
		}
	}, func(x core.Expr) {
		if a, ok := x.(*core.Addr); ok { // an out-parameter
			add(a.X)
		}
	})
	return vars
}

// AlwaysPanics reports whether a call never returns.
func AlwaysPanics(c *core.Call) bool {
	n, ok := c.Fun.(*core.NativeName)
	return ok && n.Path == core.RuntimePath && core.RuntimeNative(n.Name) != nil && core.RuntimeNative(n.Name).Effects.Has(core.Ends)
}

// MakesCalls reports whether statements call functions, or natives that may return.
func MakesCalls(body []core.Stmt) bool {
	found := false
	core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
		if c, ok := x.(*core.Call); ok {
			if b, builtin := c.Fun.(*core.Builtin); !(builtin && b.Op <= core.Cap) && !AlwaysPanics(c) {
				found = true
			}
		}
	})
	return found
}

// Unlinks reports whether statements may change slices in memory.
func (f *Function) Unlinks(body []core.Stmt) bool {
	found := MakesCalls(body)
	place := func(x core.Expr) { found = found || f.StoresPointers(x) }
	core.Inspect(body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Assign:
			for _, l := range s.L {
				place(l)
			}
		case *core.Update:
			place(s.L)
		}
	}, func(core.Expr) {})
	return found
}

// StoresPointers reports whether assigning a place changes pointers in memory that isn't
// the function's own.
func (f *Function) StoresPointers(x core.Expr) bool {
	v := core.AssignedVar(x)
	return (v == nil || f.Place(v) == Outside) && f.Types.HasPointers(x.Type())
}

// LeavesMaps reports whether statements leave all maps as they are.
func (f *Function) LeavesMaps(body []core.Stmt) bool {
	yes := true
	core.Inspect(body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Assign:
			for _, l := range s.L {
				yes = yes && !f.IsMapElement(l)
			}
		case *core.Update:
			yes = yes && !f.IsMapElement(s.L)
		}
	}, func(x core.Expr) {
		if c, ok := x.(*core.Call); ok && !AlwaysPanics(c) {
			b, builtin := c.Fun.(*core.Builtin)
			yes = yes && builtin && b.Op != core.Delete
		}
	})
	return yes
}

// AsksHost reports whether statements, apart from the loops in them, are likely to call
// the host each time.
func (f *Function) AsksHost(body []core.Stmt) bool {
	asks := false
	inspectOutsideLoops(body, func(x core.Expr) {
		switch x := x.(type) {
		case *core.Make:
			asks = true
		case *core.Index:
			asks = asks || f.IsMap(x.X)
		case *core.Binary:
			asks = asks || x.Op == token.ADD && f.Types.Kind(x.T) == reflect.String
		case *core.Call:
			n, ok := x.Fun.(*core.NativeName)
			asks = asks || ok && n.Path == "fmt"
		}
	})
	return asks
}

// FollowedParams counts how often the function dereferences its parameters outside loops.
func (f *Function) FollowedParams() (n int) {
	inspectOutsideLoops(f.Source.Body, func(x core.Expr) {
		p := FollowedPointer(x)
		if ix, ok := x.(*core.Index); ok {
			p = ix.X
		}
		if v, ok := p.(*core.Var); ok && v.Kind == core.Param {
			n++
		}
	})
	return n
}

// FollowedPointer is the pointer that an expression follows, nil for none.
func FollowedPointer(x core.Expr) core.Expr {
	switch x := x.(type) {
	case *core.Deref:
		return x.X
	case *core.Field:
		if x.X.Type().Kind == core.Pointer {
			return x.X
		}
	}
	return nil
}

// inspectOutsideLoops calls expr for the expressions in statements, except in loops.
func inspectOutsideLoops(body []core.Stmt, expr func(core.Expr)) {
	of := func(s core.Stmt) { core.Inspect([]core.Stmt{s}, func(core.Stmt) {}, expr) }
	for _, s := range body {
		switch s := s.(type) {
		case *core.For:
		case *core.Block:
			inspectOutsideLoops(s.Body, expr)
		case *core.If:
			of(&core.Do{X: s.Cond})
			inspectOutsideLoops(s.Then, expr)
			inspectOutsideLoops(s.Else, expr)
		case *core.Switch:
			of(&core.Do{X: s.X})
			for _, c := range s.Cases {
				inspectOutsideLoops(c, expr)
			}
		default:
			of(s)
		}
	}
}
