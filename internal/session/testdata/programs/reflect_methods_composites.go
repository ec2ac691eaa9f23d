// Methods that reflection calls get slices, maps and the like of the user's structs as they
// are: what a method changes in them the caller sees.
package main

import (
	"fmt"
	"reflect"
)

type Cell struct{ row, Col int8 }

type Board struct{ last any }

func (b Board) Corner(c [1]Cell) int { return int(c[0].row) + int(c[0].Col) }

func (b *Board) Mark(cells []Cell, by map[Cell]*Cell, p *Cell, next func(Cell) Cell, ch chan Cell, in struct{ Cells []Cell }) ([]Cell, [1]Cell, map[Cell]*Cell) {
	cells[0] = next(cells[0])
	by[*p] = p
	p.Col = 50
	ch <- *p
	in.Cells[0].row = 60
	b.last = cells
	return cells, [1]Cell{{7, 8}}, by
}

type marker interface {
	Mark([]Cell, map[Cell]*Cell, *Cell, func(Cell) Cell, chan Cell, struct{ Cells []Cell }) ([]Cell, [1]Cell, map[Cell]*Cell)
}

func main() {
	var b Board
	corner := reflect.ValueOf(b).MethodByName("Corner").Interface().(func([1]Cell) int)
	fmt.Println(corner([1]Cell{{1, 2}}))

	cells, by, p, ch := []Cell{{1, 2}}, map[Cell]*Cell{}, &Cell{3, 4}, make(chan Cell, 3)
	in := struct{ Cells []Cell }{[]Cell{{9, 9}}}
	next := func(c Cell) Cell { return Cell{c.row + 1, c.Col + 1} }
	mark := reflect.ValueOf(&b).MethodByName("Mark")
	one, two, three := mark.Interface().(func([]Cell, map[Cell]*Cell, *Cell, func(Cell) Cell, chan Cell, struct{ Cells []Cell }) ([]Cell, [1]Cell, map[Cell]*Cell))(cells, by, p, next, ch, in)
	fmt.Println(one, two, len(three), &one[0] == &cells[0])
	fmt.Println(cells, len(by), *by[Cell{3, 4}], *p, <-ch, in, b)

	out := mark.Call([]reflect.Value{reflect.ValueOf(cells), reflect.ValueOf(by), reflect.ValueOf(p), reflect.ValueOf(next), reflect.ValueOf(ch), reflect.ValueOf(in)})
	fmt.Println(out[0], out[1], out[2].Len())
	fmt.Println(cells, len(by), *p, <-ch, in, b)

	var m marker = &b
	m.Mark(cells, by, p, next, ch, in)
	fmt.Println(cells, len(by), *p, <-ch, in, b)
}
