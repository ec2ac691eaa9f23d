package machine

import (
	"runtime"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// Native code that calls a function many times with the same argument, as experiments
// call their trials, would enter and leave compiled code each time. Repeated enters it
// once for many calls: an entry function of the machine's own, repeat, calls that of the
// function's signature again and again.

// The words of repeat, relative to the entry's words. The arguments of the calls follow,
// and then the words of the current call.
const (
	repeatEntryAt   = 0  // the entry of the function's signature
	repeatTimesAt   = 8  // how many calls to make; when it returns, how many it has made
	repeatPassedAt  = 16 // how many bytes of arguments there are
	repeatResultsAt = 24 // the results, a word each
	repeatArgsAt    = repeatResultsAt + 8*mostRepeated

	mostRepeated = 128

	// repeatedFuel is the cost of the machine's part of a call.
	repeatedFuel = 2
)

// repeats adds repeat. It stops early when fuel is used up or a call has polled, so it
// returns within half a millisecond, or one call.
func repeats(b *code.Module) *code.Func {
	f := b.NewFunc("", EntryType)
	tc, at, slot := code.Local(0), code.Local(1), code.Local(2)
	call, made, polls, i := f.NewLocal(code.I32), f.NewLocal(code.I32), f.NewLocal(code.I32), f.NewLocal(code.I32)
	f.LocalGet(at)
	f.I32Const(repeatArgsAt)
	f.I32Add()
	f.LocalGet(at)
	f.I32Load(repeatPassedAt)
	f.I32Add()
	f.LocalSet(call)
	f.LocalGet(tc)
	f.I32Load(pollsAt)
	f.LocalSet(polls)
	next := f.Loop()
	passAgain(f, at, call, i)
	f.LocalGet(tc)
	f.LocalGet(call)
	f.LocalGet(slot)
	f.LocalGet(at)
	f.I32Load(repeatEntryAt)
	f.CallIndirect(EntryType)
	f.LocalGet(at) // the result
	f.LocalGet(made)
	f.I32Const(3)
	f.I32Shl()
	f.I32Add()
	f.LocalGet(call)
	f.I64Load(0)
	f.I64Store(repeatResultsAt)
	f.LocalGet(made)
	f.I32Const(1)
	f.I32Add()
	f.LocalSet(made)
	goesOn(f, tc, at, made, polls)
	f.BrIf(next)
	f.End()
	f.LocalGet(at)
	f.LocalGet(made)
	f.I32Store(repeatTimesAt)
	return f
}

// passAgain copies the arguments to where the next call finds them.
func passAgain(f *code.Func, at, call, i code.Local) {
	f.I32Const(0)
	f.LocalSet(i)
	more := f.Loop()
	f.LocalGet(call)
	f.LocalGet(i)
	f.I32Add()
	f.LocalGet(at)
	f.LocalGet(i)
	f.I32Add()
	f.I64Load(repeatArgsAt)
	f.I64Store(0)
	f.LocalGet(i)
	f.I32Const(8)
	f.I32Add()
	f.LocalTee(i)
	f.LocalGet(at)
	f.I32Load(repeatPassedAt)
	f.I32LtU()
	f.BrIf(more)
	f.End()
}

// goesOn pushes whether to make another call: if not all were made, none has polled, and
// fuel is left.
func goesOn(f *code.Func, tc, at, made, polls code.Local) {
	left := f.NewLocal(code.I32)
	f.LocalGet(made)
	f.LocalGet(at)
	f.I32Load(repeatTimesAt)
	f.I32LtU()
	f.LocalGet(tc)
	f.I32Load(pollsAt)
	f.LocalGet(polls)
	f.I32Eq()
	f.I32And()
	f.LocalGet(tc)
	f.LocalGet(tc)
	f.I32Load(FuelAt)
	f.I32Const(repeatedFuel)
	f.I32Sub()
	f.LocalTee(left)
	f.I32Store(FuelAt)
	f.LocalGet(left)
	f.I32Const(0)
	f.I32GtS()
	f.I32And()
	f.LocalGet(tc)
	f.I32Load(StopAt)
	f.I32Eqz()
	f.I32And()
}

// Repeated is, for a compiled func(any) R, a func(any, []R) int that calls it up to as
// many times as the slice is long, at least once, and returns how often; R is bool, int
// or float64. It is nil for other functions.
func (m *Machine) Repeated(f any) any {
	return RepeatedOf[any](m, f)
}

// RepeatedOf is Repeated for functions of an interface A.
func RepeatedOf[A any](m *Machine, f any) any {
	switch f := f.(type) {
	case func(A) bool:
		return repeated(m, f)
	case func(A) int:
		return repeated(m, f)
	case func(A) float64:
		return repeated(m, f)
	}
	return nil
}

func repeated[A, R any](m *Machine, f func(A) R) any {
	o := m.objects.object(funcPointer(unsafe.Pointer(&f)))
	if o == nil || !m.repeatable(o) {
		return nil
	}
	return func(a A, results []R) int {
		if !m.takeFor(o.fn) {
			results[0] = f(a)
			return 1
		}
		defer m.give()
		was := full()
		c := m.context()
		defer c.release()
		at := c.begin()
		made := o.repeat(c, unsafe.Pointer(&a), len(results), at)
		if made == 0 {
			defer restore(was)
			results[0] = f(a)
			return 1
		}
		for i := range results[:made] {
			c.takePlain(o.fn.Results[0].Parts, unsafe.Pointer(&results[i]), at+repeatResultsAt+8*uint32(i))
		}
		runtime.KeepAlive(f) // rule 1
		runtime.KeepAlive(a)
		return made
	}
}

// repeatable reports whether the arguments of an object's function are the same words
// in each call: no handles, which a poll may drop.
func (m *Machine) repeatable(o *object) bool {
	f := o.fn
	if _, near := m.near(unsafe.Pointer(o)); f.Self && !near || len(f.Params) != 1 || len(f.Results) != 1 {
		return false
	}
	for _, p := range f.Params[0].Parts {
		if p.Word == Offset || p.Text || p.Boxed != nil {
			return false
		}
	}
	r := f.Results[0].Parts
	return len(r) == 1 && r[0].Word == Raw && r[0].Boxed == nil
}

// repeat calls the object's function with the argument at a, and returns how often: 0 if
// there is no room on the stack.
func (o *object) repeat(c *Context, a unsafe.Pointer, times int, at uint32) (made int) {
	f := *o.fn
	passed := f.In
	*c.header(at + repeatEntryAt) = uint64(f.Entry)
	*c.header(at + repeatTimesAt) = uint64(min(times, mostRepeated))
	*c.header(at + repeatPassedAt) = uint64(8 * passed)
	o.pass(c, params{a}, at+repeatArgsAt)
	f.In = repeatArgsAt/8 + passed + f.words()
	f.Entry = repeatSlot
	if !c.tryRun(&f, at, at) {
		return 0
	}
	return int(*c.header(at + repeatTimesAt))
}
