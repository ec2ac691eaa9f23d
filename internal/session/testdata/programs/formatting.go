// Formatting verbs on basic values and on nested user types.
package main

import (
	"fmt"
	"os"
)

type point struct{ x, y int }

type Temp float64

func (t Temp) String() string { return fmt.Sprintf("%.1f°", float64(t)) }

type Money int64

func (m Money) Format(f fmt.State, verb rune) {
	w, hasW := f.Width()
	p, hasP := f.Precision()
	switch verb {
	case 'v', 's':
		if f.Flag('+') {
			fmt.Fprint(f, "USD ")
		}
		fmt.Fprintf(f, "$%d.%02d", m/100, m%100)
	default:
		fmt.Fprintf(f, "%%!%c(Money w=%d,%t p=%d,%t)", verb, w, hasW, p, hasP)
	}
}

type secret string

func (s secret) GoString() string { return "secret(***)" }

type ptrStr struct{ n int }

func (p *ptrStr) String() string { return fmt.Sprint("ptr#", p.n) }

type inner struct {
	T Temp
	M Money
	P *ptrStr
	t Temp
}

type outer struct {
	In    inner
	List  []Temp
	Map   map[string]Money
	Any   any
	Err   error
	Bytes []byte
	Arr   [2]bool
	Sec   secret
}

type bad struct{}

func (b bad) String() string { panic("oops") }

type Bytes []byte
type Hex [3]byte
type Flags uint16
type Cplx complex128
type Bool bool

