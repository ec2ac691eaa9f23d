package machine

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// Types of the same shape are of one class, and objects have room for their pointers.
func TestClass(t *testing.T) {
	m := newMachine(t, Config{})
	same := [][]reflect.Type{
		{reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[[5]byte](), reflect.TypeFor[struct{ a, b int32 }]()},
		{reflect.TypeFor[*int](), reflect.TypeFor[map[int]int](), reflect.TypeFor[func()](), reflect.TypeFor[[1]chan int]()},
		{reflect.TypeFor[string](), reflect.TypeFor[struct {
			p *int
			b bool
		}]()},
		{reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[[2]*int](), reflect.TypeFor[struct {
			_ struct{}
			p [2]unsafe.Pointer
		}]()},
		{reflect.TypeFor[[4]struct {
			s []int
			n int
		}](), reflect.TypeFor[[4]struct {
			s string
			n [2]int
		}]()},
		{nil, reflect.TypeFor[struct{}](), reflect.TypeFor[[33]int](), reflect.TypeFor[[1 << 40]struct{}]()},
	}
	seen := map[*Class]int{}
	for i, ts := range same {
		var first *Class
		for j, u := range ts {
			switch {
			case u == nil: // no class
			case j == 0:
				first = m.Class(u)
			case m.Class(u) != first:
				t.Errorf("%v is of another class than %v", u, ts[0])
			}
		}
		if other, ok := seen[first]; ok {
			t.Errorf("%v is of the class of %v", ts, same[other])
		}
		seen[first] = i
	}
}

// All shapes of up to seven words, and those of function objects: the collector frees
// what a word points to if it is no pointer, and keeps it if it is one.
func TestShapes(t *testing.T) {
	var shapes []shape
	for n := 1; n <= 7; n++ {
		for bits := range uint32(1) << n {
			shapes = append(shapes, shape{n, bits})
		}
	}
	shapes = append(shapes, shape{maxWords, 1 << (maxWords - 1)}, shape{maxWords, 1<<maxWords - 1}, shape{maxWords, 0})
	var freed [maxWords]atomic.Int32
	pointers := [maxWords]int32{}
	var objects []unsafe.Pointer
	for _, s := range shapes {
		one := make([]unsafe.Pointer, 1)
		s.filler()(one)
		objects = append(objects, one[0])
		for i := range s.words {
			p := new([2]*int)
			*(*unsafe.Pointer)(unsafe.Add(one[0], 8*i)) = unsafe.Pointer(p)
			runtime.AddCleanup(p, func(i int) { freed[i].Add(1) }, i)
			pointers[i] += int32(s.pointers >> i & 1)
		}
	}
	collect()
	want := [maxWords]int32{}
	for _, s := range shapes {
		for i := range s.words {
			want[i] += 1 - int32(s.pointers>>i&1)
		}
	}
	for i := range want {
		for end := time.Now().Add(10 * time.Second); freed[i].Load() < want[i] && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		if got := freed[i].Load(); got != want[i] {
			t.Errorf("of word %d of all objects %d are freed, want %d: %d are pointers", i, got, want[i], pointers[i])
		}
	}
	runtime.KeepAlive(objects)
}

// takes adds a function that takes n objects of a class and passes each to the host.
func takes(u *unit, k *Class, each func(*Context, unsafe.Pointer)) *fun {
	f := u.fun("takes", "l", "")
	n, p := f.param(0), f.NewLocal(code.I32)
	f.loop(func() {
		f.LocalGet(n)
		f.I64Eqz()
		f.I32Eqz()
	}, func() {
		f.take(k)
		f.LocalSet(p)
		f.quick(func(c *Context, _ uint32, a []uint64) { each(c, c.Ptr(a[0])) }, 1, 0, func() { f.wide(p) })
		f.LocalGet(n)
		f.I64Const(1)
		f.I64Sub()
		f.LocalSet(n)
	})
	return f
}

