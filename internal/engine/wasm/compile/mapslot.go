package compile

import (
	"fmt"
	"reflect"

	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// A map that never had more than eight entries is one group of slots, each with a key and
// an element. To find a key there Go compares it with the keys in use, and so does
// compiled code: it reads the element where it lies, and stores one there if the key is in
// the map already. The host does the rest, and sees to larger maps and to those that
// somebody writes to.
//
// An element that is read is logged, and one that is overwritten is treated like any place
// in memory (rule 2).

// Where Go has what it knows of a map, and of a group: one byte for each slot, whose
// highest bit is clear if the slot is in use, and then the slots. mapsAreGroups checks it.
const (
	mapUsedAt    = 0
	mapGroupAt   = 16
	mapTablesAt  = 24 // 0 if there is only a group
	mapWritingAt = 34 // a byte
	groupSlotsAt = 8
	groupSlots   = 8

	freeSlots = 0x80_80_80_80_80_80_80_80 // the bits of a group
	firstSlot = 0x80
)

// What a finder returns besides an address.
const (
	askHost = 0
	absent  = 1
)

// keyPart is a part of a key that is compared by itself: a number or an address of size
// bytes, a string's data, whose length is the next part, or all of an array of integers.
type keyPart struct {
	off   uint32
	size  uint8
	text  bool
	ptr   bool // in a word an offset, in memory an address
	array uint32
}

// keyParts are the parts of keys, a word each; there are none for keys that compiled code
// doesn't compare.
func (t mapType) keyParts() (parts []keyPart) {
	k := t.key
	if n := integersIn(k.typ); k.typ.Kind() == reflect.Array && n > 0 && n <= groupSlots && k.indirect(maxKeyWords) {
		return []keyPart{{array: uint32(n)}}
	}
	if k.indirect(maxKeyWords) || blank(k.typ) {
		return nil
	}
	for _, s := range k.slots {
		switch {
		case s.text, s.class == reference, s.class == number && s.typ != code.F64 && s.typ != code.F32:
			parts = append(parts, keyPart{off: s.off, size: s.size, text: s.text})
		case s.class == pointer:
			parts = append(parts, keyPart{off: s.off, size: s.size, ptr: true})
		default:
			return nil
		}
	}
	return parts
}

// blank reports whether a type has fields that aren't compared, or interfaces.
func blank(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.Name == "_" || blank(f.Type) {
				return true
			}
		}
	}
	return false
}

// findSlot looks for a key: at is the element's address, or absent, or askHost. ok is
// false if that can't be compiled.
func (f *function) findSlot(t mapType, m code.Local, key passed) (at code.Local, ok bool) {
	finder := f.c.finder(t)
	if finder == nil {
		return 0, false
	}
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.LocalGet(m)
	key.push()
	f.Call(finder)
	return f.popOne(code.I32), true
}

// isSlot pushes whether a finder has found something.
func (f *function) isSlot(at code.Local) {
	f.LocalGet(at)
	f.I32Const(absent)
	f.I32GtU()
}

// inSlot changes an element where it lies, which can't panic; the host does what byHost
// compiles.
func (f *function) inSlot(t mapType, m code.Local, key passed, change func(place), byHost func()) {
	at, ok := f.findSlot(t, m, key)
	if !ok {
		byHost()
		return
	}
	f.isSlot(at)
	f.If()
	f.writing(m, 1)
	change(place{layout: t.elem, base: at, near: true})
	f.writing(m, 0)
	f.Else()
	byHost()
	f.End()
}

// writing says in a map, which is in the window, whether somebody writes to it: Go and
// finders look, so two goroutines that use a map at once are noticed as in compiled Go, if
// not always.
func (f *function) writing(m code.Local, yes int32) {
	f.LocalGet(m)
	f.I64Const(int64(f.c.m.Base()))
	f.I64Sub()
	f.I32WrapI64()
	f.I32Const(yes)
	f.I32Store8(mapWritingAt)
}

// readSlot pushes the element that was found, and with ok whether there is one.
func (f *function) readSlot(t mapType, at code.Local, ok bool, byHost func()) {
	value, there := f.newLocals(t.elem.slots), f.temp(code.I32)
	f.isSlot(at)
	f.If()
	for _, s := range t.elem.slots {
		if s.rooted() && f.c.m.Stress.Broken != machine.BrokenRead {
			f.quickBy(machine.Log(f.c.wasm), func() { f.LocalGet(at); f.I64Load(s.off) }, f.siteOf("log", machine.LogAddress))
		}
	}
	f.load(place{layout: t.elem, base: at, near: true})
	f.setLocals(value)
	f.I32Const(1)
	f.LocalSet(there)
	f.Else()
	f.LocalGet(at)
	f.If()
	f.zero(t.elem)
	f.setLocals(value)
	f.I32Const(0)
	f.LocalSet(there)
	f.Else()
	byHost()
	if ok {
		f.LocalSet(there)
	}
	f.setLocals(value)
	f.End()
	f.End()
	f.push(value)
	if ok {
		f.LocalGet(there)
	}
}

// finder is the module's function (tc, sp, map, words of the key) that finds a key, nil for
// keys that it can't compare.
func (c *compiler) finder(t mapType) *code.Func {
	g, ok := t.group()
	parts := t.keyParts()
	if !ok || len(parts) == 0 {
		return nil
	}
	how := fmt.Sprint(parts, g)
	if f := c.finders[how]; f != nil {
		return f
	}
	s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I64}, Results: []code.Type{code.I32}}
	for range parts {
		s.Params = append(s.Params, code.I64)
	}
	f := &finding{function: newHelper(c, c.wasm.NewFunc("", s)), parts: parts}
	c.finders[how] = f.Func
	f.compile(g)
	return f.Func
}

