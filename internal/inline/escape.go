package inline

import "riffle/internal/core"

// What never leaves the function needn't be an object: a variable that closures shared
// which are called in line, a struct of whose address only methods in line had the use, the
// slice of a variadic call's arguments. If all that is done with a pointer is to follow it,
// a variable takes the place of what it points to; if all that is done with a slice literal
// is to take its length and elements, an array does.

// maxArray is the largest number of elements of a slice that becomes an array.
const maxArray = 64

// object is something that a function makes, under all its names.
type object struct {
	made     *core.Var       // its first name
	lit      *core.Composite // of a slice, nil for what new makes
	value    *core.Var       // that takes its place
	mentions int             // how often its names are mentioned,
	followed int             // and where that is no use of its address
	memory   bool            // core.Keep wants it to be in memory
	leaves   bool
}

// Follows reports whether all that a body does with a pointer is to follow it.
func Follows(body []core.Stmt, v *core.Var) bool {
	o := &object{made: v}
	e := escape{map[*core.Var]*object{v: o}}
	core.Inspect(body, e.stmt, e.expr)
	return !o.leaves && o.mentions == o.followed && !core.AssignedVars(body)[v]
}

// objects finds what a body makes, in order, and by the variables that hold it and never
// change.
func objects(body []core.Stmt, assigned map[*core.Var]bool) (all []*object, os map[*core.Var]*object) {
	os = map[*core.Var]*object{}
	found := func(o *object) {
		all = append(all, o)
		os[o.made] = o
	}
	core.Inspect(body, func(s core.Stmt) {
		d, ok := s.(*core.Define)
		if !ok || assigned[d.Var] {
			return
		}
		switch x := d.X.(type) {
		case *core.New:
			found(&object{made: d.Var})
		case *core.Composite:
			if x.T.Kind == core.Slice && 0 < len(x.Elems) && len(x.Elems) <= maxArray {
				found(&object{made: d.Var, lit: x})
			}
		case *core.Var:
			if o := os[x]; o != nil {
				os[d.Var] = o
			}
		}
	}, func(core.Expr) {})
	return all, os
}

// keep makes variables of objects that don't leave the function.
func (in *inliner) keep(body []core.Stmt) []core.Stmt {
	all, os := objects(body, core.AssignedVars(body))
	if len(all) == 0 {
		return body
	}
	e := escape{os}
	core.Inspect(body, e.stmt, e.expr)
	kept := false
	for _, o := range all {
		if o.leaves = o.leaves || o.mentions != o.followed; o.leaves {
			continue
		}
		t := o.made.T.Elem
		if o.memory && (o.lit != nil || !holdsNumbers(t)) {
			o.leaves = true
			continue
		}
		kept = true
		if o.memory {
			continue
		}
		if o.lit != nil {
			t = &core.Type{Kind: core.Array, Elem: t, Len: int64(len(o.lit.Elems))}
		}
		o.value = in.newVar(o.made.Name, t, false)
	}
	if !kept {
		return body
	}
	in.changed = true
	return replacer{os}.stmts(body)
}

// escape counts what is done with objects.
type escape struct{ objects map[*core.Var]*object }

// of is the object that a variable holds, nil for none.
func (e escape) of(x core.Expr) *object {
	v, _ := x.(*core.Var)
	return e.objects[v]
}

func (e escape) follow(x core.Expr, slice bool) {
	if o := e.of(x); o != nil && (o.lit != nil) == slice {
		o.followed++
	}
}

func (e escape) stmt(s core.Stmt) {
	if d, ok := s.(*core.Define); ok && e.objects[d.Var] != nil {
		if o := e.of(d.X); o != nil {
			o.followed++
		}
	}
}

func (e escape) expr(x core.Expr) {
	switch x := x.(type) {
	case *core.Var:
		if o := e.objects[x]; o != nil {
			o.mentions++
		}
	case *core.Deref:
		e.follow(x.X, false)
	case *core.Field:
		if x.X.Type().Kind == core.Pointer {
			e.follow(x.X, false)
		}
	case *core.Index:
		e.follow(x.X, true)
	case *core.Call:
		e.builtin(x)
	case *core.Addr:
		e.leaves(x.X)
	case *core.SliceExpr:
		if x.X.Type().Kind != core.Slice {
			e.leaves(x.X)
		}
	case *core.Method:
		e.leaves(x.X)
	}
}

func (e escape) builtin(x *core.Call) {
	b, ok := x.Fun.(*core.Builtin)
	switch {
	case !ok:
	case b.Op == core.Len || b.Op == core.Cap:
		e.follow(x.Args[0], true)
	case b.Op == core.Keep:
		for _, a := range x.Args {
			if o := e.of(a); o != nil {
				o.followed++
				o.memory = true
			}
		}
	}
}

// maxFrame is how many words there may be in what becomes a part of the frame.
const maxFrame = 10

// holdsNumbers reports whether a type is small and without pointers.
func holdsNumbers(t *core.Type) bool {
	switch t.Kind {
	case core.Basic:
		return t != core.String
	case core.Struct:
		for _, f := range t.Fields {
			if !holdsNumbers(f.Type) {
				return false
			}
		}
		return words(t) <= maxFrame
	}
	return false
}

