// Speed of memory: slices, structs, pointers.
package main

import (
	"fmt"
	"time"
)

const n = 100_000

type point struct{ x, y int }

type node struct {
	value int
	next  *node
}

type tree struct{ left, right *tree }

func grow(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{grow(depth - 1), grow(depth - 1)}
}

func (t *tree) count() int {
	if t.left == nil {
		return 1
	}
	return 1 + t.left.count() + t.right.count()
}

func trees() int { return grow(12).count() }

func list() (sum int) {
	var head *node
	for i := range n / 10 {
		head = &node{i, head}
	}
	for p := head; p != nil; p = p.next {
		sum += p.value
	}
	return sum
}

func walked() (sum int) {
	var head *node
	for i := range 100 {
		head = &node{i, head}
	}
	for range n / 100 {
		for p := head; p != nil; p = p.next {
			sum += p.value
		}
	}
	return sum
}

func reversed() (sum int) {
	var head *node
	for i := range 100 {
		head = &node{i, head}
	}
	for range n / 100 {
		var back *node
		for head != nil {
			head, head.next, back = head.next, back, head
		}
		head = back
		sum += head.value
	}
	return sum
}

func appended() (sum int) {
	for range n / 1000 {
		var xs []int
		for i := range 1000 {
			xs = append(xs, i)
		}
		sum += len(xs)
	}
	return sum
}

func structs() (sum int) {
	ps := make([]point, 100)
	for range n / 100 {
		for i := range ps {
			ps[i].x += i
			ps[i].y -= ps[i].x
		}
	}
	return ps[99].y
}

func pointers() (sum int) {
	ps := make([]*point, 100)
	for i := range ps {
		ps[i] = &point{i, i}
	}
	for range n / 100 {
		for _, p := range ps {
			p.x += p.y
		}
	}
	return ps[99].x
}

func rows() (sum int) {
	table := make([][]int, 30)
	for i := range table {
		table[i] = make([]int, 30)
	}
	for k := range n / 900 {
		for i := range table {
			for j := range table[i] {
				table[i][j] += i*j + k
			}
		}
	}
	return table[29][29]
}

func arrays() (sum int) {
	var a [64]int
	for i := range n {
		a[i&63] += i
	}
	return a[63]
}

func copies() (sum int) {
	xs, ys := make([]int, 100), make([]int, 100)
	for i := range n / 10 {
		xs[i%100] = i
		copy(ys, xs)
		sum += ys[i%100]
	}
	return sum
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"trees that grow", trees},
		{"a list that grows", list},
		{"a list that is walked", walked},
		{"a list that is relinked", reversed},
		{"append", appended},
		{"structs in a slice", structs},
		{"pointers in a slice", pointers},
		{"slices of slices", rows},
		{"an array", arrays},
		{"copy", copies},
	} {
		result, least := 0, time.Hour
		for range 5 {
			start := time.Now()
			result = b.work()
			least = min(least, time.Since(start))
		}
		fmt.Println(result, least.Nanoseconds(), b.what)
	}
}
