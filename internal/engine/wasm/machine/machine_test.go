package machine

import (
	"errors"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// node is what the tests' programs build lists of.
type node struct {
	next *node
	val  int
	data []int
}

const (
	nextAt = 0
	valAt  = 8
)

// newNode is the host function that allocates a node.
func newNode(c *Context, _ uint32, a []uint64) {
	n := &node{val: int(a[0])}
	a[0] = c.GiveNew(unsafe.Pointer(n), int(unsafe.Sizeof(*n)))
}

// ints adds the sum over the integers behind a pointer.
func ints(u *unit) *fun {
	f := u.fun("sum", "pl", "l")
	s := f.NewLocal(code.I64)
	f.loop(func() {
		f.LocalGet(f.param(1))
		f.I64Eqz()
		f.I32Eqz()
	}, func() {
		f.LocalGet(s)
		f.LocalGet(f.param(0))
		f.I64Load(0)
		f.I64Add()
		f.LocalSet(s)
		f.LocalGet(f.param(0))
		f.I32Const(8)
		f.I32Add()
		f.LocalSet(f.param(0))
		f.LocalGet(f.param(1))
		f.I64Const(1)
		f.I64Sub()
		f.LocalSet(f.param(1))
	})
	f.LocalGet(s)
	return f
}

func TestSum(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f := ints(u)
	u.load()
	xs := []int{1, 2, 3, 4}
	if got := f.int(unsafe.Pointer(&xs[0]), len(xs)); got != 10 {
		t.Errorf("got %d, want 10", got)
	}
}

// grow adds a function that makes a list of n nodes, the last first, in batches.
func grow(u *unit) *fun {
	f := u.fun("grow", "l", "p")
	n := f.param(0)
	fuel, head, p := f.NewLocal(code.I64), f.NewLocal(code.I32), f.NewLocal(code.I32)
	f.loop(func() {
		f.LocalGet(n)
		f.I64Const(0)
		f.I64GtS()
	}, func() {
		f.take(u.Class(reflect.TypeFor[node]()))
		f.LocalTee(p)
		f.LocalGet(n)
		f.I64Store(valAt)
		f.init(p, nextAt, head)
		f.LocalGet(p)
		f.LocalSet(head)
		f.LocalGet(n)
		f.I64Const(1)
		f.I64Sub()
		f.LocalSet(n)
		f.poll(fuel, 10, head)
	})
	f.LocalGet(head)
	return f
}

// reverse adds a function that reverses a list: it overwrites each next.
func reverse(u *unit) *fun {
	f := u.fun("reverse", "p", "p")
	l := f.param(0)
	fuel, out, next := f.NewLocal(code.I64), f.NewLocal(code.I32), f.NewLocal(code.I32)
	f.loop(func() { f.LocalGet(l) }, func() {
		f.field(l, nextAt)
		f.LocalSet(next)
		f.overwrite(l, nextAt, out)
		f.LocalGet(l)
		f.LocalSet(out)
		f.LocalGet(next)
		f.LocalSet(l)
		f.poll(fuel, 10, out, l)
	})
	f.LocalGet(out)
	return f
}

func values(l *node) (vs []int) {
	for ; l != nil; l = l.next {
		vs = append(vs, l.val)
	}
	return vs
}

func TestLists(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f, g := grow(u), reverse(u)
	u.load()
	const n = 100_000
	l := (*node)(f.run(n)[0].UnsafePointer())
	collect()
	l = (*node)(g.run(unsafe.Pointer(l))[0].UnsafePointer())
	collect()
	vs := values(l)
	if len(vs) != n {
		t.Fatalf("got %d nodes, want %d", len(vs), n)
	}
	for i, v := range vs {
		if v != n-i {
			t.Fatalf("node %d is %d, want %d", i, v, n-i)
		}
	}
}

// callback is a host function that calls the func a[0] points to.
func callback(c *Context, sp uint32, a []uint64) {
	f := *(*func())(c.Ptr(a[0]))
	c.Sync(sp)
	f()
}

// caller adds a function that calls the func that its argument points to.
func caller(u *unit) *fun {
	f := u.fun("caller", "p", "")
	f.full(callback, nil, 1, 0, func() { f.wide(f.param(0)) })
	return f
}

// A panic goes through compiled code and Go by turns, with its value.
func TestPanic(t *testing.T) {
	var frames []Frame
	m := newMachine(t, Config{Trace: func(fs []Frame) { frames = append(frames, fs...) }})
	u := newUnit(t, m)
	f := caller(u)
	outer := u.fun("outer", "p", "")
	outer.call(f, nil, func() { outer.LocalGet(outer.param(0)) })
	u.load()
	var value any
	deepest := func() { panic(value) }
	middle := func() { f.run(unsafe.Pointer(&deepest)) }
	for _, value = range []any{errors.New("an error"), "a text", 17, &m} {
		frames = nil
		if got := panicOf(func() { outer.run(unsafe.Pointer(&middle)) }); got != value {
			t.Errorf("got %v, want %v", got, value)
		}
		want := []Frame{{1, f.named}, {1, f.named}, {1, outer.named}}
		if !reflect.DeepEqual(frames, want) {
			t.Errorf("left the frames %v, want %v", frames, want)
		}
	}
	middle = func() {
		var none map[string]int
		none["x"] = 1
	}
	err, ok := panicOf(func() { outer.run(unsafe.Pointer(&middle)) }).(runtime.Error)
	if !ok || err.Error() != "assignment to entry in nil map" {
		t.Errorf("got %v, want a run-time error", err)
	}
	calm := func() {}
	middle = calm
	outer.run(unsafe.Pointer(&middle)) // the context works as before
}

// A quick host call's place is its site's, above the frames of its callers.
func TestPlaceOfQuickCall(t *testing.T) {
	var frames []Frame
	u := newUnit(t, newMachine(t, Config{Trace: func(fs []Frame) { frames = fs }}))
	f := u.fun("f", "", "")
	f.line = 40
	f.quick(func(*Context, uint32, []uint64) { panic("quick") }, 0, 0, func() {})
	g := u.fun("g", "", "")
	g.line = 50
	g.call(f, nil, func() {})
	u.load()
	if got := panicOf(func() { g.run() }); got != "quick" {
		t.Errorf("got %v", got)
	}
	if want := []Frame{{41, f.named}, {51, g.named}}; !reflect.DeepEqual(frames, want) {
		t.Errorf("left the frames %v, want %v", frames, want)
	}
}

func TestGoexit(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f := caller(u)
	u.load()
	exit := runtime.Goexit
	var wg sync.WaitGroup
	for range 10 {
		went := true
		wg.Go(func() {
			defer func() { went = recover() != nil }()
			f.run(unsafe.Pointer(&exit))
		})
		wg.Wait()
		if went {
			t.Error("Goexit ended in a panic")
		}
		calm := func() {}
		f.run(unsafe.Pointer(&calm))
	}
}

// deep adds a function that takes a list apart on the way down, so that only frames
// hold its nodes, and puts it together on the way up.
func deep(u *unit) *fun {
	f := u.fun("deep", "p", "p")
	l, rest := f.param(0), f.NewLocal(code.I32)
	f.room(64)
	f.LocalGet(l)
	f.I32Eqz()
	f.If()
	f.I32Const(0)
	f.Return()
	f.End()
	f.field(l, nextAt)
	f.LocalSet(rest)
	f.clear(l, nextAt)
	f.fuelled(l, rest)
	f.call(f, []code.Local{l}, func() { f.LocalGet(rest) })
	f.LocalSet(rest)
	f.overwrite(l, nextAt, rest)
	f.LocalGet(l)
	return f
}

// fuelled polls at a function's entry, when the context's fuel is used up.
func (f *fun) fuelled(live ...code.Local) {
	f.LocalGet(tc)
	f.LocalGet(tc)
	f.I32Load(FuelAt)
	f.I32Const(5)
	f.I32Sub()
	f.I32Store(FuelAt)
	f.LocalGet(tc)
	f.I32Load(FuelAt)
	f.I32Const(0)
	f.I32LtS()
	f.If()
	f.full(Poll, live, 0, 1, func() {})
	f.Drop()
	f.End()
}

func TestDeepRecursion(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f, g := grow(u), deep(u)
	u.load()
	n := manyCalls
	l := (*node)(f.run(n)[0].UnsafePointer())
	start := time.Now()
	done := make(chan bool)
	go func() {
		for range 3 {
			runtime.GC()
		}
		close(done)
	}()
	l = (*node)(g.run(unsafe.Pointer(l))[0].UnsafePointer())
	t.Log(time.Since(start))
	<-done
	collect()
	if vs := values(l); len(vs) != n || vs[0] != 1 || vs[n-1] != n {
		t.Errorf("got %d nodes, want %d", len(vs), n)
	}
}

// endless adds a function that calls itself for ever, and the host in each round.
func endless(u *unit, each HostFunc) *fun {
	f := u.fun("endless", "l", "l")
	f.room(64)
	f.fuelled()
	f.quick(each, 0, 0, func() {})
	f.call(f, nil, func() { f.LocalGet(f.param(0)) })
	return f
}

var errStopped, errTooDeep = errors.New("stopped"), errors.New("too deep")

func TestEndlessRecursion(t *testing.T) {
	var frames []Frame
	m := newMachine(t, Config{Stopped: errStopped, TooDeep: errTooDeep, Trace: func(fs []Frame) {
		if frames == nil {
			frames = fs
		}
	}})
	u := newUnit(t, m)
	calls := 0
	f := endless(u, func(*Context, uint32, []uint64) {
		if calls++; calls == manyCalls/10 {
			m.Stop()
		}
	})
	u.load()
	if got := panicOf(func() { f.run(1) }); got != errStopped {
		t.Errorf("got %v, want %v", got, errStopped)
	}
	if len(frames) != maxTrace || frames[0].In != f.named {
		t.Errorf("left %d frames", len(frames))
	}
	m.Resume()
	if got := panicOf(func() { f.run(1) }); got != errTooDeep {
		t.Errorf("got %v, want %v", got, errTooDeep)
	}
	if calls < manyCalls {
		t.Errorf("%d calls were too deep", calls)
	}
}

// So does a recursion by way of Go, in which each round has a context of its own.
func TestEndlessCallbacks(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{TooDeep: errTooDeep}))
	f := caller(u)
	u.load()
	var round func()
	round = func() { f.run(unsafe.Pointer(&round)) }
	if got := panicOf(round); got != errTooDeep {
		t.Errorf("got %v, want %v", got, errTooDeep)
	}
}

