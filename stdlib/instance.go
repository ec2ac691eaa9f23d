package stdlib

import (
	"cmp"
	"reflect"
	"slices"

	"riffle/stdlib/internal/native"
)

// Instance returns a compiled instance of a generic function: package slices'
// loops over whole slices, for slices of the common element types. typeArgs
// are all type arguments, the inferred ones too, with user-defined types
// replaced by their underlying ones. ok is false where there is only Source;
// an instance is faster and does the same.
func Instance(path, name string, typeArgs ...reflect.Type) (f reflect.Value, ok bool) {
	if path != "slices" || len(typeArgs) != 2 || typeArgs[0] != reflect.SliceOf(typeArgs[1]) {
		return reflect.Value{}, false
	}
	for _, s := range instances(typeArgs[1]) {
		if s.Name == name {
			return s.Value(), true
		}
	}
	return reflect.Value{}, false
}

// instances lists what is compiled for slices of elem.
func instances(elem reflect.Type) []native.Symbol {
	switch elem {
	case reflect.TypeFor[int]():
		return ordered[int]()
	case reflect.TypeFor[int32]():
		return ordered[int32]()
	case reflect.TypeFor[int64]():
		return ordered[int64]()
	case reflect.TypeFor[uint8]():
		return ordered[uint8]()
	case reflect.TypeFor[uint32]():
		return ordered[uint32]()
	case reflect.TypeFor[uint64]():
		return ordered[uint64]()
	case reflect.TypeFor[float64]():
		return ordered[float64]()
	case reflect.TypeFor[string]():
		return ordered[string]()
	}
	return nil
}

// ordered instantiates the functions of package slices for one element type.
func ordered[E cmp.Ordered]() []native.Symbol {
	return []native.Symbol{
		{Name: "BinarySearch", V: slices.BinarySearch[[]E, E]},
		{Name: "Clone", V: slices.Clone[[]E, E]},
		{Name: "Compact", V: slices.Compact[[]E, E]},
		{Name: "Compare", V: slices.Compare[[]E, E]},
		{Name: "Concat", V: slices.Concat[[]E, E]},
		{Name: "Contains", V: slices.Contains[[]E, E]},
		{Name: "Delete", V: slices.Delete[[]E, E]},
		{Name: "Equal", V: slices.Equal[[]E, E]},
		{Name: "Index", V: slices.Index[[]E, E]},
		{Name: "Insert", V: slices.Insert[[]E, E]},
		{Name: "IsSorted", V: slices.IsSorted[[]E, E]},
		{Name: "Max", V: slices.Max[[]E, E]},
		{Name: "Min", V: slices.Min[[]E, E]},
		{Name: "Repeat", V: slices.Repeat[[]E, E]},
		{Name: "Reverse", V: slices.Reverse[[]E, E]},
		{Name: "Sort", V: slices.Sort[[]E, E]},
	}
}
