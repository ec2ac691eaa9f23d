package reflect

import (
	"go/types"
	real "reflect"
	"strings"
	"testing"

	"riffle/internal/rt"
)

// TestMethods wants every method that lowered code may call, with as many parameters and
// results as the library's.
func TestMethods(t *testing.T) {
	pairs := []struct{ library, ours real.Type }{
		{real.TypeFor[real.Value](), real.TypeFor[Value]()},
		{real.TypeFor[real.Type](), real.TypeFor[*Type]()},
		{real.TypeFor[*real.MapIter](), real.TypeFor[*MapIter]()},
		{real.TypeFor[real.Method](), real.TypeFor[Method]()},
		{real.TypeFor[real.StructField](), real.TypeFor[StructField]()},
		{real.TypeFor[*real.ValueError](), real.TypeFor[*ValueError]()},
	}
	for _, p := range pairs {
		self := 1 // the receiver among the parameters
		if p.library.Kind() == real.Interface {
			self = 0
		}
		for i := range p.library.NumMethod() {
			want := p.library.Method(i)
			if want.PkgPath != "" || strings.Contains(want.Type.String(), "unsafe.Pointer") {
				continue // lowering refuses it
			}
			got, ok := p.ours.MethodByName(want.Name)
			if !ok || got.Type.NumIn()-1 != want.Type.NumIn()-self || got.Type.NumOut() != want.Type.NumOut() {
				t.Errorf("%s.%s: got %v, want %v", p.library, want.Name, got.Type, want.Type)
			}
		}
	}
}

// TestFields wants the library's fields, in its order.
func TestFields(t *testing.T) {
	pairs := []struct{ library, ours real.Type }{
		{real.TypeFor[real.StructField](), real.TypeFor[StructField]()},
		{real.TypeFor[real.Method](), real.TypeFor[Method]()},
		{real.TypeFor[real.SelectCase](), real.TypeFor[SelectCase]()},
		{real.TypeFor[real.ValueError](), real.TypeFor[ValueError]()},
	}
	for _, p := range pairs {
		for i := range max(p.library.NumField(), p.ours.NumField()) {
			if got, want := p.ours.Field(i).Name, p.library.Field(i).Name; got != want {
				t.Errorf("%s: field %d is %s, want %s", p.library, i, got, want)
			}
		}
	}
}

// TestOneType wants one Type for each type, however it is obtained.
func TestOneType(t *testing.T) {
	m := New(rt.New(rt.Config{}), func(path, name string) types.Type { return nil })
	strings := m.TypeOf([]string{}).(*Type)
	if m.SliceOf(m.TypeOf("").(*Type)) != strings || m.TypeOf([][]string{}).(*Type).Elem() != strings {
		t.Error("several Types are []string")
	}
	if any(m.TypeOf([]int{})) == any(strings) {
		t.Error("[]int is []string")
	}
}
