// Closures over loop variables, shadowing, gotos and labels in odd places.
package main

import "fmt"

type op struct {
	name string
	f    func(int) int
}

var (
	x = 1
	f = func() int { return x * 2 }
)

func counter() (inc func() int, get func() int) {
	n := 0
	inc = func() int { n++; return n }
	get = func() int { return n }
	return
}

func retry(n int, try func(attempt int) error) (err error) {
	i := 0
again:
	if err = try(i); err != nil && i < n {
		i++
		goto again
	}
	return
}

func shadow(err error) (n int, _ error) {
	if n, err := 5, fmt.Errorf("inner"); err != nil {
		_ = n
	}
	return n, err
}

func main() {
	var prints []func()
	for i := range 3 {
		for j := 0; j < 2; j++ {
			prints = append(prints, func() { fmt.Print(i, j, " ") })
		}
	}
	for _, p := range prints {
		p()
	}
	fmt.Println()
	ops := []op{}
	for _, k := range []int{2, 3} {
		ops = append(ops, op{fmt.Sprint("times", k), func(n int) int { return n * k }})
		k = 100
	}
	for _, o := range ops {
		fmt.Print(o.name, o.f(5), " ")
	}
	fmt.Println()
	inc, get := counter()
	inc()
	inc()
	fmt.Println(get(), f(), x)
	x := x + 10
	x, y := x+1, x
	{
		x := "shadow"
		fmt.Println(x, y, f())
	}
	fmt.Println(x)
	fmt.Println(retry(3, func(a int) error {
		if a < 2 {
			return fmt.Errorf("attempt %d", a)
		}
		return nil
	}), retry(1, func(a int) error { return fmt.Errorf("attempt %d", a) }))
	fmt.Println(shadow(nil))
	m := map[string]func() string{}
	for _, name := range []string{"a", "b"} {
		m[name] = func() string { name += "!"; return name }
	}
	fmt.Println(m["a"](), m["a"](), m["b"]())
	i := 0
	for i = 0; i < 10; i++ {
		defer func(n int) { fmt.Print(n, i, ";") }(i)
		if i == 2 {
			break
		}
	}
rows:
	for r := range 4 {
		switch {
		case r == 1:
			continue rows
		case r == 3:
			break rows
		default:
			for c := range 4 {
				select {
				default:
					if c > r {
						continue rows
					}
				}
				fmt.Print(r, c, " ")
			}
		}
	}
	fmt.Println()
	fib := func() func() int {
		a, b := 0, 1
		return func() int {
			defer func() { a, b = b, a+b }()
			return a
		}
	}()
	for range 8 {
		fmt.Print(fib(), " ")
	}
	fmt.Println()
	var fact func(n int) int
	fact = func(n int) int {
		if n < 2 {
			return 1
		}
		return n * fact(n-1)
	}
	fmt.Println(fact(10), func(a, b int) int { return a - b }(7, 3))
	s := []int{1, 2, 3}
	for i, v := range s {
		s = append(s, v*i)
		i = 10
		_ = i
	}
	fmt.Println(s)
	type point struct{ x, y int }
	p := point{1, 2}
	move := func(q *point) func() { return func() { q.x++ } }(&p)
	move()
	move()
	q := p
	q.x = 9
	a := [2]*point{&p, &q}
	for _, v := range a {
		v.y *= 10
	}
	fmt.Println(p, q, *a[1])
}
