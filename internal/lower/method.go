package lower

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"

	"riffle/internal/core"
)

// A method of a concrete type is a function with the receiver first; a method
// of an interface is found in the value's method table at run time.

// method is a method selected on some type.
type method struct {
	obj    *types.Func
	index  []int // path through embedded fields, the method last
	iface  bool
	native bool
	sig    *types.Signature
	recv   types.Type // of the receiver that is passed
}

// lookup finds a method of t.
func (l *declLowerer) lookup(t types.Type, name string, pkg *types.Package) method {
	o, idx, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	f, ok := o.(*types.Func)
	if !ok {
		l.fail(nil, "the method %s of %s", name, t)
	}
	sig := f.Signature()
	m := method{obj: f, index: idx, sig: sig, recv: sig.Recv().Type()}
	m.iface = isInterface(m.recv)
	m.native = !m.iface && native(deref(m.recv))
	if !m.native || standIn(m) == "" {
		l.cutAtNative(&m, t)
	}
	return m
}

// cutAtNative ends a method's path at the first native type on it: natively that type has
// the method too, and embedded fields may not be exported.
func (l *declLowerer) cutAtNative(m *method, t types.Type) {
	last := len(m.index) - 1
	for k, i := range m.index[:last] {
		t = l.st(t)
		if native(deref(t)) {
			m.index = append(append([]int{}, m.index[:k]...), m.index[last])
			m.iface, m.native, m.recv = false, true, t
			if types.NewMethodSet(t).Lookup(m.obj.Pkg(), m.obj.Name()) == nil {
				m.recv = types.NewPointer(t)
			}
			return
		}
		t = l.coreType(deref(l.coreType(t))).(*types.Struct).Field(i).Type()
	}
}

func (m method) pointer() bool { return isPointerType(m.recv) }

// path follows field indices from base, of type t.
func (l *funcLowerer) path(base core.Expr, t types.Type, idx []int) (core.Expr, types.Type) {
	for _, i := range idx {
		t = l.st(t)
		base = l.unwrap(base, t)
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
			base = &core.Deref{X: l.selectable(base)}
		}
		st := l.coreType(t).(*types.Struct)
		f := st.Field(i)
		if native(t) && !f.Exported() { // the rest is promoted from it
			t = f.Type()
			continue
		}
		base = &core.Field{X: base, Name: fieldName(st, i), T: l.lt(f.Type())}
		if native(t) && l.foreign(f.Type()) {
			base = &core.Field{X: base.(*core.Field).X, Name: f.Name(), T: core.Foreign}
		}
		t = f.Type()
	}
	return base, t
}

// selectable makes x an expression that a field can be selected from.
func (l *funcLowerer) selectable(x core.Expr) core.Expr {
	switch x.(type) {
	case *core.Var, *core.Field, *core.Deref, *core.NativeName:
		return x
	case *core.Index:
		return l.read(x)
	}
	return l.spill(x)
}

// fieldIndex is the index path of a field, which in an instance of a generic function is
// looked up in the instance's type.
func (l *declLowerer) fieldIndex(sel *types.Selection, bt types.Type) []int {
	if len(l.sub) > 0 {
		o, idx, _ := types.LookupFieldOrMethod(bt, true, sel.Obj().Pkg(), sel.Obj().Name())
		if _, ok := o.(*types.Var); ok {
			return idx
		}
	}
	return sel.Index()
}

// selector lowers x.Sel as a value.
func (l *funcLowerer) selector(x *ast.SelectorExpr) core.Expr {
	sel := l.info.Selections[x]
	if sel == nil {
		return l.qualified(x)
	}
	switch sel.Kind() {
	case types.FieldVal:
		bt := l.typeOf(x.X)
		f, ft := l.path(l.selectable(l.expr(x.X)), bt, l.fieldIndex(sel, bt))
		return l.fromNative(f, ft)
	case types.MethodVal:
		m, recv := l.receiver(x, sel)
		return l.nameValue(l.boundMethod(m, recv), methodName(sel)+"-fm", sel.Obj().Pos())
	}
	return l.nameValue(l.methodExpr(l.st(sel.Recv()), x.Sel.Name, sel.Obj().Pkg()), methodName(sel), sel.Obj().Pos())
}

