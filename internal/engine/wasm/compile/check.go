package compile

import (
	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// panicking calls a native that always panics, with integers.
func (f *function) panicking(x *core.Call, h machine.HostFunc) {
	var args []code.Local
	for _, a := range x.Args {
		f.expr(a)
		f.widen(f.c.layout(a.Type()).slots[0])
		args = append(args, f.popOne(code.I64))
	}
	f.fails(x.Fun.(*core.NativeName).Name, len(args), func() { f.push(args) }, h)
}

// fails calls a host function that always panics, the same function for the same name.
// There are many such calls, which hardly ever run. So they are kept short: they go
// through a function of the module, and the unreachable end after them is a return, which
// takes less code than a trap.
func (f *function) fails(name string, n int, args func(), h machine.HostFunc) {
	f.effect = max(f.effect, brief)
	f.writeBack()
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(f.siteOf(name, h)))
	if args != nil {
		args()
	}
	f.Call(f.c.failer(n))
	for _, t := range f.Signature.Results {
		f.Zero(t)
	}
	f.Return()
}

// failer is the function (tc, sp, site, n arguments) that calls the host.
func (c *compiler) failer(n int) *code.Func {
	if c.failers[n] == nil {
		host := c.host(n, 0)
		f := c.wasm.NewFunc("", host.Signature)
		for l := range host.Params {
			f.LocalGet(code.Local(l))
		}
		f.Call(host)
		c.failers[n] = f
	}
	return c.failers[n]
}

// check calls a native that panics for some integers.
func (f *function) check(x *core.Call, h machine.HostFunc) {
	var args []code.Local
	for _, a := range x.Args {
		f.expr(a)
		args = append(args, f.popOne(code.I64))
	}
	f.quick(len(args), 0, func() { f.push(args) }, h)
}

func unsignedOutOfRange(_ *machine.Context, _ uint32, a []uint64) {
	rt.UnsignedOutOfRange(int(a[0]), int(a[1]))
}

// sliceOutOfRangeOf takes all that rt.SliceOutOfRange takes.
func sliceOutOfRangeOf(_ *machine.Context, _ uint32, a []uint64) {
	rt.SliceOutOfRange(int(a[0]), int(a[1]), int(a[2]), int(a[3]), a[4] != 0, a[5] != 0, a[6] != 0)
}

func unsignedSliceOutOfRange(_ *machine.Context, _ uint32, a []uint64) {
	rt.UnsignedSliceOutOfRange(int(a[0]), int(a[1]), int(a[2]), int(a[3]), a[4] != 0, a[5] != 0, a[6] != 0, int(a[7]))
}

// panics makes a host function of a native without parameters.
func panics(native func()) machine.HostFunc {
	return func(*machine.Context, uint32, []uint64) { native() }
}

// sizes makes a host function of a session's native that checks sizes.
func (c *compiler) sizes(name string) machine.HostFunc {
	v, ok := c.store.Native(core.Rt(name))
	if !ok {
		refuse("there is no rt.%s", name)
	}
	switch g := v.Interface().(type) {
	case func(int, int, int):
		return func(_ *machine.Context, _ uint32, a []uint64) { g(int(a[0]), int(a[1]), int(a[2])) }
	case func(int):
		return func(_ *machine.Context, _ uint32, a []uint64) { g(int(a[0])) }
	}
	refuse("rt.%s is a %s", name, v.Type())
	return nil
}

// checkSmall is check, but calls the host only if one of the first two sizes is large or
// negative: small ones pass.
func (f *function) checkSmall(x *core.Call, name string) {
	const small = 1 << 12
	var args []code.Local
	for _, a := range x.Args {
		f.expr(a)
		args = append(args, f.popOne(code.I64))
	}
	f.LocalGet(args[0])
	f.LocalGet(args[1])
	f.I64Or()
	f.I64Const(small)
	f.I64GeU()
	if name == "CheckMake" { // the capacity mustn't be less than the length
		f.LocalGet(args[1])
		f.LocalGet(args[0])
		f.I64LtS()
		f.I32Or()
	}
	if k, ok := x.Args[2].(*core.Const); !ok || integer(k.Value) >= small {
		f.Drop()
		f.I32Const(1)
	}
	f.If()
	f.quick(len(args), 0, func() { f.push(args) }, f.c.sizes(name))
	f.weight--
	f.End()
}