// spin adds a function that runs for ever.
func spin(u *unit) *fun {
	f := u.fun("spin", "", "")
	fuel := f.NewLocal(code.I64)
	f.loop(func() { f.I32Const(1) }, func() { f.poll(fuel, 1) })
	return f
}

func TestStop(t *testing.T) {
	m := newMachine(t, Config{Stopped: errStopped})
	u := newUnit(t, m)
	f := spin(u)
	u.load()
	for _, n := range []int{1, 500, 2000} {
		var wg sync.WaitGroup
		values := make([]any, n)
		for i := range n {
			wg.Go(func() { values[i] = panicOf(func() { f.run() }) })
		}
		time.Sleep(30 * time.Millisecond)
		start := time.Now()
		m.Stop()
		wg.Wait()
		t.Log(n, "stopped in", time.Since(start))
		for _, v := range values {
			if v != errStopped {
				t.Fatalf("got %v", v)
			}
		}
		m.Resume()
	}
}

// The world stops beside a loop.
func TestStopOfTheWorld(t *testing.T) {
	m := newMachine(t, Config{Stopped: errStopped})
	u := newUnit(t, m)
	f := spin(u)
	u.load()
	done := make(chan any)
	go func() { done <- panicOf(func() { f.run() }) }()
	time.Sleep(time.Millisecond)
	var stats runtime.MemStats
	start := time.Now()
	for range 100 {
		runtime.ReadMemStats(&stats)
	}
	t.Log(time.Since(start)/100, "a stop")
	m.Stop()
	<-done
}
