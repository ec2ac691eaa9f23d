// All forms of for.
package main

import "fmt"

func main() {
	i := 1
	for i <= 3 {
		fmt.Print(i, " ")
		i++
	}
	for j := 7; j <= 9; j++ {
		fmt.Print(j, " ")
	}
	for {
		fmt.Println("once")
		break
	}
	for n := range 6 {
		if n%2 == 0 {
			continue
		}
		fmt.Print(n, ",")
	}
	fmt.Println()
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		fmt.Print(i, j, ";")
	}
	fmt.Println()
	for range 3 {
		fmt.Print("x")
	}
	fmt.Println()
	for i, c := range "héy\xff!" {
		fmt.Print(i, ":", string(c), " ")
	}
	fmt.Println()
	for i, v := range [...]string{2: "c", 0: "a"} {
		fmt.Printf("%d=%q ", i, v)
	}
	fmt.Println()
	arr := [3]int{1, 2, 3}
	for i, v := range arr { // ranges over a copy
		arr[2] = 10
		if i == 2 {
			fmt.Println("copy", v)
		}
	}
	for i, v := range &arr {
		arr[2] = 20
		if i == 2 {
			fmt.Println("pointer", v)
		}
	}
	sl := []int{1, 2, 3}
	for i, v := range sl { // the length is taken once
		sl = append(sl, v*10)
		sl[i] = -v
	}
	fmt.Println(sl)
outer:
	for a := 0; a < 3; a++ {
		for b := 0; b < 3; b++ {
			switch {
			case b == 1:
				continue outer
			case a == 2:
				break outer
			}
			fmt.Print(a, b, " ")
		}
	}
	fmt.Println()
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	var ps []*int
	for i := 0; i < 3; i++ {
		ps = append(ps, &i)
		i++
	}
	for _, p := range ps {
		fmt.Print(*p, " ")
	}
	fmt.Println()
	var u uint8
	for u = range 3 {
	}
	fmt.Println(u)
	ch := make(chan int, 3)
	ch <- 1
	ch <- 2
	close(ch)
	for v := range ch {
		fmt.Print(v, " ")
	}
	var nothing []int
	for i := range nothing {
		fmt.Print("never", i)
	}
	fmt.Println(len(nothing))
	count := 0
loop:
	if count < 3 {
		count++
		goto loop
	}
	fmt.Println("goto", count)
}