// finding compiles a finder.
type finding struct {
	*function
	parts    []keyPart
	distance code.Local // of an address from the window's base
	slot     code.Local
}

const (
	foundMap = code.Local(2)
	foundKey = code.Local(3)
)

func (f *finding) compile(g mapGroup) {
	at, used := f.NewLocal(code.I32), f.NewLocal(code.I64)
	f.distance, f.slot = f.NewLocal(code.I64), f.NewLocal(code.I32)
	f.LocalGet(foundMap)
	f.inWindow()
	f.LocalTee(at)
	f.I64Load(mapTablesAt)
	f.LocalGet(at)
	f.I64Load8U(mapWritingAt)
	f.I64Or()
	f.I64Const(0)
	f.I64Ne()
	f.returnIf(askHost)
	f.LocalGet(at)
	f.I64Load(mapUsedAt)
	f.I64Eqz()
	f.returnIf(absent)
	f.LocalGet(at)
	f.I64Load(mapGroupAt)
	f.inWindow()
	f.LocalSet(f.slot)
	for i := range f.parts {
		f.prepare(i)
	}
	f.LocalGet(f.slot)
	f.I64Load(0)
	f.I64Const(-1)
	f.I64Xor()
	f.I64Const(freeSlots - 1<<64)
	f.I64And()
	f.LocalSet(used) // the slots from the current one on: the first is the lowest byte
	next := f.Loop()
	other := f.Block()
	for i := range f.parts {
		if !f.parts[i].text {
			f.compare(i, other)
		}
	}
	f.LocalGet(used)
	f.I32WrapI64()
	f.I32Const(firstSlot)
	f.I32And()
	f.I32Eqz()
	f.BrIf(other)
	for i := range f.parts {
		if f.parts[i].text {
			f.compareText(i, other)
		}
	}
	f.LocalGet(f.slot)
	f.I32Const(int32(groupSlotsAt + g.elem))
	f.I32Add()
	f.Return()
	f.End()
	f.LocalGet(f.slot)
	f.I32Const(int32(g.slot))
	f.I32Add()
	f.LocalSet(f.slot)
	f.LocalGet(used)
	f.I64Const(8)
	f.I64ShrU()
	f.LocalTee(used)
	f.I64Eqz()
	f.I32Eqz()
	f.BrIf(next)
	f.End()
	f.I32Const(absent)
}

// returnIf takes a condition.
func (f *finding) returnIf(result int32) {
	f.Rarely()
	f.I32Const(result)
	f.Return()
	f.End()
}

// inWindow turns an address into an offset, and asks the host if there is none.
func (f *finding) inWindow() {
	f.I64Const(int64(f.c.m.Base()))
	f.I64Sub()
	f.LocalSet(f.distance)
	f.outOfSight(f.distance)
	f.returnIf(askHost)
	f.LocalGet(f.distance)
	f.I32WrapI64()
}

// prepare makes a key's word what is compared: an address, as in memory.
func (f *finding) prepare(i int) {
	word := foundKey + code.Local(i)
	switch p := f.parts[i]; {
	case p.ptr:
		f.LocalGet(word)
		f.I64Const(machine.FarCheck)
		f.I64GtU()
		f.returnIf(askHost)
		f.LocalGet(word)
		f.I64Const(int64(f.c.m.Base()))
		f.I64Add()
		f.I64Const(0)
		f.LocalGet(word)
		f.I64Const(0)
		f.I64Ne()
		f.Select()
		f.LocalSet(word)
	case p.array > 0:
		f.LocalGet(word)
		f.I32WrapI64()
		f.isNilOrFar()
		f.returnIf(askHost)
	}
}

// compare goes to the other slots if a part of the key differs.
func (f *finding) compare(i int, other code.Label) {
	p, word := f.parts[i], foundKey+code.Local(i)
	off := groupSlotsAt + p.off
	if p.array > 0 {
		for k := range p.array {
			f.LocalGet(f.slot)
			f.I64Load(off + 8*k)
			f.LocalGet(word)
			f.I32WrapI64()
			f.I64Load(8 * k)
			f.I64Ne()
			f.BrIf(other)
		}
		return
	}
	f.LocalGet(f.slot)
	switch p.size {
	case 8:
		f.I64Load(off)
		f.LocalGet(word)
		f.I64Ne()
	case 4:
		f.I32Load(off)
		f.LocalGet(word)
		f.I32WrapI64()
		f.I32Ne()
	case 2:
		f.I32Load16U(off)
		f.LocalGet(word)
		f.I32WrapI64()
		f.I32Const(0xffff)
		f.I32And()
		f.I32Ne()
	default:
		f.I32Load8U(off)
		f.LocalGet(word)
		f.I32WrapI64()
		f.I32Const(0xff)
		f.I32And()
		f.I32Ne()
	}
	f.BrIf(other)
}

// compareText is compare of a string, whose length is the same.
func (f *finding) compareText(i int, other code.Label) {
	off := groupSlotsAt + f.parts[i].off
	data, length := foundKey+code.Local(i), foundKey+code.Local(i)+1
	f.LocalGet(length)
	f.I64Const(0)
	f.I64Ne()
	f.If()
	f.LocalGet(f.slot)
	f.I64Load(off)
	f.inWindow()
	f.LocalGet(length)
	f.LocalGet(data)
	f.I32WrapI64()
	f.LocalGet(length)
	f.textCall(f.c.textEqual())
	f.I32Eqz()
	f.BrIf(other)
	f.End()
}
