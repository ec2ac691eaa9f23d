// What fmt prints of a reflect.Value: of an unexported field without its methods.
package main

import (
	"errors"
	"fmt"
	"reflect"
	"time"
)

type Color int

func (c Color) String() string { return "color " + fmt.Sprint(int(c)) }

type Bad struct{ Code int }

func (b *Bad) Error() string { return "bad" }

type Box struct {
	C    Color
	c    Color
	list []Color
	any  any
	err  error
	ptr  *Bad
	m    map[Color]Color
	d    time.Duration
	in   struct{ C Color }
}

func main() {
	b := Box{1, 2, []Color{3}, Color(4), &Bad{5}, &Bad{6}, map[Color]Color{7: 8}, time.Second, struct{ C Color }{9}}
	v := reflect.ValueOf(b)
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Interface {
			fmt.Println(v.Type().Field(i).Name, f.Elem().Kind(), f.CanInterface())
			f = f.Elem()
		}
		if f.Kind() == reflect.Pointer {
			f = f.Elem()
		}
		fmt.Println(v.Type().Field(i).Name, f)
		fmt.Printf("%v %+v %d %s\n", f, f, f, f)
	}
	fmt.Println(v.Field(2), v.Field(6), v.Field(8))
	fmt.Println([]any{v.Field(0), v.Field(1)}...)

	var x, y any = [2]any{[]Box{b}}, [2]any{[]Box{b}}
	defer func() {
		err := recover().(error)
		var e interface{ RuntimeError() }
		fmt.Println(err, errors.As(err, &e))
	}()
	fmt.Println(x == y)
}
