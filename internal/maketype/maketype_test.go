package maketype

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// base has the layout of all types of this test.
type base struct{ text any }

type stringer struct{ base }

func (s stringer) String() string { return fmt.Sprint("string ", s.text) }

type failure struct{ base }

func (f failure) Error() string { return fmt.Sprint("error ", f.text) }
func (f failure) Unwrap() error { return io.EOF }

type writer struct{ base }

func (w writer) Write(p []byte) (int, error) { return len(p) + len(w.text.(string)), nil }

// pick finds methods of several types by name.
func pick(t *testing.T, names ...string) []Method {
	t.Helper()
	var out []Method
	for _, typ := range []reflect.Type{reflect.TypeFor[stringer](), reflect.TypeFor[failure](), reflect.TypeFor[writer]()} {
		for _, m := range Methods(typ) {
			if slices.Contains(names, m.Name) {
				out = append(out, m)
			}
		}
	}
	if len(out) != len(names) {
		t.Fatalf("found %v, want %v", out, names)
	}
	slices.SortFunc(out, Compare)
	return out
}

// value is a value of a made type.
func value(t reflect.Type, text string) any {
	v := reflect.New(t)
	*(*base)(v.UnsafePointer()) = base{text}
	return v.Elem().Interface()
}

// A made type has the methods that it was given: assertions, reflection and calls
// agree.
func TestWithMethods(t *testing.T) {
	made := WithMethods(reflect.TypeFor[stringer](), "main.T", pick(t, "Unwrap", "Error", "Write"))
	v := value(made, "abc")
	if got := fmt.Sprintf("%T", v); got != "main.T" || made.String() != got {
		t.Errorf("its name is %s", got)
	}
	if _, ok := v.(fmt.Stringer); ok {
		t.Error("it has a method that it wasn't given")
	}
	err, ok := v.(error)
	if !ok || err.Error() != "error abc" || !errors.Is(err, io.EOF) {
		t.Errorf("as an error: %v, %v", err, ok)
	}
	w, ok := v.(io.Writer)
	if !ok {
		t.Fatal("it is no writer")
	}
	if n, err := w.Write([]byte("12")); n != 5 || err != nil {
		t.Errorf("Write: %d, %v", n, err)
	}
	var names []string
	for i := range made.NumMethod() {
		names = append(names, made.Method(i).Name)
	}
	if !slices.Equal(names, []string{"Error", "Unwrap", "Write"}) {
		t.Errorf("methods %v", names)
	}
	if got := reflect.ValueOf(v).MethodByName("Error").Call(nil)[0].String(); got != "error abc" {
		t.Errorf("by reflection: %q", got)
	}
}

// Values of made types are equal when type and contents are, and live through
// collections.
func TestMadeValues(t *testing.T) {
	a := WithMethods(reflect.TypeFor[stringer](), "main.T", pick(t, "Error"))
	b := WithMethods(reflect.TypeFor[stringer](), "main.T", pick(t, "Error", "String"))
	if a == b || value(a, "x") == value(b, "x") || value(a, "x") != value(a, "x") || value(a, "x") == value(a, "y") {
		t.Error("wrong equality")
	}
	m := map[any]int{}
	for i := range 1000 {
		m[value(a, fmt.Sprint(i))], m[value(b, fmt.Sprint(i))] = i, -i
	}
	runtime.GC()
	for i := range 1000 {
		if m[value(a, fmt.Sprint(i))] != i || m[value(b, fmt.Sprint(i))] != -i {
			t.Fatalf("key %d is lost", i)
		}
	}
	if got := fmt.Sprintf("%v %s", value(a, "z"), value(b, "z").(fmt.Stringer)); got != "error z error z" {
		t.Errorf("printed %q", got)
	}
}

// A method's type has no receiver.
func TestMethodType(t *testing.T) {
	if m := pick(t, "Write")[0]; m.Type != reflect.TypeFor[func([]byte) (int, error)]() {
		t.Errorf("Write has type %v", m.Type)
	}
}