// checks compiles the run-time's checks; ok is false for other natives.
func (f *function) checks(x *core.Call, name string) (ok bool) {
	switch name {
	case "IndexOutOfRange":
		f.panicking(x, indexOutOfRange)
	case "UnsignedOutOfRange":
		f.panicking(x, unsignedOutOfRange)
	case "SliceOutOfRange":
		f.panicking(x, sliceOutOfRangeOf)
	case "UnsignedSliceOutOfRange":
		f.panicking(x, unsignedSliceOutOfRange)
	case "DivideByZero":
		f.panicking(x, panics(rt.DivideByZero))
	case "NegativeShift":
		f.panicking(x, panics(rt.NegativeShift))
	case "NilDereference":
		f.panicking(x, panics(rt.NilDereference))
	case "IteratorDone":
		f.panicking(x, panics(rt.IteratorDone))
	case "CheckMake", "CheckAppend":
		f.checkSmall(x, name)
	case "CheckChan":
		f.check(x, f.c.sizes(name))
	default:
		return false
	}
	return true
}

// numbers compiles the run-time's arithmetic; ok is false for other natives.
func (f *function) numbers(x *core.Call, name string) (ok bool) {
	args := func() {
		for _, a := range x.Args {
			f.expr(a)
		}
	}
	switch name {
	case "Complex": // the numbers are its parts
		args()
	case "Real":
		args()
		f.Drop()
	case "Imag":
		args()
		im := f.popOne(code.F64)
		f.Drop()
		f.LocalGet(im)
	case "Min":
		args()
		f.F64Min()
	case "Max":
		args()
		f.F64Max()
	case "Quo":
		args()
		parts := f.pop(append(f.c.layout(x.Args[0].Type()).slots, f.c.layout(x.Args[1].Type()).slots...))
		f.quick(4, 2, func() {
			for _, p := range parts {
				f.LocalGet(p)
				f.I64ReinterpretF64()
			}
		}, quo)
		f.narrowAll(f.c.layout(x.Args[0].Type()).slots)
	case "RuneString":
		f.runeString(x.Args[0])
	case "Copy":
		f.copyCall(x)
	case "DecodeRune":
		f.decodeRune(x)
	default:
		return false
	}
	return true
}

// decodeRune pushes the rune at an index of a string, and its width. ASCII needs no call
// of the host.
func (f *function) decodeRune(x *core.Call) {
	f.expr(x.Args[0])
	s := f.pop(f.c.layout(core.String).slots)
	f.expr(x.Args[1])
	i := f.popOne(code.I64)
	r, n := f.temp(code.I32), f.temp(code.I64)
	f.I64Const(1)
	f.LocalSet(n)
	far := !f.facts.isNear(x.Args[0])
	if far {
		f.I32Const(0x80)
		f.LocalSet(r)
		f.isFar(place{base: s[0], there: true})
		f.I32Eqz()
		f.If()
	}
	f.LocalGet(s[0])
	f.LocalGet(i)
	f.I32WrapI64()
	f.I32Add()
	f.I32Load8U(0)
	f.LocalSet(r)
	if far {
		f.End()
	}
	f.LocalGet(r)
	f.I32Const(0x80)
	f.I32GeU()
	f.If()
	f.quickMark("rune", 3, 2, func() {
		f.LocalGet(s[0])
		f.I64ExtendI32U()
		f.LocalGet(s[1])
		f.LocalGet(i)
	}, decodeRune)
	f.LocalSet(n)
	f.I32WrapI64()
	f.LocalSet(r)
	f.weight--
	f.End()
	f.LocalGet(r)
	f.LocalGet(n)
}

func decodeRune(c *machine.Context, _ uint32, a []uint64) {
	r, n := rt.DecodeRune(c.String(a[0], a[1]), int(a[2]))
	a[0], a[1] = uint64(uint32(r)), uint64(n)
}

func quo(_ *machine.Context, _ uint32, a []uint64) {
	z := rt.Quo(complex(float(a[0]), float(a[1])), complex(float(a[2]), float(a[3])))
	a[0], a[1] = floatWord(real(z)), floatWord(imag(z))
}
