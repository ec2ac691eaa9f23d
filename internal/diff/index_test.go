package diff

import (
	"math/rand/v2"
	"strings"
)

// countedLoops are loops with an index i of some integer type. The compiler knows of some
// that i can't be negative, or that it is in range; INDEXED stands for what uses it.
var countedLoops = []struct{ name, loop string }{
	{"range of a number", "for i := range 6 {\nINDEXED\n}"},
	{"range of a slice", "for i := range xs {\nINDEXED\n}"},
	{"range of an array", "for i := range &grid {\nINDEXED\n}"},
	{"range of a string", "for i := range text {\nINDEXED\n}"},
	{"range of no sizes", "for i := range make([]struct{}, math.MaxInt) {\nINDEXED\nif i == 9 {\nbreak\n}\n}"},
	{"range of a map", "for i := range map[int]bool{-3: true} {\nINDEXED\n}"},
	{"range of a map, positive", "for i := range map[int]bool{3: true} {\nINDEXED\n}"},
	{"range of a channel", "c := make(chan int, 3)\nc <- 1\nc <- 0\nc <- -2\nclose(c)\nfor i := range c {\nINDEXED\n}"},
	{"range of a function", "for i := range func(yield func(int) bool) {\nfor j := 2; j > -4 && yield(j); j-- {\n}\n} {\nINDEXED\n}"},
	{"range of an int8", "for i := range int8(5) {\nINDEXED\n}"},
	{"range of a uint64", "for i := range uint64(5) {\nINDEXED\n}"},
	{"range assigned", "var i int\nfor i = range 5 {\nINDEXED\n}\ni -= 7\nINDEXED"},
	{"up", "for i := 0; i < 7; i++ {\nINDEXED\n}"},
	{"up from below", "for i := -2; i < 7; i++ {\nINDEXED\n}"},
	{"up by two", "for i := 0; i < 9; i += 2 {\nINDEXED\n}"},
	{"up to the length", "for i := 0; i < len(xs); i++ {\nINDEXED\n}"},
	{"up to another length", "for i := 0; i < len(text); i++ {\nINDEXED\n}"},
	{"up to the length, included", "for i := 0; i <= len(xs); i++ {\nINDEXED\n}"},
	{"past the end of int8", "for i := int8(120); i > 100 || i < -120; i++ {\nINDEXED\n}"},
	{"past the end of int8, up to it", "n := 0\nfor i := int8(125); i <= 127 && n < 5; i++ {\nn++\nINDEXED\n}"},
	{"past the end of int16 by many", "n := 0\nfor i := int16(0); i < 32000 && n < 5; i += 20000 {\nn++\nINDEXED\n}"},
	{"without a condition", "for i := int8(125); ; i++ {\nif i == -126 {\nbreak\n}\nINDEXED\n}"},
	{"past the end of int", "for i := math.MaxInt - 1; i > 0 || i < 3-math.MaxInt; i++ {\nINDEXED\n}"},
	{"up to the end of int", "n := 0\nfor i := math.MaxInt - 1; i <= math.MaxInt && n < 4; i++ {\nn++\nINDEXED\n}"},
	{"by a large step", "n := 0\nfor i := 0; i < math.MaxInt && n < 6; i += 1 << 62 {\nn++\nINDEXED\n}"},
	{"by a large step alone", "n := 0\nfor i := 0; i < math.MaxInt; i += 1 << 62 {\nif n++; n > 6 {\nbreak\n}\nINDEXED\n}"},
	{"by a growing step", "step := 1\nfor i := 0; i < 1000 && step < 1<<40; i += step {\nstep = -step * 3\nINDEXED\n}"},
	{"by a negative step", "step := -2\nfor i := 4; i < 7; i += step {\nif i < -5 {\nbreak\n}\nINDEXED\n}"},
	{"down", "for i := 6; i >= -2; i-- {\nINDEXED\n}"},
	{"down without a sign", "for i := uint(3); i < 4 || i > 1<<62; i-- {\nINDEXED\nif i > 5 {\nbreak\n}\n}"},
	{"uint8 past its end", "for i := uint8(252); i > 240 || i < 4; i++ {\nINDEXED\n}"},
	{"changed in the body", "done := false\nfor i := 0; i < 6; i++ {\nif i == 3 && !done {\ndone, i = true, -2\n}\nINDEXED\n}"},
	{"changed through a pointer", "for i := 0; i < 6; i++ {\np := &i\nif i == 3 {\n*p = -9\nINDEXED\nbreak\n}\nINDEXED\n}"},
	{"changed by a closure", "for i := 0; i < 6; i++ {\nback := func() { i -= 5 }\nif i == 3 {\nback()\nINDEXED\nbreak\n}\nINDEXED\n}"},
	{"nested", "for j := range 4 {\nfor i := j - 2; i < 3; i++ {\nINDEXED\n}\n}"},
	{"product of two", "for j := 0; j < 9; j += 3 {\nfor k := range 3 {\ni := j * k * (1 << 61)\nINDEXED\n}\n}"},
	{"the slice gets shorter", "for i := 0; i < len(xs); i++ {\nif i == 2 {\nxs = xs[:3]\n}\nINDEXED\n}"},
	{"the slice gets shorter in a function", "cut := func() { xs = xs[:3] }\nfor i := range xs {\nif i == 2 {\ncut()\n}\nINDEXED\n}"},
	{"backwards by goto", "i := 3\nagain:\nINDEXED\nif i--; i > -3 {\ngoto again\n}"},
	{"after a test", "for _, i := range []int{2, -1, 7, 8, -9} {\nif i >= 0 || i < -5 {\nINDEXED\n}\n}"},
	{"below the length", "for _, i := range []int{2, -1, 7, 8, -9} {\nif i < len(xs) {\nINDEXED\n}\n}"},
}

