// if/else chains and every form of switch.
package main

import (
	"fmt"
	"time"
)

func grade(n int) string {
	if n > 90 {
		return "A"
	} else if n > 80 {
		return "B"
	} else {
		return "C"
	}
}

type Shape interface{ Area() float64 }
type Sq struct{ s float64 }
type Ci struct{ r float64 }

func (s Sq) Area() float64  { return s.s * s.s }
func (c *Ci) Area() float64 { return 3 * c.r * c.r }

func what(i any) string {
	switch t := i.(type) {
	case nil:
		return "nil"
	case bool:
		return fmt.Sprint("bool ", !t)
	case int, int64:
		return fmt.Sprintf("integer %v %T", t, t)
	case float64:
		return fmt.Sprint("float ", t/2)
	case []int:
		return fmt.Sprint("slice of ", len(t))
	case map[string]int:
		return fmt.Sprint("map of ", len(t))
	case error:
		return "error " + t.Error()
	case func(int) int:
		return fmt.Sprint("func ", t(20))
	case Sq:
		return fmt.Sprint("square ", t.s)
	case Shape:
		return fmt.Sprint("shape ", t.Area())
	case struct{ X int }:
		return fmt.Sprint("anonymous ", t.X)
	case chan int:
		return fmt.Sprint("chan ", cap(t))
	case *int:
		return fmt.Sprint("pointer to ", *t)
	default:
		return fmt.Sprintf("unknown %T", t)
	}
}

func call(s string, v int) int { fmt.Print(s, " "); return v }

func main() {
	fmt.Println(grade(95), grade(85), grade(10))
	if v, ok := map[string]int{"a": 1}["a"]; ok && v > 0 {
		fmt.Println("found", v)
	}
	i := 2
	switch i {
	case 1:
		fmt.Println("one")
	case 2, 3:
		fmt.Println("two or three")
		fallthrough
	case 4:
		fmt.Println("fell")
	default:
		fmt.Println("default")
	}
	switch {
	default:
		fmt.Println("nothing fits")
	case i > 5:
		fmt.Println("big")
	}
	switch x := i * i; x {
	case 4:
		fmt.Println("square", x)
	}
	switch call("tag", 2) {
	case call("a", 1), call("b", 2), call("c", 3):
		fmt.Println("matched")
	case call("d", 2):
		fmt.Println("second")
	}
	switch time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC).Weekday() {
	case time.Saturday, time.Sunday:
		fmt.Println("weekend")
	default:
		fmt.Println("weekday")
	}
	n := 5
	for _, v := range []any{nil, true, 7, int64(8), int8(1), 2.5, []int{1}, map[string]int{}, fmt.Errorf("e"),
		func(x int) int { return x + 1 }, Sq{2}, &Sq{3}, &Ci{1}, Ci{1}, struct{ X int }{4}, make(chan int, 2), &n, "s"} {
		fmt.Println(what(v))
	}
	switch x := any(i).(type) {
	case string, []byte:
		fmt.Println("text", x)
	}
	for {
		switch {
		case true:
			break
		}
		break
	}
	var sh Shape
	switch sh {
	case nil:
		fmt.Println("nil shape")
	}
	switch a, b := any(Sq{1}), any(Sq{1}); a {
	case b:
		fmt.Println("equal dynamic values")
	}
}
