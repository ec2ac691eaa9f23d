package compile

import (
	"go/token"
	"reflect"
	"testing"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
)

// numbers are types of functions that have only integers and slices of them.
type numbers struct{}

func (numbers) Kind(t *core.Type) reflect.Kind {
	if t.Kind == core.Slice {
		return reflect.Slice
	}
	return reflect.Int
}
func (numbers) HasPointers(t *core.Type) bool  { return t.Kind == core.Slice }
func (numbers) PointsToNumber(*core.Type) bool { return false }

// TestFacts follows what is known of an index without emitting anything.
func TestFacts(t *testing.T) {
	ints := &core.Type{Kind: core.Slice, Elem: core.Int}
	i, s := &core.Var{Name: "i", T: core.Int}, &core.Var{Name: "s", T: ints}
	other := &core.Var{Name: "i", T: core.Int} // another variable of that name
	j := &core.Var{Name: "j", T: core.Int}
	fs := newFacts(analysis.New(analysis.Input{Types: numbers{}, Place: func(*core.Var) analysis.Place { return analysis.InLocals }}))
	past := func(i core.Expr) core.Expr { return compared(i, token.GEQ, lengthCall(s)) }
	known := func(what string, x core.Expr, want bool) {
		t.Helper()
		if got := fs.knownFalse(fs.canonical(x)); got != want {
			t.Errorf("%s: known %v, want %v", what, got, want)
		}
	}
	known("before the check", past(i), false)
	fs.refute(past(i))
	known("after it", past(i), true)
	known("of another variable", past(other), false)
	fs.define(j, i, nil)
	known("of a copy", past(j), true)
	before := fs.save()
	fs.kill(i)
	known("after an assignment of i", past(i), false)
	known("after that, of the copy", past(j), false)
	fs.known = before
	fs.killPlace(s)
	known("after an assignment of s", past(i), false)
}

// TestFactsOfConditions: a condition that holds says what doesn't.
func TestFactsOfConditions(t *testing.T) {
	i, n, v := &core.Var{Name: "i", T: core.Int}, &core.Var{Name: "n", T: core.Int}, &core.Var{Name: "v", T: core.Bool}
	fs := newFacts(analysis.New(analysis.Input{Types: numbers{}, Place: func(*core.Var) analysis.Place { return analysis.InLocals }}))
	negative := compared(i, token.LSS, core.IntConst(0))
	fs.assume(compared(core.IntConst(3), token.LSS, i)) // 3 < i
	if !fs.knownFalse(negative) || fs.knownFalse(compared(n, token.LSS, core.IntConst(0))) {
		t.Error("i isn't negative; nothing is known of n")
	}
	start := fs.save()
	fs.assume(compared(i, token.LSS, n))
	end := fs.known
	fs.known = start
	fs.suppose(v, end)
	past := compared(i, token.GEQ, n)
	if fs.knownFalse(past) {
		t.Error("i < n is known only if v is true")
	}
	fs.assume(v)
	if !fs.knownFalse(past) {
		t.Error("v is true, so i < n")
	}
}

func TestTerms(t *testing.T) {
	ts := terms{numbers: map[node]term{}}
	i, other := &core.Var{Name: "i", T: core.Int}, &core.Var{Name: "i", T: core.Int}
	sum := func(x, y core.Expr) core.Expr { return &core.Binary{Op: token.ADD, X: x, Y: y, T: core.Int} }
	a, b := ts.of(sum(i, core.IntConst(1))), ts.of(sum(i, core.IntConst(1)))
	if a == 0 || a != b || ts.size(a) != 3 {
		t.Errorf("i + 1 is %d and %d, of size %d; want one term of size 3", a, b, ts.size(a))
	}
	for _, x := range []core.Expr{sum(core.IntConst(1), i), sum(i, core.IntConst(2)), sum(other, core.IntConst(1)), i} {
		if ts.of(x) == a {
			t.Errorf("%s has the number of another i + 1", core.Text(x))
		}
	}
	if x := sum(i, &core.Call{Fun: core.Rt("Recv"), T: core.Int}); ts.of(x) != 0 {
		t.Error("no fact can be about a call")
	}
}
