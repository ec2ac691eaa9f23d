package machine

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// A module is gone when nothing refers to it, with its sites and its entries in the
// table; a function object keeps its own.
func TestModulesGo(t *testing.T) {
	m := newMachine(t, Config{})
	kept := keptFunc(t, m)
	n := 10_000
	if testing.Short() {
		n = 1000
	}
	before := resident(t)
	for i := range n {
		u := newUnit(t, m)
		f := ints(u)
		u.load()
		if i%1000 == 0 {
			xs := []int{i}
			if got := f.int(unsafe.Pointer(&xs[0]), 1); got != i {
				t.Fatalf("got %d, want %d", got, i)
			}
		}
		if i%100 == 0 {
			runtime.GC()
		}
	}
	settle(m)
	t.Logf("%d KiB for %d modules; sites up to %d, entries up to %d", resident(t)-before, n, m.nextSite, m.nextSlot)
	if int(m.nextSlot) > n/2 {
		t.Errorf("the table has %d entries after %d modules", m.nextSlot, n)
	}
	if got := kept(1); got != 11 {
		t.Errorf("got %d, want 11", got)
	}
}

// keptFunc is a func of a module to which nothing else refers.
func keptFunc(t *testing.T, m *Machine) func(int) int {
	u := newUnit(t, m)
	f := adder(u, "l")
	u.load()
	fn, _ := f.object(10)
	return *(*func(int) int)(unsafe.Pointer(&fn))
}

// settle waits until modules that nothing refers to are freed.
func settle(m *Machine) {
	for range 100 {
		runtime.GC()
		time.Sleep(time.Millisecond)
		m.mu.Lock()
		free := len(m.freeSlots)
		next := int(m.nextSlot)
		m.mu.Unlock()
		if free >= next-10 {
			return
		}
	}
}

// A module whose code runs lives, whatever else refers to it: here a box that is
// emptied while the function in it runs, so that only frames have it.
func TestRunningModuleLives(t *testing.T) {
	m := newMachine(t, Config{})
	u := newUnit(t, m)
	f := u.fun("caller", "p", "l")
	fn := f.NewLocal(code.I32)
	f.field(f.param(0), nextAt)
	f.LocalSet(fn)
	_, size := f.write(nil, nil)
	f.LocalGet(tc)
	f.top(size)
	f.LocalGet(fn)
	f.wide(f.param(0))
	f.LocalGet(fn)
	f.I32Load(ObjectSlotAt)
	f.CallIndirect(code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I64}, Results: []code.Type{code.I64}})
	u.load()
	box := &node{next: loneFunc(t, m)}
	if got := f.int(unsafe.Pointer(box)); got != 42 {
		t.Errorf("got %d, want 42", got)
	}
	settle(m)
	if box.val == 0 {
		t.Error("the module was freed while it ran")
	}
}

// loneFunc is a function object to which nothing else refers. Its function empties the
// box that it is in, and waits for what is free to be used again.
func loneFunc(t *testing.T, m *Machine) *node {
	u := newUnit(t, m)
	f := u.closure("lone", "l", "l")
	f.full(func(c *Context, sp uint32, a []uint64) {
		box := (*node)(c.Ptr(a[0]))
		c.Sync(sp)
		box.next = nil
		for range 20 {
			runtime.GC()
			time.Sleep(time.Millisecond)
			keptFunc(t, m)
		}
		box.val++
	}, nil, 1, 0, func() { f.LocalGet(f.param(0)) })
	f.I64Const(42)
	u.load()
	_, obj := f.object(0)
	return (*node)(obj)
}

// resident is the process's resident memory in KiB, 0 where that can't be told.
func resident(t testing.TB) int {
	debug.FreeOSMemory()
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for l := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(l, "VmRSS:"); ok {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			return n
		}
	}
	return 0
}
