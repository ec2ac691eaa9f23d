package machine

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"riffle/internal/engine/wasm/code"
	"riffle/internal/test/stress"
)

// The stress runs compiled code that moves pointers about while the collector runs
// all the time and other goroutines allocate objects of the same sizes. It is run
// in a process of its own, with freed memory overwritten, and once for each rule
// that can be broken: then it has to fail.

func TestStress(t *testing.T) {
	needProcesses(t)
	for _, debug := range []string{"clobberfree=1", "clobberfree=1,gccheckmark=1"} {
		out, err := stress.Process(0, debug)
		if err != nil {
			t.Errorf("%s: %v\n%s", debug, err, out)
		}
		t.Logf("%s: %s", debug, lastLine(out))
	}
}

// Without any of the rules the stress fails. Rule 6 has no switch: there is nothing
// to leave out.
func TestStressSeesBrokenRules(t *testing.T) {
	needProcesses(t)
	for _, r := range []int{1, 2, BrokenLog, BrokenMarking, 3, 4, 5, BrokenBatch} {
		out, err := stress.Process(r, "clobberfree=1,gccheckmark=1")
		if err == nil {
			t.Errorf("rule %d is broken, and the stress didn't notice\n%s", r, out)
		}
		t.Logf("rule %d: %.200s", r, out)
	}
}

func lastLine(s string) string {
	for _, l := range strings.Split(s, "\n") {
		if strings.Contains(l, "rounds") {
			return strings.TrimSpace(l)
		}
	}
	return s
}

// TestStressProcess is the process, or one round without pressure.
func TestStressProcess(t *testing.T) {
	broken, pressure := stress.Broken()
	if !pressure {
		newRounds(t, 0).round()
		return
	}
	newRounds(t, broken).run(stress.Limit())
}

type rounds struct {
	*testing.T
	m                             *Machine
	grow, reverse, deep, unlinked *fun
	apart, nested                 *fun
	stop                          chan bool
	mu                            sync.Mutex
	rounds                        int
}

func newRounds(t *testing.T, broken int) *rounds {
	m := newMachine(t, Config{Stress: Stress{Fuel: 300, Entries: 16, Bytes: 1 << 16, Broken: broken}})
	u := newUnit(t, m)
	s := &rounds{T: t, m: m, stop: make(chan bool)}
	s.grow, s.reverse, s.deep, s.unlinked = grow(u), reverse(u), deep(u), unlinked(u)
	s.apart, s.nested = apart(u), nested(u)
	u.load()
	return s
}

func (s *rounds) run(d time.Duration) {
	var background, work sync.WaitGroup
	for g := range 3 {
		background.Go(func() { s.churn(g == 0) })
	}
	end := time.Now().Add(d)
	for range 3 {
		work.Go(func() {
			for time.Now().Before(end) && !s.Failed() {
				s.round()
			}
		})
	}
	work.Wait()
	close(s.stop)
	background.Wait()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	s.Logf("%d rounds, %d cycles of the collector", s.rounds, stats.NumGC)
}

var sink atomic.Pointer[node]

// churn allocates what takes the place of freed nodes.
func (s *rounds) churn(gc bool) {
	var keep [512]*node
	for i := 0; ; i++ {
		select {
		case <-s.stop:
			return
		default:
		}
		for k := range 200 {
			keep[(i*200+k)%512] = &node{val: -77777, data: []int{-9, -9, -9}}
		}
		sink.Store(keep[i%512])
		if OneStack {
			runtime.Gosched() // there is one thread
		}
		if gc {
			runtime.GC()
		}
	}
}

// round makes a list, and does to it what loses nodes where a rule is broken.
func (s *rounds) round() {
	const n = min(3000, manyCalls)
	defer func() {
		if v := recover(); v != nil {
			s.Errorf("panic: %v", v)
		}
	}()
	box := &node{next: (*node)(s.grow.run(n)[0].UnsafePointer())}
	s.check("grow", box.next, n, false)
	s.pass(s.reverse, box)
	s.check("reverse", box.next, n, true)
	s.pass(s.deep, box)
	s.check("deep", box.next, n, true)
	box.next = (*node)(s.unlinked.run(unsafe.Pointer(box))[0].UnsafePointer())
	s.check("unlinked", box.next, n, true)
	box.next = (*node)(s.apart.run(unsafe.Pointer(box.next), unsafe.Pointer(box))[0].UnsafePointer())
	s.check("apart", box.next, n, true)
	box.next = (*node)(s.grow.run(min(300, manyEntries))[0].UnsafePointer())
	box.next = (*node)(s.nested.run(unsafe.Pointer(box.next), unsafe.Pointer(box))[0].UnsafePointer())
	s.check("nested", box.next, min(300, manyEntries), false)
	s.mu.Lock()
	s.rounds++
	s.mu.Unlock()
}

