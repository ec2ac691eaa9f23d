package compile

import (
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/machine"
)

// channels compiles the run-time's operations of channels; ok is false for another
// native.
func (f *function) channels(x *core.Call, name string, live set) (ok bool) {
	switch name {
	case "Send", "Recv", "Select", "Close", "SameChan":
		f.nativeOfRt(x, name, live)
		return true
	}
	return false
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
