package compile

import (
	"fmt"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// A call of an interface's method passes the value's data word in place of the receiver.
// The method's entry loads the receiver and calls the method, or contains the body of a
// small one. If the value isn't in the window, another function does the same with the
// host's help: that is a single call, so that the entry keeps nothing across calls.
//
// The machine calls a function through an entry for its signature, which takes words.

// An entry's parameters behind the context and the frame.
const (
	entryData code.Local = 2
	entryArgs            = 3
)

// methodEntry makes the entry of a compiled method, and returns its index in the function
// table; 0 if there can be none.
func (c *compiler) methodEntry(k *callee) uint32 {
	recv := c.layout(k.name.T.Params[0])
	if isDirect(recv.typ) && recv.big {
		return 0
	}
	var params, results []*layout
	for _, t := range k.name.T.Params[1:] {
		params = append(params, c.layout(t))
	}
	for _, t := range k.name.T.Results {
		results = append(results, c.layout(t))
	}
	s := methodSignature(params, results)
	k = c.forwarded(k)
	slow := c.slowEntry(k, recv, s)
	entry := &callee{name: k.name, t: k.t, info: k.info, fn: c.wasm.NewFunc("", s), slow: slow}
	if !c.inEntry(k, entry) {
		f := newFunction(c, entry, &core.Function{Symbol: k.name})
		other := f.fromData(recv)
		f.callMethod(k)
		f.orSlowly(other)
	}
	slot := c.mod.Slot()
	c.wasm.Element(slot, entry.fn)
	return slot
}

// slowEntry is the function for receivers that need the host.
func (c *compiler) slowEntry(k *callee, recv *layout, s code.Signature) *code.Func {
	slow := &callee{name: k.name, t: k.t, info: k.info, fn: c.wasm.NewFunc("", s)}
	f := newFunction(c, slow, &core.Function{Symbol: k.name})
	f.unboxed(recv, entryData)
	f.callMethod(k)
	return slow.fn
}

// callMethod calls a method with the receiver on the stack and an entry's arguments.
func (f *function) callMethod(k *callee) {
	recv := f.pop(f.c.layout(k.name.T.Params[0]).slots)
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.push(recv)
	for i := entryArgs; i < len(f.Params); i++ {
		f.LocalGet(code.Local(i))
	}
	f.Call(k.fn)
}

// fromData pushes the receiver of a type that an entry's data word leads to. One that is
// out of sight branches to the label, which orSlowly ends.
func (f *function) fromData(l *layout) (other code.Label) {
	other = f.Block()
	switch direct := isDirect(l.typ); {
	case l.size() == 0:
	case direct && l.slots[0].class == reference:
		f.LocalGet(entryData)
	default:
		f.LocalGet(entryData)
		at := f.nearOr(other)
		if direct {
			f.LocalGet(at)
		} else {
			f.load(place{layout: l, base: at, near: true})
		}
	}
	return other
}

// orSlowly ends an entry.
func (f *function) orSlowly(other code.Label) {
	f.Return()
	f.End()
	for i := range f.Params {
		f.LocalGet(code.Local(i))
	}
	f.Call(f.self.slow)
}

// maxInEntry is the maximum code size of a method that is inlined in its entry.
const maxInEntry = 400

// inEntry compiles a method's body as that of its entry, if it is small and nothing in it
// depends on how it was called.
func (c *compiler) inEntry(k, entry *callee) bool {
	src := c.mine[k.name]
	if k.fn.Size() > maxInEntry || k.effect == open || k.checks || k.guard != nil || k.need > maxClosure {
		return false
	}
	if err := c.compile(entry, src); err != nil || entry.checks {
		entry.fn.Reset()
		return false
	}
	return true
}

// forwarded is the method that a type's method only calls, otherwise that itself. It must
// be of this module, which knows that it is called through the table.
func (c *compiler) forwarded(k *callee) *callee {
	if to := c.callees[c.forwards(c.mine[k.name])]; to != nil && to.fn != nil && !to.stub {
		return to
	}
	return k
}

// forwards is the function that a type's method only calls with its own arguments, nil if
// it does something else.
func (c *compiler) forwards(src *core.Function) *core.FuncName {
	if src.Symbol.Kind != core.Entry {
		return nil
	}
	name := core.Forwards(src)
	if name == nil {
		return nil
	}
	for i, p := range src.Params {
		if c.layout(p.T) != c.layout(name.T.Params[i]) {
			return nil
		}
	}
	return name
}

// ---- calls by Go ----

// entered is the function for Deeper.
func (c *compiler) entered(k *callee) *machine.Func {
	if k.slot == 0 {
		k.slot = c.mod.Slot()
		c.wasm.Element(k.slot, k.fn)
	}
	return c.goFunc(k)
}

// goFunc describes a compiled function to the machine.
func (c *compiler) goFunc(k *callee) *machine.Func {
	s := k.fn.Signature
	return &machine.Func{
		Instead: c.instead(k), Asks: c.asks(k.name),
		Module: c.mod, Slot: k.slot, Entry: c.entry(k.t, s), Self: k.closure != nil,
		In: uint32(len(s.Params) - 2), Out: uint32(len(s.Results)),
		Type: c.store.Type(k.t), Params: c.goValues(k.t.Params), Results: c.goValues(k.t.Results),
	}
}

// goValues is how the machine makes Go values of the types.
func (c *compiler) goValues(ts []*core.Type) (vs []machine.Value) {
	for _, t := range ts {
		vs = append(vs, c.layout(t).value())
	}
	return vs
}

// value is how the machine makes a Go value of slots.
func (l *layout) value() machine.Value {
	v := machine.Value{Type: l.typ}
	if l.big {
		v.Parts = []machine.Part{{Size: 8, Word: machine.Offset, Boxed: l.typ}}
		return v
	}
	for _, s := range l.slots {
		v.Parts = append(v.Parts, machine.Part{At: s.off, Size: s.size, Word: s.word(), Text: s.text})
	}
	return v
}

// entry is the table index of the entry function for a signature, see machine.EntryType:
// it takes words, calls a function and leaves words.
func (c *compiler) entry(t *core.Type, s code.Signature) uint32 {
	key := s.Key()
	var params []slot
	if len(s.Params) > 2+c.slots(t.Params) { // its object
		params = append(params, slot{typ: code.I32, size: 4})
	}
	for _, p := range t.Params {
		params = append(params, c.layout(p).slots...)
	}
	for _, p := range params {
		key += fmt.Sprintf("%d%t", p.size, p.signed)
	}
	if slot, ok := c.entries[key]; ok {
		return slot
	}
	f := newHelper(c, c.wasm.NewFunc("", machine.EntryType))
	const tc, at, target = 0, 1, 2
	f.LocalGet(tc)
	f.LocalGet(at)
	f.I32Const(int32(8 * max(len(params), len(s.Results))))
	f.I32Add()
	for i, p := range params {
		f.LocalGet(at)
		f.I64Load(8 * uint32(i))
		f.narrow(p)
		if p.class == number { // the machine extends with zeros
			f.normalize(p)
		}
	}
	f.LocalGet(target)
	f.CallIndirect(s)
	results := make([]code.Local, len(s.Results))
	for i := len(results) - 1; i >= 0; i-- {
		results[i] = f.NewLocal(s.Results[i])
		f.LocalSet(results[i])
	}
	for i, t := range s.Results {
		f.LocalGet(at)
		f.LocalGet(results[i])
		f.widen(slot{typ: t})
		f.I64Store(8 * uint32(i))
	}
	slot := c.mod.Slot()
	c.wasm.Element(slot, f.Func)
	c.entries[key] = slot
	return slot
}
