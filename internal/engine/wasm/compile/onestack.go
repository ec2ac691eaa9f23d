package compile

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/engine/wasm/machine"
)

// Where goroutines share one stack, a function also exists without machine code, for when
// there is no room, or when it isn't the goroutine's turn; and what waits for others
// isn't compiled.

// instead is machine.Func.Instead of a function.
func (c *compiler) instead(k *callee) func(unsafe.Pointer) reflect.Value {
	if !machine.OneStack || c.env == nil || c.env.Instead == nil || k.aside || k.slow != nil || k.name == nil || k.name.Func == nil {
		return nil
	}
	env, name := c.env, k.name
	find := sync.OnceValues(func() (reflect.Value, error) { return env.Instead(name) })
	found := func() reflect.Value {
		fn, err := find()
		if err != nil {
			panic(&machine.Fault{Text: err.Error()})
		}
		return fn
	}
	if k.closure == nil || name.Kind != core.Factory {
		return func(unsafe.Pointer) reflect.Value { return found() }
	}
	var captured []machine.Value
	for _, v := range k.closure.captured {
		captured = append(captured, c.layout(v.T).value())
	}
	return func(object unsafe.Pointer) reflect.Value {
		return found().Call(machine.Captured(object, captured))[0]
	}
}

var (
	errWaits = &Refusal{"it may wait for another goroutine"}
	errAsks  = &Refusal{"it may wait for somebody's answer"}
)

// refuseWaiting refuses the functions that may wait for another goroutine, and those that
// call them, and those that may ask somebody.
func (c *compiler) refuseWaiting(fs []*core.Function) {
	waiting := waitingOf(fs)
	for _, f := range fs {
		switch {
		case waiting[f]:
			c.refused[f.Symbol] = errWaits
		case c.asks(f.Symbol) != nil && c.asks(f.Symbol)():
			c.refused[f.Symbol] = errAsks
		default:
			continue
		}
		delete(c.mine, f.Symbol)
	}
}

// asks is machine.Func.Asks of a function.
func (c *compiler) asks(f *core.FuncName) func() bool {
	if !machine.OneStack || c.env == nil || c.env.Asks == nil || f == nil {
		return nil
	}
	return c.env.Asks(f)
}

// waitingOf are the functions that may wait, among some and those that they mention.
func waitingOf(fs []*core.Function) map[*core.Function]bool {
	callers := map[*core.Function][]*core.Function{}
	waiting := map[*core.Function]bool{}
	var found []*core.Function // whose callers may wait too
	seen := map[*core.Function]bool{}
	for all := fs; len(all) > 0; {
		f := all[len(all)-1]
		all = all[:len(all)-1]
		if seen[f] {
			continue
		}
		seen[f] = true
		uses := engine.UsesOf(f)
		if slices.ContainsFunc(uses.Natives, mayWait) {
			waiting[f], found = true, append(found, f)
		}
		for _, g := range uses.Funcs {
			if g.Func != nil {
				callers[g.Func] = append(callers[g.Func], f)
				all = append(slices.Clip(all), g.Func)
			}
		}
	}
	for len(found) > 0 {
		f := found[len(found)-1]
		found = found[:len(found)-1]
		for _, g := range callers[f] {
			if !waiting[g] {
				waiting[g], found = true, append(found, g)
			}
		}
	}
	return waiting
}

// mayWait reports whether a native may wait longer than for a lock.
func mayWait(x *core.NativeName) bool { return core.EffectsOf(x.Path, x.Name).Has(core.Waits) }
