// Panics of package reflect, and the user's own that look like them, on their way.
package main

import (
	"errors"
	"fmt"
	"reflect"
)

type pair struct{ x int }

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
	try(func() { reflect.ValueOf(func() { inner() }).Call(nil) })
	try(func() {
		reflect.ValueOf(func(a int) { var p *pair; p.x = a }).Call([]reflect.Value{reflect.ValueOf(1)})
	})
	try(func() { reflect.ValueOf(func() { var p *[4]int; p[2]++ }).Call(nil) })
	try(func() { reflect.ValueOf(func() { var p *int; *p++ }).Call(nil) })
	try(func() { reflect.ValueOf(func() { var p **pair; (*p).x++ }).Call(nil) })
	try(func() { reflect.ValueOf(func() { var f func(); f() }).Call(nil) })
	try(func() { reflect.ValueOf(func() {}).Call([]reflect.Value{reflect.ValueOf(1)}) })
	try(func() { reflect.ValueOf(func() { var s []int; fmt.Println([2]int(s)) }).Call(nil) })
	try(func() {
		for range reflect.ValueOf([]int{1}).Seq() {
			var p *pair
			p.x++
		}
	})
	fmt.Println(shows{})
	middle()
}
