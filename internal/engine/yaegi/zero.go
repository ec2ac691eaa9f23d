package yaegi

import (
	"go/constant"
	"go/token"
	"reflect"
	"slices"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// Yaegi omits arguments that are zero, and takes -0 for zero, even in a field or an
// element: the function gets 0. So a call that may have such an argument is made by
// reflection, which copies all arguments, and any other by yaegi.

// zeros rewrites the calls of one function.
type zeros struct {
	*temps
	store *engine.Store
	out   []core.Stmt
}

func (z *zeros) emit(s core.Stmt) { z.out = append(z.out, s) }

// call is the replacement of a statement that is a call or takes its results; nil if no
// argument may be -0.
func (z *zeros) call(s core.Stmt) []core.Stmt {
	call := calledIn(s)
	if call == nil || !slices.ContainsFunc(call.Args, z.maybeNegativeZero) {
		return nil
	}
	z.out = nil
	args := slices.Clone(call.Args)
	zero := z.anyZero(args)
	again := *call
	again.Args = args
	var outs []core.Expr
	switch s := s.(type) {
	case *core.Define:
		z.emit(&core.Define{Var: s.Var})
		outs = []core.Expr{s.Var}
	case *core.Assign:
		outs = s.L
	}
	direct := core.Stmt(&core.Do{X: &again})
	if len(outs) > 0 {
		direct = &core.Assign{L: outs, R: []core.Expr{&again}}
	}
	z.emit(&core.If{Cond: zero, Then: z.reflected(&again, outs), Else: []core.Stmt{direct}})
	return z.out
}

// calledIn is the call of a session's function that a statement consists of, nil for
// none.
func calledIn(s core.Stmt) *core.Call {
	var x core.Expr
	switch s := s.(type) {
	case *core.Do:
		x = s.X
	case *core.Define:
		x = s.X
	case *core.Assign:
		if len(s.R) == 1 && addressable(s.L) {
			x = s.R[0]
		}
	}
	call, ok := x.(*core.Call)
	if !ok {
		return nil
	}
	switch call.Fun.(type) {
	case *core.Builtin, *core.NativeName, *core.Method:
		return nil
	}
	return call
}

// addressable reports whether places are all variables, as they are for results of
// lowered calls.
func addressable(places []core.Expr) bool {
	return !slices.ContainsFunc(places, func(p core.Expr) bool { _, ok := p.(*core.Var); return !ok })
}

// reflected makes a call by reflection.
func (z *zeros) reflected(call *core.Call, outs []core.Expr) []core.Stmt {
	var made []core.Stmt
	fun := call.Fun
	if f, ok := fun.(*core.FuncName); ok {
		v := z.tmp(f.T)
		made = append(made, &core.Define{Var: v, X: f})
		fun = v
	}
	args := []core.Expr{fun, core.IntConst(int64(len(outs)))}
	for _, o := range outs {
		args = append(args, &core.Addr{X: o, T: core.PointerTo(o.Type())})
	}
	for _, a := range call.Args {
		if _, null := a.(*core.Nil); null {
			v := z.tmp(a.Type())
			made = append(made, &core.Define{Var: v})
			a = v
		}
		args = append(args, a)
	}
	return append(made, &core.Do{X: &core.Call{Fun: &core.NativeName{Path: "reflected", Name: "Call", Made: &callReflected}, Args: args}})
}

// callReflected calls a function with the last of its operands and stores its results
// where the first ones point. Unlike rt.Native it changes no value: the function is the
// session's own.
var callReflected = func(f any, nout int, rest ...any) {
	v := reflect.ValueOf(f)
	var in []reflect.Value
	for i, a := range rest[nout:] {
		x := reflect.New(v.Type().In(i)).Elem()
		if a != nil {
			x.Set(reflect.ValueOf(a))
		}
		in = append(in, x)
	}
	for i, r := range v.Call(in) {
		reflect.ValueOf(rest[i]).Elem().Set(r)
	}
}

// anyZero is the condition that yaegi may omit one of the arguments although it isn't 0.
// Such arguments become variables.
func (z *zeros) anyZero(args []core.Expr) core.Expr {
	var any core.Expr
	for i, a := range args {
		if !z.maybeNegativeZero(a) {
			continue
		}
		if _, ok := a.(*core.Var); !ok {
			v := z.tmp(a.Type())
			z.emit(&core.Define{Var: v, X: a})
			a = v
			args[i] = a
		}
		any = joined(token.LOR, any, allZero(a))
	}
	return any
}

// joined is a op b, or b if a is nil.
func joined(op token.Token, a, b core.Expr) core.Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &core.Binary{Op: op, X: a, Y: b, T: core.Bool}
}

// maybeNegativeZero reports whether a value holds floats and is neither a constant nor
// converted from an integer.
func (z *zeros) maybeNegativeZero(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Const, *core.Nil:
		return false
	case *core.Conv:
		return z.holdsFloats(x.T) && z.holdsFloats(x.X.Type())
	}
	return z.holdsFloats(x.Type())
}

// holdsFloats reports whether floats or complex numbers are part of a value of a type,
// not behind a pointer.
func (z *zeros) holdsFloats(t *core.Type) bool {
	switch t.Kind {
	case core.Basic:
		k := t.BasicKind()
		return k == constant.Float || k == constant.Complex
	case core.Array, core.Struct, core.Native:
		return floatsIn(z.store.Type(t))
	}
	return false
}

func floatsIn(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	case reflect.Array:
		return floatsIn(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if floatsIn(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// allZero is the condition that a value is zero, judging by its first few fields and
// elements.
func allZero(x core.Expr) core.Expr {
	var all core.Expr
	for _, leaf := range leaves(x, nil) {
		all = joined(token.LAND, all, isZeroLeaf(leaf))
	}
	if all == nil {
		return core.BoolConst(true)
	}
	return all
}

// most is how many parts of a value are compared.
const most = 6

// leaves are the first parts of a value that can be compared with zero.
func leaves(x core.Expr, found []core.Expr) []core.Expr {
	if len(found) == most {
		return found
	}
	switch t := x.Type(); t.Kind {
	case core.Struct:
		for _, f := range t.Fields {
			found = leaves(&core.Field{X: x, Name: f.Name, T: f.Type}, found)
		}
	case core.Array:
		for i := range min(t.Len, most) {
			found = leaves(&core.Index{X: x, I: core.IntConst(i), T: t.Elem, Checked: true}, found)
		}
	default:
		if isZeroLeaf(x) != nil {
			found = append(found, x)
		}
	}
	return found
}

// isZeroLeaf is x == 0 in x's type, nil if that can't be expressed.
func isZeroLeaf(x core.Expr) core.Expr {
	t := x.Type()
	if t.Nilable() {
		return &core.Binary{Op: token.EQL, X: x, Y: &core.Nil{T: t}, T: core.Bool}
	}
	var zero constant.Value
	switch t.BasicKind() {
	case constant.Bool:
		return &core.Unary{Op: token.NOT, X: x, T: core.Bool}
	case constant.String:
		zero = constant.MakeString("")
	case constant.Int:
		zero = constant.MakeInt64(0)
	case constant.Float:
		zero = constant.MakeFloat64(0)
	case constant.Complex:
		zero = constant.ToComplex(constant.MakeInt64(0))
	default:
		return nil
	}
	return &core.Binary{Op: token.EQL, X: x, Y: &core.Const{Value: zero, T: t}, T: core.Bool}
}
