package compile

import (
	"reflect"
	"testing"

	"riffle/internal/core"
)

// TestLate: a late function is compiled when it is first called, and called by Go only
// that once.
func TestLate(t *testing.T) {
	b := newBench(t)
	p := b.lower(`
func late(n int, s string) (int, string) {
	if n > 1000 {
		panic("large")
	}
	if n < 0 {
		return late(-n, s) // so that it isn't in line
	}
	for range n % 3 {
		s += "."
	}
	return n * 2, s
}

func calls(n int) (sum int, s string) {
	for i := range n {
		x, more := late(i, s)
		sum, s = sum+x, more
	}
	return sum, s
}
var _, _ = late, calls
`)
	fs := map[string]*core.Function{}
	for _, f := range p.Funcs {
		fs[f.From] = f
	}
	asked, called := 0, 0
	b.env.Late = func(f *core.FuncName) bool { return f == fs["late"].Symbol }
	b.env.Method = func(f *core.FuncName) *Compiled {
		asked++
		return b.compileOne(f.Func)
	}
	b.env.Fallback = func(f *core.FuncName) (reflect.Value, error) {
		v := b.compiled[f].Value()
		return reflect.MakeFunc(v.Type(), func(in []reflect.Value) []reflect.Value {
			called++
			return v.Call(in)
		}), nil
	}
	user := b.compileOne(fs["calls"]).Value()
	if asked != 0 {
		t.Error("it is compiled before it is called")
	}
	for range 2 {
		if out := user.Call([]reflect.Value{reflect.ValueOf(5)}); out[0].Int() != 20 || out[1].String() != "...." {
			t.Errorf("the calls return %v and %q", out[0], out[1])
		}
	}
	if asked != 1 || called != 1 {
		t.Errorf("it was asked for %d times and called by Go %d times, want once", asked, called)
	}
	if _, panicked := b.call(user, 1002); panicked != "large" {
		t.Errorf("it panics with %v", panicked)
	}
}

// compileOne compiles a function in a module of its own.
func (b *bench) compileOne(f *core.Function) *Compiled {
	b.Helper()
	done, refused, err := Functions(b.m, b.store, b.env, []*core.Function{f})
	if err != nil || refused[f.Symbol] != nil {
		b.Fatal(err, refused[f.Symbol])
	}
	b.compiled[f.Symbol] = done[f.Symbol]
	return done[f.Symbol]
}
