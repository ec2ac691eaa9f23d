package machine

import (
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// While the collector doesn't mark, the host is called only to make room in the log, which
// has then all that was overwritten; and while it does, always.
func TestOverwrite(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	for _, marking := range []bool{false, true} {
		const n = 10_000
		calls := 0
		u := newUnit(t, newMachine(t, Config{Stress: Stress{Marking: marking}}))
		place := &node{next: &node{}, data: []int{1}}
		var logged []unsafe.Pointer
		f := u.fun("f", "lpp", "")
		i, p := f.param(0), f.param(1)
		f.quickTo(Log(&u.b), LogAddress, func() { f.native(f.param(2)) })
		f.loop(func() { f.LocalGet(i); f.I64Eqz(); f.I32Eqz() }, func() {
			f.quickTo(Overwrite(&u.b), func(c *Context, sp uint32, a []uint64) {
				calls++
				StoreAddress(c, sp, a)
			}, func() {
				f.wide(p)
				f.I64Const(nextAt)
				f.native(p)
			})
			f.LocalGet(i)
			f.I64Const(1)
			f.I64Sub()
			f.LocalSet(i)
		})
		f.quick(func(c *Context, _ uint32, _ []uint64) { logged = append(logged, c.log...) }, 0, 0, func() {})
		u.load()
		first, read := unsafe.Pointer(place.next), unsafe.Pointer(new(node))
		f.run(n, unsafe.Pointer(place), read)
		if place.next != place || place.data[0] != 1 {
			t.Errorf("marking %t: the place has %p, want %p", marking, place.next, place)
		}
		count := map[unsafe.Pointer]int{}
		for _, p := range logged {
			count[p]++
		}
		if count[first] != 1 || count[unsafe.Pointer(place)] < n-1 {
			t.Errorf("marking %t: the log has %d and %d of the pointers, want 1 and %d", marking, count[first], count[unsafe.Pointer(place)], n-1)
		}
		if count[read] != 2 { // it is also an argument
			t.Errorf("marking %t: the log has %d of what is logged, want 2", marking, count[read])
		}
		switch {
		case marking && calls != n, !marking && plainStores() && calls > 10:
			t.Errorf("marking %t: %d stores called the host %d times", marking, n, calls)
		}
	}
}

// A loop that only overwrites pointers doesn't keep all of them.
func TestOverwriteForever(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	place := &node{next: &node{}}
	longest := 0
	f := u.fun("f", "lp", "")
	i, p := f.param(0), f.param(1)
	f.loop(func() { f.LocalGet(i); f.I64Eqz(); f.I32Eqz() }, func() {
		f.overwrite(p, nextAt, p)
		f.LocalGet(i)
		f.I64Const(1)
		f.I64Sub()
		f.LocalTee(i)
		f.I64Const(1<<12 - 1)
		f.I64And()
		f.I64Eqz()
		f.If()
		f.quick(func(c *Context, _ uint32, _ []uint64) { longest = max(longest, len(c.log)) }, 0, 0, func() {})
		f.End()
		f.LocalGet(tc)
		f.I32Load(FuelAt)
		f.I32Eqz()
		f.If()
		f.full(Poll, []code.Local{p}, 0, 1, func() {})
		f.Drop()
		f.End()
	})
	u.load()
	f.run(1<<20, unsafe.Pointer(place))
	if longest == 0 || longest > 1<<15 {
		t.Errorf("the log had %d entries", longest)
	}
}
