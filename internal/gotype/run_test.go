package gotype

import (
	"reflect"
	"testing"

	"riffle/internal/core"
)

// A list node: its next pointer leads to its own type, and values can be
// linked, printed and compared.
func TestMakeRecursive(t *testing.T) {
	node := &core.Type{Kind: core.Struct, Name: "S1"}
	node.Fields = []core.StructField{
		{Name: "Value", Type: core.Int},
		{Name: "Next", Type: core.PointerTo(node)},
		{Name: "Kids", Type: core.SliceOf(node)},
		{Name: "By", Type: &core.Type{Kind: core.Map, Key: core.String, Elem: core.PointerTo(node)}},
	}
	var z Maker
	s := z.Type(node)
	if got := s.Field(1).Type; got != reflect.PointerTo(s) {
		t.Fatalf("Next is %v, want a pointer to its struct", got)
	}
	if got := s.Field(2).Type; got != reflect.SliceOf(s) {
		t.Fatalf("Kids is %v", got)
	}
	if got := s.Field(3).Type.Elem(); got != reflect.PointerTo(s) {
		t.Fatalf("By is %v", got)
	}
	a, b := reflect.New(s), reflect.New(s)
	a.Elem().Field(0).SetInt(1)
	a.Elem().Field(1).Set(b)
	a.Elem().Field(2).Set(reflect.Append(a.Elem().Field(2), b.Elem()))
	if a.Elem().Field(1).Elem().Field(0).Int() != 0 {
		t.Fatal("the linked node's value is wrong")
	}
}

// Two structs of one shape are two types.
func TestMakeDistinct(t *testing.T) {
	var z Maker
	mk := func(name string) reflect.Type {
		return z.Type(&core.Type{Kind: core.Struct, Name: name, Fields: []core.StructField{{Name: "X", Type: core.Int}}})
	}
	if mk("S1") == mk("S2") {
		t.Fatal("S1 and S2 are one type")
	}
}
