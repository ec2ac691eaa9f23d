package machine

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/cpu"

	"riffle/internal/engine/wasm/code"
)

// supported says why wazero has no compiler here.
func supported() error {
	switch runtime.GOARCH {
	case "arm64":
	case "amd64":
		if !cpu.X86.HasSSE41 {
			return errors.New("the processor has no SSE4.1")
		}
	default:
		return fmt.Errorf("there is no compiler for %s", runtime.GOARCH)
	}
	switch runtime.GOOS {
	case "linux", "darwin", "windows", "freebsd", "netbsd":
		return nil
	}
	return fmt.Errorf("there is no compiler for %s", runtime.GOOS)
}

// check tries what the machine relies on. objects are of all sizes.
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

const (
	peekName = "peek"
	pokeName = "poke"
)

// probes adds functions that read and write a word.
func probes(b *code.Module) {
	peek := b.NewFunc(peekName, code.Signature{Params: []code.Type{code.I32}, Results: []code.Type{code.I64}})
	peek.LocalGet(0)
	peek.I64Load(0)
	poke := b.NewFunc(pokeName, code.Signature{Params: []code.Type{code.I32, code.I64}})
	poke.LocalGet(0)
	poke.LocalGet(1)
	poke.I64Store(0)
}

// checkMemory reads and writes Go's memory from compiled code.
func (m *Machine) checkMemory() error {
	peek, poke := m.root.ExportedFunction(peekName), m.root.ExportedFunction(pokeName)
	for _, n := range []int{1, 1 << 13} { // the second is larger than all size classes
		words := make([]uint64, n)
		off := uint64(m.Offset(unsafe.Pointer(&words[n-1])))
		const there = 0x0123456789abcdef
		if _, err := poke.Call(m.ctx, off, there); err != nil {
			return err
		}
		got, err := peek.Call(m.ctx, off)
		if err != nil {
			return err
		}
		if words[n-1] != there || got[0] != there {
			return fmt.Errorf("memory at %#x can't be read through the window", &words[n-1])
		}
	}
	return nil
}

// checkInterfaces wants an interface value to be its type's address and its data's.
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

// checkStubs wants closures to be code and what they capture.
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

// checkObjects wants function objects to be what compiled code takes them for.
func checkObjects() error {
	var o object
	if unsafe.Offsetof(o.self) != 8 || unsafe.Offsetof(o.slot) != ObjectSlotAt || unsafe.Sizeof(o) != CapturedAt {
		return errors.New("function objects aren't laid out as expected")
	}
	return nil
}
