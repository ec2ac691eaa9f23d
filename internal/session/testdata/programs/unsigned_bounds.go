// Bounds of unsigned types that are beyond int are named as they are.
package main

import "fmt"

func try(what string, f func()) {
	defer func() { fmt.Println(what, recover()) }()
	f()
}

var sink any

func main() {
	xs, text, array := []int{1, 2, 3}, "abc", [3]int{1, 2, 3}
	for i, u := range []uint64{1, 4, 1 << 63, 1<<64 - 1} {
		n := int(u)
		p := uintptr(u)
		small := uint32(u)
		try(fmt.Sprint(i, " hi"), func() { sink = xs[:u] })
		try(fmt.Sprint(i, " lo"), func() { sink = xs[u:] })
		try(fmt.Sprint(i, " lo, hi"), func() { sink = xs[u:2] })
		try(fmt.Sprint(i, " both"), func() { sink = xs[u:u] })
		try(fmt.Sprint(i, " max"), func() { sink = xs[0:1:u] })
		try(fmt.Sprint(i, " hi, max"), func() { sink = xs[:u:2] })
		try(fmt.Sprint(i, " lo, hi, max"), func() { sink = xs[u:1:2] })
		try(fmt.Sprint(i, " all"), func() { sink = xs[u:u:u] })
		try(fmt.Sprint(i, " string"), func() { sink = text[:u] })
		try(fmt.Sprint(i, " string from"), func() { sink = text[u:] })
		try(fmt.Sprint(i, " array"), func() { sink = array[p:] })
		try(fmt.Sprint(i, " array to"), func() { sink = array[1:p] })
		try(fmt.Sprint(i, " int"), func() { sink = xs[:n] })
		try(fmt.Sprint(i, " int from"), func() { sink = xs[n:] })
		try(fmt.Sprint(i, " int, unsigned"), func() { sink = xs[n:u] })
		try(fmt.Sprint(i, " uint32"), func() { sink = xs[:small] })
		total := 0
		for k := range 3 {
			try(fmt.Sprint(i, " loop ", k), func() { total += len(xs[:uint64(k)*u]) })
		}
		fmt.Println(total)
	}
}
