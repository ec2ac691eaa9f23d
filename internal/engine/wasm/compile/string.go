package compile

import (
	"go/token"
	"strings"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// stringOp concatenates or compares strings.
func (f *function) stringOp(x *core.Binary, left, right func()) {
	l := f.c.layout(core.String)
	left()
	a := f.pop(l.slots)
	right()
	b := f.pop(l.slots)
	if x.Op == token.ADD {
		f.quickMark("concat", 4, 2, func() {
			f.LocalGet(a[0])
			f.I64ExtendI32U()
			f.LocalGet(a[1])
			f.LocalGet(b[0])
			f.I64ExtendI32U()
			f.LocalGet(b[1])
		}, concat)
		f.narrowAll(l.slots)
		return
	}
	f.push(a)
	f.push(b)
	switch x.Op {
	case token.EQL, token.NEQ:
		f.textCall(f.c.textEqual())
		if x.Op == token.NEQ {
			f.I32Eqz()
		}
		return
	}
	f.textCall(f.c.textCompare())
	f.I32Const(0)
	f.emit(x.Op, slot{typ: code.I32, signed: true})
}

func concat(c *machine.Context, _ uint32, a []uint64) {
	switch {
	case a[1] == 0:
		a[0], a[1] = a[2], a[3]
		return
	case a[3] == 0:
		return
	}
	b := make([]byte, a[1]+a[3])
	copy(b[copy(b, sliceAt[byte](c, a[0], a[1])):], sliceAt[byte](c, a[2], a[3]))
	a[1] += a[3]
	a[0] = c.GiveMade(unsafe.Pointer(&b[0]), len(b), false)
}

// texts are the parameters of functions of two strings: these, the context and the frame.
var texts = []code.Type{code.I32, code.I64, code.I32, code.I64, code.I32, code.I32}

// textCall calls such a function.
func (f *function) textCall(fn *code.Func) {
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.Call(fn)
}

// farTexts returns the host's result for two strings if one of them may be far: if the OR
// of their addresses has all upper bits set, as a handle has and hardly any two offsets
// together.
func (c *compiler) farTexts(f *code.Func, h machine.HostFunc) {
	f.LocalGet(0)
	f.LocalGet(2)
	f.I32Or()
	f.I32Const(-1 << 16)
	f.I32GeU()
	f.Rarely()
	f.LocalGet(4)
	f.LocalGet(5)
	f.I32Const(int32(c.mod.Site(machine.Site{Host: h})))
	f.LocalGet(0)
	f.I64ExtendI32U()
	f.LocalGet(1)
	f.LocalGet(2)
	f.I64ExtendI32U()
	f.LocalGet(3)
	f.Call(c.host(4, 1))
	f.I32WrapI64()
	f.Return()
	f.End()
}

func sameTexts(c *machine.Context, _ uint32, a []uint64) {
	same := c.String(a[0], a[1]) == c.String(a[2], a[3])
	if a[0] = 0; same {
		a[0] = 1
	}
}

func compareTexts(c *machine.Context, _ uint32, a []uint64) {
	a[0] = uint64(strings.Compare(c.String(a[0], a[1]), c.String(a[2], a[3])))
}

// textEqual is the module's function that compares two strings for equality: eight bytes
// at a time, then the last eight of both, or fewer if they are shorter.
func (c *compiler) textEqual() *code.Func {
	if c.equal != nil {
		return c.equal
	}
	f := c.wasm.NewFunc("", code.Signature{Params: texts, Results: []code.Type{code.I32}})
	c.equal = f
	const p, n, q, m = 0, 1, 2, 3
	left := f.NewLocal(code.I32)
	different := f.Block()
	f.LocalGet(n)
	f.LocalGet(m)
	f.I64Ne()
	f.BrIf(different)
	c.farTexts(f, sameTexts)
	f.LocalGet(n)
	f.I32WrapI64()
	f.LocalSet(left)
	words := f.Block()
	loop := f.Loop()
	f.LocalGet(left)
	f.I32Const(8)
	f.I32LtU()
	f.BrIf(words)
	f.LocalGet(p)
	f.I64Load(0)
	f.LocalGet(q)
	f.I64Load(0)
	f.I64Ne()
	f.BrIf(different)
	advance(f, left, 8, p, q)
	f.Br(loop)
	f.End()
	f.End()
	bytes := f.Loop()
	f.LocalGet(left)
	f.If()
	f.LocalGet(p)
	f.I32Load8U(0)
	f.LocalGet(q)
	f.I32Load8U(0)
	f.I32Ne()
	f.BrIf(different)
	advance(f, left, 1, p, q)
	f.Br(bytes)
	f.End()
	f.End()
	f.I32Const(1)
	f.Return()
	f.End()
	f.I32Const(0)
	return f
}

// advance subtracts n from what is left, and adds it to pointers.
func advance(f *code.Func, left code.Local, n int32, ps ...code.Local) {
	f.LocalGet(left)
	f.I32Const(n)
	f.I32Sub()
	f.LocalSet(left)
	for _, p := range ps {
		f.LocalGet(p)
		f.I32Const(n)
		f.I32Add()
		f.LocalSet(p)
	}
}

// textCompare is the module's function that returns -1, 0 or 1 for two strings.
func (c *compiler) textCompare() *code.Func {
	if c.compare != nil {
		return c.compare
	}
	f := c.wasm.NewFunc("", code.Signature{Params: texts, Results: []code.Type{code.I32}})
	c.compare = f
	const p, n, q, m = 0, 1, 2, 3
	left, x, y := f.NewLocal(code.I32), f.NewLocal(code.I32), f.NewLocal(code.I32)
	c.farTexts(f, compareTexts)
	f.LocalGet(n)
	f.LocalGet(m)
	f.LocalGet(n)
	f.LocalGet(m)
	f.I64LtU()
	f.Select()
	f.I32WrapI64()
	f.LocalSet(left)
	loop := f.Loop()
	f.LocalGet(left)
	f.If()
	f.LocalGet(p)
	f.I32Load8U(0)
	f.LocalTee(x)
	f.LocalGet(q)
	f.I32Load8U(0)
	f.LocalTee(y)
	f.I32Ne()
	f.If()
	f.I32Const(-1)
	f.I32Const(1)
	f.LocalGet(x)
	f.LocalGet(y)
	f.I32LtU()
	f.Select()
	f.Return()
	f.End()
	advance(f, left, 1, p, q)
	f.Br(loop)
	f.End()
	f.End()
	f.LocalGet(n)
	f.LocalGet(m)
	f.I64GtU()
	f.LocalGet(n)
	f.LocalGet(m)
	f.I64LtU()
	f.I32Sub()
	return f
}
