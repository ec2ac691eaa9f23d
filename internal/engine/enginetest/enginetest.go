// Package enginetest tests that an engine keeps what package engine promises. An engine's
// tests call Run.
package enginetest

import (
	"errors"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// Run runs all tests on engines that start makes. Bounded says that the engine itself
// ends a recursion that is too deep.
func Run(t *testing.T, bounded bool, start func(*engine.Store) (engine.Engine, error)) {
	for _, tt := range []struct {
		name string
		test func(*session)
	}{
		{"arithmetic", arithmetic},
		{"a long chain of tests", chain},
		{"globals are the store's memory", globals},
		{"structs are the store's types", structs},
		{"natives", natives},
		{"functions of earlier programs", functions},
		{"function values", functionValues},
		{"functions by name", functionsByName},
		{"a panic's value and frames", panics},
		{"frames that are given back", restored},
		{"stop and resume", stopped},
		{"a recursion that is stopped", recursion},
		{"programs that are refused", refused},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(t, start)
			s.bounded = bounded
			tt.test(s)
		})
	}
}

// session is an engine with natives.
type session struct {
	*testing.T
	store  *engine.Store
	engine engine.Engine
	called chan int // what the native test.Call got
	level  int      // the native test.Level

	bounded bool
}

func newSession(t *testing.T, start func(*engine.Store) (engine.Engine, error)) *session {
	s := &session{T: t, called: make(chan int, 1000)}
	members := map[string]reflect.Value{
		"Call":  reflect.ValueOf(func(n int) { s.called <- n }),
		"Panic": reflect.ValueOf(func(n int) { panic(errors.New(strings.Repeat("!", n))) }),
		"Level": reflect.ValueOf(&s.level).Elem(),
		"Time":  reflect.ValueOf((*time.Duration)(nil)),
	}
	s.store = engine.NewStore(func(path, name string) (reflect.Value, bool) {
		v, ok := members[name]
		return v, ok && path == "test"
	})
	var err error
	if s.engine, err = start(s.store); err != nil {
		t.Fatal(err)
	}
	return s
}

// load loads a program of functions whose main function has the body.
func (s *session) load(fs []*core.Function, body ...core.Stmt) engine.Code {
	s.Helper()
	code, err := s.engine.Load(program(fs, body...))
	if err != nil {
		s.Fatal(err)
	}
	return code
}

func (s *session) run(fs []*core.Function, body ...core.Stmt) {
	s.Helper()
	s.load(fs, body...)()
}

func program(fs []*core.Function, body ...core.Stmt) *core.Program {
	main := &core.Function{Symbol: &core.FuncName{Name: "main", Kind: core.Main, T: signature(nil)}, Body: body}
	main.Symbol.Func = main
	return &core.Program{Funcs: append(slices.Clone(fs), main)}
}

// int is what a global of type int holds.
func (s *session) int(v *core.Var) int { return int(s.store.Global(v).Int()) }

// wants reports a global that doesn't hold n.
func (s *session) wants(v *core.Var, n int) {
	s.Helper()
	if got := s.int(v); got != n {
		s.Errorf("%s is %d, want %d", v.Name, got, n)
	}
}

// ---- the normal form, in short ----

func signature(results []*core.Type, params ...*core.Type) *core.Type {
	return &core.Type{Kind: core.Func, Params: params, Results: results}
}

var one = []*core.Type{core.Int}

func global(name string, t *core.Type) *core.Var {
	return &core.Var{Name: name, Kind: core.Global, T: t}
}

func local(name string, t *core.Type) *core.Var {
	return &core.Var{Name: name, Kind: core.Temp, T: t}
}

func param(name string) *core.Var { return &core.Var{Name: name, Kind: core.Param, T: core.Int} }

func num(n int) core.Expr { return core.IntConst(int64(n)) }

func set(v, x core.Expr) core.Stmt {
	return &core.Assign{L: []core.Expr{v}, R: []core.Expr{x}}
}

func op(x core.Expr, o token.Token, y core.Expr) core.Expr {
	return &core.Binary{Op: o, X: x, Y: y, T: x.Type()}
}

