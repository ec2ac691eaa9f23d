package maketype

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"testing"
)

// A copy has the name that it was given, in compounds too, and a value of the original is
// one of the copy.
func TestNamed(t *testing.T) {
	for _, x := range []any{7, "abc", 2.5, true, []int{1, 2}, [2]string{"a", "b"}, map[string]int{"a": 1}, make(chan int), fmt.Sprint} {
		v := reflect.New(reflect.TypeOf(x)).Elem()
		v.Set(reflect.ValueOf(x))
		made := Named(v.Type(), "main.T", true)
		if made.String() != "main.T" || made.Name() != "T" || made.Kind() != v.Kind() || made == v.Type() {
			t.Errorf("%T became %v, %s", x, made, made.Name())
		}
		if Named(v.Type(), "main.T", true) != made {
			t.Error("another copy of the same name")
		}
		if got := reflect.SliceOf(made).String() + reflect.PointerTo(made).String(); got != "[]main.T*main.T" {
			t.Error(got)
		}
		runtime.GC()
		u := reflect.NewAt(made, v.Addr().UnsafePointer()).Elem()
		if v.Kind() == reflect.Func || v.Kind() == reflect.Chan {
			continue
		}
		if got, want := fmt.Sprint(u.Interface()), fmt.Sprint(x); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	f := Named(reflect.TypeFor[func(int, string) error](), "func(main.A)", false)
	if f.String() != "func(main.A)" || f.Name() != "" || f.NumIn() != 2 || f.In(1).Kind() != reflect.String || f.NumOut() != 1 {
		t.Error(f, f.Name(), f.NumIn())
	}
}

// A struct has fields as a program's own type has them.
func TestStruct(t *testing.T) {
	inner := Struct("main.base", true, false, []Field{{Name: "Id", Type: reflect.TypeFor[int]()}})
	fields := []Field{{Name: "A", Tag: `json:"a"`, Type: reflect.TypeFor[string]()}, {Name: "b", Tag: `json:"b"`, Type: reflect.TypeFor[any]()},
		{Name: "base", Type: inner, Embedded: true}, {Name: "Ä", Type: reflect.TypeFor[[]bool]()}}
	made := Struct("main.T", true, false, fields)
	if made != Struct("main.T", true, false, fields) || made == Struct("main.T", true, true, fields) || made == Struct("main.U", true, false, fields) {
		t.Error("the type isn't the one that was made before, or the wrong one is")
	}
	b := made.Field(1)
	if b.Name != "b" || b.PkgPath != "main" || b.Tag != `json:"b"` || b.IsExported() || !made.Field(2).Anonymous || !made.Field(3).IsExported() {
		t.Errorf("%+v", b)
	}
	v := reflect.New(made)
	if err := json.Unmarshal([]byte(`{"a":"x","b":5,"Id":3,"Ä":[true]}`), v.Interface()); err != nil {
		t.Error(err)
	}
	runtime.GC()
	got, err := json.Marshal(v.Interface())
	if string(got) != `{"a":"x","Id":3,"Ä":[true]}` || err != nil {
		t.Error(string(got), err)
	}
	if got := fmt.Sprintf("%T %+v", v.Interface(), v.Elem()); got != "*main.T {A:x b:<nil> base:{Id:3} Ä:[true]}" {
		t.Error(got)
	}
	err = json.Unmarshal([]byte(`{"a":1}`), v.Interface())
	if want := "json: cannot unmarshal number into Go struct field T.a of type string"; fmt.Sprint(err) != want {
		t.Error(err)
	}
}
