package walk

import (
	"errors"
	"go/constant"
	"go/token"
	"math"
	"reflect"
	"testing"

	"riffle/internal/core"
	"riffle/internal/engine"
)

var errStarted = errors.New("the fallback is started")

// alone is an engine without a fallback.
func alone(members map[string]any) *Engine {
	s := engine.NewStore(func(path, name string) (reflect.Value, bool) {
		m, ok := members[name]
		return reflect.ValueOf(m), ok && path == "test"
	})
	return New(s, Options{}, func() (engine.Engine, error) { return nil, errStarted })
}

func program(body ...core.Stmt) *core.Program {
	t := &core.Type{Kind: core.Func}
	main := &core.Function{Symbol: &core.FuncName{Name: "main", Kind: core.Main, T: t}, Body: body}
	main.Symbol.Func = main
	return &core.Program{Funcs: []*core.Function{main}}
}

func basic(name string) *core.Type { return &core.Type{Kind: core.Basic, Name: name} }

// result is the value of x as a Go value.
func result(t *testing.T, x core.Expr) any {
	t.Helper()
	e := alone(nil)
	v := &core.Var{Name: "g1", Kind: core.Global, T: x.Type()}
	code, err := e.Load(program(&core.Assign{L: []core.Expr{v}, R: []core.Expr{x}}))
	if err != nil {
		t.Fatal(err)
	}
	code()
	return e.store.Global(v).Interface()
}

// TestWidths: the operators have Go's results in all widths. The operands are
// variables, so that Go's compiler computes nothing.
func TestWidths(t *testing.T) {
	c := func(typ *core.Type, v any) core.Expr {
		if f, ok := v.(float64); ok {
			return &core.Const{Value: constant.MakeFloat64(f), T: typ}
		}
		return &core.Const{Value: constant.Make(v), T: typ}
	}
	op := func(x core.Expr, o token.Token, y core.Expr) core.Expr {
		return &core.Binary{Op: o, X: x, Y: y, T: x.Type()}
	}
	i8, u8, i64, u64, f32, f64, c64 := basic("int8"), basic("uint8"), basic("int64"), basic("uint64"), basic("float32"), basic("float64"), basic("complex64")
	var (
		least8, minus8 = int8(math.MinInt8), int8(-1)
		most8u, two8u  = uint8(255), uint8(2)
		least          = int64(math.MinInt64)
		minus          = int64(-1)
		third          = float32(1) / 3
		huge           = 1e300
		i              = complex64(complex(0, 1))
		shift          = uint(70)
	)
	for _, tt := range []struct {
		name string
		x    core.Expr
		want any
	}{
		{"int8 / -1", op(c(i8, int64(least8)), token.QUO, c(i8, int64(minus8))), least8 / minus8},
		{"int8 - 1", op(c(i8, int64(least8)), token.ADD, c(i8, int64(minus8))), least8 + minus8},
		{"uint8 * 2", op(c(u8, int64(most8u)), token.MUL, c(u8, int64(two8u))), most8u * two8u},
		{"int64 % -1", op(c(i64, least), token.REM, c(i64, minus)), least % minus},
		{"int64 >> 70", op(c(i64, minus), token.SHR, &core.Const{Value: constant.MakeInt64(70), T: core.Uint}), minus >> shift},
		{"uint64 << 70", op(c(u64, int64(1)), token.SHL, &core.Const{Value: constant.MakeInt64(70), T: core.Uint}), uint64(1) << shift},
		{"uint8 &^ 2", op(c(u8, int64(most8u)), token.AND_NOT, c(u8, int64(two8u))), most8u &^ two8u},
		{"float32 * float32", op(c(f32, float64(third)), token.MUL, c(f32, float64(third))), third * third},
		{"float64 overflow", op(c(f64, huge), token.MUL, c(f64, huge)), huge * huge},
		{"-0", &core.Unary{Op: token.SUB, X: c(f64, 0.0), T: f64}, math.Copysign(0, -1)},
		{"i * i", op(&core.Const{Value: constant.MakeImag(constant.MakeInt64(1)), T: c64}, token.MUL, &core.Const{Value: constant.MakeImag(constant.MakeInt64(1)), T: c64}), i * i},
		{"^uint8", &core.Unary{Op: token.XOR, X: c(u8, int64(two8u)), T: u8}, ^two8u},
		{"-int8", &core.Unary{Op: token.SUB, X: c(i8, int64(least8)), T: i8}, -least8},
		{"int8 of 300.7", &core.Conv{T: i8, X: c(f64, 300.7)}, func(f float64) int8 { return int8(f) }(300.7)},
		{"uint8 of int64", &core.Conv{T: u8, X: c(i64, minus)}, uint8(minus & 255)},
		{"string of bytes", &core.Conv{T: core.String, X: &core.Conv{T: core.SliceOf(core.Byte), X: c(core.String, "äx")}}, "äx"},
		{"short circuit", &core.Binary{Op: token.LAND, X: core.BoolConst(false), Y: &core.Binary{Op: token.EQL, X: &core.Deref{X: &core.Nil{T: core.PointerTo(core.Int)}}, Y: core.IntConst(1), T: core.Bool}, T: core.Bool}, false},
	} {
		got := result(t, tt.x)
		if g, ok := got.(float64); ok && math.Signbit(g) != math.Signbit(tt.want.(float64)) || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s is %T %v, want %T %v", tt.name, got, got, tt.want, tt.want)
		}
	}
}

