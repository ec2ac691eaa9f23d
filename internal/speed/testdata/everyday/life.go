// Speed of Conway's game of life.
package main

import (
	"fmt"
	"time"
)

type board struct {
	cells  [][]bool
	width  int
	height int
}

func newBoard(w, h int) *board {
	b := &board{cells: make([][]bool, h), width: w, height: h}
	for y := range b.cells {
		b.cells[y] = make([]bool, w)
	}
	return b
}

// alive looks at a cell; the board's edges meet.
func (b *board) alive(x, y int) bool {
	x = (x + b.width) % b.width
	y = (y + b.height) % b.height
	return b.cells[y][x]
}

func (b *board) neighbours(x, y int) int {
	n := 0
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if (dx != 0 || dy != 0) && b.alive(x+dx, y+dy) {
				n++
			}
		}
	}
	return n
}

func (b *board) next() *board {
	after := newBoard(b.width, b.height)
	for y := 0; y < b.height; y++ {
		for x := 0; x < b.width; x++ {
			n := b.neighbours(x, y)
			after.cells[y][x] = n == 3 || n == 2 && b.alive(x, y)
		}
	}
	return after
}

func (b *board) population() int {
	n := 0
	for _, row := range b.cells {
		for _, c := range row {
			if c {
				n++
			}
		}
	}
	return n
}

func work() int {
	b := newBoard(40, 30)
	for _, p := range [][2]int{{21, 15}, {22, 15}, {20, 16}, {21, 16}, {21, 17}, {3, 1}, {4, 2}, {2, 3}, {3, 3}, {4, 3}} {
		b.cells[p[1]][p[0]] = true
	}
	sum := 0
	for i := 0; i < 60; i++ {
		b = b.next()
		sum += b.population() * (i + 1)
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
