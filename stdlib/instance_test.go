package stdlib

import (
	"go/types"
	"reflect"
	"slices"
	"testing"
)

func TestInstance(t *testing.T) {
	f, ok := Instance("slices", "Sort", reflect.TypeFor[[]string](), reflect.TypeFor[string]())
	if !ok {
		t.Fatal("no slices.Sort for strings")
	}
	s := []string{"c", "a", "b"}
	f.Call([]reflect.Value{reflect.ValueOf(s)})
	if !slices.Equal(s, []string{"a", "b", "c"}) {
		t.Errorf("sorted %q", s)
	}
	for _, c := range []struct {
		path, name string
		args       []reflect.Type
	}{
		{"slices", "Sort", nil},
		{"slices", "Sort", []reflect.Type{reflect.TypeFor[[]bool](), reflect.TypeFor[bool]()}},
		{"slices", "Sort", []reflect.Type{reflect.TypeFor[[]int](), reflect.TypeFor[string]()}},
		{"slices", "Nope", []reflect.Type{reflect.TypeFor[[]int](), reflect.TypeFor[int]()}},
		{"maps", "Clone", []reflect.Type{reflect.TypeFor[[]int](), reflect.TypeFor[int]()}},
	} {
		if f, ok := Instance(c.path, c.name, c.args...); ok {
			t.Errorf("%s.%s%v is %v", c.path, c.name, c.args, f.Type())
		}
	}
}

// TestInstances checks that what is compiled for an element type are functions
// of that name with type parameters S and E and nothing else.
func TestInstances(t *testing.T) {
	pkg := load(t, Importer(), "slices")
	for _, s := range instances(reflect.TypeFor[int]()) {
		fn, ok := pkg.Scope().Lookup(s.Name).(*types.Func)
		if !ok {
			t.Fatalf("no slices.%s", s.Name)
		}
		args := []types.Type{types.NewSlice(types.Typ[types.Int]), types.Typ[types.Int]}
		inst, err := types.Instantiate(nil, fn.Signature(), args, true)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		want := inst.(*types.Signature)
		if got := s.Value().Type(); got.NumIn() != want.Params().Len() || got.NumOut() != want.Results().Len() {
			t.Errorf("%s is a %v, want %v", s.Name, got, want)
		}
	}
}
