// Reflection sees the user's types, fields and methods.
package main

import (
	"fmt"
	"reflect"
)

type Inner struct{ Z int }
type T struct {
	A int `json:"a"`
	b string
	Inner
	C Color
}

type Color int

func (c Color) String() string    { return "color" }
func (t T) Hello(s string) string { return "hello " + s + t.b }
func (t *T) Set(a int)            { t.A = a }

func main() {
	t := T{1, "x", Inner{2}, 3}
	ty := reflect.TypeOf(t)
	fmt.Println(ty, ty.Name(), ty.Kind(), ty.PkgPath(), ty.String(), ty.NumField())
	for i := range ty.NumField() {
		f := ty.Field(i)
		fmt.Println(f.Name, f.Type, f.Tag, f.Tag.Get("json"), f.Anonymous, f.IsExported(), f.PkgPath)
	}
	v := reflect.ValueOf(t)
	for i := range v.NumField() {
		if v.Field(i).CanInterface() {
			fmt.Println(v.Field(i).Interface(), v.Type().Field(i).Name, v.Field(i).Type())
		}
	}
	fmt.Println(ty.NumMethod(), reflect.TypeOf(&t).NumMethod())
	for i := range ty.NumMethod() {
		fmt.Println(ty.Method(i).Name, ty.Method(i).Type)
	}
	out := v.MethodByName("Hello").Call([]reflect.Value{reflect.ValueOf("you")})
	fmt.Println(out[0], out[0].Interface())
	reflect.ValueOf(&t).MethodByName("Set").Call([]reflect.Value{reflect.ValueOf(5)})
	fmt.Println(t)
	reflect.ValueOf(&t).Elem().Field(0).SetInt(9)
	reflect.ValueOf(&t).Elem().FieldByName("A").SetInt(10)
	fmt.Println(t, reflect.DeepEqual(t, t))
	c := reflect.TypeOf(Color(1))
	fmt.Println(c, c.Kind(), c.Name(), reflect.ValueOf(Color(2)))
	fmt.Println(reflect.TypeOf([]Color{}), reflect.TypeOf(map[string]T{}).Elem(), reflect.TypeOf((*error)(nil)).Elem(), reflect.TypeOf(main))
	n := reflect.New(ty).Elem()
	fmt.Println(n.Interface())
	_, ok := n.Interface().(T)
	fmt.Println(ok, reflect.TypeFor[T]() == ty, reflect.TypeOf(3) == reflect.TypeOf(c))
	fmt.Println(c.Implements(reflect.TypeFor[fmt.Stringer]()))
	switch x := reflect.Zero(c).Interface().(type) {
	case fmt.Stringer:
		fmt.Println("stringer", x)
	default:
		fmt.Printf("%T\n", x)
	}
}
