package rtype_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"
	"testing"

	"riffle/internal/rtype"
	"riffle/stdlib"
)

// compiled are the compiler's types of decls_test.go, by their expressions.
var compiled = map[string]reflect.Type{
	"Rank": reflect.TypeFor[Rank](), "Suit": reflect.TypeFor[Suit](), "Card": reflect.TypeFor[Card](), "Hand": reflect.TypeFor[Hand](),
	"Percent": reflect.TypeFor[Percent](), "Title": reflect.TypeFor[Title](), "Toggle": reflect.TypeFor[Toggle](), "Board": reflect.TypeFor[Board](),
	"Trie": reflect.TypeFor[Trie](), "Route": reflect.TypeFor[Route](), "Queue": reflect.TypeFor[Queue](), "Inbox": reflect.TypeFor[Inbox](),
	"Node": reflect.TypeFor[Node](), "Left": reflect.TypeFor[Left](), "Right": reflect.TypeFor[Right](), "Stack[int]": reflect.TypeFor[Stack[int]](),
	"Stack[Card]": reflect.TypeFor[Stack[Card]](), "Pair[string, Rank]": reflect.TypeFor[Pair[string, Rank]](),
	"Pair[Card, Stack[int]]": reflect.TypeFor[Pair[Card, Stack[int]]](), "List[Rank]": reflect.TypeFor[List[Rank]](),
	"element[Rank]": reflect.TypeFor[element[Rank]](), "Shape": reflect.TypeFor[Shape](), "Circle": reflect.TypeFor[Circle](), "Base": reflect.TypeFor[Base](),
	"hidden": reflect.TypeFor[hidden](), "Derived": reflect.TypeFor[Derived](), "One": reflect.TypeFor[One](), "Ref": reflect.TypeFor[Ref](),
	"NotFound": reflect.TypeFor[NotFound](), "Code": reflect.TypeFor[Code](), "Source": reflect.TypeFor[Source](), "Large": reflect.TypeFor[Large](),
	"Blank": reflect.TypeFor[Blank](), "Step": reflect.TypeFor[Step](), "Chain": reflect.TypeFor[Chain](), "Loop": reflect.TypeFor[Loop](),
	"Tower": reflect.TypeFor[Tower](), "Self": reflect.TypeFor[Self](), "Me": reflect.TypeFor[Me](), "Calc": reflect.TypeFor[Calc](),
	"Stamp": reflect.TypeFor[Stamp](), "Void": reflect.TypeFor[Void](), "Wide": reflect.TypeFor[Wide](),
}

// unexported are the methods that reflection can't call.
var unexported = map[string]any{
	"Circle.secret": Circle.secret, "*Circle.secret": (*Circle).secret,
	"Card.color": Card.color, "*Card.color": (*Card).color,
}

// oracle is the source of decls_test.go, with a Maker whose methods run the compiled ones.
type oracle struct {
	pkg    *types.Package
	maker  *rtype.Maker
	values map[reflect.Type]reflect.Type // compiled → made
}

var declared = sync.OnceValue(func() *oracle {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "decls_test.go", nil, 0)
	if err != nil {
		panic(err)
	}
	o := &oracle{values: map[reflect.Type]reflect.Type{}}
	conf := types.Config{Importer: stdlib.Importer()}
	if o.pkg, err = conf.Check(reflect.TypeFor[Card]().PkgPath(), fset, []*ast.File{f}, nil); err != nil {
		panic(err)
	}
	o.maker = &rtype.Maker{Native: library, Body: o.body}
	for name, c := range compiled {
		o.values[c] = o.made(name)
	}
	return o
})

// library finds the types of packages.
func library(n *types.Named) reflect.Type {
	p := n.Obj().Pkg()
	v, ok := stdlib.Symbol(p.Path(), n.Obj().Name())
	if !ok {
		return nil
	}
	return v.Type().Elem()
}

