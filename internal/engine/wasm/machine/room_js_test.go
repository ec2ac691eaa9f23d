package machine

import (
	"reflect"
	"testing"
	"time"
	"unsafe"
)

// manyCalls is how deep a recursion may be at least, before something else goes on with it.
const manyCalls = 1_500

// manyEntries is how deep entries may be nested at least.
const manyEntries = 40

// needFar needs pointers out of the window, and there are none in a memory of 4 GiB.
func needFar(t *testing.T) {
	t.Helper()
	t.Skip("all memory is in the window")
}

// needProcesses needs another process, and a browser has none: TestNode runs the stress.
func needProcesses(t *testing.T) {
	t.Helper()
	t.Skip("there are no processes")
}

// A goroutine that finds another in compiled code does without. Where it could enter
// above, the first would return out of the other's call: the program would end.
func TestTurns(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	meet := make(chan string)
	f := u.fun("f", "l", "l")
	f.full(func(c *Context, sp uint32, a []uint64) {
		c.Sync(sp)
		if a[0] == 1 {
			meet <- "first" // which waits in a host call until the second is here
			<-meet
		}
	}, nil, 1, 0, func() { f.LocalGet(f.param(0)) })
	f.LocalGet(f.param(0))
	u.load()
	here := 0
	f.Instead = func(unsafe.Pointer) reflect.Value {
		return reflect.ValueOf(func(n int) int {
			here++
			meet <- "second"
			return n
		})
	}
	first := make(chan int)
	go func() { first <- f.int(1) }()
	<-meet
	second := make(chan int)
	go func() { second <- f.int(2) }()
	if got := <-second; got != 2 {
		t.Errorf("the second is %d, want 2", got)
	}
	if got := <-first; got != 1 {
		t.Errorf("the first is %d, want 1", got)
	}
	if here != 1 {
		t.Errorf("%d calls did without, want 1", here)
	}
	if got := f.int(3); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}

// A host call may wait for a timer, though nothing else runs.
func TestHostWaits(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f := u.fun("f", "l", "l")
	f.full(func(*Context, uint32, []uint64) { time.Sleep(20 * time.Millisecond) }, nil, 0, 0, func() {})
	f.LocalGet(f.param(0))
	u.load()
	if got := f.int(5); got != 5 {
		t.Errorf("got %d, want 5", got)
	}
}

// A recursion for which there is no room goes on without machine code.
func TestInstead(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f := u.fun("down", "l", "l")
	f.room(rawFrame + 64)
	f.LocalGet(f.param(0))
	f.I64Eqz()
	f.If()
	f.I64Const(0)
	f.Return()
	f.End()
	f.call(f, nil, func() { f.LocalGet(f.param(0)); f.I64Const(1); f.I64Sub() })
	f.I64Const(1)
	f.I64Add()
	u.load()
	f.Instead = func(unsafe.Pointer) reflect.Value {
		return reflect.ValueOf(func(n int) int {
			if n == 0 {
				return 0
			}
			return 1 + f.int(n-1)
		})
	}
	for _, n := range []int{10, 20_000} {
		if got := f.int(n); got != n {
			t.Errorf("got %d, want %d", got, n)
		}
	}
}
