package machine

import (
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// barrier is the address of the runtime's variable that says that the collector marks.
func barrier() uintptr

// overwrite makes f the function that Overwrite imports; host is what it calls if it can't
// store.
func (m *Machine) overwrite(f, host *code.Func) {
	const object, distance, p = hostArguments, hostArguments + 1, hostArguments + 2
	place := f.NewLocal(code.I32)
	list := m.logHas(f, host)
	f.LocalGet(object)
	f.LocalGet(distance)
	f.I64Add()
	f.I32WrapI64()
	f.LocalSet(place)
	appendTo(f, list, func() { f.LocalGet(place); f.I64Load(0) })
	f.LocalGet(place)
	f.LocalGet(p)
	f.I64Store(0)
}

// log makes f the function that Log imports.
func (m *Machine) log(f, host *code.Func) {
	appendTo(f, m.logHas(f, host), func() { f.LocalGet(hostArguments) })
}

// logHas calls the host instead if the collector marks, or if the context's log is full. It
// returns where the log is: a slice, whose length is at 8.
func (m *Machine) logHas(f, host *code.Func) (list code.Local) {
	const tc = 0
	const at, room = unsafe.Offsetof(Context{}.log), unsafe.Offsetof(Context{}.logRoom)
	list = f.NewLocal(code.I32)
	f.LocalGet(tc)
	f.I32Load(contextAt)
	f.I32Const(int32(at))
	f.I32Add()
	f.LocalSet(list)
	switch broken := m.Stress.Broken; {
	case broken == BrokenMarking:
		f.I32Const(0)
	case m.Stress.Marking || broken == 2:
		f.I32Const(1)
	default:
		f.I32Const(0)
		f.I32Load(uint32(barrier()))
	}
	f.LocalGet(list)
	f.I64Load(8)
	f.LocalGet(list)
	f.I64Load(uint32(room - at))
	f.I64GeS()
	f.I32Or()
	f.If()
	for l := range f.Params {
		f.LocalGet(code.Local(l))
	}
	f.Call(host)
	f.Return()
	f.End()
	return list
}

// appendTo appends a pointer to the log.
func appendTo(f *code.Func, list code.Local, p func()) {
	f.LocalGet(list)
	f.I32Load(0)
	f.LocalGet(list)
	f.I32Load(8)
	f.I32Const(3)
	f.I32Shl()
	f.I32Add()
	p()
	f.I64Store(0)
	f.LocalGet(list)
	f.LocalGet(list)
	f.I64Load(8)
	f.I64Const(1)
	f.I64Add()
	f.I64Store(8)
}
