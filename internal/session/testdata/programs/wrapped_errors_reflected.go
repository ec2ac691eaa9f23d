// Errors that fmt and package errors wrap, as package reflect sees them.
package main

import (
	"errors"
	"fmt"

	"reflect"
)

type N int
type E struct{ c int }

func (e E) Error() string { return "E!" }

type PE struct{ c int }

func (e *PE) Error() string { return "PE!" }

func show(err error) {
	v := reflect.ValueOf(err)
	fmt.Printf("%T %v %+v\n", err, err, err)
	if v.Kind() == reflect.Pointer {
		e := v.Elem()
		for i := range e.NumField() {
			fmt.Println(" ", e.Type().Field(i).Name, e.Type().Field(i).Type, e.Field(i))
			if f := e.Field(i); f.Kind() == reflect.Interface && !f.IsNil() {
				fmt.Println("   holds", f.Elem().Type(), f.Elem().Kind())
			}
		}
	}
	fmt.Printf("%#v\n", err)
	if u := errors.Unwrap(err); u != nil {
		fmt.Printf("unwraps %T %v\n", u, reflect.TypeOf(u))
	}
}

type S struct {
	s string
	p *int
}

func (s S) String() string { return "S!" }

func main() {
	show(fmt.Errorf("a %w", E{1}))
	show(fmt.Errorf("a %w %d", E{1}, N(3)))

	show(fmt.Errorf("a %v", E{2}))
	show(fmt.Errorf("a %w", N(2)))
	show(fmt.Errorf("a %w %w", E{1}, E{5}))
	show(errors.Join(E{1}, E{5}))
	show(E{4})
	show(fmt.Errorf("a %w", S{"s", nil}))
	show(fmt.Errorf("a %w b", []N{1, 2}))
	show(fmt.Errorf("%w", 3))
}
