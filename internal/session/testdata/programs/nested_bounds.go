// Indices and slice bounds of parts of other values panic with Go's numbers.
package main

import "fmt"

type table struct {
	rows [][]int
	in   struct {
		names []string
		grid  [2][]int
	}
}

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	t := &table{rows: [][]int{{1}, nil}}
	v := *t
	i, j := 1, 3
	try(func() { fmt.Println(t.rows[0][j]) })
	try(func() { t.rows[i][0] = 2 })
	try(func() { v.rows[0][j]++ })
	try(func() { fmt.Println(t.in.names[i]) })
	try(func() { v.in.names[i] += "x" })
	try(func() { fmt.Println(v.in.grid[i][j]) })
	try(func() { fmt.Println(t.rows[0][j:]) })
	try(func() { fmt.Println(t.in.names[i:], t.rows[0][:j]) })
	try(func() { fmt.Println(append(t.rows[0], 2, 3)[j]) })
	try(func() { fmt.Println(t.rows[j-4][0]) })
	words := []string{"ab"}
	try(func() { fmt.Println(words[0][j]) })
	try(func() { fmt.Println(words[0][j:]) })
	deep := [][][]int{{{1, 2}}}
	try(func() { fmt.Println(deep[0][0][i], deep[0][0][j]) })
	try(func() { deep[0][i][j] = 1 })
	byName := map[string][]int{"a": {1}}
	try(func() { fmt.Println(byName["a"][j]) })
	try(func() { byName["b"][i] = 1 })
	for i := range t.rows[0] {
		t.rows[0][i] += 5
	}
	t.rows[0][0], t.rows[1] = t.rows[0][0]*2, t.rows[0]
	fmt.Println(t.rows, v.rows)
}
