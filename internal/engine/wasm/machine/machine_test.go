package machine

import (
	"reflect"
	"testing"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

var word = Value{reflect.TypeFor[int](), []Part{{Size: 8}}}

func TestSum(t *testing.T) {
	m, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	mod := m.NewModule()
	var b code.Module
	sum := b.NewFunc("", code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I64}, Results: []code.Type{code.I64}})
	s := sum.NewLocal(code.I64)
	out := sum.Block()
	loop := sum.Loop()
	sum.LocalGet(3)
	sum.I64Eqz()
	sum.BrIf(out)
	sum.LocalGet(s)
	sum.LocalGet(2)
	sum.I64Load(0)
	sum.I64Add()
	sum.LocalSet(s)
	sum.LocalGet(2)
	sum.I32Const(8)
	sum.I32Add()
	sum.LocalSet(2)
	sum.LocalGet(3)
	sum.I64Const(1)
	sum.I64Sub()
	sum.LocalSet(3)
	sum.Br(loop)
	sum.End()
	sum.End()
	sum.LocalGet(s)
	e := b.NewFunc("", EntryType)
	e.LocalGet(1)
	e.LocalGet(0)
	e.LocalGet(1)
	e.I32Const(24)
	e.I32Add()
	e.LocalGet(1)
	e.I32Load(0)
	e.LocalGet(1)
	e.I64Load(8)
	e.LocalGet(2)
	e.CallIndirect(sum.Signature)
	e.I64Store(0)
	f := &Func{Module: mod, Slot: mod.Slot(), Entry: mod.Slot(), In: 3, Out: 1,
		Params:  []Value{{reflect.TypeFor[[]int](), []Part{{Size: 8, Word: Offset}, {At: 8, Size: 8}, {At: 16, Size: 8}}}},
		Results: []Value{word}, Type: reflect.TypeFor[func([]int) int]()}
	b.Element(f.Slot, sum)
	b.Element(f.Entry, e)
	if err := mod.Load(&b); err != nil {
		t.Fatal(err)
	}
	xs := []int{1, 2, 3, 4}
	if got := m.Call(f, nil, []reflect.Value{reflect.ValueOf(xs)})[0].Int(); got != 10 {
		t.Errorf("got %d", got)
	}
	g := f.Value().Interface().(func([]int) int)
	if got := g(xs); got != 10 {
		t.Errorf("got %d", got)
	}
	t.Log(unsafe.Sizeof(Context{}))
}