// TestCopies: a value that was read doesn't change with its place.
func TestCopies(t *testing.T) {
	x, y := &core.Var{Name: "g1", Kind: core.Global, T: core.Int}, &core.Var{Name: "g2", Kind: core.Global, T: core.Int}
	before := &core.Var{Name: "t3", Kind: core.Temp, T: core.Int}
	e := alone(nil)
	code, err := e.Load(program(
		&core.Assign{L: []core.Expr{x}, R: []core.Expr{core.IntConst(1)}},
		&core.Define{Var: before, X: x},
		&core.Update{L: x, Op: token.INC},
		&core.Assign{L: []core.Expr{x, y}, R: []core.Expr{before, x}},
	))
	if err != nil {
		t.Fatal(err)
	}
	code()
	if gx, gy := e.store.Global(x).Int(), e.store.Global(y).Int(); gx != 1 || gy != 2 {
		t.Errorf("x, y are %d, %d, want 1, 2", gx, gy)
	}
}

// TestStopped: a cell that is stopped ends before its next statement, and the same
// program can run again.
func TestStopped(t *testing.T) {
	var e *Engine
	n, stop := 0, true
	e = alone(map[string]any{
		"Stop": func() {
			if stop {
				e.Stop()
			}
		},
		"Count": func() { n++ },
	})
	call := func(name string) core.Stmt {
		return &core.Do{X: &core.Call{Fun: &core.NativeName{Path: "test", Name: name, T: &core.Type{Kind: core.Func}}}}
	}
	code, err := e.Load(program(call("Count"), &core.If{Cond: core.BoolConst(true), Then: []core.Stmt{call("Stop"), call("Count")}}, call("Count")))
	if err != nil {
		t.Fatal(err)
	}
	if code(); n != 1 {
		t.Errorf("%d statements ran, want 1", n)
	}
	e.Resume()
	stop = false
	if code(); n != 4 {
		t.Errorf("%d statements ran in all, want 4", n)
	}
	if fs := e.Left(); len(fs) > 0 {
		t.Errorf("frames %v are left of a cell that was stopped", fs)
	}
}

// TestLeaves: what isn't walked through is the fallback's.
func TestLeaves(t *testing.T) {
	for name, body := range map[string][]core.Stmt{
		"a loop":        {&core.For{Body: []core.Stmt{&core.Branch{Tok: token.BREAK}}}},
		"a goto":        {&core.Branch{Tok: token.GOTO, Label: "L"}, &core.Label{Name: "L"}},
		"a call":        {&core.Do{X: &core.Call{Fun: &core.FuncName{Name: "f", T: &core.Type{Kind: core.Func}, Func: &core.Function{}}}}},
		"no such thing": {&core.Do{X: &core.Call{Fun: &core.NativeName{Path: "test", Name: "f", T: &core.Type{Kind: core.Func}}}}},
	} {
		if _, err := alone(nil).Load(program(body...)); err != errStarted {
			t.Errorf("%s: %v, want that the fallback is started", name, err)
		}
	}
}
