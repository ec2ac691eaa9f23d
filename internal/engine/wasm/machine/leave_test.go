//go:build !js

package machine

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"riffle/internal/engine/wasm/code"
)

// Another wazero would keep imported functions elsewhere, unnoticed but for the time.
func TestExitsAreFound(t *testing.T) {
	if few, _ := leaves(); few == 0 {
		t.Skip("there is no leave for", runtime.GOARCH)
	}
	u := newUnit(t, newMachine(t, Config{}))
	for n := range MaxArguments + 1 {
		for r := range MaxResults + 1 {
			u.host(n, r)
		}
	}
	u.load()
	if !u.mod.body.loaded.exits {
		t.Error("the module has no exits")
	}
}

// Host calls of all signatures, by each way, at each depth of a recursion: they get
// their arguments, what they give arrives, and what compiled code holds in registers is
// kept, while Go's stack is moved and compiled code's grows.
func TestHostCalls(t *testing.T) {
	for _, slow := range []bool{false, true} {
		for n := range MaxArguments + 1 {
			for r := range MaxResults + 1 {
				t.Run(fmt.Sprint(HostName(n, r), " ", slow), func(t *testing.T) { testHostCalls(t, slow, n, r) })
			}
		}
	}
}

const (
	heldNumbers = 20 // more than there are registers
	callDepth   = 300
)

func testHostCalls(t *testing.T, slow bool, n, r int) {
	u := newUnit(t, newMachine(t, Config{Stress: Stress{Slow: slow}}))
	f := u.fun("f", "l", "l")
	depth := f.param(0)
	ints, floats := held(f, depth)
	host := func(_ *Context, _ uint32, a []uint64) {
		d := a[0]
		for i := range n {
			if want := d + uint64(i); n > 0 && a[i] != want {
				t.Errorf("argument %d is %d, want %d", i, a[i], want)
			}
		}
		moveStack(100)
		for i := range r {
			a[i] = uint64(1000 * (i + 1))
		}
	}
	f.full(host, nil, n, r, func() {
		for i := range n {
			f.LocalGet(ints[i])
		}
	})
	f.I64Const(0)
	for range r { // the results
		f.I64Add()
	}
	for i := range ints {
		f.LocalGet(ints[i])
		f.I64Add()
		f.LocalGet(floats[i])
		f.I64TruncSatF64S()
		f.I64Add()
	}
	f.LocalGet(depth)
	f.I64Const(0)
	f.I64Ne()
	f.If(code.I64)
	f.call(f, nil, func() {
		f.LocalGet(depth)
		f.I64Const(1)
		f.I64Sub()
	})
	f.Else()
	f.I64Const(0)
	f.End()
	f.I64Add()
	u.load()
	want := 0
	for d := range callDepth + 1 {
		want += heldNumbers*2*d + 2*heldNumbers*(heldNumbers-1)/2 + 1000*r*(r+1)/2
	}
	if got := f.int(callDepth); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

// held makes locals, whole and real, of a number and its successors.
func held(f *fun, first code.Local) (ints, floats []code.Local) {
	for i := range int64(heldNumbers) {
		x, y := f.NewLocal(code.I64), f.NewLocal(code.F64)
		f.LocalGet(first)
		f.I64Const(i)
		f.I64Add()
		f.LocalTee(x)
		f.F64ConvertI64S()
		f.LocalSet(y)
		ints, floats = append(ints, x), append(floats, y)
	}
	return ints, floats
}

// moveStack needs more of the goroutine's stack the deeper it is called.
//
//go:noinline
func moveStack(n int) (sum int) {
	var room [64]int
	room[n%len(room)] = n
	if n > 0 {
		sum = moveStack(n - 1)
	}
	return sum + room[n%len(room)]
}

// In a host function Go's stack can be walked through, down to who entered compiled code
// and further.
func TestStackOfHostCall(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	var trace string
	f := again(u, func(*Context, uint32, []uint64) {
		collect()
		trace = string(traceOf())
	})
	u.load()
	done := make(chan bool)
	go func() { // with a small stack
		defer close(done)
		f.run(nil, 3)
	}()
	<-done
	if got := strings.Count(trace, "machine.(*Context).tryRun("); got != 4 || !strings.Contains(trace, "TestStackOfHostCall") {
		t.Errorf("%d entries, want 4, in\n%s", got, trace)
	}
}

func traceOf() []byte {
	b := make([]byte, 1<<16)
	return b[:runtime.Stack(b, false)]
}

// A panic leaves from a call that was made when Go's stack had been moved.
func TestPanicAfterMove(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	failure := errors.New("after all")
	f := u.fun("f", "l", "l")
	f.full(func(*Context, uint32, []uint64) { moveStack(1000) }, nil, 0, 0, func() {})
	f.quick(func(_ *Context, _ uint32, a []uint64) {
		if a[0] > 0 {
			panic(failure)
		}
	}, 1, 1, func() { f.LocalGet(f.param(0)) })
	u.load()
	for i := range 4 {
		done := make(chan any)
		go func() {
			done <- panicOf(func() { u.Call(f.Func2, nil, []reflect.Value{reflect.ValueOf(i % 2)}) })
		}()
		if got := <-done; (got != nil) != (i%2 == 1) || got != nil && got != failure {
			t.Errorf("round %d panicked with %v", i, got)
		}
	}
}
