package walk

import (
	"go/constant"
	"go/token"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/rt"
)

func (w *walker) typ(t *core.Type) reflect.Type { return w.e.store.Type(t) }

// right is the value of what is on the right of an assignment.
func (w *walker) right(x core.Expr) reflect.Value {
	switch x := x.(type) {
	case *core.New:
		return reflect.New(w.typ(x.T).Elem())
	case *core.Make:
		return w.made(x)
	case *core.Composite:
		return w.composite(x)
	case *core.SliceExpr:
		return w.slice(x)
	}
	return w.value(x)
}

// value is the value of an operand: for a place the place itself, which can be assigned.
func (w *walker) value(x core.Expr) reflect.Value {
	switch x := x.(type) {
	case *core.Var:
		if x.Kind == core.Global {
			return w.e.store.Global(x)
		}
		return w.vars[x]
	case *core.Const:
		return w.constant(x)
	case *core.Nil:
		return reflect.Zero(w.typ(x.T))
	case *core.FuncName:
		return w.names[x]
	case *core.NativeName:
		return w.native(x)
	case *core.Deref:
		p := w.value(x.X)
		if p.IsNil() {
			rt.NilDereference()
		}
		return p.Elem()
	case *core.Field:
		return w.value(x.X).FieldByName(x.Name)
	case *core.Index:
		return w.index(x)
	case *core.Unary:
		return w.unary(x)
	case *core.Binary:
		return w.binary(x)
	case *core.Conv:
		return converted(w.value(x.X), w.typ(x.T))
	case *core.Addr:
		return w.value(x.X).Addr()
	case *core.Call:
		return w.call(x)[0]
	}
	fail("the operand %T", x)
	return reflect.Value{}
}

// native is a native, each of whose mentions is a separate name.
func (w *walker) native(x *core.NativeName) reflect.Value {
	if v, ok := w.names[x]; ok {
		return v
	}
	v, _ := w.e.store.Native(x)
	return v
}

func (w *walker) constant(x *core.Const) reflect.Value {
	v := reflect.New(w.typ(x.T)).Elem()
	switch c := x.Value; v.Kind() {
	case reflect.Bool:
		v.SetBool(constant.BoolVal(c))
	case reflect.String:
		v.SetString(constant.StringVal(c))
	case reflect.Float32, reflect.Float64:
		f, _ := constant.Float64Val(constant.ToFloat(c))
		v.SetFloat(f)
	case reflect.Complex64, reflect.Complex128:
		c = constant.ToComplex(c)
		re, _ := constant.Float64Val(constant.Real(c))
		im, _ := constant.Float64Val(constant.Imag(c))
		v.SetComplex(complex(re, im))
	default:
		c = constant.ToInt(c)
		if v.CanUint() {
			n, _ := constant.Uint64Val(c)
			v.SetUint(n)
		} else {
			n, _ := constant.Int64Val(c)
			v.SetInt(n)
		}
	}
	return v
}

// index is an element. A map's isn't a place, and is zero if there is none.
func (w *walker) index(x *core.Index) reflect.Value {
	v, i := w.value(x.X), w.value(x.I)
	if v.Kind() == reflect.Map {
		e := v.MapIndex(as(i, v.Type().Key()))
		if !e.IsValid() {
			return reflect.Zero(v.Type().Elem())
		}
		return e
	}
	n := int(i.Int())
	if n < 0 || n >= v.Len() {
		rt.IndexOutOfRange(n, v.Len())
	}
	return v.Index(n)
}

func (w *walker) slice(x *core.SliceExpr) reflect.Value {
	v := w.value(x.X)
	bound := func(x core.Expr, absent int) int {
		if x == nil {
			return absent
		}
		return int(w.value(x).Int())
	}
	lo, hi := bound(x.Lo, 0), bound(x.Hi, v.Len())
	if x.Max != nil {
		return v.Slice3(lo, hi, bound(x.Max, 0))
	}
	return v.Slice(lo, hi)
}

func (w *walker) made(x *core.Make) reflect.Value {
	size := func(i int) int { return int(w.value(x.Args[i]).Int()) }
	t, n := w.typ(x.T), 0
	if len(x.Args) > 0 {
		n = size(0)
	}
	switch t.Kind() {
	case reflect.Slice:
		most := n
		if len(x.Args) > 1 {
			most = size(1)
		}
		return reflect.MakeSlice(t, n, most)
	case reflect.Map:
		return reflect.MakeMapWithSize(t, n)
	}
	return reflect.MakeChan(t, n)
}

func (w *walker) composite(x *core.Composite) reflect.Value {
	t := w.typ(x.T)
	switch t.Kind() {
	case reflect.Map:
		if len(x.Elems) > 0 {
			fail("a literal of a map with elements")
		}
		return reflect.MakeMap(t)
	case reflect.Slice:
		v := reflect.MakeSlice(t, len(x.Elems), len(x.Elems))
		w.elements(v, x.Elems)
		return v
	}
	v := reflect.New(t).Elem()
	switch {
	case t.Kind() == reflect.Array:
		w.elements(v, x.Elems)
	case len(x.Keys) == len(x.Elems):
		for i, k := range x.Keys {
			set(v.FieldByName(k), w.value(x.Elems[i]))
		}
	default:
		for i, e := range x.Elems {
			set(v.Field(i), w.value(e))
		}
	}
	return v
}

func (w *walker) elements(v reflect.Value, xs []core.Expr) {
	for i, x := range xs {
		set(v.Index(i), w.value(x))
	}
}

func (w *walker) binary(x *core.Binary) reflect.Value {
	a := w.value(x.X)
	switch x.Op {
	case token.LAND, token.LOR:
		if a.Bool() == (x.Op == token.LOR) {
			return a
		}
		return w.value(x.Y)
	case token.EQL, token.NEQ:
		if _, null := x.Y.(*core.Nil); null {
			return reflect.ValueOf(a.IsNil() == (x.Op == token.EQL))
		}
		return reflect.ValueOf(equal(a, w.value(x.Y)) == (x.Op == token.EQL))
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return reflect.ValueOf(ordered(x.Op, a, w.value(x.Y)))
	case token.SHL, token.SHR:
		return shifted(x.Op, a, w.value(x.Y))
	}
	return arithmetic(x.Op, a, w.value(x.Y))
}

func (w *walker) unary(x *core.Unary) reflect.Value {
	a := w.value(x.X)
	v := reflect.New(a.Type()).Elem()
	switch {
	case x.Op == token.NOT:
		v.SetBool(!a.Bool())
	case a.CanFloat():
		v.SetFloat(-a.Float())
	case a.CanComplex():
		v.SetComplex(-a.Complex())
	case x.Op == token.XOR && a.CanInt():
		v.SetInt(^a.Int())
	case x.Op == token.XOR:
		v.SetUint(^a.Uint())
	case a.CanInt():
		v.SetInt(-a.Int())
	default:
		v.SetUint(-a.Uint())
	}
	return v
}
