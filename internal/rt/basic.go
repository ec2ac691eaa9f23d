package rt

import "reflect"

// basicTypes are the basic types by their names.
var basicTypes = map[string]reflect.Type{}

func init() {
	for _, v := range []any{false, 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0),
		uintptr(0), float32(0), float64(0), complex64(0), complex128(0), ""} {
		t := reflect.TypeOf(v)
		basicTypes[t.Name()] = t
	}
}
