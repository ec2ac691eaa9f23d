package compile

import (
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// How a function finds whether the shadow stack has room for its frame.

// maxUnchecked is how much of the shadow stack functions that don't check the depth may
// need, with their callees that don't either; machine.Slack has room for it.
const maxUnchecked = machine.Slack - 128

// maxClosure is the same for what is called through the table, whose needs the caller
// doesn't know.
const maxClosure = 256

// enter checks, in a function that may call itself, whether there is room for its frame,
// and takes fuel, with one comparison for both.
func (f *function) enter() {
	f.effect = open
	room := f.temp(code.I32)
	f.LocalGet(tcLocal)
	f.I32Load(machine.LimitAt)
	f.LocalGet(spLocal)
	f.I32Const(int32(f.self.need))
	f.I32Add()
	f.I32Sub()
	f.LocalTee(room)
	f.useFuel(1)
	f.I32Or()
	f.I32Const(0)
	f.I32LtS()
	f.If()
	f.LocalGet(room)
	f.I32Const(0)
	f.I32LtS()
	f.Rarely()
	f.deeper()
	f.End()
	f.poll(f.flow.Live.Entry)
	f.End()
}

// checkDepth is the first half of enter.
func (f *function) checkDepth() {
	f.effect = open
	f.LocalGet(spLocal)
	f.I32Const(int32(f.self.need))
	f.I32Add()
	f.LocalGet(tcLocal)
	f.I32Load(machine.LimitAt)
	f.I32GtU()
	f.Rarely()
	f.deeper()
	f.End()
}

// deeper runs the function once more, on a new segment, and returns its results.
func (f *function) deeper() {
	sig := f.Signature
	if 8*len(sig.Params) > machine.Slack/2 {
		refuse("so many parameters")
	}
	fn := f.c.entered(f.self)
	for i, t := range sig.Params[2:] {
		f.LocalGet(spLocal)
		f.LocalGet(code.Local(i + 2))
		f.widen(slot{typ: t})
		f.I64Store(8 * uint32(i))
	}
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(f.c.mod.Site(machine.Site{Pos: f.mark.Pos, Host: machine.Deeper(fn, f.self.need)})))
	f.Call(f.c.host(0, 0))
	for i, t := range sig.Results {
		f.LocalGet(spLocal)
		f.I64Load(8 * uint32(i))
		f.narrow(slot{typ: t})
	}
	f.Return()
}
