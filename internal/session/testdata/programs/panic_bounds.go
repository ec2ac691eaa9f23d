// What is out of range stands in the message as the user's type has it.
package main

import "fmt"

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	xs, a := []int{1, 2, 3}, [3]int{}
	var u uint
	var small uint8
	i := -1
	try(func() { fmt.Println(xs[u-1]) })
	try(func() { fmt.Println(a[u-1]) })
	try(func() { fmt.Println("abc"[uint64(u-2)]) })
	try(func() { fmt.Println(xs[small-1]) })
	try(func() { fmt.Println(xs[i]) })
	try(func() { fmt.Println(xs[i:]) })
	try(func() { fmt.Println(xs[:i]) })
	try(func() { fmt.Println(xs[0:0:i]) })
	try(func() { fmt.Println(xs[:i:2]) })
	try(func() { fmt.Println(xs[i:1:2]) })
	try(func() { fmt.Println(xs[i+3 : 1 : 2]) })
	try(func() { fmt.Println(xs[0:1:i]) })
	try(func() { fmt.Println(xs[0 : 3 : 2-1-i]) })
	try(func() { fmt.Println(xs[0 : 1 : 5+i]) })
}
