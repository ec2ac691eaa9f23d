package rt

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime/metrics"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Equal is a == b for operands that the engine doesn't compare itself.
func Equal(a, b any) bool { return a == b }

// SameChan is a == b for channels.
func SameChan(a, b any) bool { return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() }

// Convert stores v, converted by reflection, in *p.
func (r *Runtime) Convert(p, v any) {
	e := reflect.ValueOf(p).Elem()
	x := r.arg(e.Type(), v)
	if t := e.Type(); t.Kind() == reflect.Func && !strings.HasPrefix(t.PkgPath(), "riffle/") {
		x = r.Guarded(x) // of a library's type, or to be passed to a library
	}
	e.Set(x)
}

// Clear is clear(x).
func Clear(x any) { reflect.ValueOf(x).Clear() }

// Copy is copy(a, b).
func Copy(a, b any) int { return reflect.Copy(reflect.ValueOf(a), reflect.ValueOf(b)) }

// literal prints as it is.
type literal string

// String is the literal's text.
func (l literal) String() string { return string(l) }

// Literal is a value that displays as the text: a constant too large for any type.
func Literal(text string) any { return literal(text) }

// Complex is complex(a, b).
func Complex(a, b float64) complex128 { return complex(a, b) }

// Quo is a / b.
func Quo(a, b complex128) complex128 { return a / b }

// Real is real(a).
func Real(a complex128) float64 { return real(a) }

// Imag is imag(a).
func Imag(a complex128) float64 { return imag(a) }

// Min is min(a, b).
func Min(a, b float64) float64 { return min(a, b) }

// Max is max(a, b).
func Max(a, b float64) float64 { return max(a, b) }

// RuneString is string(rune(n)).
func RuneString(n int64) string {
	if n < 0 || n > utf8.MaxRune {
		return "\uFFFD"
	}
	return string(rune(n))
}

// DecodeRune is the rune of s at i, and its width.
func DecodeRune(s string, i int) (rune, int) { return utf8.DecodeRuneInString(s[i:]) }

// NegativeShift panics as a shift by a negative count does.
func NegativeShift() { panic(RuntimeError("runtime error: negative shift amount")) }

// DivideByZero panics as an integer division by zero does.
func DivideByZero() { panic(RuntimeError("runtime error: integer divide by zero")) }

// NilDereference panics as *p of a nil p does.
func NilDereference() { panic(RuntimeError(nilDereference)) }

// NotNil panics if x, whose method is taken, is a nil interface.
func NotNil(x any) {
	if x == nil {
		NilDereference()
	}
}

// IteratorDone panics for an iterator that continues after its loop has ended.
func IteratorDone() {
	panic(RuntimeError("runtime error: range function continued iteration after function for loop body returned false"))
}

// UnsignedOutOfRange is IndexOutOfRange for an index of an unsigned type as large
// as int.
func UnsignedOutOfRange(i, n int) {
	panic(RuntimeError(fmt.Sprintf("runtime error: index out of range [%d] with length %d", uint64(i), n)))
}

// IndexOutOfRange panics as x[i] does for an i outside the length n.
func IndexOutOfRange(i, n int) {
	text := fmt.Sprintf("runtime error: index out of range [%d]", i)
	if i >= 0 {
		text += fmt.Sprintf(" with length %d", n)
	}
	panic(RuntimeError(text))
}

// SliceOutOfRange panics as x[lo:hi:top] does; most is the capacity of a slice or the
// length of an array or string, given and full say that hi and top are present.
func SliceOutOfRange(lo, hi, top, most int, slice, given, full bool) {
	UnsignedSliceOutOfRange(lo, hi, top, most, slice, given, full, 0)
}

// UnsignedSliceOutOfRange is SliceOutOfRange for bounds of unsigned types as large as
// int: bits 0, 1 and 2 of unsigned say that lo, hi and top are of such a type.
func UnsignedSliceOutOfRange(lo, hi, top, most int, slice, given, full bool, unsigned int) {
	what := "length"
	if slice {
		what = "capacity"
	}
	bounds := [3]bound{{lo, unsigned&1 != 0}, {hi, unsigned&2 != 0}, {top, unsigned&4 != 0}}
	bad := func(format string, a ...any) {
		panic(RuntimeError("runtime error: slice bounds out of range " + fmt.Sprintf(format, a...)))
	}
	first, last, limit := bounds[0], bounds[1], bounds[2]
	switch {
	case full && limit.negative():
		bad("[::%d]", top)
	case full && limit.above(most):
		bad("[::%v] with %s %d", limit, what, most)
	case full && last.negative():
		bad("[:%d:]", hi)
	case full && last.above(top):
		bad("[:%v:%d]", last, top)
	case full && first.negative():
		bad("[%d::]", lo)
	case full:
		bad("[%v:%d:]", first, hi)
	case last.negative():
		bad("[:%d]", hi)
	case given && last.above(most):
		bad("[:%v] with %s %d", last, what, most)
	case first.negative():
		bad("[%d:]", lo)
	}
	bad("[%v:%d]", first, hi)
}