// source is a type by its expression.
func (o *oracle) source(expr string) types.Type {
	tv, err := types.Eval(token.NewFileSet(), o.pkg, token.NoPos, expr)
	if err != nil {
		panic(fmt.Sprint(expr, ": ", err))
	}
	return tv.Type
}

func (o *oracle) made(expr string) reflect.Type {
	t, err := o.maker.Type(o.source(expr))
	if err != nil {
		panic(err)
	}
	return t
}

// expr is the expression of a type.
func (o *oracle) expr(t types.Type) string { return types.TypeString(t, types.RelativeTo(o.pkg)) }

// body is the compiled method, for receivers and values of made types.
func (o *oracle) body(m rtype.Method) any {
	return reflect.MakeFunc(m.Func, func(args []reflect.Value) []reflect.Value {
		recv, f := o.receiver(m.Recv, args[0]), m.Selection.Obj()
		call := recv.MethodByName(f.Name())
		var in []reflect.Value
		if !f.Exported() {
			call, in = reflect.ValueOf(unexported[o.expr(m.Recv)+"."+f.Name()]), []reflect.Value{recv}
		}
		for _, a := range args[1:] {
			in = append(in, as(a, call.Type().In(len(in))))
		}
		out := call.Call
		if m.Func.IsVariadic() {
			out = call.CallSlice
		}
		results := out(in)
		for i, r := range results {
			results[i] = o.remade(r, m.Func.Out(i))
		}
		return results
	}).Interface()
}

// receiver is a made receiver as a compiled one.
func (o *oracle) receiver(t types.Type, v reflect.Value) reflect.Value {
	p, ok := t.(*types.Pointer)
	if !ok {
		return as(v, compiled[o.expr(t)])
	}
	return reflect.NewAt(compiled[o.expr(p.Elem())], v.UnsafePointer())
}

