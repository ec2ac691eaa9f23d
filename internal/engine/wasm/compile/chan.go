package compile

import (
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// channels compiles the run-time's channel operations; ok is false for other natives.
func (f *function) channels(x *core.Call, name string, live analysis.Set) (ok bool) {
	switch name {
	case "Send":
		f.send(x, live)
	case "Recv":
		f.receive(x, live)
	case "Select":
		f.selectCall(x, live)
	case "Close":
		f.closeChan(x, live)
	case "SameChan":
		f.expr(x.Args[0])
		f.expr(x.Args[1])
		f.I64Eq()
	default:
		return false
	}
	return true
}

// makeChan pushes a new channel.
func (f *function) makeChan(x *core.Make, l *layout) {
	n, t := len(x.Args), reflect.ChanOf(reflect.BothDir, l.typ.Elem())
	f.quick(n, 1, func() {
		if n > 0 {
			f.expr(x.Args[0])
		}
	}, func(c *machine.Context, _ uint32, a []uint64) {
		size := 0
		if n > 0 {
			size = int(a[0])
		}
		a[0] = c.RefNew(reflect.MakeChan(t, size).UnsafePointer(), size*int(t.Elem().Size()))
	})
}

// closeChan closes a channel, whatever its elements are.
func (f *function) closeChan(x *core.Call, live analysis.Set) {
	ch := f.operand(x.Args[0])
	f.full(live, 1, 0, func() { f.LocalGet(ch) }, func(c *machine.Context, sp uint32, a []uint64) {
		c.Sync(sp)
		p := machine.Native(a[0])
		close(*(*chan byte)(unsafe.Pointer(&p)))
	})
}

// laneOf is the lane of a channel's elements, nil if they go by reflection.
func (c *compiler) laneOf(ch core.Expr) (lane, *layout) {
	if c.rt == nil {
		return nil, nil
	}
	t := c.store.Type(ch.Type())
	elem := c.layoutOf(t.Elem())
	return lanes()[shapeOf(elem)], elem
}

// send is ch <- v. The value's words are above the frame.
func (f *function) send(x *core.Call, live analysis.Set) {
	via, elem := f.c.laneOf(x.Args[0])
	if _, null := x.Args[1].(*core.Nil); via == nil || !null && f.c.layout(x.Args[1].Type()).typ != elem.typ {
		f.byReflection(x, "Send", live)
		return
	}
	ch := f.operand(x.Args[0])
	f.exprAs(x.Args[1], f.c.elemOf(x.Args[0].Type()))
	value := f.pop(elem.slots)
	site, size := f.spill(live, sender(via, elem.slots, f.c.rt.Waiting))
	f.passing(site, size, len(value), func() { f.LocalGet(ch) }, func() {
		for i, l := range value {
			f.LocalGet(spLocal)
			f.LocalGet(l)
			f.widen(elem.slots[i])
			f.I64Store(size + 8*uint32(i))
		}
	})
	f.Drop()
}

// receive is v, ok = <-ch.
func (f *function) receive(x *core.Call, live analysis.Set) {
	via, elem := f.c.laneOf(x.Args[0])
	if via == nil {
		f.byReflection(x, "Recv", live)
		return
	}
	to, ok := f.c.destination(x.Args[1], elem), f.c.destination(x.Args[2], f.c.layout(core.Bool))
	if !to.known || !ok.known {
		f.byReflection(x, "Recv", live)
		return
	}
	ch := f.operand(x.Args[0])
	site, size := f.spill(live, receiver(via, elem.slots, f.c.rt.Waiting))
	f.passing(site, size, len(elem.slots), func() { f.LocalGet(ch) }, nil)
	f.I32WrapI64()
	got := f.popOne(code.I32)
	if to.x != nil {
		f.loadWords(elem.slots, size)
		f.assignTo(to.x, f.pop(elem.slots))
	}
	if ok.x != nil {
		f.assignTo(ok.x, []code.Local{got})
	}
}

// passing calls a full host function that takes a channel, with n words above the frame,
// and pushes its result.
func (f *function) passing(site, size uint32, n int, ch, words func()) {
	f.effect = open
	f.weight += 2
	f.reach(size + 8*uint32(n))
	if words != nil {
		words()
	}
	f.LocalGet(tcLocal)
	f.above(size)
	f.I32Const(int32(site))
	ch()
	f.Call(f.c.host(1, 1))
	f.facts.forgetMemory()
}

// destination is where a received value goes: nowhere if x is nil.
type destination struct {
	x     core.Expr
	known bool
}

// destination is the place whose address a receive is passed. It isn't known if its type
// differs from what is received, or if it needs checks first.
func (lt *layouts) destination(p core.Expr, l *layout) destination {
	switch p := p.(type) {
	case *core.Nil:
		return destination{known: true}
	case *core.Addr:
		if v, ok := p.X.(*core.Var); ok && lt.layout(v.T).typ == l.typ {
			return destination{v, true}
		}
	case *core.Var:
		if t := p.T; p.Cell && t.Kind == core.Pointer && lt.layout(t.Elem).typ == l.typ {
			return destination{&core.Deref{X: p}, true}
		}
	}
	return destination{}
}

// assignTo stores a value in a place.
func (f *function) assignTo(x core.Expr, value []code.Local) {
	f.storeAt(f.place(x), value)
	f.facts.killPlace(x)
}

// sender sends the words above the frame to the channel a[0].
func sender(via lane, ss []slot, waiting func() rt.Wait) machine.HostFunc {
	return func(c *machine.Context, sp uint32, a []uint64) {
		c.Sync(sp)
		via.send(c, machine.Native(a[0]), ss, wordsAt(c, sp, len(ss)), waiting)
	}
}

// receiver receives words from the channel a[0], and whether it wasn't closed.
func receiver(via lane, ss []slot, waiting func() rt.Wait) machine.HostFunc {
	return func(c *machine.Context, sp uint32, a []uint64) {
		c.Sync(sp)
		ok := via.receive(c, machine.Native(a[0]), ss, wordsAt(c, sp, len(ss)), waiting)
		a[0] = 0
		if ok {
			a[0] = 1
		}
	}
}

// wordsAt are n words in the shadow stack.
func wordsAt(c *machine.Context, sp uint32, n int) []uint64 {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(c.Ptr(uint64(sp))), n)
}
