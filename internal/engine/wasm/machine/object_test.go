package machine

import (
	"reflect"
	"slices"
	"sort"
	"sync"
	"testing"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// adder adds a closure that captures an integer and adds its arguments to it.
func adder(u *unit, params string) *fun {
	f := u.closure("adder", params, "l")
	f.LocalGet(2)
	f.I64Load(CapturedAt)
	for i := range params {
		f.LocalGet(f.param(i))
		f.I64Add()
	}
	return f
}

// object makes a function object of f with one captured integer.
func (f *fun) object(captured int) (fn, obj unsafe.Pointer) {
	fn, obj = f.u.ObjectType(f.Func2, []Word{Raw}).New()
	*(*int)(unsafe.Add(obj, CapturedAt)) = captured
	return fn, obj
}

func TestFunctionObjects(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	one, three := adder(u, "l"), adder(u, "lll")
	u.load()
	fn, obj := one.object(100)
	if fn != obj {
		t.Error("func(int) int has no stub")
	}
	f := *(*func(int) int)(unsafe.Pointer(&fn))
	if got := f(5); got != 105 {
		t.Errorf("got %d, want 105", got)
	}
	fn3, obj3 := three.object(1000)
	if fn3 == obj3 {
		t.Error("func(int, int, int) int has a stub; take another to test those without")
	}
	if got := u.objects.object(fn3); unsafe.Pointer(got) != obj3 {
		t.Error("the object of a func without a stub isn't found")
	}
	g := *(*func(int, int, int) int)(unsafe.Pointer(&fn3))
	if got := g(1, 2, 3); got != 1006 {
		t.Errorf("got %d, want 1006", got)
	}
	if reflect.ValueOf(f).Call([]reflect.Value{reflect.ValueOf(7)})[0].Int() != 107 {
		t.Error("a func called by reflection gives another result")
	}
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			if f(i) != 100+i || g(i, i, i) != 1000+3*i {
				t.Error("a func called from many goroutines gives another result")
			}
		})
	}
	wg.Wait()
}

// Each stub passes arguments and results as Go does.
func TestStubs(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	one, two := u.fun("one", "l", "l"), u.fun("two", "ll", "l")
	one.LocalGet(one.param(0))
	two.LocalGet(two.param(0))
	two.I64Const(3)
	two.I64Mul()
	two.LocalGet(two.param(1))
	two.I64Sub()
	u.load()
	for key := range stubs().code {
		for _, f := range []*fun{one, two} {
			if ft, ok := typeOfKey(string(key), len(f.Params)); ok {
				stubPasses(t, f, ft)
			}
		}
	}
}

// typeOfKey is a type of a stub's key that takes n words and gives one.
func typeOfKey(key string, n int) (reflect.Type, bool) {
	types := map[rune]reflect.Type{'b': reflect.TypeFor[int8](), 'w': reflect.TypeFor[int32](), 'l': reflect.TypeFor[int](), 'd': reflect.TypeFor[float64]()}
	var in, out []reflect.Type
	list := &in
	for _, k := range key {
		if k == '_' {
			list = &out
		} else if types[k] == nil {
			return nil, false
		} else {
			*list = append(*list, types[k])
		}
	}
	if len(in) != n || len(out) != 1 || out[0] == types['d'] || slices.Contains(in, types['d']) {
		return nil, false
	}
	return reflect.FuncOf(in, out, false), true
}

func stubPasses(t *testing.T, f *fun, ft reflect.Type) {
	g := *f.Func2
	g.Type, g.Params, g.Results = ft, nil, []Value{{ft.Out(0), []Part{{Size: uint8(ft.Out(0).Size())}}}}
	var args []reflect.Value
	words := []int{50, 31}
	for i := range ft.NumIn() {
		g.Params = append(g.Params, Value{ft.In(i), []Part{{Size: uint8(ft.In(i).Size())}}})
		args = append(args, reflect.ValueOf(words[i]).Convert(ft.In(i)))
	}
	want := words[0]
	if len(args) == 2 {
		want = 3*words[0] - words[1]
	}
	if got := g.Value().Call(args)[0].Int(); got != int64(want) {
		t.Errorf("%s gives %d, want %d", ft, got, want)
	}
}

func TestStubsOfPointersStringsAndInterfaces(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	same := u.fun("same", "ll", "")
	same.Results, same.Out = nil, 2
	same.Func.Results = []code.Type{code.I64, code.I64}
	same.LocalGet(same.param(0))
	same.LocalGet(same.param(1))
	delete(u.entries, code.Signature{Params: same.Func.Params}.Key())
	same.Entry = u.entry(same.Func.Signature, same.Func2)
	u.load()
	text := []Part{{Size: 8, Word: Offset, Text: true}, {At: 8, Size: 8}}
	words := []Part{{Size: 8, Word: Address}, {At: 8, Size: 8, Word: Address}}
	for _, tt := range []struct {
		parts []Part
		want  any
	}{
		{text, "a text"}, {text, ""}, {text, string(append([]byte("made"), '!'))},
		{words, 17}, {words, &same}, {words, nil}, {words, "boxed"},
	} {
		rt := reflect.TypeFor[any]()
		if _, ok := tt.want.(string); ok && tt.parts[0].Text {
			rt = reflect.TypeFor[string]()
		}
		g := *same.Func2
		g.Type = reflect.FuncOf([]reflect.Type{rt}, []reflect.Type{rt}, false)
		g.Params, g.Results = []Value{{rt, tt.parts}}, []Value{{rt, tt.parts}}
		if StubCode(g.Type) == 0 {
			t.Errorf("%s has no stub", g.Type)
		}
		arg := reflect.New(rt).Elem()
		if tt.want != nil {
			arg.Set(reflect.ValueOf(tt.want))
		}
		if got := g.Value().Call([]reflect.Value{arg})[0].Interface(); got != tt.want {
			t.Errorf("got %v, want %v", got, tt.want)
		}
	}
}

