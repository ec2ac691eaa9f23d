package compile

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// operation is a function of x and y: as source, and as compiled Go.
type operation[T any] struct {
	name, source string
	want         func(x, y T) any
}

type integers interface {
	int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | uintptr
}

type floating interface{ float32 | float64 }

var seventy uint = 70 // no constant, which vet takes for a mistake

// integerOperations are the operators of a type; a division by zero panics.
func integerOperations[T integers]() []operation[T] {
	return []operation[T]{
		{"add", "x + y", func(x, y T) any { return x + y }},
		{"sub", "x - y", func(x, y T) any { return x - y }},
		{"mul", "x * y", func(x, y T) any { return x * y }},
		{"quo", "x / y", func(x, y T) any { return x / y }},
		{"rem", "x % y", func(x, y T) any { return x % y }},
		{"quo7", "x / 7", func(x, y T) any { return x / 7 }},
		{"rem8", "x % 8", func(x, y T) any { return x % 8 }},
		{"and", "x & y", func(x, y T) any { return x & y }},
		{"or", "x | y", func(x, y T) any { return x | y }},
		{"xor", "x ^ y", func(x, y T) any { return x ^ y }},
		{"andnot", "x &^ y", func(x, y T) any { return x &^ y }},
		{"shl", "x << (y & 127)", func(x, y T) any { return x << (y & 127) }},
		{"shr", "x >> (y & 127)", func(x, y T) any { return x >> (y & 127) }},
		{"shifts", "x << y", func(x, y T) any { return x << y }}, // a negative count panics
		{"shl0", "x << 0", func(x, y T) any { return x << 0 }},
		{"shl7", "x << 7", func(x, y T) any { return x << 7 }},
		{"shr7", "x >> 7", func(x, y T) any { return x >> 7 }},
		{"shr70", "x >> 70", func(x, y T) any { return x >> seventy }},
		{"shl70", "x << 70", func(x, y T) any { return x << seventy }},
		{"neg", "-x", func(x, y T) any { return -x }},
		{"not", "^x", func(x, y T) any { return ^x }},
		{"eq", "x == y", func(x, y T) any { return x == y }},
		{"ne", "x != y", func(x, y T) any { return x != y }},
		{"lt", "x < y", func(x, y T) any { return x < y }},
		{"le", "x <= y", func(x, y T) any { return x <= y }},
		{"gt", "x > y", func(x, y T) any { return x > y }},
		{"ge", "x >= y", func(x, y T) any { return x >= y }},
		{"both", "x < y && y != 0 || x == 3", func(x, y T) any { return x < y && y != 0 || x == 3 }},
		{"mixed", "(x + y) / 3 * (x - y) % 11", func(x, y T) any { return (x + y) / 3 * (x - y) % 11 }},
	}
}

func floatOperations[T floating]() []operation[T] {
	return []operation[T]{
		{"add", "x + y", func(x, y T) any { return x + y }},
		{"sub", "x - y", func(x, y T) any { return x - y }},
		{"mul", "x * y", func(x, y T) any { return x * y }},
		{"quo", "x / y", func(x, y T) any { return x / y }},
		{"neg", "-x", func(x, y T) any { return -x }},
		{"eq", "x == y", func(x, y T) any { return x == y }},
		{"ne", "x != y", func(x, y T) any { return x != y }},
		{"lt", "x < y", func(x, y T) any { return x < y }},
		{"le", "x <= y", func(x, y T) any { return x <= y }},
		{"gt", "x > y", func(x, y T) any { return x > y }},
		{"ge", "x >= y", func(x, y T) any { return x >= y }},
		{"notless", "!(x < y)", func(x, y T) any { return !(x < y) }},
		{"min", "min(x, y)", func(x, y T) any { return min(x, y) }},
		{"max", "max(x, y)", func(x, y T) any { return max(x, y) }},
	}
}

func complexOperations[T complex64 | complex128]() []operation[T] {
	return []operation[T]{
		{"add", "x + y", func(x, y T) any { return x + y }},
		{"sub", "x - y", func(x, y T) any { return x - y }},
		{"mul", "x * y", func(x, y T) any { return product(x, y) }},
		{"quo", "x / y", func(x, y T) any { return x / y }},
		{"neg", "-x", func(x, y T) any { return -x }},
		{"eq", "x == y", func(x, y T) any { return x == y }},
		{"ne", "x != y", func(x, y T) any { return x != y }},
	}
}

// product is x * y with each product of parts rounded. Go leaves it to the processor
// whether one is that goes into a sum: on arm64 it isn't. The parts of a complex64 are
// multiplied exactly.
func product[T complex64 | complex128](x, y T) T {
	if x, ok := any(x).(complex128); ok {
		y := any(y).(complex128)
		a, b, c, d := real(x), imag(x), real(y), imag(y)
		return T(complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c)))
	}
	return x * y
}

// edges are the integers of a type where something changes.
func edges[T integers]() []T {
	var zero T
	ones := ^zero
	values := []T{0, 1, 2, 3, 7, 8, 31, 100, ones, ones - 1, ones - 6}
	if ones < 0 { // the largest and the smallest
		high := ones
		for high<<1 < 0 {
			high <<= 1
		}
		values = append(values, high, ^high, high+1)
	} else {
		values = append(values, ones>>1, ones>>1+1)
	}
	return values
}

func floatEdges[T floating]() []T {
	zero := T(0)
	return []T{0, -zero, T(math.Copysign(0, -1)), 1, -1, 0.5, -1.5, 1e10, -3.25e-5, T(math.Inf(1)), T(math.Inf(-1)), T(math.NaN()), 16777217, 1e30, 1e-30}
}

