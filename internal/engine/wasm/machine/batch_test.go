package machine

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
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
