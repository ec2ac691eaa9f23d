// The library calls methods of values with nil pointers.
package main

import (
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"
	"text/template"
)

type pair struct{ X, y int }

func (p pair) Sum(n int) int               { return p.X + n }
func (p pair) Len() int                    { return 2 }
func (p pair) Less(a, b int) bool          { return a < b }
func (p pair) Swap(a, b int)               {}
func (p *pair) Grow()                      { p.X++ }
func (p pair) Write(b []byte) (int, error) { return len(b), nil }

type box[T any] struct{ V T }

func (b box[T]) Get(n int) T { return b.V }
func (b *box[T]) Put(v T)    { b.V = v }

type whole struct {
	pair
	n int
}

type indirect struct{ *pair }

func try(name string, f func()) {
	defer func() { r := recover(); fmt.Printf("%s: %T %v\n", name, r, r) }()
	f()
}

func execute(text string, x any) {
	fmt.Println(template.Must(template.New("t").Parse(text)).Execute(os.Stdout, x))
}

func main() {
	var p *pair
	var b *box[int]
	var bs *box[pair]
	var w *whole
	var i *indirect
	execute("{{.Sum 2}}", p)
	execute("{{.Sum 2}}", &p)
	execute("{{.Get 2}}", b)
	execute("{{.Get 2}}", bs)
	execute("{{.Sum 2}}", w)
	execute("{{.Sum 2}}", i)
	execute("{{.Sum 2}}", &indirect{})
	execute("{{.Grow}}", p)
	try("sort", func() { sort.Sort(w) })
	try("write", func() { fmt.Fprintln(p, "a") })
	try("reflect", func() { reflect.ValueOf(b).MethodByName("Get").Call([]reflect.Value{reflect.ValueOf(1)}) })
	try("reader", func() { strings.NewReader("a").WriteTo(p) })
	fmt.Println(p)
}