// foreign reports whether native code represents a value of type t differently from
// lowered code: a variadic function.
func (l *Lowerer) foreign(t types.Type) bool {
	_, function := t.Underlying().(*types.Signature)
	return function && !l.exact(t.Underlying())
}

// fromNative reads a native field, converting it if it is foreign.
func (l *funcLowerer) fromNative(x core.Expr, t types.Type) core.Expr {
	if f, ok := x.(*core.Field); ok && f.T == core.Foreign {
		return l.convertByReflection(x, t)
	}
	return x
}

func (l *funcLowerer) qualified(x *ast.SelectorExpr) core.Expr {
	switch o := l.info.Uses[x.Sel].(type) {
	case *types.Func:
		return l.funcValue(x.Sel, o)
	case *types.Var:
		return l.global(o)
	}
	l.fail(x, "the name %s here", x.Sel.Name)
	return nil
}

// receiver evaluates the receiver operand of a selected method: a value or a
// pointer, as the method is declared.
func (l *funcLowerer) receiver(x *ast.SelectorExpr, sel *types.Selection) (method, core.Expr) {
	bt := l.typeOf(x.X)
	m := l.lookup(bt, x.Sel.Name, sel.Obj().Pkg())
	fields := m.index[:len(m.index)-1]
	switch {
	case m.iface:
		f, _ := l.path(l.selectable(l.expr(x.X)), bt, fields)
		return m, l.spillTyped(f.Type(), f)
	case isPointer(bt):
		p := l.atom(l.underlying(x.X))
		f, ft := l.path(p, bt, fields)
		return m, l.adjust(f, ft, m.pointer())
	case len(fields) == 0 && m.pointer():
		return m, l.address(x.X)
	case len(fields) == 0 && m.native:
		return m, l.place(x.X)
	case len(fields) == 0:
		return m, l.expr(x.X)
	case m.pointer():
		f, ft := l.path(l.place(x.X), bt, fields)
		return m, l.adjust(f, ft, true)
	}
	f, ft := l.path(l.selectable(l.expr(x.X)), bt, fields)
	return m, l.adjust(f, ft, false)
}

// adjust takes the address of a place or dereferences a pointer, as wanted.
func (l *funcLowerer) adjust(x core.Expr, t types.Type, wantPtr bool) core.Expr {
	switch isPtr := isPointer(l.st(t)); {
	case isPtr == wantPtr:
		return x
	case wantPtr:
		return l.spill(l.addrOf(x))
	}
	return &core.Deref{X: l.atom(l.unwrap(x, t))}
}

// callPromoted calls the named method on base, of type t, with lowered arguments.
func (l *funcLowerer) callPromoted(base core.Expr, t types.Type, name string, pkg *types.Package, args []core.Expr) []core.Expr {
	m := l.lookup(t, name, pkg)
	f, ft := l.path(base, t, m.index[:len(m.index)-1])
	if m.iface {
		return l.invoke(m, f, args, true)
	}
	return l.invoke(m, l.adjust(f, ft, m.pointer()), args, true)
}

// invoke calls a method on an evaluated receiver; packed says that variadic
// arguments are a slice already.
func (l *funcLowerer) invoke(m method, recv core.Expr, args []core.Expr, packed bool) []core.Expr {
	switch {
	case m.iface:
		return l.invokeDynamic(m, recv, args)
	case m.native:
		return l.nativeMethod(m, recv, args, packed && m.sig.Variadic())
	}
	t := l.lt(m.sig.Recv().Type())
	if recv.Type() != t {
		recv = l.spillTo(t, recv)
	}
	return l.callResults(l.methodFunc(m.obj), append([]core.Expr{recv}, args...), m.sig)
}

// invokeDynamic: rt.Invoke(x, "Name", &results…, args…).
func (l *funcLowerer) invokeDynamic(m method, recv core.Expr, args []core.Expr) []core.Expr {
	if logsTest(m.obj) {
		return l.logTest(m, recv, args, true)
	}
	if p := m.obj.Pkg(); p != nil && p.Path() == "reflect" { // of a reflect.Type
		return l.reflective("ReflectMethod", []core.Expr{recv, core.StringConst(m.obj.Name())}, m.sig, args, false)
	}
	outs, refs := l.outs(m.sig)
	all := append([]core.Expr{recv, core.StringConst(m.obj.Name()), core.IntConst(int64(len(outs)))}, refs...)
	for _, a := range args {
		all = append(all, l.argument(a))
	}
	l.rt("Invoke", all...)
	return outs
}

