package compile

import (
	"reflect"
	"testing"
	"unsafe"

	"riffle/internal/engine/wasm/compile/corpus"
)

// Memory of the test's own data, outside of the window: once for machine code and once
// for compiled Go.
var (
	farInts    = [2]int{20, 20}
	farArrays  = [2][4]int{{1, 2, 3, 4}, {1, 2, 3, 4}}
	farSlices  = [2][6]int{{1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}}
	farStructs [2]corpus.Far
	farStrings = [2][3]string{{"a", "bc", ""}, {"a", "bc", ""}}
)

// TestFar runs functions on memory that isn't in the window.
func TestFar(t *testing.T) {
	b := newBench(t)
	fs := b.functions(corpus.Sources()["far"], nil)
	tests := []struct {
		name string
		f    any
		arg  func(i int) any
	}{
		{"FarInt", corpus.FarInt, func(i int) any { return &farInts[i] }},
		{"FarArray", corpus.FarArray, func(i int) any { return &farArrays[i] }},
		{"FarSlice", corpus.FarSlice, func(i int) any { return farSlices[i][:] }},
		{"FarStrings", corpus.FarStrings, func(i int) any { return farStrings[i][:] }},
	}
	for _, tt := range tests {
		for range 2 {
			got, panicked := b.call(fs[tt.name], tt.arg(0))
			want, _ := b.call(reflect.ValueOf(tt.f), tt.arg(1))
			if panicked != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(tt.arg(0), tt.arg(1)) {
				t.Errorf("%s: %v, panic %v, memory %v; compiled Go: %v, memory %v", tt.name, got, panicked, tt.arg(0), want, tt.arg(1))
			}
		}
	}
	// A struct of the user's has a Go type of its own, of the same memory.
	f := fs["FarStruct"]
	p := reflect.NewAt(f.Type().In(0).Elem(), unsafe.Pointer(&farStructs[0]))
	for range 2 {
		got := f.Call([]reflect.Value{p})
		n, s := corpus.FarStruct(&farStructs[1])
		if int(got[0].Int()) != n || got[1].String() != s || !reflect.DeepEqual(farStructs[0].Xs(), farStructs[1].Xs()) {
			t.Errorf("FarStruct: %v %v, compiled Go: %v %v", got[0], got[1], n, s)
		}
	}
}
