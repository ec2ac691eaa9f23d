package compile

import (
	"slices"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// The first parameters of each function are the context and where its frame begins.
const (
	tcLocal code.Local = 0
	spLocal code.Local = 1
)

// frame emits what a function writes to the shadow stack before it calls, and makes the
// sites that tell the machine where it is and what the frame has.
type frame struct {
	numeric
	plan   *plan
	mod    *machine.Module
	info   *machine.Function // the function in traces, nil if it isn't in them
	infoOf func(*core.FuncName) *machine.Function
	mark   core.Mark          // the place
	hidden bool               // it doesn't appear in traces
	roots  []code.Local       // offsets that the frame has besides those of variables
	marks  map[purpose]uint32 // sites that are reused
	most   uint32             // the largest frame so far, with what is above it
}

// purpose is the purpose of a host call at a place.
type purpose struct {
	at   core.Mark
	name string
}

// reach records that the function uses the shadow stack up to n bytes above its frame's
// beginning.
func (f *frame) reach(n uint32) { f.most = max(f.most, n) }

// above pushes the offset of the frame's end.
func (f *frame) above(size uint32) {
	f.LocalGet(spLocal)
	f.I32Const(int32(size))
	f.I32Add()
}

// frameSize is what Module.Site computes.
func (f *frame) frameSize(words []machine.Word) uint32 {
	return 8 + f.plan.raw + 8*uint32(len(words))
}

// traced is the function that the current place is in, and the calls around it that are
// inlined; nil if it doesn't appear in traces.
func (f *frame) traced() (in *machine.Function, callers []machine.Frame) {
	if f.hidden {
		return nil, nil
	}
	var frames []machine.Frame
	pos := f.mark.Pos
	for of := f.mark.Of; of != nil; of = of.Of {
		frames = append(frames, machine.Frame{Pos: pos, In: f.infoOf(of.Name)})
		pos = of.Pos
	}
	if f.info != nil {
		frames = append(frames, machine.Frame{Pos: pos, In: f.info})
	}
	if len(frames) == 0 {
		return nil, nil
	}
	return frames[0].In, frames[1:]
}

// site adds a site of the module at the current place.
func (f *frame) site(words []machine.Word, h machine.HostFunc) uint32 {
	in, callers := f.traced()
	return f.mod.Site(machine.Site{Pos: f.mark.Pos, In: in, Callers: callers, Raw: f.plan.raw, Words: words, Host: h})
}

// siteOf is the site of such a host function.
func (f *frame) siteOf(name string, h machine.HostFunc) uint32 {
	m := purpose{f.mark, name}
	site, ok := f.marks[m]
	if !ok {
		site = f.site(nil, h)
		f.marks[m] = site
	}
	return site
}

// spill writes the frame: the number of the site, and the pointers of live
// variables (rule 5). Then the site's host function, or another function, is called. It
// returns the site's number and the frame's size.
func (f *frame) spill(live analysis.Set, h machine.HostFunc) (site, size uint32) {
	var words []machine.Word
	var values []func()
	for _, v := range f.plan.order {
		if !live.Has(v.index) || breakSpill {
			continue
		}
		for i, s := range v.slots {
			if s.rooted() {
				words = append(words, s.word())
				values = append(values, func() { f.LocalGet(v.locals[i]); f.widen(s) })
			}
		}
	}
	root := func(l code.Local) {
		words = append(words, machine.Offset)
		values = append(values, func() { f.LocalGet(l); f.I64ExtendI32U() })
	}
	for _, h := range f.plan.homes {
		root(h.at)
	}
	for _, l := range f.roots {
		root(l)
	}
	site, size = f.site(words, h), f.frameSize(words)
	f.reach(size)
	for i, v := range slices.Backward(values) { // the last first, see touch
		f.LocalGet(spLocal)
		v()
		f.I64Store(8 + f.plan.raw + 8*uint32(i))
	}
	f.LocalGet(spLocal)
	f.I64Const(int64(site))
	f.I64Store(0)
	return site, size
}
