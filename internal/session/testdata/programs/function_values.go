// A function by its name, wherever a value can stand.
package main

import "fmt"

type S struct{ f func() string }
type G func() string

var global func() string

func hello() string { return "hello" }
func give() func() string {
	defer fmt.Print()
	return hello
}
func call(f func() string, fs ...func() string) string { return f() + fs[0]() }
func (s *S) set(f func() string)                       { s.f = f }

func main() {
	defer fmt.Println("done")
	s := S{hello}
	fmt.Println(s.f())
	s.f = nil
	s.f = hello
	fmt.Println(s.f())
	ps := &S{f: hello}
	fmt.Println(ps.f())
	arr := [2]func() string{hello, nil}
	fmt.Println(arr[0](), arr[1] == nil)
	arr[1] = hello
	fmt.Println(arr[1]())
	sl := []G{hello}
	sl = append(sl, hello)
	fmt.Println(sl[0](), sl[1]())
	m := map[string]func() string{"a": hello}
	m["b"] = hello
	fmt.Println(m["a"](), m["b"]())
	ch := make(chan func() string, 1)
	ch <- hello
	fmt.Println((<-ch)())
	fmt.Println(call(hello, hello))
	global = hello
	fmt.Println(global())
	p := &global
	*p = hello
	fmt.Println((*p)())
	var a any = hello
	fmt.Println(a.(func() string)())
	var g any = G(hello)
	fmt.Println(g.(G)())
	f := hello
	inner := func() string { return f() }
	fmt.Println(inner())
	s.set(hello)
	fmt.Println(s.f(), give()())
	x, y := hello, G(hello)
	x, y = hello, hello
	fmt.Println(x(), y())
	func() {
		z := struct{ f G }{hello}
		fmt.Println(z.f())
		if f := hello; f != nil {
			fmt.Println(f())
		}
	}()
	fs := map[int][]func() string{1: {hello}}
	fmt.Println(fs[1][0]())
	defer func(f func() string) { fmt.Println(f()) }(hello)
	go func(f func() string) { ch <- f }(hello)
	fmt.Println((<-ch)())
	switch f := any(hello).(type) {
	case func() string:
		fmt.Println(f())
	}
	select {
	case ch <- hello:
		fmt.Println((<-ch)())
	}
}
