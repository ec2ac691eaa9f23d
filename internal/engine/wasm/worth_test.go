package wasm

import (
	"go/token"
	"testing"

	"riffle/internal/core"
)

func TestRepeats(t *testing.T) {
	name := func(body ...core.Stmt) *core.FuncName {
		f := &core.FuncName{Name: "f", T: &core.Type{Kind: core.Func}}
		f.Func = &core.Function{Symbol: f, Body: body}
		return f
	}
	call := func(f *core.FuncName) core.Stmt { return &core.Do{X: &core.Call{Fun: f}} }
	loop := &core.For{Cond: core.BoolConst(false)}
	goTo := &core.Branch{Tok: token.GOTO, Label: "G"}
	factory := func(body ...core.Stmt) *core.FuncName {
		return name(&core.Return{Xs: []core.Expr{&core.FuncLit{Func: &core.Function{Body: body}}}})
	}
	itself := name()
	itself.Func.Body = []core.Stmt{call(itself)}
	one, other := name(), name()
	one.Func.Body, other.Func.Body = []core.Stmt{call(other)}, []core.Stmt{call(one)}
	inside := factory()
	inside.Func.Body = factory(call(inside)).Func.Body
	like := func(same bool) *core.FuncName {
		own := &core.Type{Kind: core.Func, Params: []*core.Type{core.Int}}
		called := own
		if !same {
			called = &core.Type{Kind: core.Func}
		}
		f := factory(calling(&core.Var{Name: "v1", T: called}))
		f.Kind, f.T = core.Factory, &core.Type{Kind: core.Func, Results: []*core.Type{own}}
		return f
	}
	method := func(invoked string) *core.FuncName {
		x := &core.Var{Name: "v1", T: core.Empty}
		f := name(&core.Do{X: &core.Call{Fun: core.Rt("Invoke"), Args: []core.Expr{x, core.StringConst(invoked), core.IntConst(0)}}})
		f.Func.From = "Group.Area"
		return f
	}
	trial := func(param *core.Type, called core.Expr, args ...core.Expr) *core.FuncName {
		f := name(&core.Do{X: &core.Call{Fun: called, Args: args}})
		f.Func.Params = []*core.Var{{Name: "q1", T: param}}
		return f
	}
	fisherYates := []core.Expr{core.StringConst(shuffles), core.StringConst("FisherYates")}
	tests := []struct {
		what string
		f    *core.FuncName
		want bool
	}{
		{"a draw", method("IntN"), true},
		{"a draw of a closure's", factory(method("Float64").Func.Body...), true},
		{"a lottery of a generator's", trial(core.Empty, core.Rt("Native"), &core.NativeName{Path: shuffles, Name: "NewLottery"}), true},
		{"a lottery of a generator's type", trial(&core.Type{Kind: core.Interface}, core.Rt("Native"), &core.NativeName{Path: shuffles, Name: "NewLottery"}), true},
		{"a lottery of a number's", trial(core.Int, core.Rt("Native"), &core.NativeName{Path: shuffles, Name: "NewLottery"}), false},
		{"a shuffle in a variable", trial(core.Empty, core.Rt("VarAddress"), fisherYates...), true},
		{"a print of anything", trial(core.Empty, &core.NativeName{Path: "fmt", Name: "Println"}), false},
		{"nothing", name(), false},
		{"a loop", name(loop), true},
		{"a loop in a branch", name(&core.If{Cond: core.BoolConst(true), Else: []core.Stmt{loop}}), true},
		{"a goto back", name(&core.Label{Name: "G"}, goTo), true},
		{"a goto on", name(goTo, &core.Label{Name: "G"}), false},
		{"a call of what loops", name(call(name(loop))), false},
		{"a recursion", itself, true},
		{"a recursion of two", one, true},
		{"a call of a recursion", name(call(itself)), false},
		{"a closure with a loop", factory(loop), true},
		{"a closure without", factory(), false},
		{"a closure that makes its like", inside, true},
		{"a closure that calls a value of its type", like(true), true},
		{"a closure that calls a value of another type", like(false), false},
		{"a method that calls those of its name", method("Area"), true},
		{"a method that calls others", method("Len"), false},
	}
	for _, tt := range tests {
		if got := new(Engine).repeats(tt.f); got != tt.want {
			t.Errorf("%s: repeats is %v, want %v", tt.what, got, tt.want)
		}
	}
}

func calling(f core.Expr) core.Stmt { return &core.Do{X: &core.Call{Fun: f}} }