// indices are what is made of it.
var indices = []string{
	"i", "i-2", "i+1", "i+i", "i*i", "i<<1", "i>>1", "i%3", "i/2", "i&3", "i&^3", "i|1", "i^1", "-i", "i*7%5",
	"int(i)*(1<<62)", "int(i)<<62", "int(i)+math.MaxInt", "uint8(i)", "int8(i)", "uint64(i)", "len(text)-1-int(i)", "min(i, 3)", "max(i, 2)", "(i-1)/2",
}

// indexed are what it is an index of.
var indexed = []struct{ name, do string }{
	{"slice", "sum += xs[IX]"},
	{"array", "sum += grid[IX]"},
	{"array's pointer", "p := &grid\nsum += p[IX]"},
	{"string", "sum += int(text[IX])"},
	{"rows", "sum += rows[IX][0]"},
	{"row", "sum += rows[0][IX]"},
	{"assigned", "xs[IX] = 5\nsum += xs[0]"},
	{"increased", "xs[IX]++"},
	{"swapped", "xs[0], xs[IX] = xs[IX], xs[0]\nsum = sum*3 + xs[0]"},
	{"from", "sum += len(xs[IX:])"},
	{"to", "sum += len(xs[:IX])"},
	{"part of a string", "sum += len(text[IX:])"},
	{"third", "sum += cap(xs[0:1:IX])"},
	{"twice", "sum += xs[IX] * xs[IX]"},
	{"address", "p := &xs[IX]\n*p += 2\nsum += *p"},
}

// loopIndices is each index in each loop, of a slice or something else.
func loopIndices(*rand.Rand) (checks []check) {
	const declared = "xs := []int{3, 1, 4, 1, 5, 9, 2, 6}\ngrid := [8]int{2, 7, 1, 8, 2, 8, 1, 8}\ntext := \"abcdefgh\"\nrows := [][]int{{1, 2, 3}, {4}, {5}}\nsum := 0\n_, _, _, _ = xs, grid, text, rows\ndefer func() { fmt.Println(sum, xs, recover()) }()\n"
	for _, l := range countedLoops {
		for k, x := range indexed {
			for n, ix := range indices {
				if (n+k)%3 != 0 && k > 0 { // each index with a third of the others
					continue
				}
				do := "{\n" + strings.ReplaceAll(x.do, "IX", ix) + "\n}"
				checks = append(checks, check{label: "index/" + slashed(l.name, x.name, ix), body: declared + strings.ReplaceAll(l.loop, "INDEXED", do) + "\n"})
			}
		}
	}
	return checks
}
