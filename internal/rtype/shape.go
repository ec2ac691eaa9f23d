package rtype

import (
	"fmt"
	"go/types"
	"reflect"
	"unsafe"
)

var basic = map[types.BasicKind]reflect.Type{
	types.Bool: reflect.TypeFor[bool](), types.String: reflect.TypeFor[string](), types.UnsafePointer: reflect.TypeFor[unsafe.Pointer](),
	types.Int: reflect.TypeFor[int](), types.Int8: reflect.TypeFor[int8](), types.Int16: reflect.TypeFor[int16](),
	types.Int32: reflect.TypeFor[int32](), types.Int64: reflect.TypeFor[int64](),
	types.Uint: reflect.TypeFor[uint](), types.Uint8: reflect.TypeFor[uint8](), types.Uint16: reflect.TypeFor[uint16](),
	types.Uint32: reflect.TypeFor[uint32](), types.Uint64: reflect.TypeFor[uint64](), types.Uintptr: reflect.TypeFor[uintptr](),
	types.Float32: reflect.TypeFor[float32](), types.Float64: reflect.TypeFor[float64](),
	types.Complex64: reflect.TypeFor[complex64](), types.Complex128: reflect.TypeFor[complex128](),
}

// shape is a type of the size, pointer mask, equality and hash of t's underlying type.
// What is behind its pointers is arbitrary, so it can be made before the types that t
// refers to.
func (m *Maker) shape(t types.Type) reflect.Type {
	if r := m.native(t); r != nil {
		return r
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basic[u.Kind()]
	case *types.Pointer:
		return reflect.TypeFor[*int]()
	case *types.Slice:
		return reflect.TypeFor[[]int]()
	case *types.Map:
		return reflect.TypeFor[map[int]int]()
	case *types.Chan:
		return reflect.TypeFor[chan int]()
	case *types.Signature:
		return reflect.TypeFor[func()]()
	case *types.Interface:
		if u.NumMethods() == 0 {
			return reflect.TypeFor[any]()
		}
		return reflect.TypeFor[error]()
	case *types.Array:
		return reflect.ArrayOf(int(u.Len()), m.shape(u.Elem()))
	case *types.Struct:
		return m.structShape(u)
	}
	panic(fmt.Sprintf("no layout for %v", t))
}

func (m *Maker) structShape(t *types.Struct) reflect.Type {
	fields := make([]reflect.StructField, t.NumFields())
	for i := range fields {
		fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: m.shape(t.Field(i).Type())}
		if t.Field(i).Name() == "_" { // neither compared nor hashed
			fields[i].Name, fields[i].PkgPath = "_", "main"
		}
	}
	return reflect.StructOf(fields)
}