// A native calls a compiled function.
func TestSort(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	f := u.closure("less", "ll", "l")
	xs := []int{5, 3, 9, 1, 7, 2}
	for i := range 2 { // the numbers behind the captured pointer
		f.LocalGet(2)
		f.I64Load(CapturedAt)
		f.I64Const(int64(u.base))
		f.I64Sub()
		f.LocalGet(f.param(i))
		f.I64Const(3)
		f.I64Shl()
		f.I64Add()
		f.I32WrapI64()
		f.I64Load(0)
	}
	f.I64LtS()
	f.I64ExtendI32U()
	u.load()
	f.Type, f.Results = reflect.TypeFor[func(int, int) bool](), []Value{{reflect.TypeFor[bool](), []Part{{Size: 1}}}}
	fn, obj := u.ObjectType(f.Func2, []Word{Offset}).New()
	*(*unsafe.Pointer)(unsafe.Add(obj, CapturedAt)) = unsafe.Pointer(&xs[0])
	sort.Slice(xs, *(*func(int, int) bool)(unsafe.Pointer(&fn)))
	if !slices.IsSorted(xs) {
		t.Errorf("got %v", xs)
	}
}

// apply adds a function that calls the func(int) int f with n, as compiled code calls
// what may be compiled or not.
func apply(u *unit, t reflect.Type, params int) *fun {
	f := u.fun("apply", "pl", "l")
	s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32}, Results: []code.Type{code.I64}}
	var values []Value
	for range params {
		s.Params = append(s.Params, code.I64)
		values = append(values, wordValue)
	}
	fn, n, o := f.param(0), f.param(1), f.NewLocal(code.I32)
	f.LocalGet(fn)
	f.LocalSet(o)
	f.LocalGet(fn)
	f.I64Load(0)
	f.I64Const(int64(StubCode(t)))
	f.I64Ne()
	f.If()
	f.quick(Resolve, 1, 1, func() { f.wide(fn) })
	f.I32WrapI64()
	f.LocalSet(o)
	f.End()
	f.LocalGet(o)
	f.If(code.I64)
	_, size := f.write(nil, nil)
	f.LocalGet(tc)
	f.top(size)
	f.LocalGet(o)
	for range params {
		f.LocalGet(n)
	}
	f.LocalGet(o)
	f.I32Load(ObjectSlotAt)
	f.CallIndirect(s)
	f.Else()
	for i := range params + 1 {
		f.LocalGet(sp)
		if i == 0 {
			f.wide(fn)
		} else {
			f.LocalGet(n)
		}
		f.I64Store(siteHeader + rawFrame + 8*uint32(i))
	}
	f.full(Foreign(t, values, []Value{wordValue}), nil, 0, 0, func() {})
	f.LocalGet(sp)
	f.I64Load(siteHeader + rawFrame)
	f.End()
	return f
}

func TestCallsOfFuncs(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	one, three := adder(u, "l"), adder(u, "lll")
	t1, t3 := reflect.TypeFor[func(int) int](), reflect.TypeFor[func(int, int, int) int]()
	apply1, apply3 := apply(u, t1, 1), apply(u, t3, 3)
	u.load()
	ours1, _ := one.object(10)
	ours3, _ := three.object(10)
	k := 5
	foreign1 := func(x int) int { return x * k }
	foreign3 := func(x, y, z int) int { return x * y * z * k }
	made1 := reflect.MakeFunc(t1, func(a []reflect.Value) []reflect.Value { return a }).Interface().(func(int) int)
	for _, tt := range []struct {
		apply *fun
		fn    unsafe.Pointer
		want  int
	}{
		{apply1, ours1, 17}, {apply3, ours3, 31},
		{apply1, funcPointer(unsafe.Pointer(&foreign1)), 35}, {apply3, funcPointer(unsafe.Pointer(&foreign3)), 1715},
		{apply1, funcPointer(unsafe.Pointer(&made1)), 7},
	} {
		if got := tt.apply.int(tt.fn, 7); got != tt.want {
			t.Errorf("got %d, want %d", got, tt.want)
		}
	}
}

// Compiled code makes a function object, and fills what it captures.
func TestNewObject(t *testing.T) {
	u := newUnit(t, newMachine(t, Config{}))
	add := adder(u, "l")
	f := u.fun("make", "l", "p")
	fn, obj := f.NewLocal(code.I32), f.NewLocal(code.I64)
	f.quick(NewObject(u.ObjectType(add.Func2, []Word{Raw})), 0, 2, func() {})
	f.LocalSet(obj)
	f.I32WrapI64()
	f.LocalSet(fn)
	f.LocalGet(obj)
	f.I32WrapI64()
	f.LocalGet(f.param(0))
	f.I64Store(CapturedAt)
	f.LocalGet(fn)
	u.load()
	p := f.run(30)[0].UnsafePointer()
	collect()
	if got := (*(*func(int) int)(unsafe.Pointer(&p)))(12); got != 42 {
		t.Errorf("got %d, want 42", got)
	}
}