// as is a value's memory as one of another type.
func as(v reflect.Value, t reflect.Type) reflect.Value {
	if v.Type() == t {
		return v
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return reflect.NewAt(t, p.UnsafePointer()).Elem()
}

// remade is a compiled value as one of the made type t.
func (o *oracle) remade(v reflect.Value, t reflect.Type) reflect.Value {
	if v.Type() == t {
		return v
	}
	if v.Kind() != reflect.Interface {
		return as(v, t)
	}
	out := reflect.New(t).Elem()
	if !v.IsNil() {
		out.Set(reflect.ValueOf(o.mk(v.Elem().Interface())))
	}
	return out
}

// mk is a compiled value, or a pointer to one, as one of the made type.
func (o *oracle) mk(v any) any {
	x := reflect.ValueOf(v)
	if t := o.values[x.Type()]; t != nil {
		return as(x, t).Interface()
	}
	if x.Kind() == reflect.Pointer {
		if t := o.values[x.Type().Elem()]; t != nil {
			return as(x, reflect.PointerTo(t)).Interface()
		}
	}
	return v
}

// described says of a type all that reflection says, and of the types in it.
func described(r reflect.Type) map[string]string {
	facts := map[string]string{}
	seen := map[reflect.Type]bool{}
	var walk func(where string, t reflect.Type)
	walk = func(where string, t reflect.Type) {
		say := func(what string, v ...any) { facts[where+" "+what] = fmt.Sprint(v...) }
		say("string", t)
		if seen[t] {
			return
		}
		seen[t] = true
		say("name", t.Name(), ", ", t.PkgPath(), ", ", t.Kind())
		say("layout", t.Size(), t.Align(), t.FieldAlign(), t.Comparable())
		for i := range t.NumMethod() {
			m := t.Method(i)
			say(fmt.Sprint("method ", i), m.Name, m.PkgPath, m.Index)
			walk(where+"."+m.Name, m.Type)
		}
		switch t.Kind() {
		case reflect.Array:
			say("length", t.Len())
		case reflect.Chan:
			say("direction", t.ChanDir())
		case reflect.Map:
			walk(where+" key", t.Key())
		case reflect.Func:
			say("function", t.NumIn(), t.NumOut(), t.IsVariadic())
			for i := range t.NumIn() {
				walk(fmt.Sprint(where, " in ", i), t.In(i))
			}
			for i := range t.NumOut() {
				walk(fmt.Sprint(where, " out ", i), t.Out(i))
			}
		case reflect.Struct:
			say("visible fields", len(reflect.VisibleFields(t)))
			for i := range t.NumField() {
				f := t.Field(i)
				say(fmt.Sprint("field ", i), f.Name, f.PkgPath, f.Tag, f.Offset, f.Index, f.Anonymous)
				walk(where+"."+f.Name, f.Type)
			}
		}
		switch t.Kind() {
		case reflect.Array, reflect.Chan, reflect.Map, reflect.Pointer, reflect.Slice:
			walk(where+" elem", t.Elem())
		}
		if t.Name() != "" {
			walk("*"+where, reflect.PointerTo(t))
		}
	}
	walk("", r)
	return facts
}

func TestDescriptions(t *testing.T) {
	for name, c := range compiled {
		got, want := described(declared().made(name)), described(c)
		for k, w := range want {
			if got[k] != w {
				t.Errorf("%s%s: %s, compiled Go has %s", name, k, got[k], w)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d facts, compiled Go has %d", name, len(got), len(want))
		}
	}
}

// Implements, AssignableTo and ConvertibleTo agree for all pairs of types.
func TestRelations(t *testing.T) {
	library := []reflect.Type{
		reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[error](), reflect.TypeFor[any](), reflect.TypeFor[int](), reflect.TypeFor[string](),
		reflect.TypeFor[[]byte](), reflect.TypeFor[float64](), reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[interface{ Len() int }](),
	}
	made, real := library, library
	for name, c := range compiled {
		m := declared().made(name)
		made = append(made, m, reflect.PointerTo(m), reflect.SliceOf(m))
		real = append(real, c, reflect.PointerTo(c), reflect.SliceOf(c))
	}
	relations := func(a, b reflect.Type) [3]bool {
		return [3]bool{a.AssignableTo(b), a.ConvertibleTo(b), b.Kind() == reflect.Interface && a.Implements(b)}
	}
	for i := range made {
		for j := range made {
			if got, want := relations(made[i], made[j]), relations(real[i], real[j]); got != want {
				t.Errorf("%v to %v: %v, compiled Go has %v", real[i], real[j], got, want)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	if err := rtype.Check(); err != nil {
		t.Error(err)
	}
}

func TestIdentity(t *testing.T) {
	o := declared()
	for _, expr := range []string{"Card", "*Card", "[]Card", "map[Card][]*Node", "func(Card, ...Shape) error", "struct{ A Card; b int }", "struct{ Base }", "interface{ Foo(Card) Rank }", "Pair[Card, Stack[int]]"} {
		if a, b := o.made(expr), o.made(expr); a != b {
			t.Errorf("%s is two types", expr)
		}
	}
	if o.made("[]Card") != reflect.SliceOf(o.made("Card")) || o.made("error") != reflect.TypeFor[error]() || o.made("Wide").Field(11).Type != reflect.TypeFor[[]fmt.Stringer]() {
		t.Error("a type that reflection or the library has was made again")
	}
	for name, c := range compiled {
		if rtype.Made(c) || !rtype.Made(o.made(name)) {
			t.Errorf("Made mistakes %s", name)
		}
	}
}

func TestImpossible(t *testing.T) {
	o := declared()
	for expr, want := range map[string]string{
		"[1 << 60]Card":                 "array size",
		"struct{ a, b [1 << 61]int32 }": "size",
	} {
		_, err := o.maker.Type(o.source(expr))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", expr, err)
		}
	}
	if o.made("[]Hand").String() != "[]rtype_test.Hand" {
		t.Error("the maker didn't go on")
	}
}