func complexEdges[T complex64 | complex128]() []T {
	var out []T
	parts := []float64{0, -1, 2.5, math.Inf(1), math.NaN(), 1e-30}
	for _, re := range parts {
		for _, im := range parts {
			out = append(out, T(complex(re, im)))
		}
	}
	return out
}

// same compares values of basic types: every NaN is like another, the zeros are not.
func same(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if !x.IsValid() || !y.IsValid() || x.Type() != y.Type() {
		return !x.IsValid() && !y.IsValid()
	}
	float := func(x, y float64) bool {
		return x != x && y != y || math.Float64bits(x) == math.Float64bits(y)
	}
	switch {
	case x.CanFloat():
		return float(x.Float(), y.Float())
	case x.CanComplex():
		return float(real(x.Complex()), real(y.Complex())) && float(imag(x.Complex()), imag(y.Complex()))
	}
	return x.Equal(y)
}

// operations compiles the operations of a type and tries them on all pairs.
func operations[T any](t *testing.T, ops []operation[T], values []T) {
	name := reflect.TypeFor[T]().String()
	t.Run(name, func(t *testing.T) {
		var source strings.Builder
		for _, op := range ops {
			result := reflect.TypeOf(tried(op.want, values[1], values[1])).String()
			fmt.Fprintf(&source, "func op%s(x, y %s) %s { return %s }\n", op.name, name, result, op.source)
		}
		b := newBench(t)
		fs := b.functions(source.String(), nil)
		for _, op := range ops {
			for _, x := range values {
				for _, y := range values {
					want, wantPanic := b.call(reflect.ValueOf(func() any { return op.want(x, y) }))
					got, panicked := b.call(fs["op"+op.name], x, y)
					if panicked != wantPanic || panicked == nil && !same(got[0], want[0]) {
						t.Errorf("%s of %v and %v: %v, panic %v; compiled Go: %v, panic %v", op.source, x, y, got, panicked, want, wantPanic)
					}
				}
			}
		}
	})
}

func tried[T any](f func(x, y T) any, x, y T) any { return f(x, y) }

func TestIntegers(t *testing.T) {
	operations(t, integerOperations[int](), edges[int]())
	operations(t, integerOperations[int8](), edges[int8]())
	operations(t, integerOperations[int16](), edges[int16]())
	operations(t, integerOperations[int32](), edges[int32]())
	operations(t, integerOperations[int64](), edges[int64]())
	operations(t, integerOperations[uint](), edges[uint]())
	operations(t, integerOperations[uint8](), edges[uint8]())
	operations(t, integerOperations[uint16](), edges[uint16]())
	operations(t, integerOperations[uint32](), edges[uint32]())
	operations(t, integerOperations[uint64](), edges[uint64]())
	operations(t, integerOperations[uintptr](), edges[uintptr]())
}

func TestFloats(t *testing.T) {
	operations(t, floatOperations[float32](), floatEdges[float32]())
	operations(t, floatOperations[float64](), floatEdges[float64]())
	operations(t, complexOperations[complex64](), complexEdges[complex64]())
	operations(t, complexOperations[complex128](), complexEdges[complex128]())
}

// conversions are those to all types of numbers.
func conversions[T integers | floating]() []operation[T] {
	return []operation[T]{
		{"to_int", "int(x)", func(x, _ T) any { return int(x) }},
		{"to_int8", "int8(x)", func(x, _ T) any { return int8(x) }},
		{"to_int16", "int16(x)", func(x, _ T) any { return int16(x) }},
		{"to_int32", "int32(x)", func(x, _ T) any { return int32(x) }},
		{"to_int64", "int64(x)", func(x, _ T) any { return int64(x) }},
		{"to_uint", "uint(x)", func(x, _ T) any { return uint(x) }},
		{"to_uint8", "uint8(x)", func(x, _ T) any { return uint8(x) }},
		{"to_uint16", "uint16(x)", func(x, _ T) any { return uint16(x) }},
		{"to_uint32", "uint32(x)", func(x, _ T) any { return uint32(x) }},
		{"to_uint64", "uint64(x)", func(x, _ T) any { return uint64(x) }},
		{"to_uintptr", "uintptr(x)", func(x, _ T) any { return uintptr(x) }},
		{"to_float32", "float32(x)", func(x, _ T) any { return float32(x) }},
		{"to_float64", "float64(x)", func(x, _ T) any { return float64(x) }},
		{"chained", "int64(int8(x)) + int64(uint16(x))", func(x, _ T) any { return int64(int8(x)) + int64(uint16(x)) }},
	}
}

func TestConversions(t *testing.T) {
	floats := []float64{0, math.Copysign(0, -1), 1.5, -1.5, -300, 300, 70000, 3e9, -3e9, 5e9, 1e15 + 7, 9.3e18, 1.9e19, -9.3e18, 1e30, math.Inf(1), math.Inf(-1), math.NaN(), 1 << 63, -1 << 63, 1 << 31, -1 << 31, -1<<31 - 0.5}
	var small []float32
	for _, x := range floats {
		small = append(small, float32(x))
	}
	operations(t, conversions[float64](), floats)
	operations(t, conversions[float32](), small)
	operations(t, conversions[int](), edges[int]())
	operations(t, conversions[int8](), edges[int8]())
	operations(t, conversions[int16](), edges[int16]())
	operations(t, conversions[int32](), edges[int32]())
	operations(t, conversions[int64](), edges[int64]())
	operations(t, conversions[uint](), edges[uint]())
	operations(t, conversions[uint8](), edges[uint8]())
	operations(t, conversions[uint16](), edges[uint16]())
	operations(t, conversions[uint32](), edges[uint32]())
	operations(t, conversions[uint64](), edges[uint64]())
	operations(t, conversions[uintptr](), edges[uintptr]())
}
