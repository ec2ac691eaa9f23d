// Maps: lookups, deletion, nesting, struct keys, sorted iteration.
package main

import (
	"fmt"
	"maps"
	"slices"
	"sort"
)

type Point struct{ X, Y int }

type Key struct {
	Name string
	any
}

func main() {
	m := make(map[string]int)
	m["k1"] = 7
	m["k2"] = 13
	fmt.Println("map:", m, m["k1"], m["k3"], len(m))
	delete(m, "k2")
	delete(m, "absent")
	_, prs := m["k2"]
	fmt.Println("prs:", prs, m)
	clear(m)
	fmt.Println(m, len(m))
	n := map[string]int{"foo": 1, "bar": 2}
	n2 := maps.Clone(n)
	fmt.Println(n, maps.Equal(n, n2))
	n["foo"]++
	n["new"] += 5
	fmt.Println(n, n2)

	keys := make([]string, 0, len(n))
	for k := range n {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	fmt.Println(keys, slices.Sorted(maps.Values(n)))

	nested := map[string]map[string]int{}
	add := func(a, b string) {
		if nested[a] == nil {
			nested[a] = map[string]int{}
		}
		nested[a][b]++
	}
	add("x", "y")
	add("x", "y")
	add("z", "w")
	fmt.Println(nested, nested["none"]["none"])

	pts := map[Point]string{{1, 2}: "a", {0, 5}: "b", {1, -1}: "c"}
	fmt.Println(pts, pts[Point{1, 2}])
	fmt.Printf("%+v %#v\n", pts, map[Point]bool{{3, 4}: true})
	anys := map[any]int{1: 1, "a": 2, Point{1, 1}: 3, 2.5: 4, true: 5}
	fmt.Println(anys[Point{1, 1}], anys["a"], anys[int64(1)], anys[1], anys[2.5], len(anys))
	ks := map[Key]int{{"a", 1}: 10, {"a", "1"}: 20}
	fmt.Println(ks[Key{"a", 1}], ks[Key{"a", "1"}], ks[Key{"b", nil}])
	ptr := map[string]*Point{"p": {1, 2}}
	ptr["p"].X = 50
	fmt.Println(*ptr["p"], ptr["q"] == nil)
	groups := map[bool][]int{}
	for i := range 6 {
		groups[i%2 == 0] = append(groups[i%2 == 0], i)
	}
	fmt.Println(groups)
	fm := map[string]func(int) int{"double": func(x int) int { return x * 2 }}
	fmt.Println(fm["double"](21))
	structs := map[string]Point{"a": {1, 1}}
	p := structs["a"]
	p.X = 9
	fmt.Println(structs, p)
	defer func() { fmt.Println("recovered:", recover()) }()
	var nilmap map[string]int
	fmt.Println(nilmap["x"], len(nilmap))
	defer func() {
		fmt.Println("recovered:", recover())
		h := map[any]int{}
		h[[]int{1}] = 2
	}()
	nilmap["x"] = 1
}
