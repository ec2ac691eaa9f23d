// Memory seen through unsafe.Pointer: variables, fields, elements, strings and slices, and
// arithmetic with pointers.
package main

import (
	"fmt"
	"strings"
	"sync/atomic"
	"unsafe"
)

type Record struct {
	flag  bool
	count int32
	name  string
	next  *Record
	data  [4]uint16
}

type Handle unsafe.Pointer

type word interface{ ~uint32 | ~float32 }

func cast[T, S word](s S) T { return *(*T)(unsafe.Pointer(&s)) }

// bytesOf is the string's own memory.
func bytesOf(s string) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&s))), len(s))
}

func sum(p unsafe.Pointer, n int) (t int) {
	for i := range n {
		t += *(*int)(unsafe.Pointer(uintptr(p) + uintptr(i)*unsafe.Sizeof(t)))
	}
	return t
}

func fields(r *Record) {
	p := unsafe.Pointer(r)
	*(*int32)(unsafe.Add(p, unsafe.Offsetof(r.count))) = 42
	*(*string)(unsafe.Pointer(uintptr(p) + unsafe.Offsetof(r.name))) = "changed"
	next := (**Record)(unsafe.Pointer(&r.next))
	*next = &Record{name: "next"}
	half := (*[2]uint32)(unsafe.Pointer(&r.data))
	half[1] = 0x00050004
	fmt.Println(*r == *(*Record)(p), r.flag, r.count, r.name, r.next.name, r.data)
}

func stack() {
	type node struct {
		value int
		below unsafe.Pointer
	}
	var top unsafe.Pointer
	for i := range 5 {
		n := &node{i, atomic.LoadPointer(&top)}
		for !atomic.CompareAndSwapPointer(&top, n.below, unsafe.Pointer(n)) {
			n.below = atomic.LoadPointer(&top)
		}
	}
	for n := (*node)(top); n != nil; n = (*node)(n.below) {
		fmt.Print(n.value, " ")
	}
	fmt.Println()
}

func describe(x any) string {
	switch p := x.(type) {
	case *byte:
		return "bytes"
	case unsafe.Pointer:
		return fmt.Sprintf("unsafe %T %v", p, p == nil)
	case Handle:
		return fmt.Sprintf("handle %T", p)
	}
	return "other"
}

func main() {
	xs := []int{1, 2, 3, 4}
	fmt.Println(sum(unsafe.Pointer(&xs[0]), 4), sum(unsafe.Pointer(unsafe.SliceData(xs)), 2))
	fmt.Println(cast[uint32](float32(1.5)), cast[float32](uint32(0x40000000)))
	fmt.Println(string(bytesOf(strings.Repeat("ab", 3))))
	fields(&Record{data: [4]uint16{1, 2, 3}})
	stack()
	var none unsafe.Pointer
	b := byte(7)
	fmt.Println(describe(none), describe(&b), describe(Handle(&b)), describe(uintptr(none)))
	set := map[unsafe.Pointer]int{unsafe.Pointer(&b): 1, none: 2}
	set[unsafe.Pointer(&xs[1])]++
	fmt.Println(len(set), set[unsafe.Pointer(&b)], none == nil, unsafe.Pointer(&b) != none)
	type header struct {
		data     unsafe.Pointer
		len, cap int
	}
	h := (*header)(unsafe.Pointer(&xs))
	h.len = 2
	fmt.Println(xs, h.cap, *(*int)(h.data), uintptr(h.data)%8)
	var any1 any = unsafe.Pointer(&b)
	p, ok := any1.(unsafe.Pointer)
	fmt.Println(ok, *(*byte)(p), any1 == any(unsafe.Pointer(&b)), any1 == any(&b))
}
