package compile

import (
	"reflect"
	"sync"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/machine"
)

// A large function of the library that the user's code calls, such as the part of a sort
// that short slices don't need, is compiled when it is first called, since most sessions
// never do. Others call it through an entry of the table. At first that is a stub's, which
// has the function compiled; after the first call it is the function's own.

// isLate reports whether a function is compiled only when it is called.
func (e *Env) isLate(name *core.FuncName) bool { return e != nil && e.Late != nil && e.Late(name) }

// lateStub gives a function that is compiled later its stub and its entry.
func (c *compiler) lateStub(k *callee) {
	k.slot, k.tabled = c.mod.Slot(), true
	c.stub(k, c.firstCall(k))
	c.wasm.Element(k.slot, k.fn)
	k.need = max(k.need, maxClosure)
}

// firstCall calls a function that may have to be compiled first.
func (c *compiler) firstCall(k *callee) func(*machine.Context, []reflect.Value) []reflect.Value {
	call, env, mod, slot, name := c.env.fallback(k.name), c.env, c.mod, k.slot, k.name
	redirect := sync.OnceFunc(func() {
		if done := env.Method(name); done != nil {
			mod.Redirect(slot, done.Func)
		}
	})
	return func(m *machine.Context, in []reflect.Value) []reflect.Value {
		redirect()
		return call(m, in)
	}
}
