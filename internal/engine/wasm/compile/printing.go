package compile

import (
	"io"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// Functions such as fmt.Println take any number of values of any type. They are passed
// above the frame, two words each.

// printer is the host function of such a function, nil for others. Its arguments are at
// sp, two words each; a[0] is how many of them are variadic.
func printer(fn reflect.Value) machine.HostFunc {
	switch f := fn.Interface().(type) {
	case func(...any) string:
		return func(c *machine.Context, sp uint32, a []uint64) {
			a[0], a[1] = c.GiveString(f(facesAt(c, sp, a[0])...))
		}
	case func(string, ...any) string:
		return func(c *machine.Context, sp uint32, a []uint64) {
			a[0], a[1] = c.GiveString(f(textAt(c, sp), facesAt(c, sp+16, a[0])...))
		}
	case func(string, ...any) error:
		return func(c *machine.Context, sp uint32, a []uint64) {
			giveError(c, a, f(textAt(c, sp), facesAt(c, sp+16, a[0])...))
		}
	case func(...any) (int, error):
		return func(c *machine.Context, sp uint32, a []uint64) {
			giveCount(c, a)(f(facesAt(c, sp, a[0])...))
		}
	case func(string, ...any) (int, error):
		return func(c *machine.Context, sp uint32, a []uint64) {
			giveCount(c, a)(f(textAt(c, sp), facesAt(c, sp+16, a[0])...))
		}
	case func(io.Writer, ...any) (int, error):
		return func(c *machine.Context, sp uint32, a []uint64) {
			giveCount(c, a)(f(writerAt(c, sp), facesAt(c, sp+16, a[0])...))
		}
	case func(io.Writer, string, ...any) (int, error):
		return func(c *machine.Context, sp uint32, a []uint64) {
			giveCount(c, a)(f(writerAt(c, sp), textAt(c, sp+16), facesAt(c, sp+32, a[0])...))
		}
	}
	return nil
}

// giveCount returns how much was written, and the error.
func giveCount(c *machine.Context, a []uint64) func(int, error) {
	return func(n int, err error) {
		a[0] = uint64(n)
		giveError(c, a[1:], err)
	}
}

func textAt(c *machine.Context, sp uint32) string {
	w := wordsAt(c, sp, 2)
	return c.String(w[0], w[1])
}

func writerAt(c *machine.Context, sp uint32) io.Writer {
	w, _ := facesAt(c, sp, 1)[0].(io.Writer) // nil for nil
	return w
}

func facesAt(c *machine.Context, sp uint32, n uint64) []any {
	xs := make([]any, n)
	for i, w := 0, wordsAt(c, sp, 2*int(n)); i < len(xs); i++ {
		xs[i] = faceOf(w[2*i], w[2*i+1])
	}
	return xs
}

// prints compiles a call of such a function; ok is false for others.
func (f *function) prints(fn reflect.Value, x *core.Call, results []*core.Type, live analysis.Set) (ok bool) {
	host := printer(fn)
	if host == nil || x.Spread || !f.c.printable(x.Args, fn.Type()) {
		return false
	}
	ls, ok := f.c.slotsOfResults(results, fn.Type())
	if ok {
		f.printing(x.Args, fn.Type(), ls, live, host)
	}
	return ok
}

// printable reports whether the arguments fit a printing function: strings, and anything
// for a writer and for variadic arguments.
func (lt *layouts) printable(xs []core.Expr, t reflect.Type) bool {
	if len(xs) < t.NumIn()-1 {
		return false
	}
	for i, x := range xs {
		l := lt.layout(x.Type())
		fits := l.typ.Kind() == reflect.Interface
		if i < t.NumIn()-1 && t.In(i).Kind() == reflect.String {
			fits = l.typ == t.In(i)
		}
		if _, named := x.(*core.NativeName); named || !fits {
			return false
		}
	}
	return true
}

// printing calls a printing function, and pushes its results.
func (f *function) printing(xs []core.Expr, t reflect.Type, results []slot, live analysis.Set, host machine.HostFunc) {
	n := uint32(len(xs))
	values := make([][]code.Local, n)
	slots := make([][]slot, n)
	for i, x := range xs {
		l := f.c.layout(x.Type())
		slots[i] = l.slots
		if l.typ.Kind() == reflect.Interface {
			f.exprAs(x, core.Empty)
		} else {
			f.expr(x)
		}
		values[i] = f.pop(slots[i])
	}
	f.effect = open
	f.weight += 8
	site, size := f.spill(live, synced(host))
	f.reach(size + 16*n)
	for i, v := range values {
		for k, l := range v {
			f.LocalGet(spLocal)
			f.LocalGet(l)
			f.widen(slots[i][k])
			f.I64Store(size + 16*uint32(i) + 8*uint32(k))
		}
	}
	f.LocalGet(tcLocal)
	f.above(size)
	f.I32Const(int32(site))
	f.I64Const(int64(int(n) - (t.NumIn() - 1)))
	f.Call(f.c.host(1, len(results)))
	f.facts.forgetMemory()
	f.narrowAll(results)
}
