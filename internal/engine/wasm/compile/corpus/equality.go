package corpus

import (
	"errors"
	"fmt"
	"math"
)

type coin int

type mark struct{ x, y int }

type tag struct {
	name string
	at   mark
	any
}

// SameFaces compares each interface value of many kinds with each other.
func SameFaces(n int) string {
	p, q := &mark{1, 2}, &mark{1, 2}
	e := errors.New("e")
	var none error
	var nobody *mark
	word := "wo"
	all := []any{nil, 0, n, 1, int64(1), uint8(1), 1.0, 2.5, math.NaN(), math.Copysign(0, -1), 0.0, "", "1", word + "rd", "word",
		true, false, 'a', rune(97), byte(97), coin(1), coin(n), coin(0), mark{1, 2}, mark{n, 2}, *q, p, q, nobody, e, none, errors.New("e"),
		[2]int{1, 2}, [2]int{n, 2}, complex(1, 0), float32(1), tag{"a", *p, n}, tag{"a", *q, 1}, struct{}{}, error(nil)}
	text := ""
	for i, a := range all {
		for j, b := range all {
			if a == b {
				text += fmt.Sprint(i, "=", j, " ")
			}
			if (a != b) == (b == a) {
				text += "!"
			}
		}
	}
	return text
}

// Incomparable panics where a value can't be compared, though it is compared with itself.
func Incomparable(n int) bool {
	all := []any{[]int{1}, map[int]int{}, tag{"a", mark{}, []int{1}}, func() {}, [1]any{[]int{2}}}
	a := all[n%len(all)]
	b := any(n)
	return b == a || a == all[n%len(all)]
}

// DotKeys has maps with structs as keys, of several sizes.
func DotKeys(n int) string {
	grid, seen, tags := map[mark]int{}, map[mark]bool{}, map[tag]mark{}
	type wide struct {
		a, b, c, d int
		s          string
	}
	wides := map[wide]*mark{}
	for i := range n {
		p := mark{i % 5, i % 3}
		grid[p]++
		grid[mark{p.y, p.x}] += i
		grid[p] -= 2
		if !seen[p] {
			seen[p] = true
			tags[tag{fmt.Sprint(i), p, i}] = mark{i, grid[p]}
		}
		wides[wide{i % 2, 1, 2, i % 7, "w"}] = &p
		if i%4 == 3 {
			delete(grid, mark{i % 4, 0})
		}
	}
	v, ok := tags[tag{"1", mark{1, 1}, 1}]
	w := wides[wide{1, 1, 2, 3, "w"}]
	_, none := wides[wide{}]
	return fmt.Sprint(len(grid), grid, len(seen), len(tags), v, ok, w != nil && w.x == n%5, none, len(wides))
}

// NilKeys writes to a nil map, and to one whose key can't be hashed.
func NilKeys(n int) (got int) {
	var m map[mark]int
	got = m[mark{1, 2}]
	delete(m, mark{})
	if n == 1 {
		m[mark{1, 2}]++
	}
	tags := map[tag]int{}
	if n == 2 {
		tags[tag{any: []int{1}}] = 1
	}
	if n == 3 {
		got += tags[tag{any: []int{1}}]
	}
	return got + len(tags)
}

func weighted(xs ...int) (sum int) {
	for i, x := range xs {
		sum += x * (i + 1)
	}
	return sum
}

func kept(xs ...*mark) []*mark { return xs }

func described(xs ...any) string { return fmt.Sprint(len(xs)) + fmt.Sprint(xs...) }

// SmallSlices passes and keeps small slices.
func SmallSlices(n int) (int, string) {
	sum := 0
	var all [][]*mark
	var words [][]string
	for i := range n {
		sum += weighted() + weighted(i) + weighted(1, 2, 3) + weighted(i, n, i*n, 4, 5, 6, 7, 8) + weighted(1, 2, 3, 4, 5, 6, 7, 8, 9, i)
		ps := kept(&mark{i, 1}, nil, &mark{2, i})
		ps = append(ps, ps[0])
		ps[1] = ps[2]
		all = append(all, ps)
		ws := []string{"a", fmt.Sprint(i)}
		words = append(words, append(ws, "c"), ws[:1:1])
		bs := []byte{1, byte(i), 3}
		sum += len(bs) + int(bs[1]) + cap(bs)
	}
	text := described(n, "x", nil, 2.5, mark{n, n})
	for i, ps := range all {
		sum += ps[0].x*3 + ps[1].y + ps[3].y
		text += words[2*i][1] + words[2*i+1][0]
	}
	return sum, text
}
