package compile

import (
	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// How code calls the host, and polls.

// info is a function in traces.
func (c *compiler) info(name *core.FuncName) *machine.Function {
	if c.infos[name] == nil {
		c.infos[name] = &machine.Function{Name: name.Name, From: name.Func.From}
	}
	return c.infos[name]
}

// quick calls a host function that ignores the frames. args pushes n values of 64 bits; r
// results remain.
func (f *function) quick(n, r int, args func(), h machine.HostFunc) {
	f.quickAt(n, r, args, f.site(nil, h))
}

// quickMark is quick for a host function that is the same wherever it has this name.
func (f *function) quickMark(name string, n, r int, args func(), h machine.HostFunc) {
	f.quickAt(n, r, args, f.siteOf(name, h))
}

func (f *function) quickAt(n, r int, args func(), site uint32) {
	f.quickBy(f.c.host(n, r), args, site)
}

// quickBy is quickAt by an imported function.
func (f *function) quickBy(host *code.Func, args func(), site uint32) {
	f.writeBack()
	f.effect = max(f.effect, brief)
	f.weight++
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(site))
	if args != nil {
		args()
	}
	f.Call(host)
	f.refuel()
}

// full calls a host function with the frame written. args pushes n values of 64 bits; r
// results remain. It returns the frame's size.
func (f *function) full(live analysis.Set, n, r int, args func(), h machine.HostFunc) uint32 {
	f.effect = open
	f.weight++
	f.writeBack()
	site, size := f.spill(live, h)
	f.LocalGet(tcLocal)
	f.above(size)
	f.I32Const(int32(site))
	if args != nil {
		args()
	}
	f.Call(f.c.host(n, r))
	f.readAgain()
	f.facts.forgetMemory()
	return size
}

// host is the import of n arguments and r results.
func (c *compiler) host(n, r int) *code.Func {
	if n > machine.MaxArguments || r > machine.MaxResults {
		refuse("a host call of %d words and %d results", n, r)
	}
	h := c.hosts[[2]int{n, r}]
	if h == nil {
		s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32}}
		for range n {
			s.Params = append(s.Params, code.I64)
		}
		for range r {
			s.Results = append(s.Results, code.I64)
		}
		h = c.wasm.Import(machine.HostModule, machine.HostName(n, r), s)
		c.hosts[[2]int{n, r}] = h
	}
	return h
}

// burn uses up fuel, and polls when there is none left, where the collector and
// interrupts get their chance (rule 6).
func (f *function) burn(n int, live analysis.Set) {
	f.useFuel(n)
	f.I32Const(0)
	f.I32LtS()
	f.If()
	f.poll(live)
	f.End()
}

// poll polls, and gets new fuel.
func (f *function) poll(live analysis.Set) {
	f.full(live, 0, 1, nil, machine.Poll)
	f.weight--
	if f.fueled {
		f.I32WrapI64()
		f.LocalSet(f.fuelIn)
	} else {
		f.Drop()
	}
}
