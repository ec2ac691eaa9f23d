package machine

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// check checks what the machine relies on. objects are of all sizes.
func (m *Machine) check(objects []unsafe.Pointer) error {
	if err := m.checkHeap(objects); err != nil {
		return err
	}
	for _, f := range []func() error{m.checkMemory, checkInterfaces, checkObjects, checkStubs} {
		if err := f(); err != nil {
			return err
		}
	}
	m.objects.find()
	return nil
}

// checkHeap wants objects in the window.
func (m *Machine) checkHeap(objects []unsafe.Pointer) error {
	for _, p := range objects {
		if off, ok := m.near(p); !ok || off < pageSize {
			return fmt.Errorf("an object lies at %#x, out of the window from %#x", p, m.base)
		}
	}
	return nil
}

// probe adds the function that checkMemory calls: it inverts a word.
func probe(b *code.Module) {
	f := b.NewFunc("", EntryType)
	const at = 1
	f.LocalGet(at)
	f.LocalGet(at)
	f.I64Load(0)
	f.I64Const(-1)
	f.I64Xor()
	f.I64Store(0)
	b.Element(probeSlot, f)
}

// checkMemory reads and writes Go's memory from compiled code.
func (m *Machine) checkMemory() error {
	c := m.newContext()
	defer c.giveBack()
	for _, n := range []int{1, 1 << 13} { // the second is larger than all size classes
		words := make([]uint64, n)
		if err := c.checkWord(&words[n-1]); err != nil {
			return err
		}
	}
	return nil
}

// checkWord has compiled code change a word of memory, if it lies in the window: a heap that
// has grown past it is no fault, but code that doesn't ask can't read there.
func (c *Context) checkWord(word *uint64) error {
	off, ok := c.m.near(unsafe.Pointer(word))
	if !ok {
		return nil
	}
	const there = 0x0123456789abcdef
	*word = there
	if _, err := c.enter(c.m, 0, c.tc, off, probeSlot, 0, true); err != nil {
		return err
	}
	if *word != ^uint64(there) {
		return fmt.Errorf("memory at %#x can't be read through the window", word)
	}
	return nil
}

// checkInterfaces wants an interface value to be the addresses of its type and its data.
func checkInterfaces() error {
	x, y := new(int), new(int)
	for _, p := range []*int{x, y} {
		var i any = p
		if words := *(*[2]unsafe.Pointer)(unsafe.Pointer(&i)); words[1] != unsafe.Pointer(p) {
			return errors.New("interface values aren't laid out as expected")
		}
	}
	var i, j any = x, y
	if *(*uintptr)(unsafe.Pointer(&i)) != *(*uintptr)(unsafe.Pointer(&j)) {
		return errors.New("interface values don't begin with their type")
	}
	return nil
}

// checkStubs wants closures to be a code address and what they capture.
func checkStubs() error {
	o := new(object)
	f, g := stub2r[word64, word64, word8](o), stub0(o)
	for _, p := range []unsafe.Pointer{unsafe.Pointer(&f), unsafe.Pointer(&g)} {
		words := *(*[2]uintptr)(funcPointer(p))
		if !isStub(words[0]) || words[1] != uintptr(unsafe.Pointer(o)) {
			return errors.New("closures aren't laid out as expected")
		}
	}
	runtime.KeepAlive(f)
	runtime.KeepAlive(g)
	return nil
}

// checkObjects wants function objects to look as compiled code expects.
func checkObjects() error {
	var o object
	if unsafe.Offsetof(o.self) != 8 || unsafe.Offsetof(o.slot) != ObjectSlotAt || unsafe.Sizeof(o) != CapturedAt {
		return errors.New("function objects aren't laid out as expected")
	}
	return nil
}
