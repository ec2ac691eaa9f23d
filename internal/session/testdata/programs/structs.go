// Structs: literals, comparison, anonymous ones, embedding by value and pointer.
package main

import "fmt"

type person struct {
	name string
	age  int
}

func newPerson(name string) *person { return &person{name: name, age: 42} }

type base struct{ num int }

func (b base) describe() string { return fmt.Sprintf("base with num=%v", b.num) }
func (b *base) inc()            { b.num++ }

type container struct {
	base
	str string
}

type Engine struct{ HP int }

func (e *Engine) Start() string { e.HP++; return fmt.Sprint("started ", e.HP) }

type Wheels struct{ N int }

func (w Wheels) Roll() string { return fmt.Sprint("rolling on ", w.N) }

type Car struct {
	*Engine
	Wheels
	Name string
}

type Truck struct {
	Car
	N string // hides Wheels.N
}

type describer interface{ describe() string }

type Empty struct{}

func main() {
	fmt.Println(person{"Bob", 20}, person{name: "Fred"}, &person{"Ann", 40})
	fmt.Println(newPerson("Jon"))
	s := person{name: "Sean", age: 50}
	sp := &s
	sp.age = 51
	fmt.Println(s.name, sp.age, s == person{"Sean", 51}, s != *sp)
	dog := struct {
		name   string
		isGood bool
	}{"Rex", true}
	fmt.Println(dog)
	fmt.Printf("%v %+v %#v %T\n", dog, dog, dog, dog)
	fmt.Printf("%v %+v %#v %T\n", s, s, s, s)
	fmt.Printf("%v %+v %T\n", sp, sp, sp)

	co := container{base: base{num: 1}, str: "some name"}
	fmt.Printf("co={num: %v, str: %v}\n", co.num, co.str)
	fmt.Println(co.base.num, co.describe())
	co.inc()
	var d describer = co
	co.inc()
	fmt.Println(d.describe(), co.describe(), co)
	fmt.Printf("%+v %#v\n", co, co)

	c := Car{&Engine{100}, Wheels{4}, "Beetle"}
	fmt.Println(c.Start(), c.Roll(), c.HP, c.N)
	t := Truck{c, "big"}
	fmt.Println(t.Start(), t.Roll(), t.N, t.Wheels.N, c.HP)
	type local struct {
		A, B int
		C    []string
		D    map[string]int
		E    *int
		F    any
		G    error
		H    [2]bool
		I    Empty
		J    func()
	}
	fmt.Printf("%v\n%+v\n", local{}, local{C: []string{"x"}, D: map[string]int{"k": 1}, F: 2})
	fmt.Printf("%#v\n", local{C: []string{"x"}, D: map[string]int{"k": 1}, F: 2.0})
	pts := []struct{ X, Y int }{{1, 2}, {3, 4}}
	pts[0].X = 10
	fmt.Println(pts, Empty{}, struct{}{} == struct{}{})
	a, b := any(person{"x", 1}), any(person{"x", 1})
	fmt.Println(a == b, a == any(&s), any(dog) == any(struct {
		name   string
		isGood bool
	}{"Rex", true}))
	cp := co
	cp.num = 100
	fmt.Println(co.num, cp.num)
	type alias = person
	fmt.Printf("%T\n", alias{})
	type tagged struct {
		A int `k:"v"`
	}
	fmt.Printf("%+v %v\n", tagged{1}, tagged(struct{ A int }{2}))
}