func call(f core.Expr, args ...core.Expr) *core.Call {
	c := &core.Call{Fun: f, Args: args}
	if t := f.Type(); t != nil && len(t.Results) == 1 {
		c.T = t.Results[0]
	}
	return c
}

func native(name string) *core.NativeName {
	return &core.NativeName{Path: "test", Name: name, T: signature(nil, core.Int)}
}

func mark(pos int) core.Stmt { return &core.Mark{Pos: token.Pos(pos)} }

func ret(xs ...core.Expr) core.Stmt { return &core.Return{Xs: xs} }

// function is a function of an int that returns one. Its body gets its name and its
// parameter.
func function(name string, body func(f *core.FuncName, n *core.Var) []core.Stmt) *core.Function {
	n := param("n")
	f := &core.Function{
		Symbol:  &core.FuncName{Name: name, T: signature(one, core.Int)},
		Params:  []*core.Var{n},
		Results: one,
		From:    "user's " + name,
	}
	f.Symbol.Func, f.Body = f, body(f.Symbol, n)
	return f
}

// twice returns 2*n.
func twice() *core.Function {
	return function("f1_twice", func(_ *core.FuncName, n *core.Var) []core.Stmt { return []core.Stmt{ret(op(n, token.MUL, num(2)))} })
}

func funcs(fs ...*core.Function) []*core.Function { return fs }

// ---- tests ----

// arithmetic adds 1 to 10 in a loop.
func arithmetic(s *session) {
	sum, i := global("g1_sum", core.Int), local("t2", core.Int)
	s.run(nil,
		&core.Define{Var: i, X: num(1)},
		&core.For{
			Cond: &core.Binary{Op: token.LEQ, X: i, Y: num(10), T: core.Bool},
			Post: &core.Update{L: i, Op: token.INC},
			Body: []core.Stmt{set(sum, op(sum, token.ADD, i))},
		})
	s.wants(sum, 55)
}

// chain: if n == 0 { x = 1 } else { a := n - 1; if a == 0 { x = 3 } else
// { b := a - 1; … } }, to any depth.
func chain(s *session) {
	const deep = 2000
	x := global("g1_x", core.Int)
	f := function("f2_chain", func(_ *core.FuncName, n *core.Var) []core.Stmt {
		left := make([]*core.Var, deep)
		left[0] = n
		for i := range left[1:] {
			left[i+1] = local("t"+strconv.Itoa(i+3), core.Int)
		}
		var rest []core.Stmt
		for i := deep - 1; i >= 0; i-- {
			test := &core.If{Cond: op(left[i], token.EQL, num(0)), Then: []core.Stmt{set(x, num(2*i+1))}, Else: rest}
			rest = []core.Stmt{test}
			if i > 0 {
				rest = []core.Stmt{&core.Define{Var: left[i], X: op(left[i-1], token.SUB, num(1))}, test}
			}
		}
		return append(rest, ret(x))
	})
	n, y := global("g3_n", core.Int), global("g4_y", core.Int)
	t := local("t1", core.Int)
	code := s.load(funcs(f), &core.Define{Var: t, X: call(f.Symbol, n)}, set(y, t))
	for _, i := range []int{0, 1, 299, 300, 301, 650, deep - 1} {
		s.store.Global(n).SetInt(int64(i))
		code()
		s.wants(y, 2*i+1)
	}
}

func globals(s *session) {
	g := global("g1", core.Int)
	f := twice()
	s.run(funcs(f), set(g, call(f.Symbol, num(21))))
	s.wants(g, 42)
	s.store.Global(g).SetInt(4)
	s.engine.Renew()
	s.run(nil, set(g, call(f.Symbol, g)))
	s.wants(g, 8)
	s.store.Clear(g)
	s.wants(g, 0)
}

// structs makes a program link a node of a list to itself.
func structs(s *session) {
	node := &core.Type{Kind: core.Struct, Name: "S1"}
	pointer := core.PointerTo(node)
	node.Fields = []core.StructField{{Name: "N", Type: core.Int}, {Name: "Next", Type: pointer}}
	list := global("g1_list", pointer)
	s.run(nil,
		set(list, &core.New{T: pointer}),
		set(&core.Field{X: &core.Deref{X: list}, Name: "N", T: core.Int}, num(7)),
		set(&core.Field{X: &core.Deref{X: list}, Name: "Next", T: pointer}, list))
	first := s.store.Global(list).Elem()
	if first.Type() != s.store.Type(node) {
		s.Fatalf("the list is of %v, want %v", first.Type(), s.store.Type(node))
	}
	if next := first.Field(1); next.Elem().Field(0).Int() != 7 || next.Pointer() != first.Addr().Pointer() {
		s.Error("the node isn't linked to itself")
	}
}

