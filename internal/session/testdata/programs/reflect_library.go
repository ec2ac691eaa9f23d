package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// Types of the library's that have no exported name, and what their fields hold.

type Shape interface{ Area() float64 }

type Fault struct{ Code int }

func (*Fault) Error() string { return "fault" }

type Source struct{ n int }

func (*Source) Read([]byte) (int, error) { return 0, io.EOF }

func try(f func() any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	fmt.Println(f())
}

func main() {
	err := fmt.Errorf("w %w", &Fault{3})
	t := reflect.TypeOf(err)
	fmt.Println(t.Implements(reflect.TypeFor[error]()), t.Implements(reflect.TypeFor[fmt.Stringer]()), t.Implements(reflect.TypeFor[Shape]()))
	fmt.Println(t.AssignableTo(reflect.TypeFor[interface{ Unwrap() error }]()), t.ConvertibleTo(reflect.TypeFor[any]()), t.AssignableTo(reflect.TypeFor[int]()), t.Elem().Implements(reflect.TypeFor[error]()))
	try(func() any { return reflect.Append(reflect.ValueOf([]any{}), reflect.ValueOf(err)) })
	try(func() any { return reflect.Append(reflect.ValueOf([]error{}), reflect.ValueOf(err)) })
	try(func() any { return reflect.Append(reflect.ValueOf([]fmt.Stringer{}), reflect.ValueOf(err)) })
	try(func() any { return reflect.ValueOf(err).Convert(reflect.TypeFor[error]()).Type() })

	v := reflect.ValueOf(err).Elem().Field(1)
	fmt.Println(v.Type(), v.Elem().Type(), v.Elem().Elem().Field(0), v.Elem().CanInterface(), v.Elem().Elem().Field(0).CanSet(), v.Elem().Elem().CanAddr())
	v = reflect.ValueOf(bufio.NewReader(&Source{4})).Elem().FieldByName("rd")
	fmt.Println(v.Type(), v.Elem().Type(), v.Elem().Elem().Field(0))
	joined := errors.Join(err, &Fault{4})
	fmt.Println(reflect.ValueOf(joined).Elem().Field(0).Index(1).Elem().Type())

	e := reflect.New(reflect.TypeFor[error]()).Elem()
	e.Set(reflect.ValueOf(joined))
	fmt.Println(e.Interface() == joined, e.Elem().Type(), e.Type())
	m := reflect.MakeMap(reflect.TypeFor[map[string]error]())
	m.SetMapIndex(reflect.ValueOf("q"), reflect.ValueOf(joined))
	fmt.Println(m, m.MapIndex(reflect.ValueOf("q")).Elem().Type())
	f := reflect.ValueOf(func(e error, x any) string { return fmt.Sprintf("%T %T %v", e, x, e) })
	fmt.Println(f.Call([]reflect.Value{reflect.ValueOf(joined), reflect.ValueOf(err)}))
}
