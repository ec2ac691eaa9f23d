package main

import (
	"encoding"
	"encoding/json"
	"encoding/xml"
	"fmt"
)

// Maps whose keys write themselves as text, and maps that encoders refuse by their type.

type Tag struct{ s string }

func (t Tag) MarshalText() ([]byte, error) { return []byte("t" + t.s), nil }

type Grown struct{ s string }

func (g *Grown) MarshalText() ([]byte, error) { return []byte("g" + g.s), nil }

type Failing struct{ s string }

func (f Failing) MarshalText() ([]byte, error) { return nil, fmt.Errorf("no %s", f.s) }

type Fault struct{ code int }

func (Fault) Error() string { return "fault" }

type Place struct{ X int }

type Texter interface {
	MarshalText() ([]byte, error)
}

func try(x any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	b, err := json.Marshal(x)
	fmt.Println(string(b), err)
}

func main() {
	try(map[encoding.TextMarshaler]any{Tag{"a"}: Place{1}})
	try(struct {
		A map[encoding.TextMarshaler]any
	}{map[encoding.TextMarshaler]any{Tag{"a"}: Place{1}}})
	try(map[Texter]Place{Tag{"a"}: {1}})
	try(map[Texter]any{Tag{"a"}: Place{1}, &Grown{"b"}: &Place{2}})
	try(map[encoding.TextMarshaler]error{Tag{"a"}: nil})
	try(map[encoding.TextMarshaler]int{nil: 1})
	try([]map[encoding.TextMarshaler]int{{Tag{"z"}: 2}})
	g := &Grown{"z"}
	try(map[*Grown]int{g: 1})
	try(map[*Tag]int{{"q"}: 1})
	try(map[*Grown]int{nil: 1})
	try(map[Grown]int{*g: 1})
	try(map[Failing]int{{"f"}: 1})
	try([]map[Failing]int{{{"f"}: 1}})
	try(map[encoding.TextMarshaler]any{Failing{"a"}: Place{1}})

	try(map[error]int{Fault{1}: 2})
	try([]map[error]any{{Fault{1}: 2}})
	try(map[fmt.Stringer]int{})
	try(struct{ A map[error]int }{})
	try([]chan error{nil})
	try([]func(error) error{nil})
	try(map[[2]error]int{})

	m := map[string]error{"x": Fault{1}}
	b, err := xml.Marshal(&m)
	fmt.Println(string(b), err)
	b, err = xml.Marshal([]map[string]error{m})
	fmt.Println(string(b), err)
	b, err = xml.Marshal([]any{Place{1}, m})
	fmt.Println(string(b), err)
}