func natives(s *session) {
	level := &core.NativeName{Path: "test", Name: "Level", T: core.Int}
	d := global("g1", &core.Type{Kind: core.Native, Path: "test", Name: "Time"})
	copied, t := global("g2", core.Int), local("t3", core.Int)
	s.level = 5
	s.run(nil,
		&core.Do{X: call(native("Call"), num(9))},
		&core.Define{Var: t},
		set(t, level),
		set(copied, t),
		set(d, &core.Conv{X: t, T: d.T}))
	if n := <-s.called; n != 9 {
		s.Errorf("the native got %d, want 9", n)
	}
	s.wants(copied, 5)
	if got := s.store.Global(d).Interface(); got != time.Duration(5) {
		s.Errorf("got %v, want 5ns", got)
	}
}

func functions(s *session) {
	g := global("g1", core.Int)
	f := twice()
	four := function("f2_four", func(_ *core.FuncName, n *core.Var) []core.Stmt {
		t := local("t3", core.Int)
		return []core.Stmt{&core.Define{Var: t, X: call(f.Symbol, n)}, ret(op(t, token.MUL, num(2)))}
	})
	s.run(funcs(f))
	s.run(funcs(four), set(g, call(four.Symbol, num(1))))
	s.wants(g, 4)
	for range 3 {
		s.engine.Renew()
		s.run(nil, set(g, call(four.Symbol, g)))
	}
	s.wants(g, 256)
}

// functionValues: a variable holds a function as a Go func, which still works after the
// engine was renewed, and sees the same variables as others.
func functionValues(s *session) {
	g := global("g1", core.Int)
	add := function("f2_add", func(_ *core.FuncName, n *core.Var) []core.Stmt {
		return []core.Stmt{set(g, op(g, token.ADD, n)), ret(g)}
	})
	v := global("g3", add.Symbol.T)
	s.run(funcs(add), set(v, add.Symbol))
	f, ok := s.store.Global(v).Interface().(func(int) int)
	if !ok {
		s.Fatalf("the variable holds %v, want a func(int) int", s.store.Global(v).Type())
	}
	if got := f(3); got != 3 {
		s.Errorf("the function gives %d, want 3", got)
	}
	s.engine.Renew()
	s.run(nil, set(g, call(v, num(4))))
	s.wants(g, 7)
	if got := f(1); got != 8 {
		s.Errorf("the function gives %d, want 8", got)
	}
	s.store.Global(v).Set(reflect.ValueOf(func(n int) int { return -n }))
	s.run(nil, set(g, call(v, num(4))))
	s.wants(g, -4)
}

func functionsByName(s *session) {
	f := twice()
	for range 2 {
		v, err := s.engine.Func(f.Symbol)
		if err != nil {
			s.Fatal(err)
		}
		if got := v.Interface().(func(int) int)(4); got != 8 {
			s.Errorf("the function gives %d, want 8", got)
		}
		s.engine.Renew()
	}
}

// fails calls the native Panic at place 30, outer calls it at place 20.
func failing() (outer, fails *core.Function) {
	fails = function("f1_fails", func(_ *core.FuncName, n *core.Var) []core.Stmt {
		return []core.Stmt{mark(29), &core.Define{Var: local("t2", core.Int), X: op(n, token.ADD, num(1))}, mark(30), &core.Do{X: call(native("Panic"), n)}, ret(n)}
	})
	outer = function("f3_outer", func(_ *core.FuncName, n *core.Var) []core.Stmt {
		t := local("t4", core.Int)
		return []core.Stmt{mark(20), &core.Define{Var: t, X: call(fails.Symbol, n)}, mark(21), &core.Do{X: call(native("Call"), t)}, ret(t)}
	})
	return outer, fails
}

