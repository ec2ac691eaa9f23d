package lower

import (
	"cmp"
	"go/ast"
	"go/types"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/core"
	"riffle/internal/typename"
)

// An interface value is Go's own. A value whose lowered type isn't exactly its Go type
// gets that one where it comes into an interface, by its type's descriptor. Descriptors
// carry the method tables by which dynamic calls find their functions.

// TypeDesc is a type that a value in an interface may have.
type TypeDesc struct {
	// Native is its name among the session's natives, ty.T<n>.
	Native *core.NativeName
	// Type is the type as the user wrote it.
	Type types.Type
	// Lowered is the type of its values at run time.
	Lowered *core.Type
	// Own says that the values have another type at run time: false for interfaces and
	// exact types.
	Own bool
	// Shown is the type's name as %T prints it.
	Shown string
}

type descTable struct {
	byKey map[string]*TypeDesc
	own   map[*TypeDesc]bool // all of the session's, for methods added later
}

// Described are the types whose values have been put into interfaces.
func (s *Lowerer) Described() iter.Seq[types.Type] {
	return func(yield func(types.Type) bool) {
		for d := range s.descs.own {
			if !yield(d.Type) {
				return
			}
		}
	}
}

// desc is the descriptor of a type.
func (l *declLowerer) desc(t types.Type) *TypeDesc {
	t = l.st(t)
	k := l.key(t)
	if d := l.descs.byKey[k]; d != nil {
		return d
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeArgs().Len() > 0 {
		t = l.sourceType(n) // its values have that one's fields
	}
	native := &core.NativeName{Path: core.TypesPath, Name: l.name("T"), T: core.Desc}
	d := &TypeDesc{Native: native, Type: t, Shown: typename.Go(t), Own: !isInterface(t) && !l.exact(t)}
	put(&l.undo, l.descs.byKey, k, d)
	l.fresh = append(l.fresh, d)
	if !isInterface(t) {
		d.Lowered = l.lt(t)
	}
	if d.Own {
		put(&l.undo, l.descs.own, d, true)
		l.untabled = append(l.untabled, d)
		l.partDescs(t)
	}
	return d
}

// partDescs makes descriptors of what a value of type t contains, so that
// printing it finds the methods of its parts.
func (l *declLowerer) partDescs(t types.Type) {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		t = l.sourceType(n)
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			l.partDesc(f.Type())
		}
	case *types.Map:
		l.partDesc(u.Key())
		l.partDesc(u.Elem())
	case *types.Pointer:
		l.partDesc(u.Elem())
	case *types.Slice:
		l.partDesc(u.Elem())
	case *types.Array:
		l.partDesc(u.Elem())
	case *types.Chan:
		l.partDesc(u.Elem())
	case *types.Signature: // testing/quick makes arguments, templates print results
		for _, t := range []*types.Tuple{u.Params(), u.Results()} {
			for v := range t.Variables() {
				l.partDesc(v.Type())
			}
		}
	}
}

func (l *declLowerer) partDesc(t types.Type) {
	if isInterface(t) || l.exact(t) {
		return
	}
	if _, ok := types.Unalias(t).(*types.Signature); ok { // it has no methods
		l.partDescs(t)
		return
	}
	l.desc(t)
	if p := types.NewPointer(t); ownMethods(p) {
		l.desc(p)
	}
}

// ownMethods reports whether a pointer has methods that its element type hasn't: a
// library may take the value's address and look for them.
func ownMethods(p *types.Pointer) bool {
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && !isInterface(n) && types.NewMethodSet(p).Len() > types.NewMethodSet(n).Len()
}

func (l *declLowerer) descExpr(t types.Type) core.Expr {
	l.imports[core.TypesPath] = true
	return l.desc(t).Native
}

// box puts a value into an interface.
func (l *funcLowerer) box(t types.Type, x core.Expr) core.Expr {
	t = l.st(t)
	if isFile(t) {
		// os.Stdin in an interface reads from the front end
		return l.rtValue(core.Empty, "File", l.spillTo(l.lt(t), x))
	}
	if l.exact(t) {
		return l.spillTo(core.Empty, l.spillTyped(l.lt(t), x))
	}
	return l.rtValue(core.Empty, "Box", l.descExpr(t), l.spillTyped(l.lt(t), x))
}

