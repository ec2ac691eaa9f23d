package rt

import (
	"reflect"
	"unsafe"
)

// SliceData is *out = unsafe.SliceData(s).
func SliceData(out, s any) {
	v := reflect.ValueOf(s)
	reflect.ValueOf(out).Elem().Set(reflect.NewAt(v.Type().Elem(), v.UnsafePointer()))
}

// Slice is *out = unsafe.Slice(p, n).
func Slice(out, p any, n int) {
	v := reflect.ValueOf(p)
	checkSized("Slice", v.IsNil(), n, v.Type().Elem().Size())
	if !v.IsNil() {
		reflect.ValueOf(out).Elem().Set(reflect.SliceAt(v.Type().Elem(), v.UnsafePointer(), n))
	}
}

// Reinterpret is *out = (*T)(unsafe.Pointer(p)), where out is a **T.
func Reinterpret(out, p any) {
	v := reflect.ValueOf(out).Elem()
	v.Set(reflect.NewAt(v.Type().Elem(), reflect.ValueOf(p).UnsafePointer()))
}

// AddressOf is uintptr(p).
func AddressOf(p *byte) uintptr { return uintptr(unsafe.Pointer(p)) }

// PointerAt is unsafe.Pointer(address). It converts through memory, since only the
// program knows that the number is an address.
func PointerAt(address uintptr) *byte { return *(**byte)(unsafe.Pointer(&address)) }

// PointerAfter is unsafe.Add(p, n).
func PointerAfter(p *byte, n int) *byte { return (*byte)(unsafe.Add(unsafe.Pointer(p), n)) }

// StringAt is unsafe.String(p, n).
func StringAt(p *byte, n int) string {
	checkSized("String", p == nil, n, 1)
	return unsafe.String(p, n)
}

// StringData is unsafe.StringData(s).
func StringData(s string) *byte { return unsafe.StringData(s) }

// checkSized panics as unsafe.Slice and unsafe.String do.
func checkSized(name string, isNil bool, n int, size uintptr) {
	switch {
	case n < 0 || size > 0 && uintptr(n) > (1<<47)/size:
		panic(RuntimeError("runtime error: unsafe." + name + ": len out of range"))
	case isNil && n > 0:
		panic(RuntimeError("runtime error: unsafe." + name + ": ptr is nil and len is not zero"))
	}
}
