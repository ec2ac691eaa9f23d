// Pointers to variables, fields, elements and pointers.
package main

import "fmt"

type Node struct {
	Val  int
	Next *Node
}

type Player struct {
	Name  string
	Score int
	Pos   struct{ X, Y int }
}

func zeroVal(i int)  { i = 0 }
func zeroPtr(i *int) { *i = 0 }

func newInt(v int) *int { return &v }

func swap(a, b *string) { *a, *b = *b, *a }

func (p *Player) Win(n int) *Player { p.Score += n; return p }

func main() {
	i := 1
	zeroVal(i)
	fmt.Println(i)
	zeroPtr(&i)
	fmt.Println(i)
	p, q := newInt(3), newInt(3)
	fmt.Println(*p == *q, p == q, *p+*q)
	pp := &p
	**pp = 8
	*pp = q
	fmt.Println(*p, **pp, p == q)
	a, b := "x", "y"
	swap(&a, &b)
	fmt.Println(a, b)
	pl := &Player{Name: "Ann"}
	pl.Win(3).Win(4)
	px := &pl.Pos.X
	*px = 12
	fmt.Println(*pl, pl)
	fmt.Printf("%v %+v\n", pl, pl)
	arr := []int{1, 2, 3}
	e := &arr[1]
	*e *= 10
	arr = append(arr, 4)
	*e = 5
	fmt.Println(arr)
	list := &Node{1, &Node{2, &Node{3, nil}}}
	for n := list; n != nil; n = n.Next {
		n.Val *= n.Val
	}
	fmt.Println(list.Val, list.Next.Val, list.Next.Next.Val, list.Next.Next.Next)
	players := []Player{{Name: "A"}, {Name: "B"}}
	for i := range players {
		players[i].Win(i + 1)
	}
	for _, p := range players {
		p.Win(100)
	}
	fmt.Println(players)
	fn := new(func() int)
	*fn = func() int { return 42 }
	fmt.Println((*fn)())
	m := map[string]*[]int{"a": {1}}
	*m["a"] = append(*m["a"], 2)
	fmt.Println(*m["a"], len(m))
	type T struct{ p *int }
	t := T{&i}
	*t.p = 77
	fmt.Println(i, t.p == &i, *t.p)
	var np *Player
	defer func() {
		r := recover()
		fmt.Println(r)
		err, ok := r.(error)
		fmt.Println(ok, err)
	}()
	fmt.Println(np.Name)
}
