package main

import (
	"fmt"
	"reflect"
)

type T struct {
	A int
	b []string
}

func (T) M()     {}
func (*T) P(int) {}

// What is printed of a reflect.Value depends on where it stands: an operand is what it
// holds, a part of one is its String.
func main() {
	three, text, s := reflect.ValueOf(3), reflect.ValueOf("x"), reflect.ValueOf(T{A: 1, b: []string{"b"}})
	fmt.Println(three, text, s, s.Field(0), s.Field(1), s.Field(1).Index(0), reflect.Value{})
	fmt.Printf("%v %+v %d %q %T\n", s, s, three, text, s)
	fmt.Println([]reflect.Value{three, text, s}, []any{three, text, s}, [1]reflect.Value{s})
	fmt.Println(map[string]reflect.Value{"a": three, "b": text}, struct{ V reflect.Value }{three}, &struct{ V reflect.Value }{s})
	fmt.Printf("%s %q %v\n", []reflect.Value{three, text}, []reflect.Value{three, text}, []reflect.Value{{}, s})
	fmt.Println(reflect.TypeOf(T{}).Method(0), reflect.TypeOf(&T{}).Method(1), reflect.TypeFor[fmt.Stringer]().Method(0))
	fmt.Printf("%+v\n", reflect.TypeOf(T{}).Method(0))
	fmt.Println(reflect.ValueOf(func(a int) (int, string) { return a, "y" }).Call([]reflect.Value{three}))
	fmt.Println(three.String(), text.String(), s.String(), fmt.Sprint(three, text), fmt.Sprintf("%5v|%-5v|", three, text))
}
