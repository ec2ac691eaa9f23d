// A goto leaves the body of a range over a function; handles and atomic pointers.
package main

import (
	"fmt"
	"sync/atomic"
	"unique"
)

func five(yield func(int) bool) {
	defer fmt.Print("; ")
	for i := range 5 {
		if !yield(i) {
			return
		}
	}
}

func first() int {
	for i := range five {
		if i == 3 {
			goto end
		}
		fmt.Print(i, " ")
	}
	return 1
end:
	return 2
}

func again() (n int) {
again:
	n++
	for i := range five {
		for j := range five {
			if j == 2 && n < 3 {
				goto again
			}
			if j > i {
				goto next
			}
			func() {
				goto next
			next:
				n += 100
			}()
		next:
			n += 10
		}
	}
	return
}

func found() string {
	defer fmt.Println("deferred")
	for i := range five {
		switch i {
		case 1:
			for j := range five {
				for k := range five {
					if i+j+k == 5 {
						goto found
					}
				}
			}
		}
	}
	return "none"
found:
	return "found"
}

func total(xs ...float64) (t float64) {
	for _, x := range xs {
		t += x
	}
	return
}

type card struct{ Rank, Suit int }

func main() {
	fmt.Println(first())
	fmt.Println(again())
	fmt.Println(found())

	a, b := unique.Make(card{1, 2}), unique.Make(card{1, 2})
	fmt.Println(a == b, a == unique.Make(card{2, 1}), a.Value())
	fmt.Println(unique.Make("x") == unique.Make("x"), unique.Make[any](1) == unique.Make[any](int64(1)))
	handles := map[unique.Handle[card]]int{a: 1}
	handles[b]++
	fmt.Println(handles[a], len(handles))

	var p atomic.Pointer[card]
	fmt.Println(p.Load() == nil, p.CompareAndSwap(nil, &card{3, 4}), *p.Load(), p.Swap(nil).Suit)
	table := struct {
		Name string
		Top  atomic.Pointer[card]
	}{Name: "t"}
	table.Top.Store(&card{5, 6})
	fmt.Println(table.Name, *table.Top.Load())

	v := 2.0
	grow := func() { v++ }
	grow()
	fmt.Println(total(v*2, -v), []float64{v * 2, -v}, struct{ F float64 }{-v * v})

	xs := []int{1, 2, 3}
	defer func() { fmt.Println(recover()) }()
	func() {
		defer func() { fmt.Println(recover()) }()
		xs[func() int { return xs[5] }()], xs[0] = 1, 2
	}()
	var np *card
	n := len(xs)
	fmt.Println(n)
	fmt.Println(np.Rank)
}
