package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// A later cell doesn't have the bodies of earlier cells' functions. Which of the session's
// variables they change is remembered by name, so that a result that is given to one of
// them is found there.

// rememberStores notes which variables a function may change.
func (f *flow) rememberStores(o types.Object) {
	s := &stores{flow: f, names: map[string]bool{}, seen: map[ast.Node]bool{}}
	switch o := o.(type) {
	case *types.Func:
		if d := f.bodies[o]; d != nil && d.Body != nil {
			s.function(d)
		}
	case *types.Var:
		if !isFunc(o.Type()) {
			return
		}
		for _, v := range f.values(o) {
			for _, function := range f.functionsIn(v, o.Type()) {
				s.function(function)
			}
		}
	}
	f.known.stores[asideKey(o)] = slices.Sorted(maps.Keys(s.names))
}

// stores collects the session's variables that functions may change.
type stores struct {
	*flow
	names map[string]bool
	seen  map[ast.Node]bool
}

// function collects what a function changes, itself or by what it calls.
func (s *stores) function(function ast.Node) {
	if s.seen[function] {
		return
	}
	s.seen[function] = true
	ast.Inspect(function, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			s.variable(n.Lhs...)
		case *ast.IncDecStmt:
			s.variable(n.X)
		case *ast.SendStmt:
			s.variable(n.Chan)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				s.variable(n.X)
			}
		case *ast.CallExpr:
			s.call(n)
		}
		return true
	})
}

// call collects what a call may change: by the function, or through what it is given.
func (s *stores) call(call *ast.CallExpr) {
	if x, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && s.info.Selections[x] != nil {
		s.variable(x.X)
	}
	for _, arg := range call.Args {
		if t := s.info.TypeOf(arg); t != nil && refers(t) && !types.IsInterface(t) {
			s.variable(arg)
		}
	}
	for _, function := range s.targets(call) {
		s.function(function)
	}
	for _, name := range s.stored(s.callee(call)) {
		s.names[name] = true
	}
}

// variable adds the variables of the session that expressions are parts of.
func (s *stores) variable(list ...ast.Expr) {
	for _, x := range list {
		id, ok := Whole(x).(*ast.Ident)
		if !ok {
			continue
		}
		if v, ok := s.object(id).(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			s.names[v.Name()] = true
		}
	}
}

// stored are the variables that an earlier cell's function may change. Of an interface's
// method it is any of that name.
func (f *flow) stored(o types.Object) []string {
	if o == nil || f.own[o] && !isMethod(o) || isLibrary(o) {
		return nil
	}
	fn, ok := o.(*types.Func)
	if !ok || fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type()) {
		if f.own[o] {
			return nil
		}
		return f.known.stores[asideKey(o)]
	}
	var list []string
	for key, names := range f.known.stores {
		if strings.HasSuffix(key, "."+o.Name()) {
			list = append(list, names...)
		}
	}
	return list
}

// store taints what earlier cells' functions may change that a call runs, or gives to
// others.
func (f *flow) store(call *ast.CallExpr) {
	objects := []types.Object{f.callee(call)}
	for _, arg := range call.Args {
		if id, ok := ast.Unparen(arg).(*ast.Ident); ok {
			objects = append(objects, f.object(id))
		}
	}
	for _, o := range objects {
		for _, name := range f.stored(o) {
			if !f.known.tainted[name] {
				f.known.tainted[name], f.grown = true, true
			}
		}
	}
}