func TestCallbacks(t *testing.T) {
	unary := &core.Type{Kind: core.Func, Params: []*core.Type{core.Int}, Results: []*core.Type{core.Int}}
	thunk := &core.Type{Kind: core.Func}
	factory := func(made *core.Type) *core.FuncName {
		f := &core.FuncName{Name: "mk", Kind: core.Factory, T: &core.Type{Kind: core.Func, Results: []*core.Type{made}}}
		f.Func = &core.Function{Symbol: f}
		return f
	}
	straight := &core.FuncName{Name: "f1", T: unary}
	straight.Func = &core.Function{Symbol: straight}
	loops := &core.FuncName{Name: "f2", T: unary}
	loops.Func = &core.Function{Symbol: loops, Body: []core.Stmt{&core.For{}}}
	hands := &core.FuncName{Name: "f3", T: unary}
	hands.Func = &core.Function{Symbol: hands, Body: []core.Stmt{calling(loops)}}
	tests := []struct {
		what string
		made *core.Type
		to   core.Expr
		want int
	}{
		{"a function that hands it on", unary, hands, 1},
		{"native code", unary, &core.NativeName{Path: "sort", Name: "Slice"}, 1},
		{"native code by way of the run-time", unary, core.Rt("Native"), 1},
		{"a native method", unary, &core.Method{Name: "Walk", T: unary}, 1},
		{"a function that loops", unary, loops, 1},
		{"a function that doesn't", unary, straight, 0},
		{"a method of an interface", unary, core.Rt("Invoke"), 1},
		{"a value", unary, &core.Var{Name: "v1", T: unary}, 1},
		{"the run-time", unary, core.Rt("Send"), 0},
		{"a function that loops, without parameters", thunk, loops, 1},
		{"a function that doesn't, without parameters", thunk, straight, 0},
		{"a value, without parameters", thunk, &core.Var{Name: "v1", T: unary}, 0},
		{"native code, without parameters", thunk, core.Rt("Native"), 0},
	}
	for _, tt := range tests {
		v, mk := &core.Var{Name: "t1", Kind: core.Temp, T: tt.made}, factory(tt.made)
		got := new(Engine).callbacks(&core.Function{Body: []core.Stmt{
			&core.Define{Var: v},
			&core.Assign{L: []core.Expr{v}, R: []core.Expr{&core.Call{Fun: mk}}},
			&core.Do{X: &core.Call{Fun: tt.to, Args: []core.Expr{v}}},
		}})
		if len(got) != tt.want || len(got) > 0 && got[0] != mk {
			t.Errorf("handed to %s: %d callbacks, want %d", tt.what, len(got), tt.want)
		}
		direct := new(Engine).callbacks(&core.Function{Body: []core.Stmt{
			&core.Do{X: &core.Call{Fun: tt.to, Args: []core.Expr{&core.FuncName{Name: "f4", T: tt.made}}}},
		}})
		if len(direct) != tt.want {
			t.Errorf("a named function handed to %s: %d callbacks, want %d", tt.what, len(direct), tt.want)
		}
	}
}

func TestCalledOften(t *testing.T) {
	unary := &core.Type{Kind: core.Func, Params: []*core.Type{core.Int}}
	thunk := &core.Type{Kind: core.Func}
	name := func(t *core.Type, body ...core.Stmt) *core.FuncName {
		f := &core.FuncName{Name: "f", T: t}
		f.Func = &core.Function{Symbol: f, Body: body}
		return f
	}
	value := func(t *core.Type) core.Expr { return &core.Var{Name: "v1", T: t} }
	keep := func(f *core.FuncName) core.Stmt {
		return &core.Assign{L: []core.Expr{value(f.T)}, R: []core.Expr{f}}
	}
	tests := []struct {
		what   string
		kept   *core.FuncName // by a function that doesn't repeat
		other  *core.FuncName
		called bool
	}{
		{"a loop that calls its like", name(unary), name(thunk, &core.For{Body: []core.Stmt{calling(value(unary))}}), true},
		{"a loop that calls another type", name(unary), name(thunk, &core.For{Body: []core.Stmt{calling(value(thunk))}}), false},
		{"no loop", name(unary), name(thunk, calling(value(unary))), false},
		{"a loop that calls what calls its like", name(unary),
			name(thunk, &core.For{Body: []core.Stmt{calling(name(unary, calling(value(unary))))}}), true},
		{"a loop that passes it to native code", name(unary),
			name(thunk, &core.For{Body: []core.Stmt{&core.Do{X: &core.Call{Fun: core.Rt("Native"), Args: []core.Expr{value(unary)}}}}}), true},
	}
	for _, tt := range tests {
		keeps := name(thunk, keep(tt.kept))
		p := &core.Program{Funcs: []*core.Function{keeps.Func, tt.kept.Func, tt.other.Func}}
		got := new(Engine).calledOften(p)
		if (len(got) == 1 && got[0] == tt.kept) != tt.called || len(got) > 1 {
			t.Errorf("%s: %d functions, called is %v", tt.what, len(got), tt.called)
		}
	}
	through := name(unary, calling(value(thunk)))
	last, loops := name(thunk), name(thunk, &core.For{Body: []core.Stmt{calling(value(unary))}})
	keeps := name(thunk, keep(through), keep(last))
	p := &core.Program{Funcs: []*core.Function{keeps.Func, through.Func, last.Func, loops.Func}}
	if got := new(Engine).calledOften(p); len(got) != 2 {
		t.Errorf("a value that calls a value: %d functions, want 2", len(got))
	}
}
