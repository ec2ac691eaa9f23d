// Constants, iota in its usual disguises, and exact constant arithmetic.
package main

import (
	"fmt"
	"math"
)

const s string = "constant"

type Weekday int

const (
	Sunday Weekday = iota
	Monday
	Tuesday
	_
	Thursday
)

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
	GB
)

const (
	x, y = iota, iota * 10
	x1, y1
	x2, y2
)

type Bits uint8

const (
	Read Bits = 1 << iota
	Write
	Exec
	All = Read | Write | Exec
)

const huge = 1 << 100

const third = 1.0 / 3

func (d Weekday) Weekend() bool { return d == Sunday }

func main() {
	fmt.Println(s, Sunday, Monday, Tuesday, Thursday, Thursday.Weekend(), Sunday.Weekend())
	fmt.Println(KB, MB, GB, x1, y1, x2, y2)
	fmt.Printf("%03b %03b %v %T\n", All, All&^Write, Exec, Exec)
	fmt.Println(huge>>98, huge/(huge>>3), third*3 == 1, float32(third))
	const n = 500000000
	const d = 3e20 / n
	fmt.Println(d, int64(d), math.Sin(n))
	const typed int64 = 5
	var f = typed * 2.0
	_ = f
	var dur float32 = 7 / 2
	var dur2 float32 = 7 / 2.0
	fmt.Println(dur, dur2, 'a'+1, string(rune('a'+1)), math.MaxInt64, uint64(math.MaxUint64), math.Pi)
	const big = math.MaxUint32 * math.MaxUint32
	fmt.Println(uint64(big), len("const"), "abc"[1:2])
}
