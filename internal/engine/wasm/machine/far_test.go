package machine

import (
	"testing"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// static lies in the program's data, out of the window.
var static = node{val: 41}
var others [maxHandles + 1]node

// places adds a function that adds n to the integer at p+8, far or near, and returns
// it; -1 for nil.
func places(u *unit) *fun {
	f := u.fun("places", "pl", "l")
	p, v := f.param(0), f.NewLocal(code.I64)
	f.LocalGet(p)
	f.I32Const(1)
	f.I32Sub()
	far := uint32(FarCheck)
	f.I32Const(int32(far))
	f.I32GeU()
	f.If(code.I64)
	f.LocalGet(p)
	f.I32Eqz()
	f.If()
	f.I64Const(-1)
	f.Return()
	f.End()
	place := func() { f.wide(p); f.I64Const(valAt); f.I64Const(8) }
	f.quick(FarLoad, 3, 1, place)
	f.I32WrapI64()
	f.I64Load(0)
	f.LocalGet(f.param(1))
	f.I64Add()
	f.LocalSet(v)
	f.LocalGet(tc)
	f.LocalGet(v)
	f.I64Store(ScratchAt)
	f.quick(FarStore, 3, 0, place)
	f.LocalGet(v)
	f.Else()
	f.LocalGet(p)
	f.LocalGet(p)
	f.I64Load(valAt)
	f.LocalGet(f.param(1))
	f.I64Add()
	f.LocalTee(v)
	f.I64Store(valAt)
	f.LocalGet(v)
	f.End()
	return f
}

func TestFar(t *testing.T) {
	needFar(t)
	m := newMachine(t, Config{})
	u := newUnit(t, m)
	f := places(u)
	link := u.fun("link", "pp", "") // a store of pointers to and from far places
	link.quick(Store, 3, 0, func() { link.wide(link.param(0)); link.I64Const(nextAt); link.wide(link.param(1)) })
	same := u.fun("same", "pp", "l")
	same.LocalGet(same.param(0))
	same.LocalGet(same.param(1))
	same.I32Eq()
	same.I64ExtendI32U()
	u.load()
	if _, near := m.near(unsafe.Pointer(&static)); near {
		t.Fatal("static data lie in the window")
	}
	static.val = 41
	if got := f.int(unsafe.Pointer(&static), 1); got != 42 || static.val != 42 {
		t.Errorf("a far place is %d, want 42", got)
	}
	n := &node{val: 5}
	if got := f.int(unsafe.Pointer(n), 1); got != 6 || n.val != 6 {
		t.Errorf("a near place is %d, want 6", got)
	}
	if got := f.int(unsafe.Pointer(nil), 1); got != -1 {
		t.Errorf("nil is %d", got)
	}
	link.run(unsafe.Pointer(&static), unsafe.Pointer(n))
	link.run(unsafe.Pointer(n), unsafe.Pointer(&static))
	if static.next != n || n.next != &static {
		t.Error("pointers weren't stored")
	}
	link.run(unsafe.Pointer(&static), unsafe.Pointer(nil))
	if static.next != nil {
		t.Error("nil wasn't stored")
	}
	if same.int(unsafe.Pointer(&static), unsafe.Pointer(&static)) != 1 || same.int(unsafe.Pointer(&static), unsafe.Pointer(&others)) != 0 {
		t.Error("far pointers don't compare as Go's do")
	}
}

// Handles are free when the context has left, but for those of constants.
func TestHandlesAreFreed(t *testing.T) {
	needFar(t)
	m := newMachine(t, Config{})
	u := newUnit(t, m)
	f := places(u)
	u.load()
	h := m.Offset(unsafe.Pointer(&static))
	for i := range others[:1000] {
		f.run(unsafe.Pointer(&others[i]), 1)
	}
	if n := len(m.far.slots); n > 2 {
		t.Errorf("%d handles were made, want 2", n)
	}
	if m.Offset(unsafe.Pointer(&static)) != h || m.farPointer(h) != unsafe.Pointer(&static) {
		t.Error("a constant's handle has changed")
	}
}

// A context that is handed more far pointers than there are handles panics, and
// nobody else is the worse for it.
func TestTooManyHandles(t *testing.T) {
	needFar(t)
	m := newMachine(t, Config{})
	u := newUnit(t, m)
	f := u.fun("f", "", "")
	f.quick(func(c *Context, _ uint32, _ []uint64) {
		for i := range others {
			c.Give(unsafe.Pointer(&others[i]))
		}
	}, 0, 0, func() {})
	g := places(u)
	u.load()
	if _, ok := panicOf(func() { f.run() }).(*Fault); !ok {
		t.Error("want a fault")
	}
	static.val = 1
	if got := g.int(unsafe.Pointer(&static), 1); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
	if n := len(m.far.of); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}

// A handle outlives a cleanup if a frame holds it, and only then.
func TestHandlesAtCleanup(t *testing.T) {
	needFar(t)
	m := newMachine(t, Config{Stress: Stress{Entries: 1}})
	u := newUnit(t, m)
	var at [2]int
	f := u.fun("f", "pp", "p")
	give := func(c *Context, _ uint32, a []uint64) {
		for i := range others[:10] {
			c.Give(unsafe.Pointer(&others[i]))
		}
		at[0] = len(m.far.of)
	}
	f.quick(give, 0, 0, func() {})
	f.full(Poll, []code.Local{f.param(1)}, 0, 1, func() {})
	f.Drop()
	f.quick(func(*Context, uint32, []uint64) { at[1] = len(m.far.of) }, 0, 0, func() {})
	f.LocalGet(f.param(1))
	u.load()
	if got := f.run(unsafe.Pointer(&others[20]), unsafe.Pointer(&others[21]))[0].UnsafePointer(); got != unsafe.Pointer(&others[21]) {
		t.Error("got another pointer")
	}
	if at != [2]int{12, 1} {
		t.Errorf("there were %d handles, want 12 and 1", at)
	}
}

// Strings out of the window are copied into it, as they don't change.
func TestStringsAreNear(t *testing.T) {
	m := newMachine(t, Config{})
	c := m.context()
	defer c.release()
	one := string([]byte{'x'})
	for _, s := range []string{"", "a constant", one, string([]byte("made"))} {
		data, n := c.GiveString(s)
		if data >= firstHandle || c.String(data, n) != s {
			t.Errorf("%q is %q at %#x", s, c.String(data, n), data)
		}
	}
}

// outside lies where the program does, below the window.
var outside uint64

// TestCheckOutside: a machine that is made when the heap has grown past the window looks
// only at what lies in it.
func TestCheckOutside(t *testing.T) {
	needFar(t)
	c := newMachine(t, Config{}).newContext()
	defer c.giveBack()
	if err := c.checkWord(&outside); err != nil || outside != 0 {
		t.Errorf("%v, and the word is %#x", err, outside)
	}
	inside := make([]uint64, 1)
	if err := c.checkWord(&inside[0]); err != nil || inside[0] == 0 {
		t.Errorf("%v, and the word is %#x", err, inside[0])
	}
}

// TestConstantOffsets: a constant of 32 bits is the same however it is written.
func TestConstantOffsets(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	fs := map[uint32]*fun{}
	for _, v := range []uint32{0, 1, 1<<31 - 1, 1 << 31, 0x93def518, windowSize - 1, windowSize, 1<<32 - 8, 1<<32 - 1} {
		f := u.fun("offset", "", "l")
		f.I32Const(int32(v))
		f.I64ExtendI32U()
		fs[v] = f
	}
	u.load()
	for v, f := range fs {
		if got := f.int(); got != int(v) {
			t.Errorf("%#x is %#x", v, got)
		}
	}
}
