// Defer and recover in their usual forms.
package main

import (
	"errors"
	"fmt"
	"os"
)

type tracer struct{ depth int }

func (t *tracer) enter(name string) string {
	fmt.Printf("%*s> %s\n", t.depth*2, "", name)
	t.depth++
	return name
}
func (t *tracer) leave(name string) {
	t.depth--
	fmt.Printf("%*s< %s\n", t.depth*2, "", name)
}

func (t *tracer) work(n int) {
	defer t.leave(t.enter(fmt.Sprint("work ", n)))
	if n > 0 {
		t.work(n - 1)
	}
}

func order() {
	for i := 0; i < 3; i++ {
		defer fmt.Print(i, " ")
		defer func() { fmt.Print("c", i, " ") }()
	}
	x := 1
	defer fmt.Println("argument evaluated early:", x)
	defer func() { fmt.Println("closure sees late:", x) }()
	x = 2
}

func named() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
		n++
	}()
	n = 41
	var a []int
	_ = a[3]
	return 1, nil
}

func result() (n int) {
	defer func() { n *= 3 }()
	return 7
}

func notNamed() int {
	n := 1
	defer func() { n = 100 }()
	return n
}

func repanic() (s string) {
	defer func() { s = fmt.Sprint("outer got ", recover()) }()
	func() {
		defer func() {
			r := recover()
			panic(fmt.Sprint("again ", r))
		}()
		panic("first")
	}()
	return "never"
}

func panicsInDefer() {
	defer func() { fmt.Println("last:", recover()) }()
	defer func() { panic("second") }()
	panic("first")
}

func helper() any { return recover() }

func wrongPlace() (s string) {
	defer func() { s = fmt.Sprint("really: ", recover()) }()
	defer func() {
		func() { fmt.Println("nested recover:", recover()) }()
	}()
	defer helper()
	fmt.Println("no panic:", recover())
	panic("p1")
}

func direct() (s string) {
	defer fmt.Println("after")
	defer func() { recover() }()
	s = "kept"
	panic(errors.New("gone"))
}

func loopOver(fs ...func()) {
	for i, f := range fs {
		func() {
			defer func() {
				if r := recover(); r != nil {
					if e, ok := r.(error); ok {
						fmt.Println(i, "error:", e)
					} else {
						fmt.Printf("%d value: %v (%T)\n", i, r, r)
					}
				}
			}()
			f()
		}()
	}
}

type custom struct{ code int }

type thing struct{ name string }

func (t thing) close()         { fmt.Println("close", t.name) }
func (t *thing) closePointer() { fmt.Println("closePointer", t.name) }

func early(n int) string {
	defer fmt.Println("early done", n)
	switch n {
	case 0:
		return "zero"
	}
	for {
		return "loop"
	}
}

func deferNil() {
	defer func() { fmt.Println("nil func:", recover()) }()
	var f func()
	defer f()
	fmt.Println("body runs")
}

func main() {
	(&tracer{}).work(2)
	order()
	fmt.Println()
	fmt.Println(named())
	fmt.Println(result(), notNamed(), repanic())
	fmt.Println(blankResult("a"))
	fmt.Println(blankResult(""))
	panicsInDefer()
	fmt.Println(wrongPlace())
	fmt.Printf("%q\n", direct())
	var m map[string]int
	var p *custom
	var i any = "str"
	zero := 0
	arr := [3]int{}
	idx := 5
	var e error
	ch := make(chan int)
	loopOver(
		func() { panic("text") },
		func() { panic(fmt.Errorf("wrapped %w", os.ErrNotExist)) },
		func() { panic(custom{3}) },
		func() { panic(&arr == nil) },
		func() { m["a"] = 1 },
		func() { fmt.Println(p.code) },
		func() { fmt.Println(i.(int)) },
		func() { fmt.Println(1 / zero) },
		func() { fmt.Println(arr[idx]) },
		func() { fmt.Println(arr[idx:], idx) },
		func() { fmt.Println(e.Error()) },
		func() { close(ch); close(ch) },
		func() { ch <- 1 },
		func() { var c chan int; close(c) },
		func() { fmt.Println("abc"[idx]) },
		func() { fmt.Println("abc"[idx:]) },
		func() { fmt.Println(make([]int, idx-10)) },
		func() { panic(nil) },
		func() { _ = [2]int(make([]int, zero+1)) },
		func() { fmt.Println("fine") },
	)
	t := thing{"one"}
	defer t.close()
	defer t.closePointer()
	t.name = "two"
	fmt.Println(early(0), early(1))
	deferNil()
	func() {
		defer func() {
			defer func() { fmt.Println("inner", recover()) }()
			fmt.Println("outer", recover())
			panic("from deferred")
		}()
		panic("original")
	}()
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("main recovered", r)
			os.Exit(3)
		}
	}()
	panic("end")
}

func blankResult(s string) (_ string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("blank: %v", r)
		}
	}()
	if s == "" {
		panic("no string")
	}
	return s + "!", nil
}
