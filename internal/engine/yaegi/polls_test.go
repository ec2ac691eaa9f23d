package yaegi

import (
	"go/token"
	"reflect"
	"testing"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/engine/enginetest"
)

// TestEnginePolls: everything is as without polls.
func TestEnginePolls(t *testing.T) {
	enginetest.Run(t, false, func(s *engine.Store) (engine.Engine, error) {
		return New(s, Options{Turn: func() {}, Nested: func() {}})
	})
}

// TestPolls: functions call Nested at their entry, and loops Turn at each round but the
// first. If a function begins with a loop, both are in one place.
func TestPolls(t *testing.T) {
	n := &core.Var{Name: "n", Kind: core.Global, T: core.Int}
	less := func(most int64) core.Expr {
		return &core.Binary{Op: token.LSS, X: n, Y: core.IntConst(most), T: core.Bool}
	}
	step := &core.Update{Op: token.INC, L: n}
	stop := func(most int64) core.Stmt {
		return &core.If{Cond: &core.Binary{Op: token.GEQ, X: n, Y: core.IntConst(most), T: core.Bool}, Then: []core.Stmt{&core.Return{}}}
	}
	f := &core.Function{Symbol: &core.FuncName{Name: "f1", T: &core.Type{Kind: core.Func}}, Body: []core.Stmt{step}}
	f.Symbol.Func = f
	call := &core.Do{X: &core.Call{Fun: f.Symbol}}
	r := &core.Function{Symbol: &core.FuncName{Name: "f2", T: &core.Type{Kind: core.Func}}}
	r.Symbol.Func = r
	r.Body = []core.Stmt{stop(10), step, &core.Do{X: &core.Call{Fun: r.Symbol}}}
	for _, tt := range []struct {
		name         string
		body         []core.Stmt
		turn, nested int
	}{
		{"nothing", nil, 0, 1},
		{"straight on", []core.Stmt{step, &core.If{Cond: less(5), Then: []core.Stmt{step}, Else: []core.Stmt{step}}, step}, 0, 1},
		{"a loop with a condition", []core.Stmt{step, &core.For{Cond: less(10), Body: []core.Stmt{step}}}, 9, 1},
		{"a loop where the function begins", []core.Stmt{&core.For{Cond: less(10), Body: []core.Stmt{step}}}, 0, 11},
		{"a loop with a step", []core.Stmt{step, &core.For{Cond: less(10), Post: step}}, 9, 1},
		{"a loop with neither", []core.Stmt{step, &core.For{Body: []core.Stmt{stop(10), step}}}, 9, 1},
		{"a loop that goes on", []core.Stmt{step, &core.For{Cond: less(10), Body: []core.Stmt{step, &core.If{Cond: less(20), Then: []core.Stmt{&core.Branch{Tok: token.CONTINUE}}}, step}}}, 9, 1},
		{"a loop in a loop", []core.Stmt{step, &core.For{Label: "L", Body: []core.Stmt{stop(10), step, &core.For{Body: []core.Stmt{stop(10), step, &core.Branch{Tok: token.CONTINUE, Label: "L"}}}}}}, 4, 1},
		{"a jump back", []core.Stmt{step, &core.Label{Name: "L"}, step, &core.If{Cond: less(10), Then: []core.Stmt{&core.Branch{Tok: token.GOTO, Label: "L"}}}}, 8, 1},
		{"a call", []core.Stmt{call, call, call}, 0, 4},
		{"calls in a loop", []core.Stmt{step, &core.For{Cond: less(10), Body: []core.Stmt{call}}}, 9, 10},
		{"a recursion", []core.Stmt{&core.Do{X: &core.Call{Fun: r.Symbol}}}, 0, 12},
	} {
		t.Run(tt.name, func(t *testing.T) {
			turn, nested := 0, 0
			store := engine.NewStore(func(path, name string) (reflect.Value, bool) { return reflect.Value{}, false })
			e, err := New(store, Options{Turn: func() { turn++ }, Nested: func() { nested++ }})
			if err != nil {
				t.Fatal(err)
			}
			store.Clear(n)
			load(t, e, &core.Program{Globals: []*core.Var{n}, Funcs: []*core.Function{f, r, main(tt.body...)}})()
			if turn != tt.turn || nested != tt.nested {
				t.Errorf("%d turns, %d beginnings; want %d, %d", turn, nested, tt.turn, tt.nested)
			}
		})
	}
}
