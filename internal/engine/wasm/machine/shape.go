package machine

import (
	"reflect"
	"strconv"
	"unsafe"
)

// maxWords is the size of the largest objects that are allocated in batches: larger
// ones take longer than a host call.
const maxWords = 32

// shape is what the collector knows of an object: how many words it has, and which
// are pointers.
type shape struct {
	words    int
	pointers uint32 // a bit for each word
}

// pointersOf are the pointers of a type, from a word on.
func pointersOf(t reflect.Type, word uintptr) uint32 {
	switch t.Kind() {
	case reflect.Struct:
		var bits uint32
		for i := range t.NumField() {
			f := t.Field(i)
			bits |= pointersOf(f.Type, word+f.Offset/8)
		}
		return bits
	case reflect.Array:
		var bits uint32
		if size := t.Elem().Size(); size > 0 && size%8 == 0 { // otherwise there are none
			for i := range uintptr(t.Len()) {
				bits |= pointersOf(t.Elem(), word+i*size/8)
			}
		}
		return bits
	case reflect.Interface:
		return 3 << word
	case reflect.String, reflect.Slice, reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return 1 << word
	}
	return 0
}

// filler is what allocates objects of the shape.
func (s shape) filler() func([]unsafe.Pointer) {
	if fill := s.common(); fill != nil {
		return fill
	}
	like := reflect.New(s.typ()).Elem()
	return func(to []unsafe.Pointer) {
		for i := range to {
			x := like.Interface() // a copy, made faster than by reflect.New
			to[i] = (*[2]unsafe.Pointer)(unsafe.Pointer(&x))[1]
		}
	}
}

// common is filler for shapes whose types are compiled in: those of up to five words,
// and of function objects that capture up to two.
func (s shape) common() func([]unsafe.Pointer) {
	if head := (shape{4, 0b1010}); s.words > head.words && s.pointers&0b1111 == head.pointers {
		return word4[object](s, head.words)
	}
	return word1[struct{}](s, 0)
}

// longer is a type with one word more.
type longer[T, Word any] struct {
	_ T
	_ Word
}

// word1 and its like compose the type of a shape, word by word. Each knows how many may
// follow.
func word1[T any](s shape, at int) func([]unsafe.Pointer) {
	if s.pointers>>at&1 != 0 {
		return word2[longer[T, unsafe.Pointer]](s, at+1)
	}
	return word2[longer[T, uint64]](s, at+1)
}

func word2[T any](s shape, at int) func([]unsafe.Pointer) {
	switch {
	case at == s.words:
		return fill[T]
	case s.pointers>>at&1 != 0:
		return word3[longer[T, unsafe.Pointer]](s, at+1)
	}
	return word3[longer[T, uint64]](s, at+1)
}

func word3[T any](s shape, at int) func([]unsafe.Pointer) {
	switch {
	case at == s.words:
		return fill[T]
	case s.pointers>>at&1 != 0:
		return word4[longer[T, unsafe.Pointer]](s, at+1)
	}
	return word4[longer[T, uint64]](s, at+1)
}

func word4[T any](s shape, at int) func([]unsafe.Pointer) {
	switch {
	case at == s.words:
		return fill[T]
	case s.pointers>>at&1 != 0:
		return word5[longer[T, unsafe.Pointer]](s, at+1)
	}
	return word5[longer[T, uint64]](s, at+1)
}

func word5[T any](s shape, at int) func([]unsafe.Pointer) {
	switch {
	case at == s.words:
		return fill[T]
	case s.pointers>>at&1 != 0:
		return last[longer[T, unsafe.Pointer]](s, at+1)
	}
	return last[longer[T, uint64]](s, at+1)
}

func last[T any](s shape, at int) func([]unsafe.Pointer) {
	if at == s.words {
		return fill[T]
	}
	return nil
}

func fill[T any](to []unsafe.Pointer) {
	for i := range to {
		to[i] = unsafe.Pointer(new(T))
	}
}

// typ is a type of the shape, of two words or more.
func (s shape) typ() reflect.Type {
	var fields []reflect.StructField
	for i := range s.words {
		t := reflect.TypeFor[uint64]()
		if s.pointers>>i&1 != 0 {
			t = reflect.TypeFor[unsafe.Pointer]()
		}
		fields = append(fields, reflect.StructField{Name: "W" + strconv.Itoa(i), Type: t})
	}
	return reflect.StructOf(fields)
}
