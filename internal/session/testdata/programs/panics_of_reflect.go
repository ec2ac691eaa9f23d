// Panics of package reflect, and the user's own that look like them, on their way.
package main

import (
	"errors"
	"fmt"
	"reflect"
)

type shows struct{}

func (shows) String() string { return fmt.Sprint(reflect.ValueOf(3).Len()) }

func inner() {
	defer fmt.Println("deferred")
	reflect.ValueOf(3).NumField()
}

func middle() {
	defer func() { fmt.Println("by") }()
	inner()
}

func grow() {
	defer fmt.Println("deferred too")
	reflect.ValueOf([]int{1}).Index(7)
}

func again() {
	defer func() { panic(recover()) }()
	inner()
}

func try(f func()) {
	defer func() {
		r := recover()
		var e *reflect.ValueError
		err, _ := r.(error)
		fmt.Printf("%T %v %t\n", r, r, errors.As(err, &e))
	}()
	f()
}

func main() {
	try(inner)
	try(middle)
	try(grow)
	try(again)
	try(func() { panic("reflect: the index is out of range") })
	try(func() { reflect.TypeFor[shows]().Method(7) })
	try(func() { reflect.TypeFor[shows]().Field(7) })
	try(func() { reflect.TypeFor[func()]().In(7) })
	fmt.Println(shows{})
	middle()
}
