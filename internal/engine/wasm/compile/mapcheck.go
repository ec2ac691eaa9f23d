package compile

import (
	"reflect"
	"sync"
	"unsafe"
)

// mapsAreShared reports whether maps of different types with the same kinds of keys and
// elements are interchangeable to Go. It checks once.
var mapsAreShared = sync.OnceValue(func() bool {
	type (
		number int64
		small  int8
		name   string
		flag   bool
		ratio  float64
		pair   [2]number
		triple [3]number
	)
	elem := reflect.TypeFor[*number]()
	return shares[uint64](reflect.TypeFor[number](), elem, func(i int) (uint64, reflect.Value) {
		return uint64(i), reflect.ValueOf(number(i))
	}) && shares[uint8](reflect.TypeFor[small](), elem, func(i int) (uint8, reflect.Value) {
		return uint8(i), reflect.ValueOf(small(i))
	}) && shares[string](reflect.TypeFor[name](), elem, func(i int) (string, reflect.Value) {
		return string(rune(i)), reflect.ValueOf(name(rune(i)))
	}) && shares[uint8](reflect.TypeFor[flag](), elem, func(i int) (uint8, reflect.Value) {
		return uint8(i % 2), reflect.ValueOf(flag(i%2 == 1))
	}) && shares[float64](reflect.TypeFor[ratio](), elem, func(i int) (float64, reflect.Value) {
		return float64(i), reflect.ValueOf(ratio(i))
	}) && shares[[2]uint64](reflect.ArrayOf(2, reflect.TypeFor[number]()), elem, func(i int) ([2]uint64, reflect.Value) {
		return [2]uint64{uint64(i), uint64(i / 3)}, reflect.ValueOf(pair{number(i), number(i / 3)}).Convert(reflect.ArrayOf(2, reflect.TypeFor[number]()))
	}) && shares[[3]uint64](reflect.ArrayOf(3, reflect.TypeFor[number]()), elem, func(i int) ([3]uint64, reflect.Value) {
		return [3]uint64{uint64(i), uint64(i / 3), 7}, reflect.ValueOf(triple{number(i), number(i / 3), 7}).Convert(reflect.ArrayOf(3, reflect.TypeFor[number]()))
	})
})

// shares writes a map as one of two types and reads it as the other, in turn.
func shares[K comparable](key, elem reflect.Type, of func(int) (K, reflect.Value)) bool {
	const n = 200
	by := reflect.MakeMap(reflect.MapOf(key, elem))
	m := mapOf[K, unsafe.Pointer](uint64(uintptr(by.UnsafePointer())))
	for i := range n {
		p := reflect.New(elem.Elem())
		k, v := of(i)
		if i%3 == 0 {
			by.SetMapIndex(v, p)
		} else {
			m[k] = p.UnsafePointer()
		}
		if got := by.MapIndex(v); !got.IsValid() || got.UnsafePointer() != m[k] || m[k] != p.UnsafePointer() {
			return false
		}
	}
	for k, p := range m {
		if p == nil {
			return false
		}
		if delete(m, k); by.Len() != len(m) {
			return false
		}
	}
	return len(m) == 0
}
