// Values that gob puts into interfaces of a struct that has nothing else.
package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
)

type Shape interface{ Area() float64 }

type Square struct{ Side float64 }

func (s Square) Area() float64 { return s.Side * s.Side }

type Drawing struct{ Main Shape }

type Drawings struct {
	All   []Shape
	Named map[string]Shape
}

func roundTrip[T any](v T) (back T) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		fmt.Println(err)
		return
	}
	if err := gob.NewDecoder(&b).Decode(&back); err != nil {
		fmt.Println(err)
	}
	return back
}

func main() {
	gob.Register(Square{})
	d := roundTrip(Drawing{Square{3}})
	s, ok := d.Main.(Square)
	fmt.Printf("%v %T %v %v %v\n", d, d.Main, d.Main.Area(), s.Side, ok)
	ds := roundTrip(Drawings{[]Shape{Square{1}, Square{2}}, map[string]Shape{"a": Square{4}}})
	fmt.Println(ds.All[1].Area(), ds.Named["a"].Area(), ds)
}
