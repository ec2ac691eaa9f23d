package yaegi

import (
	"go/constant"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// TestPasses shows what yaegi gets for statements that it would run wrongly.
func TestPasses(t *testing.T) {
	ints := core.SliceOf(core.Int)
	number := &core.Type{Kind: core.Func, Results: []*core.Type{core.Int}}
	float := &core.Type{Kind: core.Basic, Name: "float64"}
	f := &core.FuncName{Name: "f1", T: number}
	takes := &core.FuncName{Name: "f2", T: &core.Type{Kind: core.Func, Params: []*core.Type{number}}}
	halves := &core.FuncName{Name: "f3", T: &core.Type{Kind: core.Func, Params: []*core.Type{float}}}
	g := &core.Var{Name: "g", Kind: core.Global, T: core.Int}
	x := &core.Var{Name: "x", Kind: core.Temp, T: core.Int}
	boxed := &core.Var{Name: "boxed", Kind: core.Temp, T: core.Empty}
	list := &core.Var{Name: "list", Kind: core.Temp, T: ints}
	half := &core.Var{Name: "half", Kind: core.Temp, T: float}
	one := core.IntConst(1)
	sum := &core.Binary{Op: token.ADD, X: x, Y: one, T: core.Int}
	set := func(l, r core.Expr) core.Stmt { return &core.Assign{L: []core.Expr{l}, R: []core.Expr{r}} }
	positive := &core.Binary{Op: token.GTR, X: x, Y: one, T: core.Bool}
	next := &core.Branch{Tok: token.FALLTHROUGH}

	for _, tt := range []struct {
		name string
		s    core.Stmt
		want string
	}{
		{"constants have types by name", &core.Define{Var: x, X: one}, "var x int; x = 1"},
		{"interfaces have types by name", &core.Define{Var: boxed, X: x}, "var boxed interface{}; boxed = x"},
		{"other values say their types", &core.Define{Var: x, X: sum}, "x := (x + 1)"},
		{"zeros stay", &core.Define{Var: x}, "var x int"},
		{"a call's result goes to a global by a variable", set(g, &core.Call{Fun: f, T: core.Int}), "var z1 int; z1 = f1(); g = z1"},
		{"a call's result goes to a local at once", set(x, &core.Call{Fun: f, T: core.Int}), "x = f1()"},
		{"an operation goes to a global at once", set(g, sum), "g = (x + 1)"},
		{"functions as arguments are variables", &core.Do{X: &core.Call{Fun: takes, Args: []core.Expr{f}}}, "var z1 func() int; z1 = f1; f2(z1)"},
		{"functions as results are variables", &core.Return{Xs: []core.Expr{f}}, "var z1 func() int; z1 = f1; return z1"},
		{"literals are of variables", set(list, &core.Composite{T: ints, Elems: []core.Expr{x, one, sum}}),
			"var z1 int; z1 = (x + 1); list = []int{x, 1, z1}"},
		{"labels have statements", &core.Label{Name: "Ga"}, "Ga:; {; }"},
		{"labels in a clause are in a block", &core.Switch{X: x, Cases: [][]core.Stmt{{&core.Label{Name: "Ga"}, next}, {}}},
			"switch x {; case 0:; {; Ga:; {; }; }; fallthrough; case 1:; }"},
		{"a branch for else doesn't begin with a return", &core.If{Cond: positive, Else: []core.Stmt{&core.Block{Body: []core.Stmt{&core.Return{}}}}},
			"if (x > 1) {; } else {; var z1 int; {; return; }; }"},
		{"-0 is passed by reflection", &core.Do{X: &core.Call{Fun: halves, Args: []core.Expr{half}}},
			"if (half == float64(0.0)) {; var z1 func(float64); z1 = f3; p_reflected.Call(z1, 0, half); } else {; f3(half); }"},
		{"constants are never -0", &core.Do{X: &core.Call{Fun: halves, Args: []core.Expr{&core.Const{Value: constant.MakeFloat64(0), T: float}}}},
			"f3(float64(0.0))"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := &instance{shared: &shared{store: engine.NewStore(func(path, name string) (reflect.Value, bool) { return reflect.Value{}, false })}}
			before := &core.Function{Symbol: &core.FuncName{Name: "f"}, Body: []core.Stmt{tt.s}}
			printed := core.FuncText(before)
			if got := body(in.prepared(before)); got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
			if core.FuncText(before) != printed {
				t.Error("the function itself has changed")
			}
		})
	}
}

// body is a function's printed body in one line.
func body(f *core.Function) string {
	var lines []string
	for line := range strings.Lines(core.FuncText(f)) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines[1:len(lines)-1], "; ")
}

// TestSites: a site for each statement of the user's that may panic, and another after a call.
func TestSites(t *testing.T) {
	p := &core.Var{Name: "p", Kind: core.Temp, T: core.PointerTo(core.Int)}
	deref := &core.Assign{L: []core.Expr{&core.Deref{X: p}}, R: []core.Expr{core.IntConst(1)}}
	f := &core.FuncName{Name: "f1", T: &core.Type{Kind: core.Func}}
	call := &core.Do{X: &core.Call{Fun: f}}
	safe := &core.Define{Var: p}
	mark := func(pos token.Pos) core.Stmt { return &core.Mark{Pos: pos} }
	g, s := withSites(&core.Function{Symbol: f, Body: []core.Stmt{
		mark(10), safe,
		mark(20), deref, deref, call, deref,
		mark(30), &core.Block{Body: []core.Stmt{deref}}, deref,
		mark(40), &core.For{Post: deref, Body: []core.Stmt{
			&core.For{Label: "La", Body: []core.Stmt{&core.Branch{Tok: token.CONTINUE}}},
			&core.Branch{Tok: token.CONTINUE},
		}},
	}}, 7)
	want := []site{{pos: 10}, {pos: 20, calls: []string{"f1"}}, {pos: 20}, {pos: 30}, {pos: 30}, {pos: 40}}
	if !reflect.DeepEqual(s.all, want) {
		t.Errorf("the sites are %v, want %v", s.all, want)
	}
	noted := strings.ReplaceAll(body(g), "p_note.Nat7(", "at7 = ") // under the race detector
	if n := strings.Count(noted, "at7 = "); n != 5+2 {
		t.Errorf("%d notes, want one for each site, and two for rounds of the loop: %s", n, noted)
	}
}
