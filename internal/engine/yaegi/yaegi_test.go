package yaegi

import (
	"reflect"
	"runtime"
	"testing"
	"weak"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// TestInstancesEnd: an interpreter that is used up is freed once nothing holds a function
// of it, and not before.
func TestInstancesEnd(t *testing.T) {
	store := engine.NewStore(func(path, name string) (reflect.Value, bool) { return reflect.Value{}, false })
	e, err := New(store, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// var g func() int; func f() int { return 7 }; g = f
	sig := &core.Type{Kind: core.Func, Results: []*core.Type{core.Int}}
	f := &core.Function{
		Symbol:  &core.FuncName{Name: "f1", T: sig},
		Results: sig.Results,
		Body:    []core.Stmt{&core.Return{Xs: []core.Expr{core.IntConst(7)}}},
	}
	f.Symbol.Func = f
	g := &core.Var{Name: "g2", Kind: core.Global, T: sig}
	load(t, e, &core.Program{Globals: []*core.Var{g}, Funcs: []*core.Function{f, main(
		&core.Assign{L: []core.Expr{g}, R: []core.Expr{f.Symbol}},
	)}})()
	first := weak.Make(e.now)
	useUp := func() {
		e.Renew()
		load(t, e, &core.Program{Funcs: []*core.Function{main()}})()
		runtime.GC()
		runtime.GC()
	}
	useUp()
	if first.Value() == nil {
		t.Error("the interpreter is gone whose function a variable holds")
	}
	if got := store.Global(g).Interface().(func() int)(); got != 7 {
		t.Errorf("the function gives %d, want 7", got)
	}
	store.Clear(g)
	useUp()
	if first.Value() != nil {
		t.Error("the interpreter is there although nothing holds a function of it")
	}
	if n := len(e.instances()); n != 1 {
		t.Errorf("%d interpreters are there, want 1", n)
	}
}

func main(body ...core.Stmt) *core.Function {
	return &core.Function{Symbol: &core.FuncName{Name: "cell", Kind: core.Main, T: &core.Type{Kind: core.Func}}, Body: body}
}

func load(t *testing.T, e *Engine, p *core.Program) engine.Code {
	t.Helper()
	code, err := e.Load(p)
	if err != nil {
		t.Fatal(err)
	}
	return code
}
