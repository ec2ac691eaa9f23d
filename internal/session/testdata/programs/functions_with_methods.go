// Types of functions have methods, and the library finds them in values that hold nothing
// else, and where only reflection comes upon a type.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"text/template"
)

type action func(int) int

func (a action) String() string { return "action" }

type failure func() string

func (f failure) Error() string { return "failure" }

type marked func()

func (m marked) MarshalText() ([]byte, error) { return []byte("marked"), nil }

type named func()

func (n *named) String() string { return "by pointer" }

type pair struct{ a, b int }

func (p pair) String() string { return fmt.Sprint("pair ", p.a) }

type holds struct {
	Action action
	Err    failure
	M      marked `json:"m"`
	N      *named
}

type takes struct{ f func(later, pair) pair }

type later func()

func (later) String() string { return "later" }

func main() {
	h := holds{N: new(named)}
	fmt.Println(h.Err, []holds{{N: h.N}}, &struct{ holds }{h})
	fmt.Printf("%v %+v %s\n", h, h, h)
	out, err := json.Marshal(struct {
		M marked `json:"m"`
		L []marked
	}{L: make([]marked, 2)})
	fmt.Println(string(out), err)
	var b strings.Builder
	err = template.Must(template.New("").Parse("{{.Action}} {{.Err}}")).Execute(&b, h)
	fmt.Println(b.String(), err)
	fmt.Println(errors.Join(h.Err))

	t := reflect.TypeOf(takes{}).Field(0).Type
	fmt.Println(reflect.Zero(t.In(0)), reflect.Zero(t.In(1)), reflect.Zero(t.Out(0)))
	fmt.Println(reflect.Zero(reflect.TypeFor[chan action]().Elem()))
	fmt.Println(reflect.Zero(reflect.TypeFor[[]func() action]().Elem().Out(0)))
	fmt.Println(reflect.Zero(reflect.TypeFor[action]()).Interface())
}