// asInterface is an interface value as one of another interface type, whose methods it
// has.
func (l *funcLowerer) asInterface(x core.Expr, t *core.Type) core.Expr {
	switch {
	case x.Type() == t:
		return x
	case t == core.Empty:
		return l.spillTo(t, x)
	}
	v := l.tmp(t, nil)
	l.rt("ToInterface", l.addrOf(v), l.argument(x))
	return v
}

func isFile(t types.Type) bool {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	return ok && isPointerType(t) && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "os" && n.Obj().Name() == "File"
}

// spillTyped puts x in a variable of exactly type t.
func (l *funcLowerer) spillTyped(t *core.Type, x core.Expr) core.Expr {
	if v, ok := x.(*core.Var); ok && isTmp(v) && v.T == t {
		return v
	}
	return l.spillTo(t, x)
}

// assertOK is v, ok := x.(T).
func (l *funcLowerer) assertOK(x core.Expr, t types.Type) (v, ok core.Expr) {
	if isInterface(t) {
		ok = l.rtValue(core.Bool, "Implements", x, l.descExpr(t))
		v = l.zero(t)
		l.emit(&core.If{Cond: ok, Then: l.collect(func() {
			l.emit(&core.Assign{L: []core.Expr{v}, R: []core.Expr{l.asInterface(x, v.Type())}})
		})})
		return v, ok
	}
	v = l.zero(t)
	ok = l.rtValue(core.Bool, "As", x, l.descExpr(t), l.addrOf(v))
	return v, ok
}

// assert is x.(T), which panics.
func (l *funcLowerer) assert(x *ast.TypeAssertExpr) core.Expr {
	t := l.st(l.info.Types[x.Type].Type)
	v := l.expr(x.X)
	if isInterface(t) {
		return l.asInterface(l.rtValue(core.Empty, "MustImplement", v, l.descExpr(t)), l.lt(t))
	}
	z := l.zero(t)
	l.rt("MustAs", v, l.descExpr(t), l.addrOf(z), core.StringConst(typename.Go(l.typeOf(x.X))))
	return z
}

// methodTables makes the entries for the cell's new descriptors. Lowering the methods may
// need more of them.
func (l *cellLowerer) methodTables() {
	for _, m := range l.lost {
		l.enterMethod(m.desc, m.name, nil)
	}
	d := l.forDecl(nil, "", nil)
	for d.pointerDescs(); len(l.untabled) > 0; d.pointerDescs() {
		todo := l.untabled
		l.untabled = nil
		for _, desc := range todo {
			d.methodTable(desc)
		}
		l.drain()
	}
}

// pointerDescs makes descriptors of pointers to all of the user's types, once the session uses
// reflection or gob, which make pointers and may call their methods.
func (l *declLowerer) pointerDescs() {
	if l.reflects = l.reflects || l.imports["reflect"] || l.imports["encoding/gob"]; !l.reflects {
		return
	}
	ds := slices.SortedFunc(maps.Keys(l.descs.own), func(a, b *TypeDesc) int { return strings.Compare(a.Native.Name, b.Native.Name) })
	for _, d := range ds {
		p := types.NewPointer(d.Type)
		if _, ok := types.Unalias(d.Type).(*types.Named); ok && types.NewMethodSet(p).Len() > 0 {
			l.desc(p)
		}
	}
}

func (l *declLowerer) methodTable(d *TypeDesc) {
	ms := types.NewMethodSet(d.Type)
	for sel := range ms.Methods() {
		o := sel.Obj()
		if o.Pkg() != nil && !fromSource(o.Pkg().Path()) && !o.Exported() {
			continue
		}
		if f := l.methodWrapper(d.Type, sel); f != nil {
			l.enterMethod(d, o.Name(), f)
		}
	}
}