// pass calls f with the list in the box, which only the call has while it runs.
func (s *rounds) pass(f *fun, box *node) {
	box.next = (*node)(f.run(box.empty())[0].UnsafePointer())
}

func (n *node) empty() unsafe.Pointer {
	p := n.next
	n.next = nil
	return unsafe.Pointer(p)
}

func (s *rounds) check(what string, l *node, n int, down bool) {
	vs := values(l)
	if len(vs) != n {
		s.Errorf("%s: %d nodes, want %d", what, len(vs), n)
		return
	}
	for i, v := range vs {
		want := i + 1
		if down {
			want = n - i
		}
		if v != want {
			s.Errorf("%s: node %d is %d, want %d", what, i, v, want)
			return
		}
	}
}

// unlinked adds a function that loads the list from a box, and gives it back after Go
// code has emptied the box: only the frame has it then.
func unlinked(u *unit) *fun {
	f := u.fun("unlinked", "p", "p")
	l := f.NewLocal(code.I32)
	f.field(f.param(0), nextAt)
	f.LocalSet(l)
	f.full(emptyBox, []code.Local{l}, 1, 0, func() { f.wide(f.param(0)) })
	f.LocalGet(l)
	return f
}

func emptyBox(c *Context, sp uint32, a []uint64) {
	box := (*node)(c.Ptr(a[0]))
	c.Sync(sp)
	box.next = nil
	runtime.GC()
}

// apart adds a function that goes down a list, has Go code take it apart at its end,
// and puts it together on the way up: frames on several segments hold the nodes. Each
// of them syncs on the way, when the frames below have been logged before.
func apart(u *unit) *fun {
	f := u.fun("apart", "pp", "p")
	l, box, rest := f.param(0), f.param(1), f.NewLocal(code.I32)
	f.room(64)
	f.fuelled(l, box)
	f.LocalGet(l)
	f.I32Eqz()
	f.If()
	f.full(takeApart, nil, 1, 0, func() { f.wide(box) })
	f.I32Const(0)
	f.Return()
	f.End()
	f.field(l, nextAt)
	f.LocalSet(rest)
	f.call(f, []code.Local{l}, func() {
		f.LocalGet(rest)
		f.LocalGet(box)
	})
	f.LocalSet(rest)
	f.init(l, nextAt, rest)
	f.full(func(c *Context, sp uint32, _ []uint64) { c.Sync(sp) }, []code.Local{l}, 0, 0, func() {})
	f.LocalGet(l)
	return f
}

// nested is apart by calls of the host, which calls it in turn: each call is an entry
// of its own. Every other one polls on the way up, with entries that wait below.
func nested(u *unit) *fun {
	f := u.fun("nested", "pp", "p")
	l, box, rest := f.param(0), f.param(1), f.NewLocal(code.I32)
	f.LocalGet(l)
	f.I32Eqz()
	f.If()
	f.full(takeApart, nil, 1, 0, func() { f.wide(box) })
	f.I32Const(0)
	f.Return()
	f.End()
	f.field(l, nextAt)
	f.LocalSet(rest)
	f.full(func(c *Context, sp uint32, a []uint64) {
		args := []reflect.Value{reflect.ValueOf(c.Ptr(a[0])), reflect.ValueOf(c.Ptr(a[1]))}
		a[0] = c.Give(c.Call(f.Func2, sp, nil, args)[0].UnsafePointer())
	}, []code.Local{l}, 2, 1, func() {
		f.wide(rest)
		f.wide(box)
	})
	f.I32WrapI64()
	f.LocalSet(rest)
	f.init(l, nextAt, rest)
	f.LocalGet(l)
	f.I64Load(valAt)
	f.I64Const(1)
	f.I64And()
	f.I32WrapI64()
	f.If()
	f.full(Poll, []code.Local{l}, 0, 1, func() {})
	f.Drop()
	f.End()
	f.LocalGet(l)
	return f
}

func takeApart(c *Context, sp uint32, a []uint64) {
	box := (*node)(c.Ptr(a[0]))
	c.Sync(sp)
	for l := box.next; l != nil; {
		l, l.next = l.next, nil
	}
	box.next = nil
	runtime.GC()
}
