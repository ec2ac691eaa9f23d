package display

import (
	"cmp"
	"fmt"
	"math/big"
	"reflect"
	"slices"
)

// plainValue is the value that a chart gets: of a pointer to an array, the array.
func plainValue(v any) reflect.Value {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer && !rv.IsNil() && rv.Elem().Kind() == reflect.Array {
		rv = rv.Elem()
	}
	return rv
}

// numbers are the elements of a slice or an array.
func numbers(call string, v any) []float64 {
	rv := plainValue(v)
	if k := rv.Kind(); k != reflect.Slice && k != reflect.Array {
		panic(fmt.Errorf("%s: %T holds no numbers, want a slice of numbers", call, v))
	}
	list := make([]float64, rv.Len())
	for i := range list {
		x, ok := number(rv.Index(i))
		if !ok {
			panic(fmt.Errorf("%s: element %d is %v, want a number", call, i, rv.Index(i)))
		}
		list[i] = x
	}
	return list
}

// number is a value of a type of numbers, or of package big's.
func number(v reflect.Value) (float64, bool) {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = plainValue(v.Elem().Interface())
	}
	switch {
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	case v.CanFloat():
		return v.Float(), true
	case !v.IsValid() || !v.CanInterface():
		return 0, false
	}
	switch b := v.Interface().(type) {
	case *big.Int:
		if b != nil {
			f, _ := b.Float64()
			return f, true
		}
	case *big.Rat:
		if b != nil {
			f, _ := b.Float64()
			return f, true
		}
	case *big.Float:
		if b != nil {
			f, _ := b.Float64()
			return f, true
		}
	}
	return 0, false
}

// pairs are the keys and values of a map of numbers, by the keys.
func pairs(v any) (xs, ys []float64, ok bool) {
	rv := plainValue(v)
	if rv.Kind() != reflect.Map {
		return nil, nil, false
	}
	type point struct{ x, y float64 }
	var points []point
	for it := rv.MapRange(); it.Next(); {
		x, ok1 := number(it.Key())
		y, ok2 := number(it.Value())
		if !ok1 || !ok2 {
			return nil, nil, false
		}
		points = append(points, point{x, y})
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	for _, p := range points {
		xs, ys = append(xs, p.x), append(ys, p.y)
	}
	return xs, ys, true
}

// counts are the keys of a map as texts, and its values, by the keys.
func counts(v any) (labels []string, ys []float64, ok bool) {
	rv := plainValue(v)
	if rv.Kind() != reflect.Map {
		return nil, nil, false
	}
	type count struct {
		key   float64
		label string
		y     float64
	}
	var list []count
	for it := rv.MapRange(); it.Next(); {
		y, ok := number(it.Value())
		if !ok {
			return nil, nil, false
		}
		key, _ := number(it.Key())
		list = append(list, count{key, fmt.Sprint(it.Key()), y})
	}
	slices.SortFunc(list, func(a, b count) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.label, b.label)) })
	for _, c := range list {
		labels, ys = append(labels, c.label), append(ys, c.y)
	}
	return labels, ys, true
}

// texts are the elements of a slice as texts.
func texts(call string, v any) []string {
	rv := plainValue(v)
	if k := rv.Kind(); k != reflect.Slice && k != reflect.Array {
		panic(fmt.Errorf("%s: %T holds no names, want a slice", call, v))
	}
	list := make([]string, rv.Len())
	for i := range list {
		list[i] = fmt.Sprint(rv.Index(i))
	}
	return list
}
