// Interfaces: implicit, embedded, nil traps, assertions, comparison.
package main

import (
	"fmt"
	"io"
	"math"
	"strings"
)

type geometry interface {
	area() float64
	perim() float64
}

type rect struct{ width, height float64 }
type circle struct{ radius float64 }

func (r rect) area() float64    { return r.width * r.height }
func (r rect) perim() float64   { return 2*r.width + 2*r.height }
func (c circle) area() float64  { return math.Pi * c.radius * c.radius }
func (c circle) perim() float64 { return 2 * math.Pi * c.radius }

func measure(g geometry) {
	fmt.Println(g)
	fmt.Printf("%.2f %.2f\n", g.area(), g.perim())
}

func detectCircle(g geometry) {
	if c, ok := g.(circle); ok {
		fmt.Println("circle with radius", c.radius)
	}
}

type Reader interface{ Read() string }
type Writer interface{ Write(string) }
type ReadWriter interface {
	Reader
	Writer
}

type file struct{ data []string }

func (f *file) Read() string {
	if len(f.data) == 0 {
		return "EOF"
	}
	s := f.data[0]
	f.data = f.data[1:]
	return s
}
func (f *file) Write(s string) { f.data = append(f.data, s) }

type MyErr struct{}

func (*MyErr) Error() string { return "my error" }

func mayFail(fail bool) error {
	var p *MyErr
	if fail {
		p = &MyErr{}
	}
	return p // never nil as an error
}

type Animal interface{ Sound() string }
type Dog struct{}
type Cat struct{ lives int }

func (Dog) Sound() string    { return "Woof" }
func (c *Cat) Sound() string { c.lives--; return fmt.Sprint("Meow ", c.lives) }

type Loud struct{ Animal }

func (l Loud) Sound() string { return strings.ToUpper(l.Animal.Sound()) + "!" }

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return n, err
}

type countWriter struct{ n int }

func (w *countWriter) Write(p []byte) (int, error) { w.n += len(p); return len(p), nil }

func main() {
	r, c := rect{3, 4}, circle{5}
	measure(r)
	measure(c)
	detectCircle(r)
	detectCircle(c)
	var rw ReadWriter = &file{}
	rw.Write("a")
	rw.Write("b")
	var rd Reader = rw
	fmt.Println(rd.Read(), rw.Read(), rd.Read())
	if w, ok := rd.(Writer); ok {
		w.Write("c")
	}
	fmt.Println(rd.Read())
	_, ok := rd.(fmt.Stringer)
	fmt.Println(ok)
	fmt.Println(mayFail(false) == nil, mayFail(true), mayFail(false))
	var e error
	fmt.Println(e == nil, e)
	cat := &Cat{9}
	for _, a := range []Animal{Dog{}, cat, Loud{Dog{}}, Loud{cat}} {
		fmt.Printf("%T %s\n", a, a.Sound())
	}
	fmt.Println(Animal(Dog{}) == Animal(Dog{}), Animal(cat) == Animal(cat), Animal(cat) == Animal(&Cat{9}))
	b, _ := io.ReadAll(rot13{strings.NewReader("Uryyb, Jbeyq!")})
	fmt.Println(string(b))
	w := &countWriter{}
	fmt.Fprintf(w, "%d bottles", 99)
	io.WriteString(w, "more")
	io.Copy(w, strings.NewReader("and more"))
	fmt.Println(w.n)
	mw := io.MultiWriter(w, io.Discard)
	fmt.Fprint(mw, "xyz")
	fmt.Println(w.n)
	var x any = 42
	s, ok := x.(string)
	fmt.Printf("%q %v\n", s, ok)
	n := x.(int) + 1
	fmt.Println(n)
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(x.(string))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(x.(fmt.Stringer))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var g geometry
		fmt.Println(g.(rect))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var g geometry = circle{1}
		fmt.Println(g.(rect))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var a, b any = []int{1}, []int{1}
		fmt.Println(a == b)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		type bad struct{ f func() }
		var a, b any = bad{}, bad{}
		fmt.Println(a == b)
	}()
	var g geometry
	defer func() { fmt.Println("last:", recover()) }()
	g.area()
}
