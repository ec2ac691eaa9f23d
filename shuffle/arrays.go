package shuffle

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"riffle/shuffle/internal/void"
)

// ArraysToString writes a slice or an array as Java's Arrays.toString does, [3, 5, 8], and
// slices of slices as its deepToString. Go itself writes [3 5 8]. Texts have no quotation
// marks, and a float64 is written as Java writes a double: 1.0, 1.0E10. It panics unless
// the value is a slice or an array.
func ArraysToString(list any) string {
	v := reflect.ValueOf(list)
	if !isList(v) {
		refuse("ArraysToString", "a value of type %T, want a slice or an array", list)
	}
	return listText(v)
}

func isList(v reflect.Value) bool { return v.Kind() == reflect.Slice || v.Kind() == reflect.Array }

func listText(v reflect.Value) string {
	parts := make([]string, v.Len())
	for i := range parts {
		parts[i] = elementText(v.Index(i))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// elementText writes an element: a list with brackets of its own, unless its type says how it
// is written.
func elementText(v reflect.Value) string {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	x := v.Interface()
	_, said := x.(fmt.Stringer)
	switch {
	case void.Is(x):
		return "null"
	case said:
		return fmt.Sprint(x)
	case isList(v):
		return listText(v)
	case v.Kind() == reflect.Float64:
		return doubleText(v.Float())
	}
	return fmt.Sprint(x)
}

// doubleText writes a real as Double.toString does since Java 19: the shortest digits that
// tell it from its neighbours, at least one of them behind the point, and with an exponent
// below 10^-3 and from 10^7 on.
func doubleText(x float64) string {
	switch size := math.Abs(x); {
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strconv.FormatFloat(x, 'g', -1, 64), "+") + "inity"
	case x != x || x == 0 || 1e-3 <= size && size < 1e7:
		return pointed(strconv.FormatFloat(x, 'f', -1, 64))
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	power, _ := strconv.Atoi(exponent) // FormatFloat's own
	return pointed(digits) + "E" + strconv.Itoa(power)
}

// pointed adds ".0" to a number without a point.
func pointed(digits string) string {
	if strings.Contains(digits, ".") || digits == "NaN" {
		return digits
	}
	return digits + ".0"
}