// leaves notes that the address of a place is used.
func (e escape) leaves(place core.Expr) {
	switch x := place.(type) {
	case *core.Deref:
		place = x.X
	case *core.Field:
		if x.X.Type().Kind != core.Pointer {
			e.leaves(x.X)
			return
		}
		place = x.X
	case *core.Index:
		if o := e.of(x.X); o == nil && x.X.Type().Kind != core.Slice {
			e.leaves(x.X)
			return
		}
		place = x.X
	}
	if o := e.of(place); o != nil {
		o.leaves = true
	}
}

// replacer puts variables in the place of objects.
type replacer struct{ objects map[*core.Var]*object }

// value is the variable in the place of what x holds, nil for none.
func (r replacer) value(x core.Expr) *core.Var {
	v, _ := x.(*core.Var)
	if o := r.objects[v]; o != nil && !o.leaves {
		return o.value // nil for one in memory
	}
	return nil
}

func (r replacer) stmts(body []core.Stmt) (out []core.Stmt) {
	for _, s := range body {
		s := r.stmt(s)
		switch {
		case s == nil:
		case len(out) > 0 && r.joins(out[len(out)-1], s):
			out[len(out)-1] = &core.Define{Var: out[len(out)-1].(*core.Define).Var, X: s.(*core.Assign).R[0]}
		default:
			out = append(out, s)
		}
	}
	return out
}

// joins reports whether a statement gives the variable in the place of an object, which the
// one before it declares, its value.
func (r replacer) joins(before, s core.Stmt) bool {
	d, ok1 := before.(*core.Define)
	a, ok2 := s.(*core.Assign)
	return ok1 && ok2 && d.X == nil && len(a.L) == 1 && a.L[0] == core.Expr(d.Var) && d.Var.Kind == core.Temp && a.R[0].Type() != nil &&
		a.R[0].Type().String() == d.Var.T.String() && !mentions(a.R[0], d.Var)
}

func mentions(x core.Expr, v *core.Var) bool {
	found := false
	core.Inspect([]core.Stmt{&core.Do{X: x}}, func(core.Stmt) {}, func(x core.Expr) { found = found || x == core.Expr(v) })
	return found
}

// stmt is a statement with objects replaced, nil for what only names one.
func (r replacer) stmt(s core.Stmt) core.Stmt {
	switch s := s.(type) {
	case *core.Define:
		v := r.value(s.Var)
		if o := r.objects[s.Var]; o != nil && o.memory && !o.leaves && o.made == s.Var {
			return &core.Define{Var: s.Var, X: &core.New{T: s.Var.T, Frame: true}}
		}
		if v == nil {
			return &core.Define{Var: s.Var, X: r.expr(s.X)}
		}
		switch x := s.X.(type) {
		case *core.New:
			return &core.Define{Var: v}
		case *core.Composite:
			return &core.Define{Var: v, X: &core.Composite{T: v.T, Elems: r.exprs(x.Elems)}}
		}
		return nil
	case *core.Assign:
		return &core.Assign{L: r.exprs(s.L), R: r.exprs(s.R)}
	case *core.Update:
		return &core.Update{L: r.expr(s.L), Op: s.Op, R: r.expr(s.R)}
	case *core.Do:
		return &core.Do{X: r.expr(s.X)}
	case *core.Return:
		return &core.Return{Xs: r.exprs(s.Xs)}
	case *core.If:
		return &core.If{Cond: r.expr(s.Cond), Then: r.stmts(s.Then), Else: r.stmts(s.Else)}
	case *core.For:
		g := &core.For{Label: s.Label, Cond: r.expr(s.Cond), Body: r.stmts(s.Body)}
		if s.Post != nil {
			g.Post = r.stmt(s.Post)
		}
		return g
	case *core.Switch:
		return core.WithBlocks(&core.Switch{Label: s.Label, X: r.expr(s.X), Cases: s.Cases}, r.stmts)
	}
	return core.WithBlocks(s, r.stmts)
}

func (r replacer) exprs(xs []core.Expr) (out []core.Expr) {
	for _, x := range xs {
		out = append(out, r.expr(x))
	}
	return out
}

// expr is the expression itself where nothing in it is replaced: calls are told apart by
// who they are.
func (r replacer) expr(x core.Expr) core.Expr {
	switch y := x.(type) {
	case nil:
		return nil
	case *core.Deref:
		if v := r.value(y.X); v != nil {
			return v
		}
	case *core.Call:
		if b, ok := y.Fun.(*core.Builtin); ok && (b.Op == core.Len || b.Op == core.Cap) {
			if v := r.value(y.Args[0]); v != nil {
				return core.IntConst(v.T.Len)
			}
		}
	case *core.Var:
		if v := r.value(y); v != nil {
			return v // of a field or an element
		}
		return x
	}
	parts := core.Parts(x)
	var cp core.Expr
	for i, p := range parts {
		if *p == nil {
			continue
		}
		if n := r.expr(*p); n != *p {
			if cp == nil {
				cp = core.Shallow(x)
			}
			*core.Parts(cp)[i] = n
		}
	}
	if cp == nil {
		return x
	}
	return cp
}
