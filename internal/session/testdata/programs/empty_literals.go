// Empty literals of arrays and structs: a new variable each time, zero each time.
package main

import (
	"fmt"
	"strings"
	"sync"
)

type point struct{ X, Y int }

func (p point) String() string { return fmt.Sprintf("(%d %d)", p.X, p.Y) }

type board [2][3]int

type node struct {
	next *node
	at   point
	seen [2]bool
}

// large has tables that nobody fills.
func large() int {
	t := [1 << 10][1 << 9][2]int{}
	t[3][5][1]++
	p := &[1 << 10][1 << 9]int{}
	p[1][2] += t[3][5][1]
	return p[1][2] + len(t)
}

func main() {
	for i := range 3 {
		b, p := board{}, point{}
		q := point{}
		r := &point{}
		s := new(board{})
		b[1][i]++
		p.X += i
		q.Y -= i
		r.X, r.Y = r.X+1, r.Y+i
		s[i%2][i]--
		fmt.Println(b, p, q, *r, *s)
	}

	var keep []func() board
	var points []*point
	for i := range 3 {
		b := board{}
		p := point{}
		keep = append(keep, func() board { b[0][i]++; return b })
		points = append(points, &p)
		p.X += i + 1
	}
	for _, f := range keep {
		f()
		fmt.Print(f(), " ")
	}
	fmt.Println(points[0], points[1], points[2])

	n := 0
again:
	p := point{}
	p.X++
	if n++; n < 3 {
		goto again
	}
	fmt.Println(p, n)

	p = point{}
	var i any = point{}
	var st fmt.Stringer = board2{}
	list := &node{next: &node{}, at: point{}}
	list.next.seen[1] = true
	fmt.Println(p, i, st, list.seen, *list.next)

	mu, sb := sync.Mutex{}, strings.Builder{}
	mu.Lock()
	sb.WriteString("built")
	mu.Unlock()
	fmt.Println(sb.String(), struct{}{}, [0]int{})

	b := board{}
	{
		b[0][0] = 7
		c := b
		b := board{}
		b[0][1] = len(c)
		fmt.Println(b, c)
	}
	fmt.Println(b, large())
}

type board2 board

func (board2) String() string { return "a board" }
