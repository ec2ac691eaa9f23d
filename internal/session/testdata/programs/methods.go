// Methods with value and pointer receivers, method values and expressions.
package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

type rect struct{ w, h int }

func (r *rect) area() int   { return r.w * r.h }
func (r rect) perim() int   { return 2*r.w + 2*r.h }
func (r *rect) scale(k int) { r.w *= k; r.h *= k }
func (r rect) scaled(k int) rect {
	r.scale(k)
	return r
}

type Celsius float64

func (c Celsius) F() float64     { return float64(c)*9/5 + 32 }
func (c Celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

type Stack []int

func (s *Stack) Push(v int) { *s = append(*s, v) }
func (s *Stack) Pop() int {
	old := *s
	v := old[len(old)-1]
	*s = old[:len(old)-1]
	return v
}
func (s Stack) Len() int { return len(s) }

type Counter map[string]int

func (c Counter) Add(s string) Counter { c[s]++; return c }

type HandlerFunc func(string) string

func (h HandlerFunc) Serve(s string) string { return h(s) }

type Path []struct{ X, Y float64 }

func (p Path) Distance() (sum float64) {
	for i := range p {
		if i > 0 {
			sum += math.Hypot(p[i].X-p[i-1].X, p[i].Y-p[i-1].Y)
		}
	}
	return
}

type nilSafe struct{ v int }

func (n *nilSafe) get() int {
	if n == nil {
		return -1
	}
	return n.v
}

type Temps []Celsius

func (t Temps) Len() int           { return len(t) }
func (t Temps) Less(i, j int) bool { return t[i] < t[j] }
func (t Temps) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }

func main() {
	r := rect{w: 10, h: 5}
	rp := &r
	fmt.Println(r.area(), r.perim(), rp.area(), rp.perim())
	r.scale(2)
	fmt.Println(r, r.scaled(10), r)
	f := r.perim // keeps a copy
	g := r.area  // keeps the address
	r.w = 1
	fmt.Println(f(), g())
	h := rect.perim
	k := (*rect).area
	fmt.Println(h(r), k(&r))
	fmt.Printf("%T %T %T\n", f, h, k)
	t := Celsius(36.6)
	fmt.Println(t, t.F(), []Celsius{1, 2}, map[string]Celsius{"x": 3}, struct{ C Celsius }{4}, &t != nil)
	fmt.Printf("%v %s %d %.2f %q %x|%8v|%-8v|\n", t, t, Stack{1}, t, t, Celsius(1), t, t)
	var s Stack
	for i := range 4 {
		s.Push(i * i)
	}
	fmt.Println(s.Pop(), s.Pop(), s, s.Len(), len(s))
	c := Counter{}
	c.Add("a").Add("b").Add("a")
	fmt.Println(c, len(c))
	var hf HandlerFunc = strings.ToUpper
	fmt.Println(hf.Serve("shout"), HandlerFunc(func(s string) string { return s + s }).Serve("ab"))
	fmt.Println(Path{{0, 0}, {3, 4}, {3, 0}}.Distance())
	var n *nilSafe
	fmt.Println(n.get(), (&nilSafe{3}).get())
	ts := Temps{30, 10.5, -3}
	sort.Sort(ts)
	fmt.Println(ts)
	sort.Sort(sort.Reverse(ts))
	fmt.Println(ts, sort.IsSorted(ts))
	fs := []func() int{r.area, r.perim, s.Len}
	s.Push(1)
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	m := map[string]func(rect) int{"p": rect.perim}
	fmt.Println(m["p"](rect{1, 1}))
	for _, fn := range []func(*Stack, int){(*Stack).Push} {
		fn(&s, 99)
	}
	fmt.Println(s)
}