func main() {
	p := point{1, 2}
	fmt.Printf("%v|%+v|%#v|%T|%d|%x|%q\n", p, p, p, p, p, p, p)
	fmt.Printf("%v|%+v|%T|%s\n", &p, &p, &p, p)
	fmt.Printf("%t|%d|%b|%c|%x|%X|%o|%O|%U|%#x|%#o|%q\n", true, 123, 14, 33, 456, 0xabc, 8, 8, 0x1F600, 255, 8, 'x')
	fmt.Printf("%f|%e|%E|%g|%.3f|%8.2f|%-8.2f|%+.1f|%08.3f|% d|%6.1f%%\n", 78.9, 123400000.0, 123400000.0, 1e21, 3.14159, 2.5, 2.5, 2.5, -3.14159, 42, 99.5)
	fmt.Printf("%s|%q|%x|%X|% x|%#q|%10s|%-10s|%.2s|%5.1s|%c\n", "\"string\"", "\"string\"", "hex this", "hi", "hi", "back", "right", "left", "cut", "cut", []rune("ab"))
	fmt.Printf("|%6d|%-6d|%06d|%+d|%x|%*d|%-*d|\n", 12, 345, 42, 7, -255, 5, 42, 5, 42)
	fmt.Printf("%[2]d %[1]d %d %[1]v %[3]*.[2]*[1]f|\n", 11, 22, 33)
	fmt.Printf("%[1]d %[1]x %[1]o %[1]q %[1]T\n", 65)
	fmt.Printf("%!|%z|%d|%s\n", 1, "two")
	fmt.Printf("%d %d\n", 1)
	fmt.Printf("%d\n", 1, 2, point{3, 4})
	fmt.Printf("%s %d %t\n", 5, "x", 3)

	o := outer{In: inner{36.6, 1999, &ptrStr{3}, 1.5}, List: []Temp{1, 2.25}, Map: map[string]Money{"b": 5, "a": 250}, Any: Temp(3), Bytes: []byte("hi"), Sec: "pw"}
	fmt.Printf("%v\n%+v\n", o.List, o.Map)
	fmt.Printf("%v %s %+v\n", o.Any, o.Any, []any{Temp(1), Money(5), "s", nil, 2, point{1, 2}})
	o.In.P = nil
	fmt.Printf("%v\n%+v\n%#v\n", o, o, o)
	fmt.Printf("%6v|%-7v|%07.2f|%x|%d|%q|%s\n", o.List, o.List, o.List, o.List, []Temp{1}, o.List, o.List)
	fmt.Printf("%v %+v %s %d %8.3x\n", Money(1234), Money(1234), Money(5), Money(5), Money(5))
	fmt.Printf("%v %s %#v %#v\n", secret("x"), secret("x"), secret("x"), []secret{"a"})
	ps := &ptrStr{7}
	fmt.Println(ps, *ps, []*ptrStr{ps}[0], struct{ P *ptrStr }{ps}.P)
	fmt.Printf("%v %+v %s\n", map[string]*ptrStr{"k": ps}, []any{ps}, ps)
	var np *ptrStr
	fmt.Println(np == nil, fmt.Sprint(bad{}), fmt.Sprintf("%s|%d|%v", bad{}, bad{}, []bad{{}}))
	fmt.Printf("%v %+v\n", np, struct{ P *ptrStr }{})
	b := Bytes("héy")
	fmt.Printf("%v|%s|%x|%X|%q|%d|%#v|% x|%T|%5d\n", b, b, b, b, b, b, b, b, b, b)
	h := Hex{1, 0xab, 3}
	fmt.Printf("%v|%x|%X|%#v|%s|%d|%08b\n", h, h, h, h, h, h, h)
	fmt.Printf("%v|%b|%#x|%08b|%o|%#v|%T\n", Flags(10), Flags(10), Flags(10), Flags(10), Flags(10), Flags(10), Flags(10))
	fmt.Printf("%v|%.2f|%T|%v|%t|%T\n", Cplx(1+2i), Cplx(1.5), Cplx(1), Bool(true), Bool(false), Bool(true))
	fmt.Printf("%v %v %v\n", [][]int{{1}, {2, 3}}, map[point]string{{2, 1}: "b", {1, 2}: "a"}, [2][]string{{"x"}, nil})
	fmt.Printf("%#v %#v %#v\n", [][]int{{1}, nil}, map[string]bool{"x": true}, []any{1, "a", nil, point{}, 2.0, 'x'})
	fmt.Printf("%#v %#v %#v %#v\n", struct {
		A any
		B *int
		C error
		D func()
	}{}, []string(nil), map[int]point(nil), (*point)(nil))
	fmt.Printf("%T %T %T %T %T %T\n", o, &o, []point{}, map[point]*Temp{}, func(point) (Temp, error) { return 0, nil }, make(chan<- Temp))
	fmt.Printf("%5t|%-7t|%q|%v|%03d|%+q\n", true, false, []string{"a b", "c"}, 'x', -5, "日本")
	fmt.Printf("%8.3v|%-8v|%+v|%v\n", 3.14159, 2.0, -1, 1e6)
	fmt.Printf("%v %v %.3v %6.2f\n", 1e20, 1e21, 1234.5678, []float64{1, 2.345})
	fmt.Fprintf(os.Stdout, "%v %s\n", error(nil), error(nil))
	fmt.Println(fmt.Sprintf("%08.3f|%+08d|%x|%X|%#v", -1.5, 42, "hello", []byte{1, 171}, []byte{1}))
	fmt.Println(fmt.Errorf("%w: %v", os.ErrNotExist, p), fmt.Sprintln("a", 1, true), fmt.Append(nil, "x", 1))
	type T struct {
		A int
		B string
		point
		*Temp
	}
	fmt.Printf("%v %+v %#v\n", T{1, "x", p, nil}, T{1, "x", p, nil}, T{1, "x", p, nil})
	fmt.Printf("%v %+v\n", &[]point{p}, &map[string]point{"k": p})
	fmt.Printf("%v %d %s\n", &[]Temp{1}, &[2]int{1, 2}, &[]string{"a"})
	fmt.Printf("%6.2f|%v|%s\n", Temp(2), []error{nil, os.ErrExist}, []error{os.ErrExist})
	fmt.Printf("%x %X %x %x\n", "héllo", []string{"ab", "c"}, []int{10, 11}, 3.5)
}
