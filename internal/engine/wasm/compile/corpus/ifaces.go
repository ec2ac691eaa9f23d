package corpus

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

type rectangle struct{ a, b int }

func (r rectangle) area() int { return r.a * r.b }

type circle struct {
	r    int
	name string
	tags []string
}

func (c *circle) area() int { return 3 * c.r * c.r }

type celsius float64

func (c celsius) String() string { return fmt.Sprintf("%.1f°", float64(c)) }

type meters int

func (m meters) area() int { return int(m) }

// Areas calls methods of values, pointers and numbers.
func Areas(n int) int {
	shapes := []shape{square{2}, rectangle{2, 3}, &circle{r: n}, meters(n)}
	sum := 0
	for i := 0; i < n; i++ {
		sum += shapes[i%len(shapes)].area()
	}
	return sum
}

// NilShape calls a method of a nil interface.
func NilShape(n int) int {
	var s shape
	for i := 0; i < n; i++ {
		s = square{i}
	}
	return s.area()
}

// NilReceiver calls methods of a nil pointer.
func NilReceiver(n int) int {
	var c *circle
	if n > 0 {
		c = &circle{r: n}
	}
	var s shape = c
	t := 0
	for i := 0; i < 2; i++ {
		t += s.area()
	}
	return t
}

func boxed(i int) any {
	switch i {
	case 0:
		return nil
	case 1:
		return 7
	case 2:
		return "seven"
	case 3:
		return celsius(7.5)
	case 4:
		return square{7}
	case 5:
		return &circle{r: 7, name: "c"}
	case 6:
		return []int{7}
	case 7:
		return errors.New("seven")
	case 8:
		return [2]int{7, 8}
	case 9:
		return 7.5
	case 10:
		return byte(7)
	case 11:
		return meters(7)
	case 12:
		return map[string]int{"seven": 7}
	case 13:
		return struct{}{}
	case 14:
		return circle{1, "a", []string{"b"}}
	case 15:
		return [12]int{11: 3}
	case 16:
		return complex(1, 2)
	case 17:
		return int32(-7)
	}
	return true
}

// TypeSwitch tells all kinds of types apart.
func TypeSwitch(i int) string {
	var b strings.Builder
	for range 2 {
		switch x := boxed(i).(type) {
		case nil:
			b.WriteString("nil")
		case int:
			b.WriteString(fmt.Sprint("int ", x))
		case string:
			b.WriteString("string " + x)
		case fmt.Stringer:
			b.WriteString("stringer " + x.String())
		case *circle:
			b.WriteString("circle " + x.name)
		case shape:
			b.WriteString(fmt.Sprint("shape ", x.area()))
		case error:
			b.WriteString("error " + x.Error())
		case float64, byte:
			b.WriteString(fmt.Sprint("number ", x))
		case [2]int:
			b.WriteString(fmt.Sprint("array ", x[1]))
		case circle:
			b.WriteString(x.name + x.tags[0])
		case [12]int:
			b.WriteString(fmt.Sprint("large ", x[11]))
		default:
			b.WriteString("other")
		}
	}
	return b.String()
}

// MustInt asserts a native type.
func MustInt(i int) int {
	t := 0
	for range 2 {
		t += boxed(i).(int)
	}
	return t
}

// MustCelsius asserts a type of its own.
func MustCelsius(i int) float64 {
	t := 0.0
	for range 2 {
		t += float64(boxed(i).(celsius))
	}
	return t
}

// MustShape asserts an interface.
func MustShape(i int) int {
	t := 0
	for range 2 {
		t += boxed(i).(shape).area()
	}
	return t
}

// MustSquare asserts a struct.
func MustSquare(i int) int {
	var s shape = meters(3)
	if i == 1 {
		s = square{3}
	}
	if i == 2 {
		s = nil
	}
	t := 0
	for range 2 {
		t += s.(square).side
	}
	return t
}

// AsOK asserts types without a panic.
func AsOK(i int) (float64, bool, int, bool, string, bool, int, bool, bool) {
	x := boxed(i)
	for range 2 {
		if x == nil {
			break
		}
	}
	c, ok1 := x.(celsius)
	s, ok2 := x.(square)
	t, ok3 := x.(string)
	a, ok4 := x.([2]int)
	_, ok5 := x.(shape)
	return float64(c), ok1, s.side, ok2, t, ok3, a[1], ok4, ok5
}

// EqualAny compares interface values.
func EqualAny(i, j int) bool {
	same := false
	for range 2 {
		same = boxed(i) == boxed(j)
	}
	return same
}

// EqualStructs compares structs in interfaces.
func EqualStructs(n int) (int, int) {
	type pair struct {
		a int
		s string
	}
	same, shapes := 0, 0
	for i := range n {
		if (pair{i % 3, "x"}) == (pair{i % 2, "x"}) {
			same++
		}
		var s, t shape = square{i % 3}, square{i % 2}
		if s == t {
			shapes++
		}
		if s == shape(meters(i)) {
			shapes += 100
		}
	}
	return same, shapes
}

// Errors wraps errors.
func Errors(n int) string {
	var err error
	for i := range n {
		err = fmt.Errorf("%d: %w", i, err)
		if i == 0 {
			err = errors.New("first")
		}
	}
	if err == nil {
		return "none"
	}
	return err.Error() + fmt.Sprint(errors.Unwrap(err))
}

// AnyMap has interface values as keys.
func AnyMap(n int) (int, bool, bool) {
	m := map[any]int{}
	for i := range n {
		m[boxed(i%6)] += i
		m[square{i % 2}]++
		m[celsius(i)]++
	}
	_, a := m[celsius(1)]
	_, b := m[1.0]
	return len(m), a, b
}

// Unhashable stores with keys that may not be hashed.
func Unhashable(i int) int {
	m := map[any]int{}
	for range 2 {
		m[boxed(i)]++
	}
	return len(m)
}

// UnhashableRead looks up keys that may not be hashed.
func UnhashableRead(i int) int {
	m := map[any]int{1: 2}
	t := 0
	for range 2 {
		t += m[boxed(i)]
	}
	return t
}

// Source calls a method of a native value.
func Source(n int) int {
	var src rand.Source = rand.NewPCG(1, uint64(n))
	t := uint64(0)
	for range n {
		t += src.Uint64() >> 20
	}
	return int(t >> 10)
}
