package compile

import (
	"context"
	"fmt"
	gotypes "go/types"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/gotype"
	"riffle/internal/rt"
	"riffle/stdlib"
)

func TestMain(m *testing.M) {
	debug = true
	os.Exit(m.Run())
}

// bench compiles Go source as a session does, and its functions to machine code.
type bench struct {
	testing.TB
	cells    *cell.Compiler
	store    *engine.Store
	rt       *rt.Runtime
	m        *machine.Machine
	n        int
	env      *Env
	compiled map[*core.FuncName]*Compiled
	mu       sync.Mutex
	left     []machine.Frame          // by the last panic
	natives  map[string]reflect.Value // in the place of the library's, by path and name
	waits    map[string]bool          // functions that aren't compiled where goroutines share a stack
	native   bool                     // no function of the library that has a source is lowered from it
}

func newBench(t testing.TB) *bench {
	t.Helper()
	return newBenchOf(t, machine.Config{})
}

func newBenchOf(t testing.TB, cfg machine.Config) *bench {
	t.Helper()
	b := &bench{TB: t, compiled: map[*core.FuncName]*Compiled{}, waits: map[string]bool{}}
	v := core.NewVerifier()
	v.Native = has
	b.cells = cell.New(cell.Config{Check: v.Verify, Importer: stdlib.Importer(), Auto: stdlib.Auto, Source: stdlib.Source, Caller: func(path, name string) bool { return !b.native && stdlib.IsCaller(path, name) }, Has: has})
	b.rt = rt.New(rt.Config{Stderr: os.Stderr, MaxMake: 1 << 32, Var: stdlib.Symbol, Forms: &gotype.Forms{Native: nativeType}})
	symbols, own := b.rt.Symbols(), b.rt.Overrides()
	b.store = engine.NewStore(func(path, name string) (reflect.Value, bool) {
		if path == core.RuntimePath {
			v, ok := symbols[name]
			return v, ok
		}
		if v, ok := b.natives[path+"."+name]; ok {
			return v, true
		}
		if v, ok := own[path][name]; ok {
			return v, true
		}
		return stdlib.Symbol(path, name)
	})
	b.store.Interfaces(func(of any) reflect.Type { return b.rt.GoType(of.(gotypes.Type)) })
	cfg.Stopped, cfg.TooDeep, cfg.Goroutine = rt.ErrInterrupted, rt.ErrTooDeep, rt.GoroutineID
	cfg.Trace = func(fs []machine.Frame) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.left = append(b.left, fs...)
	}
	var err error
	if b.m, err = machine.New(cfg); err != nil {
		t.Fatal(err)
	}
	b.env = &Env{
		Compiled: func(f *core.FuncName) *Compiled { return b.compiled[f] },
		Method:   func(f *core.FuncName) *Compiled { return b.compiled[f] },
		Fallback: func(f *core.FuncName) (reflect.Value, error) {
			return reflect.Value{}, fmt.Errorf("%s isn't compiled", f.Name)
		},
	}
	return b
}

func nativeType(path, name string) (reflect.Type, bool) {
	v, ok := stdlib.Symbol(path, name)
	if !ok || v.Kind() != reflect.Pointer || v.CanAddr() {
		return nil, false
	}
	return v.Type().Elem(), true
}

func has(path, name string) bool { _, ok := stdlib.Symbol(path, name); return ok }

// lower lowers a cell and registers its types.
func (b *bench) lower(source string) *core.Program {
	b.Helper()
	b.n++
	unit, errs := b.cells.Compile(context.Background(), &cell.Source{Text: source, Cell: b.n})
	if errs != nil {
		b.Fatalf("%s: %s", errs[0].Place(), errs[0].Message)
	}
	b.describe(unit)
	return unit.Program
}

// describe registers the types that values of a program have in interfaces.
func (b *bench) describe(unit *cell.Unit) {
	for _, d := range unit.Descs {
		t := rt.NewType(d.Type, d.Shown, d.Own)
		d.Native.Made = &t
		if d.Own {
			t.SetMemory(b.store.Type(d.Lowered))
		}
		b.rt.AddType(t)
	}
	for _, m := range unit.Program.Methods {
		(*m.Type.Made.(**rt.Type)).SetMethod(m.Name, m.Func, func(f any) reflect.Value { return b.compiled[f.(*core.FuncName)].Value() })
	}
}

// functions compiles the functions that a cell declares, and returns them by the
// names that the user gave them. What is refused is an error, unless it is nil.
func (b *bench) functions(source string, refused *map[string]error) map[string]reflect.Value {
	b.Helper()
	var uses strings.Builder
	for line := range strings.Lines(source) {
		if rest, ok := strings.CutPrefix(line, "func "); ok && rest[0] != '(' {
			name, params, _ := strings.Cut(rest, "(")
			if !strings.Contains(name, "[") && params != "" {
				fmt.Fprintf(&uses, "var _ = %s\n", name)
			}
		}
	}
	p := b.lower(source + "\n" + uses.String())
	var fs []*core.Function
	for _, f := range p.Funcs {
		if f.Symbol.Kind == core.Declared || f.Symbol.Kind == core.Entry {
			fs = append(fs, f)
		}
	}
	done, not, err := Functions(b.m, b.store, b.env, fs)
	if err != nil {
		b.Fatal(err)
	}
	for f, err := range not {
		if machine.OneStack && err == error(errWaits) {
			b.waits[strings.TrimLeft(f.Name[strings.Index(f.Name, "_"):], "_")] = true
			continue
		}
		if refused == nil {
			b.Errorf("%s is refused: %v", f.Name, err)
		} else {
			if *refused == nil {
				*refused = map[string]error{}
			}
			(*refused)[f.Name] = err
		}
	}
	out := map[string]reflect.Value{}
	for f, c := range done {
		b.compiled[f] = c
		if _, name, _ := strings.Cut(f.Name, "_"); f.Func == nil || f.Func.From != "" { // not the library's
			out[name] = c.Func.Value()
		}
	}
	return out
}

// call calls a function, and returns its results or what it panicked with.
func (b *bench) call(f reflect.Value, args ...any) (out []any, panicked any) {
	defer func() {
		if panicked = b.rt.Translate(recover()); panicked != nil {
			if e, ok := panicked.(error); ok {
				panicked = e.Error()
			}
		}
	}()
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	for _, v := range f.Call(in) {
		out = append(out, v.Interface())
	}
	return out, nil
}

func TestFib(t *testing.T) {
	b := newBench(t)
	fs := b.functions(`
func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func sum(n int) int {
	s := 0
	for i := 1; i <= n; i++ {
		s += i
	}
	return s
}
`, nil)
	for name, want := range map[string]int{"fib": 832040, "sum": 465} {
		out, panicked := b.call(fs[name], 30)
		if panicked != nil || out[0] != want {
			t.Errorf("%s(30) = %v, %v, want %d", name, out, panicked, want)
		}
	}
}
