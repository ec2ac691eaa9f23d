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
	const tc, object, distance, p = 0, hostArguments, hostArguments + 1, hostArguments + 2
	const logAt, logRoom = unsafe.Offsetof(Context{}.log), uint32(unsafe.Offsetof(Context{}.logRoom) - unsafe.Offsetof(Context{}.log))
	log, place := f.NewLocal(code.I32), f.NewLocal(code.I32)

	f.LocalGet(tc)
	f.I32Load(contextAt)
	f.I32Const(int32(logAt))
	f.I32Add()
	f.LocalSet(log) // the slice: the address, the length at 8

	switch broken := m.Stress.Broken; {
	case broken == BrokenMarking:
		f.I32Const(0)
	case m.Stress.Marking || broken == 2:
		f.I32Const(1)
	default:
		f.I32Const(0)
		f.I32Load(uint32(barrier()))
	}
	f.LocalGet(log)
	f.I64Load(8)
	f.LocalGet(log)
	f.I64Load(logRoom)
	f.I64GeS()
	f.I32Or()
	f.If()
	for l := range code.Local(hostArguments + 3) {
		f.LocalGet(l)
	}
	f.Call(host)
	f.Return()
	f.End()

	f.LocalGet(object)
	f.LocalGet(distance)
	f.I64Add()
	f.I32WrapI64()
	f.LocalSet(place)
	f.LocalGet(log)
	f.I32Load(0)
	f.LocalGet(log)
	f.I32Load(8)
	f.I32Const(3)
	f.I32Shl()
	f.I32Add()
	f.LocalGet(place)
	f.I64Load(0)
	f.I64Store(0)
	f.LocalGet(log)
	f.LocalGet(log)
	f.I64Load(8)
	f.I64Const(1)
	f.I64Add()
	f.I64Store(8)
	f.LocalGet(place)
	f.LocalGet(p)
	f.I64Store(0)
}
