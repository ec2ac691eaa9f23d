// Package maphash replaces the hashes that the original asks the runtime for.
package maphash

import (
	"hash/maphash"
	"math"
	"math/rand/v2"
	"reflect"
)

// Comparable returns the hash of v with a seed: that of values that equal v.
func Comparable[T comparable](seed maphash.Seed, v T) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	WriteComparable(&h, v)
	return h.Sum64()
}

// WriteComparable adds x to the data hashed by h.
func WriteComparable[T comparable](h *maphash.Hash, x T) {
	var none map[any]bool
	_ = none[x] // panics if x can't be compared
	writeValue(h, reflect.ValueOf(&x).Elem())
}

// writeValue adds a value, such that equal ones add the same.
func writeValue(h *maphash.Hash, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			writeWord(h, 1)
		} else {
			writeWord(h, 0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		writeWord(h, uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		writeWord(h, v.Uint())
	case reflect.Float32, reflect.Float64:
		writeFloat(h, v.Float())
	case reflect.Complex64, reflect.Complex128:
		writeFloat(h, real(v.Complex()))
		writeFloat(h, imag(v.Complex()))
	case reflect.String:
		writeWord(h, uint64(v.Len()))
		h.WriteString(v.String())
	case reflect.Array:
		for i := range v.Len() {
			writeValue(h, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				writeValue(h, v.Field(i))
			}
		}
	case reflect.Interface:
		if !v.IsNil() { // as in the original, the type isn't added
			writeValue(h, v.Elem())
		}
	default: // a pointer or a channel
		writeWord(h, uint64(v.Pointer()))
	}
}

func writeFloat(h *maphash.Hash, x float64) {
	switch {
	case x == 0: // of either sign
		writeWord(h, 0)
	case x != x: // equals nothing
		writeWord(h, rand.Uint64())
	default:
		writeWord(h, math.Float64bits(x))
	}
}

func writeWord(h *maphash.Hash, x uint64) {
	for range 8 {
		h.WriteByte(byte(x))
		x >>= 8
	}
}
