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
	tests := []struct {
		what string
		f    *core.FuncName
		want bool
	}{
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
	}
	for _, tt := range tests {
		if got := repeats(tt.f); got != tt.want {
			t.Errorf("%s: repeats is %v, want %v", tt.what, got, tt.want)
		}
	}
}
