// recover stops a panic only in the function that was deferred itself, whether
// it is deferred by its name, as a value, or through an embedded field.
package main

import "fmt"

func stop(who string) {
	if v := recover(); v != nil {
		fmt.Println(who, "recovered", v)
	}
}

type Inner int

func (*Inner) Direct()   { fmt.Println("direct recovered", recover()) }
func (*Inner) Deep()     { stop("deep") }
func (i *Inner) Deeper() { i.Direct() }
func (Inner) Later()     { defer stop("later"); fmt.Println("ends well") }
func (Inner) Literal()   { func() { fmt.Println("literal:", recover()) }() }

type Outer struct{ *Inner }

type Namer interface{ Deep() }

func try(title string, f func()) {
	defer func() { fmt.Println(title, "left", recover()) }()
	defer f()
	panic(title)
}

func main() {
	o := Outer{new(Inner)}
	try("direct", o.Direct)
	try("deep", o.Deep)
	try("deeper", o.Deeper)
	try("later", o.Later)
	try("literal", o.Literal)
	try("interface", Namer(o).Deep)
	expression := Outer.Deep
	try("expression", func() { expression(o) })
	func() {
		defer func() { fmt.Println("deferred expression left", recover()) }()
		defer expression(o)
		panic("expression")
	}()
	func() {
		defer func() { fmt.Println("deferred method left", recover()) }()
		defer o.Direct()
		panic("method")
	}()
	func() {
		defer func() { fmt.Println("deferred deep method left", recover()) }()
		defer o.Deep()
		panic("method")
	}()
	again := o.Direct
	func() {
		defer func() { fmt.Println("twice left", recover()) }()
		defer again()
		defer o.Deeper()
		panic("twice")
	}()
}
