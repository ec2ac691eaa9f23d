package compile

import (
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// fuel emits how a function counts what it does, so that it polls from time to time
// (rule 6). The fuel is in the context, and in a local in a loop without calls.
type fuel struct {
	*code.Func
	*locals
	fuelIn code.Local // has the fuel, if fueled
	fueled bool
	weight int // of the host calls so far
}

// useFuel takes fuel, and pushes what is left.
func (f *fuel) useFuel(n int) {
	f.takeFuel(func() { f.I32Const(int32(min(n, machine.Fuel/16))) })
}

func (f *fuel) takeFuel(amount func()) {
	if f.fueled {
		f.LocalGet(f.fuelIn)
		amount()
		f.I32Sub()
		f.LocalTee(f.fuelIn)
		return
	}
	left := f.temp(code.I32)
	f.LocalGet(tcLocal)
	f.LocalGet(tcLocal)
	f.I32Load(machine.FuelAt)
	amount()
	f.I32Sub()
	f.LocalTee(left)
	f.I32Store(machine.FuelAt)
	f.LocalGet(left)
}

// refuel checks the fuel after a host call, which may have taken it all, see
// machine.Context.made.
func (f *fuel) refuel() {
	if f.fueled {
		f.LocalGet(f.fuelIn)
		f.I32Const(0)
		f.LocalGet(tcLocal)
		f.I32Load(machine.FuelAt)
		f.Select()
		f.LocalSet(f.fuelIn)
	}
}

// unfuel puts back the fuel that a loop has in a local.
func (f *fuel) unfuel() {
	if f.fueled {
		f.LocalGet(tcLocal)
		f.LocalGet(f.fuelIn)
		f.I32Store(machine.FuelAt)
		f.fueled = false
	}
}

// giveFuel and takeFuelBack move the fuel that a loop keeps in a local to where others
// find it, and back.
func (f *fuel) giveFuel() {
	if f.fueled {
		f.LocalGet(tcLocal)
		f.LocalGet(f.fuelIn)
		f.I32Store(machine.FuelAt)
	}
}

func (f *fuel) takeFuelBack() {
	if f.fueled {
		f.LocalGet(tcLocal)
		f.I32Load(machine.FuelAt)
		f.LocalSet(f.fuelIn)
	}
}
