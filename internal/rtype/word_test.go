package rtype_test

import (
	"errors"
	"reflect"
	"testing"
	"unsafe"

	"riffle/internal/rtype"
)

// The word of a type is that of its values; nothing as large as the type is made to find it.
func TestWord(t *testing.T) {
	p := new(int)
	for _, x := range []any{1, "a", 2.5, p, &p, []int{1}, struct{ A, B int }{}, errors.New("e"), map[string]int{}, func() {}, make(chan int), [3]string{}, true} {
		if got, want := rtype.Word(reflect.TypeOf(x)), (*[2]uintptr)(unsafe.Pointer(&x))[0]; got != want {
			t.Errorf("%T: %#x, want %#x", x, got, want)
		}
	}
	huge := reflect.ArrayOf(1<<31-1, reflect.TypeFor[[1 << 10]byte]()) // 2 TB
	if rtype.Word(huge) == 0 {
		t.Error("a huge type has no word")
	}
}
