package compile

import (
	"math/rand/v2"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// A select first tries its communications without waiting, one by one in random order.
// That is as good as all at once, unless there is a default: some communication may be
// ready at all times, but none when it is tried. In that case, and to wait, all of them
// go to the run-time.

// communication is one of a select's.
type communication struct {
	sends bool
	via   lane
	elem  *layout
	typ   reflect.Type // the channel's
	at    int          // the word of the channel; the value's follow, and ok
}

// words is how many words it has above the frame.
func (m *communication) words() int { return 2 + len(m.elem.slots) }

// selectCall pushes the number of the communication that rt.Select chooses.
func (f *function) selectCall(x *core.Call, live analysis.Set) {
	def, ok := x.Args[0].(*core.Const)
	ms, known := f.c.communications(x.Args[1:])
	if !ok || !known {
		f.byReflection(x, "Select", live)
		return
	}
	n := 0
	var words []func() // push the arguments
	for i := range ms {
		m, args := &ms[i], x.Args[1+4*i:]
		m.at = n
		n += m.words()
		ch := f.operand(args[1])
		words = append(words, func() { f.LocalGet(ch) })
		if m.sends {
			f.exprAs(args[2], f.c.elemOf(args[1].Type()))
		} else {
			for _, s := range m.elem.slots {
				f.Zero(s.typ)
			}
		}
		for i, l := range f.pop(m.elem.slots) {
			words = append(words, func() { f.LocalGet(l); f.widen(m.elem.slots[i]) })
		}
		words = append(words, func() { f.I64Const(0) })
	}
	site, size := f.spill(live, selector(ms, def.Value.String() == "true", f.c.rt))
	f.effect = open
	f.weight += 4
	f.reach(size + 8*uint32(n))
	for i, push := range words {
		f.LocalGet(spLocal)
		push()
		f.I64Store(size + 8*uint32(i))
	}
	f.LocalGet(tcLocal)
	f.above(size)
	f.I32Const(int32(site))
	f.Call(f.c.host(0, 1))
	f.facts.forgetMemory()
	chosen := f.popOne(code.I64)
	for i := range ms {
		f.selected(&ms[i], chosen, i, x.Args[1+4*i:], size)
	}
	f.LocalGet(chosen)
}

// communications are those of a select; known is false if one needs reflection.
func (c *compiler) communications(args []core.Expr) (ms []communication, known bool) {
	for i := 0; i < len(args); i += 4 {
		k, ok := args[i].(*core.Const)
		via, elem := c.laneOf(args[i+1])
		if !ok || via == nil {
			return nil, false
		}
		m := communication{sends: k.Value.String() == "true", via: via, elem: elem, typ: c.store.Type(args[i+1].Type())}
		if m.sends {
			_, null := args[i+2].(*core.Nil)
			ok = null || c.layout(args[i+2].Type()).typ == elem.typ
		} else {
			ok = c.destination(args[i+2], elem).known && c.destination(args[i+3], c.layout(core.Bool)).known
		}
		if !ok {
			return nil, false
		}
		ms = append(ms, m)
	}
	return ms, len(ms) > 0
}

// selected stores what a communication has received, if it was chosen.
func (f *function) selected(m *communication, chosen code.Local, i int, args []core.Expr, size uint32) {
	if m.sends {
		return
	}
	to, ok := f.c.destination(args[2], m.elem), f.c.destination(args[3], f.c.layout(core.Bool))
	if to.x == nil && ok.x == nil {
		return
	}
	at := size + 8*uint32(m.at+1)
	f.LocalGet(chosen)
	f.I64Const(int64(i))
	f.I64Eq()
	f.If()
	if to.x != nil {
		f.loadWords(m.elem.slots, at)
		f.assignTo(to.x, f.pop(m.elem.slots))
	}
	if ok.x != nil {
		ss := f.c.layout(core.Bool).slots
		f.loadWords(ss, at+8*uint32(len(m.elem.slots)))
		f.assignTo(ok.x, f.pop(ss))
	}
	f.End()
}

// selector chooses one of the communications, whose words are above the frame.
func selector(ms []communication, def bool, r *rt.Runtime) machine.HostFunc {
	n := 0
	for i := range ms {
		n += ms[i].words()
	}
	return func(c *machine.Context, sp uint32, a []uint64) {
		c.Sync(sp)
		ws := wordsAt(c, sp, n)
		k := -1
		if !def || len(ms) == 1 {
			k = tryEach(c, ms, ws)
		}
		if k < 0 && !(def && len(ms) == 1) {
			k = selectAll(c, ms, def, ws, r)
		}
		a[0] = uint64(k)
	}
}

// tryEach performs a communication that needn't wait, and returns its number, or -1.
func tryEach(c *machine.Context, ms []communication, ws []uint64) int {
	var room [8]int
	order := room[:0]
	for i := range ms {
		order = append(order, i)
	}
	for n := len(order); n > 0; n-- {
		j := rand.IntN(n)
		i := order[j]
		order[j] = order[n-1]
		m := &ms[i]
		ch, value := machine.Native(ws[m.at]), ws[m.at+1:][:len(m.elem.slots)]
		if m.sends {
			if m.via.trySend(c, ch, m.elem.slots, value) {
				return i
			}
		} else if ok, done := m.via.tryReceive(c, ch, m.elem.slots, value); done {
			m.received(ws, ok)
			return i
		}
	}
	return -1
}

func (m *communication) received(ws []uint64, ok bool) {
	if ok {
		ws[m.at+m.words()-1] = 1
	}
}

// selectAll is rt.Select.
func selectAll(c *machine.Context, ms []communication, def bool, ws []uint64, r *rt.Runtime) int {
	var xs []any
	values, oks := make([]reflect.Value, len(ms)), make([]bool, len(ms))
	for i := range ms {
		m := &ms[i]
		p := machine.Native(ws[m.at])
		ch := reflect.NewAt(m.typ, unsafe.Pointer(&p)).Elem().Interface()
		values[i] = reflect.New(m.elem.typ)
		if m.sends {
			takeValue(c, values[i], m.elem.slots, ws[m.at+1:])
			xs = append(xs, true, ch, values[i].Elem().Interface(), nil)
		} else {
			xs = append(xs, false, ch, values[i].Interface(), &oks[i])
		}
	}
	k := r.Select(def, xs...)
	if k >= 0 && !ms[k].sends {
		m := &ms[k]
		giveValue(c, values[k].Elem(), m.elem.slots, ws[m.at+1:])
		m.received(ws, oks[k])
	}
	return k
}