// recovered runs code and returns its panic and the frames that it left.
func (s *session) recovered(code func()) (value any, frames []engine.Frame) {
	defer func() {
		value = recover()
		frames = s.engine.Left()
	}()
	code()
	return nil, nil
}

func panics(s *session) {
	outer, fails := failing()
	code := s.load(funcs(fails, outer), mark(10), &core.Do{X: call(outer.Symbol, num(3))}, mark(11), &core.Do{X: call(outer.Symbol, num(4))})
	v, frames := s.recovered(code)
	if err, ok := v.(error); !ok || err.Error() != "!!!" {
		if v, ok := v.(reflect.Value); !ok || v.Interface().(error).Error() != "!!!" {
			s.Errorf("the panic is %v, want !!!", v)
		}
	}
	s.wantFrames(frames, []string{"user's f1_fails 30", "user's f3_outer 20", " 10"})
	if again := s.engine.Left(); len(again) > 0 {
		s.Errorf("frames are told twice: %v", again)
	}
}

func (s *session) wantFrames(frames []engine.Frame, want []string) {
	s.Helper()
	var got []string
	for _, f := range frames {
		got = append(got, f.From+" "+string(rune('0'+f.Pos/10))+string(rune('0'+f.Pos%10)))
	}
	if !slices.Equal(got, want) {
		s.Errorf("the frames are %q, want %q", got, want)
	}
}

// restored: a panic that is caught on its way and continues has left the frames of both
// parts.
func restored(s *session) {
	outer, fails := failing()
	inner := s.load(funcs(fails), mark(10), &core.Do{X: call(fails.Symbol, num(3))})
	code := s.load(funcs(outer), mark(40), &core.Do{X: call(outer.Symbol, num(1))})
	_, frames := s.recovered(func() {
		_, left := s.recovered(inner)
		s.engine.Restore(left)
		code()
	})
	s.wantFrames(frames, []string{"user's f1_fails 30", " 10", "user's f1_fails 30", "user's f3_outer 20", " 40"})
}

func stopped(s *session) {
	g := global("g1", core.Int)
	code := s.load(nil, &core.Do{X: call(native("Call"), num(1))}, &core.For{Body: []core.Stmt{&core.Update{L: g, Op: token.INC}}})
	for range 2 {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			defer func() { recover() }() // with which some engines end running code
			code()
		}()
		<-s.called
		s.engine.Stop()
		<-ended
		s.engine.Resume()
	}
	s.run(nil, set(g, num(-5)))
	s.wants(g, -5)
}

func recursion(s *session) {
	deep := function("f1_deep", func(f *core.FuncName, n *core.Var) []core.Stmt {
		t := local("t2", core.Int)
		return []core.Stmt{
			mark(50), &core.Do{X: call(native("Call"), n)},
			&core.Define{Var: t, X: call(f, op(n, token.ADD, num(1)))}, ret(op(t, token.ADD, num(1))),
		}
	})
	code := s.load(funcs(deep), mark(10), &core.Do{X: call(deep.Symbol, num(0))})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { recover() }()
		code()
	}()
	for range 10 {
		<-s.called
	}
	go func() {
		for range s.called { // let it continue
		}
	}()
	asked := time.Now()
	frames := s.engine.Recurring(func() bool { return s.bounded && time.Since(asked) > time.Second || time.Since(asked) > time.Minute })
	s.engine.Stop()
	<-ended
	s.engine.Resume()
	if s.bounded && len(frames) == 0 {
		return
	}
	if len(frames) != 1 || frames[0].From != "user's f1_deep" || frames[0].Pos != 50 {
		s.Errorf("the recursion is in %v, want f1_deep at 50", frames)
	}
}

// refused: what an engine can't load is an error, and the engine keeps working.
func refused(s *session) {
	nothing := &core.NativeName{Path: "test", Name: "Nothing", T: signature(nil, core.Int)}
	if _, err := s.engine.Load(program(nil, &core.Do{X: call(nothing, num(1))})); err == nil {
		s.Error("a native that doesn't exist is loaded")
	}
	g := global("g1", core.Int)
	s.run(nil, set(g, num(3)))
	s.wants(g, 3)
}
