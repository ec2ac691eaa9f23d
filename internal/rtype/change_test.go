package rtype_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"riffle/internal/rtype"
	"riffle/stdlib"
)

// source checks a file of package main.
func source(t testing.TB, text string) *types.Package {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: stdlib.Importer()}
	p, err := conf.Check("main", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// growing is a type with one method, and what its methods answer.
func growing(t *testing.T, room int) (m *rtype.Maker, n *types.Named, answers map[string]any) {
	p := source(t, "package main\ntype Card struct { A int; b string }\nfunc (c Card) Zed() int { return 0 }")
	n = p.Scope().Lookup("Card").Type().(*types.Named)
	answers = map[string]any{"Zed": 3, "String": "a string", "MarshalJSON": []byte(`"own"`)}
	m = &rtype.Maker{Room: room, Body: func(m rtype.Method) any {
		answer := answers[m.Selection.Obj().Name()]
		return reflect.MakeFunc(m.Func, func([]reflect.Value) []reflect.Value {
			out := []reflect.Value{reflect.ValueOf(answer)}
			if m.Func.NumOut() == 2 {
				out = append(out, reflect.Zero(reflect.TypeFor[error]()))
			}
			return out
		}).Interface()
	}}
	return m, n, answers
}

func declare(n *types.Named, name string, results ...types.Type) {
	var vars []*types.Var
	for _, r := range results {
		vars = append(vars, types.NewVar(token.NoPos, nil, "", r))
	}
	recv := types.NewVar(token.NoPos, n.Obj().Pkg(), "c", n)
	n.AddMethod(types.NewFunc(token.NoPos, n.Obj().Pkg(), name, types.NewSignatureType(recv, nil, nil, nil, types.NewTuple(vars...), false)))
}

func zero(t *testing.T, m *rtype.Maker, n *types.Named) any {
	r, err := m.Type(n)
	if err != nil {
		t.Fatal(err)
	}
	return reflect.New(r).Elem().Interface()
}

// A method that is declared later belongs to values that exist, wherever the run-time has
// asked for it before.
func TestAddMethods(t *testing.T) {
	m, n, _ := growing(t, 4)
	v := zero(t, m, n)
	check(t, "before", fmt.Sprint(v), "{0 }")
	_, is := v.(fmt.Stringer)
	check(t, "before", fmt.Sprint(is, reflect.TypeOf(v).NumMethod()), "false 1")

	declare(n, "String", types.Typ[types.String])
	declare(n, "MarshalJSON", types.NewSlice(types.Typ[types.Byte]), types.Universe.Lookup("error").Type())
	if err := m.AddMethods(n); err != nil {
		t.Fatal(err)
	}
	_, is = v.(fmt.Stringer)
	check(t, "after", fmt.Sprint(v, is, reflect.TypeOf(v).NumMethod(), v.(interface{ Zed() int }).Zed()), "a string true 3 3")
	check(t, "pointer", fmt.Sprint(reflect.New(reflect.TypeOf(v)).Interface()), "a string")
	b, err := json.Marshal([]any{v})
	check(t, "json", fmt.Sprint(string(b), err), `["own"]<nil>`)
	if r, _ := m.Type(n); r != reflect.TypeOf(v) {
		t.Error("the type is another")
	}

	for i := range 3 {
		declare(n, fmt.Sprint("M", i), types.Typ[types.Int])
	}
	if m.AddMethods(n) == nil || reflect.TypeOf(v).NumMethod() != 3 {
		t.Error("more methods than there is room for")
	}
}

// What json has encoded once it encodes so ever after: its own table of types.
func TestAddMethodsLate(t *testing.T) {
	m, n, _ := growing(t, 4)
	v := zero(t, m, n)
	json.Marshal(v)
	declare(n, "MarshalJSON", types.NewSlice(types.Typ[types.Byte]), types.Universe.Lookup("error").Type())
	m.AddMethods(n)
	b, _ := json.Marshal(v)
	check(t, "json", string(b), `{"A":0}`)
}

// Call sites of compiled code keep what they have found out about a type.
func TestCallSites(t *testing.T) {
	stale := 0
	for range 200 {
		m, n, _ := growing(t, 2)
		v := zero(t, m, n)
		for range 2000 {
			isStringer(v)
		}
		declare(n, "String", types.Typ[types.String])
		m.AddMethods(n)
		if !isStringer(v) {
			stale++
		}
	}
	if stale > 20 { // about one is, as AddMethods says; all are under the old hash
		t.Errorf("%d of 200 stale", stale)
	}
}

//go:noinline
func isStringer(v any) bool { _, ok := v.(fmt.Stringer); return ok }

// Two types of one name, as two cells declare them, are two types.
func TestDeclaredAgain(t *testing.T) {
	var m rtype.Maker
	m.Body = func(rtype.Method) any { return nil }
	text := "package main\ntype Card struct { A int }"
	a, b := zero(t, &m, source(t, text).Scope().Lookup("Card").Type().(*types.Named)), zero(t, &m, source(t, text).Scope().Lookup("Card").Type().(*types.Named))
	check(t, "two", fmt.Sprintf("%T %T %v", a, b, a == b), "main.Card main.Card false")
	check(t, "converted", fmt.Sprint(reflect.TypeOf(a).ConvertibleTo(reflect.TypeOf(b)), reflect.TypeOf(a).AssignableTo(reflect.TypeOf(b))), "true false")
}

// A type that can't be made leaves nothing half done.
func TestFailedType(t *testing.T) {
	full := errors.New("full")
	fail := true
	m := rtype.Maker{Room: 4, Body: func(x rtype.Method) any {
		if fail && x.Selection.Obj().Name() == "B" {
			panic(full)
		}
		return func(unsafe.Pointer) int { return 7 }
	}}
	p := source(t, "package main\ntype Inner struct{ N int }\nfunc (*Inner) A() int { return 0 }\nfunc (*Inner) B() int { return 0 }\ntype Outer struct{ In Inner }")
	outer := p.Scope().Lookup("Outer").Type()
	if _, err := m.Type(outer); err == nil || !strings.Contains(err.Error(), "full") {
		t.Fatalf("error %v", err)
	}
	fail = false
	made, err := m.Type(outer)
	if err != nil {
		t.Fatal(err)
	}
	in := reflect.New(made).Elem().Field(0).Addr().Interface()
	check(t, "made later", fmt.Sprint(in.(interface{ A() int }).A(), in.(interface{ B() int }).B()), "7 7")
}

func TestKnown(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if want := "\ngo " + strings.TrimPrefix(rtype.Known, "go") + "\n"; !strings.Contains(string(mod), want) {
		t.Errorf("go.mod has another Go than %s", rtype.Known)
	}
}
