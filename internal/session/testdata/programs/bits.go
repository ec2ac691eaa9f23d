// Memory seen as another type: numbers and arrays of numbers through
// unsafe.Pointer.
package main

import (
	"fmt"
	"math"
	"time"
	"unsafe"
)

// invSqrt is the fast inverse square root of Quake III.
func invSqrt(x float32) float32 {
	half, y := x*0.5, x
	i := *(*int32)(unsafe.Pointer(&y))
	i = 0x5f3759df - i>>1
	y = *(*float32)(unsafe.Pointer(&i))
	return y * (1.5 - half*y*y)
}

// as gives the bytes of a value another type.
func as[T, S any](s S) T { return *(*T)(unsafe.Pointer(&s)) }

type celsius float64

type register struct {
	value uint32
	bytes [4]uint8
}

func main() {
	for _, x := range []float32{0.25, 1, 2, 4, 1e6} {
		fmt.Println(x, invSqrt(x))
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), -2.75} {
		fmt.Printf("%g %#x %v\n", x, *(*uint64)(unsafe.Pointer(&x)), *(*uint64)(unsafe.Pointer(&x)) == math.Float64bits(x))
	}

	// The pointer aliases the memory, both ways.
	n := uint32(0x01020304)
	b := (*[4]byte)(unsafe.Pointer(&n))
	b[0], b[3] = 9, 0
	n++
	fmt.Printf("%#x %v\n", n, *b)
	*(*float32)(unsafe.Pointer(&n)) = 1.5
	fmt.Printf("%#x\n", n)
	*(*int32)(unsafe.Pointer(&n)) >>= 4
	fmt.Printf("%#x %d\n", n, len(b))

	// Of elements, fields, named types and type parameters.
	xs := []float32{1, 2, 3}
	r := register{bytes: [4]uint8{1, 2, 3, 4}}
	t := celsius(36.6)
	fmt.Println(*(*uint32)(unsafe.Pointer(&xs[1])), *(*uint32)(unsafe.Pointer(&r.bytes)), *(*int64)(unsafe.Pointer(&t)))
	r.value = *(*uint32)(unsafe.Pointer(&r.bytes))
	*(*[2]uint16)(unsafe.Pointer(&r.value)) = [2]uint16{7, 8}
	fmt.Println(r, as[uint16](int16(-1)), as[[2]uint8](int16(258)), as[time.Duration](int64(1500)))
	c := complex(1, 2)
	fmt.Println(*(*[2]float64)(unsafe.Pointer(&c)), as[complex64]([2]float32{3, 4}))

	// A nil pointer stays one.
	var p *int64
	q := (*float64)(unsafe.Pointer(p))
	fmt.Println(q == nil)
	defer func() { fmt.Println(recover()) }()
	fmt.Println(*q)
}
