// Maps of interfaces that are ranged over and written.
package main

import (
	"errors"
	"fmt"
	"sort"
)

type Shape interface{ Area() int }
type Sq struct{ s int }

func (q Sq) Area() int { return q.s * q.s }

func sum(m map[string]Shape) (n int) {
	for k, s := range m {
		n += s.Area() * len(k)
	}
	for range 100 {
		for k := range m {
			m[k] = Sq{m[k].Area() % 7}
		}
	}
	return n
}

func keys(m map[Shape]error) (out []string) {
	for k, e := range m {
		if e == nil {
			out = append(out, fmt.Sprint(k.Area()))
			continue
		}
		out = append(out, fmt.Sprint(k.Area(), e.Error()))
	}
	sort.Strings(out)
	return
}

func main() {
	m := map[string]Shape{"a": Sq{1}, "bb": Sq{2}, "ccc": Sq{3}}
	fmt.Println(sum(m), m["a"], m["bb"], m["zz"] == nil)
	e := map[Shape]error{Sq{1}: nil, Sq{2}: errors.New("two")}
	for i := range 50 {
		e[Sq{i}] = fmt.Errorf("n%d", i%3)
	}
	delete(e, Sq{3})
	fmt.Println(keys(e), len(e))
	x, ok := e[Sq{4}]
	fmt.Println(x, ok)
}
