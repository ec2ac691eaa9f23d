package machine

import (
	"errors"
	"reflect"
	"testing"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// again adds a function that calls itself through the host, n times: on the same
// context, and behind words that the host was passed.
func again(u *unit, bottom HostFunc) *fun {
	f := u.fun("again", "pl", "p")
	p, n := f.param(0), f.param(1)
	f.LocalGet(n)
	f.I64Eqz()
	f.If()
	f.full(bottom, []code.Local{p}, 0, 0, func() {})
	f.LocalGet(p)
	f.Return()
	f.End()
	f.full(func(c *Context, sp uint32, a []uint64) {
		q := c.Call(f.Func2, sp, nil, []reflect.Value{reflect.ValueOf(c.Ptr(a[0])), reflect.ValueOf(int(a[1]) - 1)})[0].UnsafePointer()
		a[0] = c.Give(q)
	}, []code.Local{p}, 2, 1, func() {
		f.wide(p)
		f.LocalGet(n)
	})
	f.I32WrapI64()
	return f
}

func TestNestedCalls(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f := again(u, func(c *Context, sp uint32, _ []uint64) {
		c.Sync(sp)
		collect()
		if n := len(c.log); n < manyEntries {
			t.Errorf("%d pointers are logged, want those of all frames", n)
		}
	})
	u.load()
	n := &node{val: 7}
	if got := (*node)(f.run(unsafe.Pointer(n), manyEntries)[0].UnsafePointer()); got != n || got.val != 7 {
		t.Error("got another pointer")
	}
}

// Frames that have changed since a nested call are logged again by the next, and those
// that haven't are not.
func TestSyncOfWaitingEntries(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	first, second := &node{val: 1}, &node{val: 2}
	var logged [][2]int
	inner := u.fun("inner", "", "")
	inner.full(func(c *Context, sp uint32, _ []uint64) {
		c.Sync(sp)
		c.Sync(sp)
		logged = append(logged, [2]int{count(c.log, first), count(c.log, second)})
	}, nil, 0, 0, func() {})
	f := u.fun("f", "p", "")
	p := f.NewLocal(code.I32)
	call := func(c *Context, sp uint32, _ []uint64) { c.Call(inner.Func2, sp, nil, nil) }
	for range 2 {
		f.field(f.param(0), nextAt)
		f.LocalSet(p)
		f.full(call, []code.Local{p}, 0, 0, func() {})
		f.full(func(_ *Context, _ uint32, a []uint64) { first.next.next = second }, nil, 0, 0, func() {})
	}
	u.load()
	first.next = &node{next: first}
	f.run(unsafe.Pointer(first.next))
	if want := [][2]int{{1, 0}, {1, 1}}; !reflect.DeepEqual(logged, want) {
		t.Errorf("the nodes are logged %v times, want %v", logged, want)
	}
}

func count(log []unsafe.Pointer, n *node) (times int) {
	for _, p := range log {
		if p == unsafe.Pointer(n) {
			times++
		}
	}
	return times
}

// A panic at the bottom of nested calls is recovered half-way up, and the code above
// goes on.
func TestRecoveryInNestedCalls(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	failure := errors.New("at the bottom")
	f := again(u, func(c *Context, sp uint32, _ []uint64) { panic(failure) })
	guard := u.fun("guard", "p", "l")
	var caught any
	guard.full(func(c *Context, sp uint32, a []uint64) {
		p := c.Ptr(a[0])
		caught = panicOf(func() {
			c.Call(f.Func2, sp, nil, []reflect.Value{reflect.ValueOf(p), reflect.ValueOf(manyEntries / 2)})
		})
	}, nil, 1, 0, func() { guard.wide(guard.param(0)) })
	guard.LocalGet(guard.param(0))
	guard.I64Load(valAt)
	u.load()
	for range 3 {
		if got := guard.int(unsafe.Pointer(&node{val: 5})); got != 5 || caught != failure {
			t.Errorf("got %d and %v, want 5 and %v", got, caught, failure)
		}
	}
}

// What was to stop and hasn't polled when code may run again still stops; what is
// entered after it runs.
func TestResume(t *testing.T) {
	m := newMachine(t, Config{Stopped: errStopped})
	u := newUnit(t, m)
	f := u.fun("f", "l", "")
	f.full(func(_ *Context, _ uint32, a []uint64) {
		if a[0] == 1 {
			m.Stop()
			m.Resume()
		}
	}, nil, 1, 0, func() { f.LocalGet(f.param(0)) })
	f.full(Poll, nil, 0, 1, func() {})
	f.Drop()
	u.load()
	if got := panicOf(func() { f.run(1) }); got != errStopped {
		t.Errorf("got %v, want %v", got, errStopped)
	}
	f.run(0)
	m.Stop()
	if got := panicOf(func() { f.run(0) }); got != errStopped {
		t.Errorf("got %v, want %v", got, errStopped)
	}
	m.Resume()
	f.run(0)
}

// A fault of compiled code is the machine's own kind of panic.
func TestFault(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f := u.fun("f", "", "")
	f.Unreachable()
	u.load()
	if v, ok := panicOf(func() { f.run() }).(*Fault); !ok {
		t.Errorf("got %v", v)
	}
}

// The module of code that wazero refuses is an error.
func TestLoadError(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f := u.fun("f", "", "l")
	f.Drop()
	if err := u.mod.Load(&u.b); err == nil {
		t.Error("want an error")
	}
}
