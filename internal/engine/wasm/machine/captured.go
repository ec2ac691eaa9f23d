package machine

import (
	"reflect"
	"unsafe"
)

// Captured are the values that a function object captures, as consecutive words.
func Captured(o unsafe.Pointer, vs []Value) []reflect.Value {
	p := unsafe.Add(o, CapturedAt)
	out := make([]reflect.Value, len(vs))
	for i, v := range vs {
		made := reflect.New(v.Type)
		for _, part := range v.Parts {
			to := unsafe.Add(made.UnsafePointer(), part.At)
			switch {
			case part.Boxed != nil:
				reflect.NewAt(part.Boxed, to).Elem().Set(reflect.NewAt(part.Boxed, *(*unsafe.Pointer)(p)).Elem())
			case part.Word == Raw:
				store(to, part.Size, *(*uint64)(p))
			default:
				*(*unsafe.Pointer)(to) = *(*unsafe.Pointer)(p)
			}
			p = unsafe.Add(p, 8)
		}
		out[i] = made.Elem()
	}
	return out
}
