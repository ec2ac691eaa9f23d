package main

import "fmt"

// Of several operands that panic, the first one does, as compiled Go evaluates them: calls
// first, then from left to right, the place of an assignment with an operator before its
// right side.

func id[T any](x T) T { return x }

//go:noinline
func noid(x uint8) uint8 { return x }

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	xs := make([]int, 0)
	ys := map[string][]int{}
	try("a", func() { xs[len(xs)-1] -= xs[1] })
	try("b", func() { xs[len(xs)-1] -= xs[1] >> (id[uint8](3) & 15) })
	try("c", func() { xs[len(xs)-1] -= xs[1] >> (noid(3) & 15) })
	try("d", func() { xs[len(xs)-1] = xs[1] })
	try("e", func() { xs[len(xs)-1] = xs[1] >> (id[uint8](3) & 15) })
	try("f", func() { xs[len(xs)-1] = xs[1] + int(noid(3)) })
	try("g", func() { xs[2] += int(noid(3)) / len(xs) })
	try("h", func() { xs[2] += 3 / len(xs) })
	try("i", func() { xs[2] += int(id[uint8](3)) / len(xs) })
	try("j", func() { ys["a"][1] += xs[3] })
	try("k", func() { xs[2], xs[1] = xs[4], xs[5] })
	var p *struct{ a int }
	try("l", func() { p.a += xs[1] })
	try("m", func() { p.a += xs[1] >> (id[uint8](3) & 15) })
	try("n", func() { xs[1] += p.a })
	try("o", func() { xs[1] += p.a >> (id[uint8](3) & 15) })
	try("p", func() { p.a = xs[1] >> (id[uint8](3) & 15) })
	var q *[3]int
	try("q", func() { q[len(xs)] += xs[1] >> (id[uint8](3) & 15) })
	try("r", func() { xs[2] += xs[1] * (3 / id(len(xs))) })
}

func init() {
	var z int
	var p *struct{ a int }
	xs := make([]int, 0)
	try("s", func() { p.a /= z })
	try("t", func() { xs[3] /= z })
	try("u", func() { p.a %= id(z) })
	try("v", func() { _ = p.a / z })
	try("w", func() { p.a <<= z - 1 })
	try("x", func() { xs[1] <<= id(z) - 1 })
	m := map[string]int{}
	try("y", func() { m["a"] += xs[2] })
	try("z", func() { m["a"] += xs[id(2)] / z; fmt.Println(len(m)) })
	g := func() int { m["q"] = 5; return 1 }
	m["q"] += g()
	ys := []int{1, 2, 3}
	h := func() int { ys[1] = 10; ys = append(ys, 4); return 7 }
	ys[1] += h()
	k := 0
	next := func() int { k++; return k }
	ys[next()] -= ys[next()] * next()
	pp := &struct{ n int }{1}
	qq := pp
	change := func() int { pp = &struct{ n int }{100}; return 3 }
	pp.n += change()
	fmt.Println(m, ys, k, pp.n, qq.n)
}