// bound is a bound of a slice, of an unsigned type or not.
type bound struct {
	n        int
	unsigned bool
}

func (b bound) negative() bool { return b.n < 0 && !b.unsigned }

// above reports whether it is more than most, which isn't negative.
func (b bound) above(most int) bool { return uint64(b.n) > uint64(most) && !b.negative() }

// String is the bound as a number.
func (b bound) String() string {
	if b.unsigned {
		return strconv.FormatUint(uint64(b.n), 10)
	}
	return strconv.Itoa(b.n)
}

// CheckMake panics for a slice that can't be made.
func (r *Runtime) CheckMake(n, c, size int) {
	most := math.MaxInt // elements of size 0 take no memory
	if size > 0 {
		most = 1 << 47 / size
	}
	switch {
	case n < 0 || n > most:
		panic(RuntimeError("runtime error: makeslice: len out of range"))
	case c < n || c > most:
		panic(RuntimeError("runtime error: makeslice: cap out of range"))
	}
	r.checkMemory(c, size)
}

// CheckAppend panics for an append that would need more memory than is left.
func (r *Runtime) CheckAppend(a, b, size int) { r.checkMemory(a+b, size) }

// large is the smallest allocation checked against the limit: smaller ones the session's
// watcher sees in time.
const large = 64 << 20

// checkMemory panics if n elements don't fit into the session's remaining memory.
func (r *Runtime) checkMemory(n, size int) {
	limit := r.config.MaxMake
	if limit <= 0 || size <= 0 || n < large/size {
		return
	}
	used := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(used)
	left := limit - int64(used[0].Value.Uint64())
	if int64(n) > left/int64(size) {
		panic(RuntimeError(fmt.Sprintf("out of memory: a slice of %d MiB, where %d MiB are left to this session", int64(n)*int64(size)>>20, max(left, 0)>>20)))
	}
}

// CheckChan panics for a channel that can't be made.
func CheckChan(n int) {
	if n < 0 || n > 1<<40 {
		panic(RuntimeError("makechan: size out of range"))
	}
}

// Iter goes through a map.
type Iter struct {
	it *reflect.MapIter
}

// RangeMap starts an iteration.
func (r *Runtime) RangeMap(m any) *Iter { return &Iter{reflect.ValueOf(m).MapRange()} }

// Next stores the next key and value if they are wanted.
func (i *Iter) Next(k, v any) bool {
	if !i.it.Next() {
		return false
	}
	if k != nil {
		reflect.ValueOf(k).Elem().Set(i.it.Key())
	}
	if v != nil {
		reflect.ValueOf(v).Elem().Set(i.it.Value())
	}
	return true
}

// iface marks an operand of print whose static type is an interface.
type iface struct{ v any }

// Interface marks an interface value for Print.
func Interface(v any) any { return iface{v} }

// Print is the builtin print, to the standard error.
func (r *Runtime) Print(xs ...any) { r.printValues("", "", xs) }

// Println is the builtin println.
func (r *Runtime) Println(xs ...any) { r.printValues(" ", "\n", xs) }

func (r *Runtime) printValues(sep, end string, xs []any) {
	var b strings.Builder
	for i, x := range xs {
		if i > 0 {
			b.WriteString(sep)
		}
		printOne(&b, x)
	}
	io.WriteString(r.config.Stderr, b.String()+end)
}

func printOne(b *strings.Builder, x any) {
	if f, ok := x.(iface); ok {
		v := reflect.ValueOf(&f.v).Elem()
		fmt.Fprintf(b, "(%#x,%#x)", v.InterfaceData()[0], v.InterfaceData()[1])
		return
	}
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Invalid:
		b.WriteString("nil")
	case reflect.Float32:
		fmt.Fprint(b, float32(v.Float()))
	case reflect.Float64:
		b.WriteString(printFloat(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		b.WriteString(printComplex(v.Complex()))
	case reflect.Slice:
		fmt.Fprintf(b, "[%d/%d]%#x", v.Len(), v.Cap(), v.Pointer())
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		fmt.Fprintf(b, "%#x", v.Pointer())
	default:
		fmt.Fprint(b, x)
	}
}

// printFloat writes a float as the builtin does.
func printFloat(f float64) string {
	if math.IsInf(f, 0) {
		return fmt.Sprintf("%+v", f)
	}
	return fmt.Sprint(f)
}

// printComplex writes a complex number as the builtin does, (1+2i).
func printComplex(c complex128) string {
	im := printFloat(imag(c))
	if im[0] != '-' && im[0] != '+' {
		im = "+" + im
	}
	return "(" + printFloat(real(c)) + im + "i)"
}
