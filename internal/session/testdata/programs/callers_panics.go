package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// A deferred function that asks who calls it is told of the panic, too. Programs look for
// the place that panicked by counting calls.

func show(what string) {
	pcs := make([]uintptr, 20)
	n := runtime.Callers(2, pcs)
	fs := runtime.CallersFrames(pcs[:n])
	fmt.Print(what, ":")
	for {
		f, more := fs.Next()
		fmt.Print(" ", f.Function)
		if strings.HasPrefix(f.Function, "main.") {
			fmt.Print("@", filepath.Base(f.File), ":", f.Line)
		}
		if !more {
			break
		}
	}
	fmt.Println()
}

func try(what string, f func()) {
	defer func() {
		recover()
		show(what)
	}()
	f()
}

func main() {
	var p *struct{ x int }
	var m map[string]int
	var s []int
	var i any = 5
	var k int
	var ar [3]int
	var c chan int
	try("panic", func() { panic("x") })
	try("index", func() { fmt.Println(s[k]) })
	try("array", func() { fmt.Println(ar[k+5]) })
	try("slice", func() { fmt.Println(s[k:5]) })
	try("slice3", func() { fmt.Println(s[k : k+1 : k+2]) })
	try("slice2", func() { fmt.Println(s[k+1:]) })
	try("nil", func() { fmt.Println(p.x) })
	try("map", func() { m["a"] = 1 })
	try("divide", func() { fmt.Println(5 / k) })
	try("assert", func() { fmt.Println(i.(string)) })
	try("assertI", func() { fmt.Println(i.(fmt.Stringer)) })
	try("close", func() { close(c) })
	try("make", func() { _ = make([]int, k-1) })
	try("nilfunc", func() { var f func(); f() })
	try("array conv", func() { _ = [2]int(s) })
	try("nilpanic", func() { panic(nil) })
	try("again", func() { k = 0; defer func() { panic("again") }(); panic("one") })
	defer func() {
		recover()
		_, file, line, ok := runtime.Caller(2)
		fmt.Println(filepath.Base(file), line, ok)
	}()
	func() {
		defer func() { recover(); show("second") }()
		defer func() { show("first") }()
		panic("two")
	}()
	func() {
		defer func() { recover(); show("third") }()
		defer func() { recover() }()
		panic("two")
	}()
	panic("last")
}
