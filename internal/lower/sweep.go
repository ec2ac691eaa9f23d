package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"weak"

	"riffle/internal/core"
)

// A long session declares the same names again and again. What they meant before is
// dropped once no name of the session leads to it; what still runs or is held by a
// variable has all that it needs in its normal form.

// Sweep forgets what no later cell can mention: what isn't reachable from the roots, the
// objects that names of the session mean. Again reports whether Natives.Again has the
// source of a function. Alive reports whether a later cell can mention a type.
func (l *Lowerer) Sweep(roots iter.Seq[types.Object], again func(*types.Func) bool) (alive func(types.Type) bool) {
	m := &marker{l: l, objects: map[types.Object]bool{}, types: map[types.Type]bool{}}
	for o := range roots {
		m.object(o)
	}
	dead := func(o types.Object) bool { return ofUser(o) && !m.objects[o] }
	maps.DeleteFunc(l.decls, func(o *types.Func, d *decl) bool {
		if dead(o) && d.tree != nil {
			d.forgetScope() // a value may keep the type whose method it is
		}
		return dead(o)
	})
	maps.DeleteFunc(l.globals, func(o *types.Var, _ *core.Var) bool { return dead(o) })
	maps.DeleteFunc(l.funcs, func(_ string, f *core.FuncName) bool {
		of := l.made[f]
		return dead(of.from) || !m.alive(of.types...)
	})
	l.made = m.made()
	maps.DeleteFunc(l.descs.byKey, func(_ string, d *TypeDesc) bool { return !m.alive(d.Type) })
	maps.DeleteFunc(l.descs.own, func(d *TypeDesc, _ bool) bool { return !m.alive(d.Type) })
	l.types.sweep(m)
	l.ctx = types.NewContext()
	l.release(again)
	return func(t types.Type) bool { return m.alive(t) }
}

// Living reports whether a later cell can mention a function of the normal form.
func (l *Lowerer) Living(f *core.FuncName) bool {
	_, living := l.made[f]
	return living
}

// origin is what a function of the normal form was made from.
type origin struct {
	from  *types.Func
	types []types.Type // arguments of its type parameters, or the receiver's
}

func (m *marker) made() map[*core.FuncName]origin {
	made := map[*core.FuncName]origin{}
	for _, f := range m.l.funcs {
		made[f] = m.l.made[f]
	}
	return made
}

// release drops the source of functions that are lowered for good or can be checked
// again, and what surrounds the source of the others.
func (l *Lowerer) release(again func(*types.Func) bool) {
	for o, d := range l.decls {
		switch {
		case !ofUser(o) || d.tree == nil:
		case l.isLowered(o) || again(o):
			d.recovers = d.vars.hasRecover(d.fd)
			d.forgetScope()
			d.tree, d.fd, d.alone = nil, nil, false
		case !d.alone:
			d.forgetScope()
			d.tree, d.alone = d.tree.only(d.fd), true
		}
	}
}

// isLowered reports whether a function without type parameters is lowered.
func (l *Lowerer) isLowered(o *types.Func) bool {
	sig := o.Signature()
	return sig.TypeParams().Len() == 0 && sig.RecvTypeParams().Len() == 0 && l.funcs[l.instanceKey(o, nil)] != nil
}

// Restore checks the source of a function again if it was dropped, while the names in it
// still mean what they did.
func (l *Lowerer) Restore(o *types.Func) error {
	d := l.decls[o]
	if d == nil || d.tree != nil || l.isLowered(o) {
		return nil
	}
	return l.restore(o, d)
}

func (l *Lowerer) restore(o *types.Func, d *decl) error {
	fd, info, err := l.natives.Again(o)
	if err == nil {
		d.fd, d.tree = fd, &tree{info, analyse(info, []*ast.File{{Name: fd.Name, Decls: []ast.Decl{fd}}}, nil)}
	}
	return err
}

// forgetScope empties the function's scope, which go/types keeps with its type.
func (d *decl) forgetScope() {
	if s := d.info.Scopes[d.fd.Type]; s != nil {
		*s = *types.NewScope(nil, token.NoPos, token.NoPos, "")
	}
}

// only is a tree's information about one function.
func (t *tree) only(fd *ast.FuncDecl) *tree {
	own := &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
		Implicits:  map[ast.Node]types.Object{},
	}
	ast.Inspect(fd, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			keep(own.Types, t.info.Types, x)
		}
		switch n := n.(type) {
		case *ast.Ident:
			keep(own.Defs, t.info.Defs, n)
			keep(own.Uses, t.info.Uses, n)
			keep(own.Instances, t.info.Instances, n)
			n.Obj = nil // the parser's, which leads to the whole cell
		case *ast.SelectorExpr:
			keep(own.Selections, t.info.Selections, n)
		}
		keep(own.Implicits, t.info.Implicits, n)
		return true
	})
	return &tree{own, analyse(own, []*ast.File{{Name: fd.Name, Decls: []ast.Decl{fd}}}, nil)}
}

