package main

import (
	"compress/flate"
	"container/list"
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
)

// What reflection says of types that only the library knows, and of wrong calls.

type Place struct {
	Row  int
	Name string
}

type Mark int

func try(f func()) {
	defer func() {
		r := recover()
		err, ok := r.(error)
		fmt.Println(r, ok && err != nil)
	}()
	f()
}

func main() {
	for _, x := range []any{sha256.New(), list.New(), flate.NewReader(strings.NewReader("")), Place{}, &Place{}, Mark(1), []Place{}, fmt.Errorf("%w", fmt.Errorf("x"))} {
		t := reflect.TypeOf(x)
		fmt.Printf("%v %q %q\n", t, t.Name(), t.PkgPath())
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
			fmt.Printf("\t%v %q %q %v\n", t, t.Name(), t.PkgPath(), t.Kind())
		}
	}
	m := reflect.ValueOf(map[Place]int{})
	try(func() { m.SetMapIndex(reflect.ValueOf(3), reflect.ValueOf(1)) })
	try(func() { m.SetMapIndex(reflect.ValueOf(Mark(3)), reflect.Value{}) })
	try(func() { m.SetMapIndex(reflect.ValueOf(Place{}), reflect.ValueOf("x")) })
	try(func() { m.MapIndex(reflect.ValueOf(3)) })
	try(func() { reflect.Copy(reflect.ValueOf(func() {}), reflect.ValueOf([]int{1})) })
	try(func() { reflect.Copy(reflect.ValueOf([]int{1}), reflect.ValueOf(m)) })
	try(func() { reflect.Copy(reflect.ValueOf([]any{1}), reflect.ValueOf([]int{1})) })
	try(func() { reflect.Copy(reflect.ValueOf([]Mark{1}), reflect.ValueOf([]int{1})) })
	try(func() { reflect.Copy(reflect.Value{}, reflect.ValueOf([]int{1})) })
	bytes, marks := make([]byte, 2), []Mark{1, 2}
	fmt.Println(reflect.Copy(reflect.ValueOf(bytes), reflect.ValueOf("abc")), bytes)
	fmt.Println(reflect.Copy(reflect.ValueOf(marks), reflect.ValueOf([1]Mark{7})), marks)
	try(func() { reflect.Append(m, reflect.ValueOf(1)) })
	try(func() { reflect.AppendSlice(reflect.ValueOf(marks), m) })
	try(func() { reflect.VisibleFields(reflect.TypeFor[Mark]()) })
}