// enterMethod adds a method to the table of a type, perhaps another cell's; nil removes
// it.
func (l *cellLowerer) enterMethod(d *TypeDesc, name string, f *core.FuncName) {
	l.imports[core.TypesPath] = true
	l.prog.Methods = append(l.prog.Methods, core.MethodEntry{Type: d.Native, Name: name, Func: f})
}

// remake requests new method tables for types with a late method, which is new or
// redefined.
func (l *cellLowerer) remake(u *Unit) {
	for _, m := range u.Late {
		l.forget(m)
		if m.Signature().RecvTypeParams().Len() > 0 {
			l.ctx = types.NewContext() // its instances have the old methods
		}
		tabled := map[*TypeDesc]bool{}
		for d := range l.descs.own {
			tabled[d] = l.funcs[wrapperKey(l.key(d.Type), m)] != nil
		}
		for k := range l.funcs {
			if strings.HasPrefix(k, "method ") && strings.HasSuffix(k, "."+m.Id()) {
				drop(&l.undo, l.funcs, k)
			}
		}
		for d := range l.descs.own {
			switch {
			case types.NewMethodSet(d.Type).Lookup(m.Pkg(), m.Name()) != nil:
				if !slices.Contains(l.untabled, d) {
					l.untabled = append(l.untabled, d)
				}
			case tabled[d]:
				l.lost = append(l.lost, lostMethod{d, m.Name()})
			}
		}
	}
	slices.SortFunc(l.untabled, func(a, b *TypeDesc) int { return strings.Compare(a.Native.Name, b.Native.Name) })
	slices.SortFunc(l.lost, func(a, b lostMethod) int {
		return cmp.Or(strings.Compare(a.desc.Native.Name, b.desc.Native.Name), strings.Compare(a.name, b.name))
	})
}

// lostMethod is a method that a type no longer has because it now belongs to its
// pointers.
type lostMethod struct {
	desc *TypeDesc
	name string
}

// wrapperKey identifies a method wrapper; it differs from any function's key.
func wrapperKey(recv string, m *types.Func) string { return "method " + recv + "." + m.Id() }

// methodWrapper is a function with the receiver, of type t, as its first
// parameter; nil for a method that has no body to call.
func (l *declLowerer) methodWrapper(t types.Type, sel *types.Selection) *core.FuncName {
	o := sel.Obj().(*types.Func)
	if !isInterface(o.Signature().Recv().Type()) && !native(deref(o.Signature().Recv().Type())) && l.findDecl(o.Origin()) == nil {
		return nil
	}
	k := wrapperKey(l.key(t), o)
	sig := sel.Type().(*types.Signature)
	ft := &core.Type{Kind: core.Func, Params: append([]*core.Type{l.lt(t)}, l.ltTuple(sig.Params())...), Results: l.ltTuple(sig.Results())}
	if f := l.funcs[k]; f != nil {
		return f
	}
	f := &core.FuncName{Name: l.name("m") + "_" + o.Name(), Kind: core.Entry, T: l.intern(ft)}
	put(&l.undo, l.funcs, k, f)
	l.made[f] = origin{o, []types.Type{t}}
	l.queue = append(l.queue, func() { l.wrapMethod(f, t, o.Name(), o.Pkg(), sig) })
	return f
}

func (l *cellLowerer) wrapMethod(symbol *core.FuncName, t types.Type, name string, pkg *types.Package, sig *types.Signature) {
	f := l.forDecl(nil, "", nil).function(sig)
	recv := f.parameter("r", f.lt(t))
	params := []*core.Var{recv}
	var args []core.Expr
	for i := range sig.Params().Len() {
		v := f.parameter("a"+strconv.Itoa(i), f.lt(sig.Params().At(i).Type()))
		params = append(params, v)
		args = append(args, v)
	}
	f.returnValues(f.callPromoted(recv, t, name, pkg, args))
	l.addFunc(&core.Function{Symbol: symbol, Params: params, Results: f.ltTuple(sig.Results()), Body: f.cur})
}

// returnValues emits a return of computed values.
func (l *funcLowerer) returnValues(rs []core.Expr) {
	if len(rs) > 0 {
		l.emit(&core.Return{Xs: rs})
	}
}
