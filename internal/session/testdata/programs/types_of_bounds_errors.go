// What recover returns has the type that it has in compiled Go, also for conversions of
// slices and for bounds that only unsigned types hold.
package main

import "fmt"

func try(f func()) {
	defer func() { r := recover(); fmt.Printf("%T %v\n", r, r) }()
	f()
}

type three [3]int

func pair[T ~[]E, E any](s T) [2]E { return [2]E(s) }

func main() {
	var none []int
	s, text, array := []int{1, 2}, "abc", &[3]int{}
	minus, many, huge := -1, 7, uint64(1<<63+5)
	try(func() { fmt.Println([2]int(none)) })
	try(func() { fmt.Println((*[4]int)(s)) })
	try(func() { fmt.Println((*three)(s)) })
	try(func() { fmt.Println(pair([]string{"a"})) })
	try(func() { fmt.Println(s[many]) })
	try(func() { fmt.Println(text[many]) })
	try(func() { fmt.Println(array[many]) })
	try(func() { fmt.Println(s[minus]) })
	try(func() { fmt.Println(s[huge]) })
	try(func() { fmt.Println(text[huge]) })
	try(func() { fmt.Println(s[huge:]) })
	try(func() { fmt.Println(s[:huge]) })
	try(func() { fmt.Println(text[:huge]) })
	try(func() { fmt.Println(s[0:0:huge]) })
	try(func() { fmt.Println(s[:huge:2]) })
	try(func() { fmt.Println(s[huge:1:2]) })
	try(func() { fmt.Println(s[minus:]) })
	try(func() { fmt.Println(s[:minus]) })
	try(func() { fmt.Println(s[0:0:minus]) })
	try(func() { fmt.Println(s[:minus:2]) })
	try(func() { fmt.Println(s[minus:1:2]) })
	try(func() { fmt.Println(s[many:]) })
	try(func() { fmt.Println(s[:many]) })
	try(func() { fmt.Println(array[:many]) })
	try(func() { fmt.Println(text[2:many]) })
}