// outs declares a variable for each result, and their addresses.
func (l *funcLowerer) outs(sig *types.Signature) (outs, refs []core.Expr) {
	for v := range sig.Results().Variables() {
		z := l.zero(v.Type())
		outs, refs = append(outs, z), append(refs, l.addrOf(z))
	}
	return
}

// argument is a value passed to a native parameter of type any: nil must be in a
// variable.
func (l *funcLowerer) argument(x core.Expr) core.Expr {
	if _, null := x.(*core.Nil); null {
		return l.spill(x)
	}
	return x
}

// callResults emits a call and returns its results in temporaries. Natives of the run-time
// have any for an interface.
func (l *funcLowerer) callResults(fun core.Expr, args []core.Expr, sig *types.Signature) []core.Expr {
	if n, ok := fun.(*core.NativeName); ok && n.Path == core.RuntimePath && sig.Results().Len() == 1 {
		r := sig.Results().At(0).Type()
		if isInterface(r) {
			return []core.Expr{l.asInterface(l.rtValue(core.Empty, n.Name, args...), l.lt(r))}
		}
	}
	call := &core.Call{Fun: fun, Args: args}
	switch n := sig.Results().Len(); n {
	case 0:
		l.emit(&core.Do{X: call})
		return nil
	case 1:
		call.T = l.lt(sig.Results().At(0).Type())
		return []core.Expr{l.spill(call)}
	}
	outs, _ := l.outs(sig)
	l.emit(&core.Assign{L: slices.Clone(outs), R: []core.Expr{call}})
	return outs
}

// thunk makes a closure over evaluated values; body lowers it and returns its
// results.
func (l *funcLowerer) thunk(caps []core.Expr, sig *types.Signature, body func(f *funcLowerer, caps, args []core.Expr) []core.Expr) core.Expr {
	f := l.function(sig)
	lit := &core.Function{Results: l.ltTuple(sig.Results())}
	var kept []*core.Var
	var cs, as []core.Expr
	for i, c := range caps {
		v := f.parameter("c"+strconv.Itoa(i), c.Type())
		kept, cs = append(kept, v), append(cs, v)
	}
	for i := range sig.Params().Len() {
		v := f.parameter("a"+strconv.Itoa(i), l.lt(sig.Params().At(i).Type()))
		lit.Params, as = append(lit.Params, v), append(as, v)
	}
	f.returnValues(body(f, cs, as))
	lit.Body = f.cur
	return l.made(l.addFactory(kept, lit, ""), slices.Clone(caps))
}

// boundMethod is the method value recv.m.
func (l *funcLowerer) boundMethod(m method, recv core.Expr) core.Expr {
	t := recv.Type()
	if m.iface {
		l.rt("NotNil", recv)
	} else {
		t = l.lt(m.recv)
	}
	sig := l.st(m.sig).(*types.Signature)
	return l.thunk([]core.Expr{l.spillTo(t, recv)}, sig, func(f *funcLowerer, caps, args []core.Expr) []core.Expr {
		return f.invoke(m, caps[0], args, true)
	})
}

// methodExpr is the method expression T.m: a function with the receiver first.
func (l *funcLowerer) methodExpr(t types.Type, name string, pkg *types.Package) core.Expr {
	m := l.lookup(t, name, pkg)
	ps := []*types.Var{types.NewVar(0, nil, "", t)}
	for v := range m.sig.Params().Variables() {
		ps = append(ps, types.NewVar(0, nil, "", l.st(v.Type())))
	}
	var rs []*types.Var
	for v := range m.sig.Results().Variables() {
		rs = append(rs, types.NewVar(0, nil, "", l.st(v.Type())))
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(ps...), types.NewTuple(rs...), m.sig.Variadic())
	return l.thunk(nil, sig, func(f *funcLowerer, _, args []core.Expr) []core.Expr {
		return f.callPromoted(args[0], t, name, pkg, args[1:])
	})
}
