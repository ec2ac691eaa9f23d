package yaegi

import (
	"go/token"
	"reflect"
	"testing"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// TestElsewhere: a function that runs elsewhere is called there, by programs of all
// interpreters, and is a value like others.
func TestElsewhere(t *testing.T) {
	store := engine.NewStore(func(path, name string) (reflect.Value, bool) { return reflect.Value{}, false })
	sig := &core.Type{Kind: core.Func, Results: []*core.Type{core.Int}}
	number := func(name string, n int64) *core.Function {
		f := &core.Function{
			Symbol:  &core.FuncName{Name: name, T: sig},
			Results: sig.Results,
			Body:    []core.Stmt{&core.Return{Xs: []core.Expr{core.IntConst(n)}}},
		}
		f.Symbol.Func = f
		return f
	}
	here, away := number("f1_here", 1), number("f2_away", 2)
	back := false
	e, err := New(store, Options{Elsewhere: func(f *core.FuncName) reflect.Value {
		if f != away.Symbol || back {
			return reflect.Value{}
		}
		return reflect.ValueOf(func() int { return 40 })
	}})
	if err != nil {
		t.Fatal(err)
	}
	sum := &core.Var{Name: "g3", Kind: core.Global, T: core.Int}
	value := &core.Var{Name: "g4", Kind: core.Global, T: sig}
	a, b := &core.Var{Name: "t5", Kind: core.Temp, T: core.Int}, &core.Var{Name: "t6", Kind: core.Temp, T: core.Int}
	program := func(fs ...*core.Function) *core.Program {
		return &core.Program{Globals: []*core.Var{sum, value}, Funcs: append(fs, main(
			&core.Define{Var: a, X: &core.Call{Fun: here.Symbol, T: core.Int}},
			&core.Define{Var: b, X: &core.Call{Fun: away.Symbol, T: core.Int}},
			&core.Assign{L: []core.Expr{sum}, R: []core.Expr{&core.Binary{Op: token.ADD, X: a, Y: b, T: core.Int}}},
			&core.Assign{L: []core.Expr{value}, R: []core.Expr{away.Symbol}},
		))}
	}
	for i := range 3 {
		var fs []*core.Function
		if i == 0 {
			fs = []*core.Function{here, away}
		}
		load(t, e, program(fs...))()
		if got := store.Global(sum).Int(); got != 41 {
			t.Errorf("the sum is %d, want 41", got)
		}
		if got := store.Global(value).Interface().(func() int)(); got != 40 {
			t.Errorf("the function's value gives %d, want 40", got)
		}
		store.Clear(sum, value)
		e.Renew()
	}
	load(t, e, program())()
	back = true // and from now on it runs here
	v, err := e.Func(away.Symbol)
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Interface().(func() int)(); got != 2 {
		t.Errorf("the function that came back gives %d, want 2", got)
	}
}
