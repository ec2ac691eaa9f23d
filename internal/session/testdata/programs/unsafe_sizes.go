// What unsafe has without pointers.
package main

import (
	"fmt"
	"unsafe"
)

type S struct {
	a byte
	b int64
	c string
}

func size[T any]() uintptr { var x T; return unsafe.Sizeof(x) }

type G[T any] struct {
	A T
	B int
}

func off[T any](g G[T]) (uintptr, uintptr) { return unsafe.Offsetof(g.B), unsafe.Alignof(g.A) }

func main() {
	fmt.Println(unsafe.Sizeof(S{}), unsafe.Offsetof(S{}.c), unsafe.Alignof(S{}))
	fmt.Println(size[int8](), size[S](), size[[]int]())
	fmt.Println(off(G[byte]{}))
	b := []byte("hello")
	s := unsafe.String(&b[0], 3)
	fmt.Println(s, unsafe.String(unsafe.SliceData(b), len(b)))
	fmt.Println(*unsafe.StringData("abc"), unsafe.Slice(&b[1], 2))
	var p *int
	fmt.Println(unsafe.Slice(p, 0) == nil, unsafe.String((*byte)(nil), 0) == "")
}

func init() {
	defer func() { fmt.Println(recover()) }()
	n := -1
	fmt.Println(unsafe.Slice(new(int), n))
}

func init() {
	defer func() { fmt.Println(recover()) }()
	n := 1
	fmt.Println(unsafe.String(nil, n))
}