// keep copies the entry of k.
func keep[K comparable, V any](to, from map[K]V, k K) {
	if v, ok := from[k]; ok {
		to[k] = v
	}
}

// ofUser reports whether an object was declared in a cell.
func ofUser(o types.Object) bool { return o != nil && o.Pkg() != nil && o.Pkg().Path() == UserPath }

// marker finds what is reachable from the roots.
type marker struct {
	l       *Lowerer
	objects map[types.Object]bool
	types   map[types.Type]bool
}

func (m *marker) object(o types.Object) {
	if o == nil || m.objects[o] {
		return
	}
	m.objects[o] = true
	m.typ(o.Type())
	f, ok := o.(*types.Func)
	if !ok {
		return
	}
	if f != f.Origin() {
		m.object(f.Origin())
	}
	if d := m.l.decls[f]; d != nil && d.tree != nil && ofUser(f) && !m.l.isLowered(f) {
		m.source(d)
	}
}

// source marks what a function that is yet to be lowered mentions. If the source was
// dropped, names of the session mean all of it.
func (m *marker) source(d *decl) {
	ast.Inspect(d.fd, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			m.object(d.info.Uses[n])
			m.object(d.info.Defs[n])
		case ast.Expr:
			m.typ(d.info.Types[n].Type)
		}
		return true
	})
}

// typ marks a type and what it is made of.
func (m *marker) typ(t types.Type) {
	if t == nil || m.types[t] {
		return
	}
	m.types[t] = true
	parts(t, m.typ, m.object)
}

// parts calls typ for the types that t is made of, and object for the objects that
// belong to it.
func parts(t types.Type, typ func(types.Type), object func(types.Object)) {
	switch t := t.(type) {
	case *types.Alias:
		object(t.Obj())
		typ(t.Rhs())
	case *types.Named:
		object(t.Obj())
		for a := range t.TypeArgs().Types() {
			typ(a)
		}
		if !ofUser(t.Obj()) {
			return
		}
		if t != t.Origin() { // its instances share its methods
			typ(t.Origin())
			return
		}
		for m := range t.Methods() {
			object(m)
		}
		typ(t.Underlying())
	case *types.Pointer:
		typ(t.Elem())
	case *types.Slice:
		typ(t.Elem())
	case *types.Array:
		typ(t.Elem())
	case *types.Chan:
		typ(t.Elem())
	case *types.Map:
		typ(t.Key())
		typ(t.Elem())
	case *types.Signature:
		typ(t.Params())
		typ(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			typ(v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			typ(f.Type())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			typ(m.Type())
		}
		for e := range t.EmbeddedTypes() {
			typ(e)
		}
	case *types.TypeParam:
		typ(t.Constraint())
	case *types.Union:
		for term := range t.Terms() {
			typ(term.Type())
		}
	}
}

// alive reports whether types contain no user-declared type that is unreachable.
func (m *marker) alive(ts ...types.Type) bool {
	seen := map[types.Type]bool{}
	alive := true
	var visit func(types.Type)
	visit = func(t types.Type) {
		if t == nil || seen[t] || !alive {
			return
		}
		seen[t] = true
		if n, ok := t.(*types.Named); ok {
			alive = alive && (!ofUser(n.Obj()) || m.objects[n.Obj()])
			for a := range n.TypeArgs().Types() {
				visit(a)
			}
			return
		}
		parts(t, visit, func(types.Object) {})
	}
	for _, t := range ts {
		visit(t)
	}
	return alive
}

// sweep forgets unreachable types.
func (t *typeTable) sweep(m *marker) {
	clear(t.byType)
	clear(t.isRec)
	maps.DeleteFunc(t.structs, func(_ string, s structOf) bool { return !m.alive(s.t) })
	maps.DeleteFunc(t.interfaces, func(_ string, i *core.Type) bool { return !m.alive(i.Of.(types.Type)) })
	maps.DeleteFunc(t.objs, func(o weak.Pointer[types.TypeName], _ int) bool { return o.Value() == nil })
	maps.DeleteFunc(t.locals, func(_ localKey, n *types.Named) bool { return !m.types[n] })
}

// Pending yields the types in the sources of functions that are yet to be lowered.
func (l *Lowerer) Pending(yield func(types.Type) bool) {
	seen := map[*types.Info]bool{}
	for _, d := range l.decls {
		if d.tree == nil || seen[d.info] {
			continue
		}
		seen[d.info] = true
		for _, tv := range d.info.Types {
			if tv.Type != nil && !yield(tv.Type) {
				return
			}
		}
		for _, in := range d.info.Instances {
			if !yield(in.Type) {
				return
			}
		}
	}
}
