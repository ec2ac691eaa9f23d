package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
)

// Embedded fields of types that have no exported name.

type mark int
type word string

func (w word) MarshalText() ([]byte, error) { return []byte("w-" + string(w)), nil }

type list []string
type Shape interface{ Area() int }
type sq struct{ A int }

func (s sq) Area() int { return s.A }

type inner struct{ P, q int }
type L1 struct {
	error
	N int
}
type L2 struct {
	mark
	N int
}
type L3 struct {
	*mark
	list
	N int
}
type L4 struct {
	Shape
	N int
}
type L5 struct {
	inner
	*sq
	word
}
type shape = Shape
type L6 struct {
	shape
	mark `xml:"m,attr"`
	N    int
}
type L7 struct {
	word `xml:"w,attr"`
	N    int
}

func dec(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

func try(x any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	b, err := xml.Marshal(x)
	fmt.Println(string(b), err)
	b, err = json.Marshal(x)
	fmt.Println(string(b), err)
}

func main() {
	m := mark(5)
	try(L1{fmt.Errorf("q"), 1})
	try([]any{L1{nil, 1}, &L1{fmt.Errorf("%w", fmt.Errorf("a")), 2}})
	try(L2{3, 4})
	try(L3{&m, list{"x", "y"}, 4})
	try(L3{})
	try(L4{sq{3}, 2})
	try(L5{inner{1, 2}, &sq{2}, "w"})
	try(L6{sq{3}, 2, 4})
	try(L7{"w", 2})
	var l2 L2
	dec(func() { fmt.Println(xml.Unmarshal([]byte("<L2><mark>7</mark><N>3</N></L2>"), &l2), l2) })
	var l1 L1
	dec(func() { fmt.Println(xml.Unmarshal([]byte("<L1><error>7</error><N>3</N></L1>"), &l1), l1) })
	var l4 L4
	dec(func() { fmt.Println(xml.Unmarshal([]byte("<L4><Shape>7</Shape><N>3</N></L4>"), &l4), l4) })
	var l3 L3
	dec(func() { fmt.Println(xml.Unmarshal([]byte("<L3><list>7</list><N>3</N></L3>"), &l3), l3.list, l3.N) })
}