// Objects are zero, and each is another one. They die when compiled code was left, though
// some of their batch were never taken.
func TestBatch(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	seen := map[uintptr]bool{}
	var freed atomic.Int32
	f := takes(u, u.Class(reflect.TypeFor[node]()), func(_ *Context, p unsafe.Pointer) {
		n := (*node)(p)
		if n.next != nil || n.val != 0 || n.data != nil || seen[uintptr(p)] {
			t.Errorf("got %+v, seen: %t", *n, seen[uintptr(p)])
		}
		seen[uintptr(p)] = true
		n.next, n.val, n.data = n, 1, []int{1}
		runtime.AddCleanup(n, func(int) { freed.Add(1) }, 0)
	})
	u.load()
	const n = 300 // ends within a batch
	f.run(n)
	collect()
	for end := time.Now().Add(10 * time.Second); freed.Load() < n && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if len(seen) != n || freed.Load() != n {
		t.Errorf("%d objects were taken and %d freed, want %d", len(seen), freed.Load(), n)
	}
}

// Who takes few gets few, and what isn't taken any more is dropped, so that all batches
// of a context are small together.
func TestAhead(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	var c *Context
	var left []int // bytes
	all := u.fun("all", "l", "")
	for words := 1; words <= 40; words++ {
		ty := reflect.ArrayOf(words, reflect.TypeFor[*int]())
		k := u.Class(ty)
		if (k != nil) != (words <= maxWords) {
			t.Fatalf("%v: %v", ty, k)
		}
		if k == nil {
			continue
		}
		f := takes(u, k, func(d *Context, _ unsafe.Pointer) { c = d })
		all.call(f, nil, func() { all.LocalGet(all.param(0)) })
	}
	bytes := func(*Context, uint32, []uint64) {
		sum := 0
		for _, b := range c.hot {
			sum += b.n * b.class.size
		}
		if left = append(left, sum); sum != c.ahead {
			t.Errorf("%d bytes are in batches, and %d are counted", sum, c.ahead)
		}
	}
	f := u.fun("f", "l", "")
	f.call(all, nil, func() { f.LocalGet(f.param(0)) })
	f.full(bytes, nil, 0, 0, func() {})
	for range 3 {
		f.full(Settle, nil, 0, 0, func() {})
	}
	f.full(bytes, nil, 0, 0, func() {})
	u.load()
	one := 8 * maxWords * (maxWords + 1) / 2 // an object of each class
	for n, most := range map[int]int{1: one, 2: 2 * one, 1000: maxAhead + one} {
		left = nil
		f.run(n)
		if left[0] < one || left[0] > most || left[1] != 0 {
			t.Errorf("%d objects of each class: batches have %v bytes, want %d to %d and then none", n, left, one, most)
		}
	}
}

// A host function takes what is left of a batch, so no more is allocated than is used.
func TestHostTakes(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	k := u.Class(reflect.TypeFor[node]())
	made, fill := 0, k.fill
	k.fill = func(to []unsafe.Pointer) { made += len(to); fill(to) }
	seen := map[unsafe.Pointer]bool{}
	f := takes(u, k, func(c *Context, p unsafe.Pointer) { seen[p], seen[k.New(c)] = true, true })
	u.load()
	const n = 100
	f.run(n)
	if len(seen) != 2*n || made > 2*n+maxBatch {
		t.Errorf("%d objects were taken, want %d, and %d made", len(seen), 2*n, made)
	}
}

// Past the last class objects are allocated one by one.
func TestClasses(t *testing.T) {
	m := newMachine(t, Config{})
	made := 0
	for i := range uint64(2 * maxClasses) {
		s := shape{8, uint32(i)}
		if m.Class(s.typ()) != nil {
			made++
		}
	}
	if made != maxClasses || m.Class(shape{8, 1}.typ()) == nil {
		t.Errorf("%d classes, want %d", made, maxClasses)
	}
}
