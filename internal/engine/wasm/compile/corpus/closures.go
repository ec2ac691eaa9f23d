package corpus

func counter() func() int {
	n := 0
	return func() int {
		n++
		return n
	}
}

// Counters has variables that closures share.
func Counters(n int) (sum int) {
	a, b := counter(), counter()
	for i := 0; i < n; i++ {
		sum += a()
		if i%3 == 0 {
			sum += 100 * b()
		}
	}
	return sum
}

func adder(x int) func(int) int { return func(y int) int { return x + y } }

// Curried calls what a call returns.
func Curried(a, b int) int { return adder(a)(b) + adder(b)(a*2) }

// Captures has a closure with all kinds of captured values.
func Captures(n int) (string, int, float64) {
	s, xs, f32, b := "text", []int{1, 2, 3}, float32(1.5), int8(-7)
	u, c, ok := uint16(65000), complex(1, -2), true
	m, ch := 3, [3]int{7, 8, 9}
	p := &m
	get := func(i int) (string, int, float64) {
		if !ok || i < 0 {
			return "none", 0, 0
		}
		*p += i
		return s[i%4:], xs[i%3] + int(b) + int(u) + *p + ch[i%3], float64(f32) + real(c)*imag(c)
	}
	get(n)
	return get(n + 1)
}

type wide struct {
	a, b, c, d, e, f, g int
	name                string
	rest                []int
	next                *wide
}

// Wide captures a struct of many words.
func Wide(n int) (int, string) {
	w := wide{a: n, b: 2, g: 7, name: "wide", rest: []int{n, n + 1}}
	w2 := wide{a: 1, name: "next"}
	w.next = &w2
	f := func(k int) (wide, int) {
		v := w
		v.a += k
		v.next = &w
		return v, w.rest[k&1] + w.next.a
	}
	w2.a = 50
	v, x := f(n)
	y, z := f(n + 1)
	return v.a + x + y.a*1000 + z*7 + v.next.a, v.name + y.next.next.name
}

// Recursive calls itself by a variable.
func Recursive(n int) int {
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	return fib(n)
}

// DeepClosure needs more than one segment of the stack.
func DeepClosure(n int) int {
	var down func(int) int
	down = func(n int) int {
		if n == 0 {
			return 0
		}
		return 1 + down(n-1)
	}
	return down(n)
}

var through func(int) int

// Through calls itself by a global variable.
func Through(n int) int {
	through = ThroughStep
	return through(n)
}

// ThroughStep is a step of Through's.
func ThroughStep(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + through(n-1)
}

func twice(f func(int) int, x int) int { return f(f(x)) }

func double(x int) int { return 2 * x }

// Values keeps functions and closures in a slice.
func Values(n int) int {
	fs := []func(int) int{double, adder(3), func(x int) int { return x * x }}
	for i := range 3 {
		fs = append(fs, func(x int) int { return x - i })
	}
	sum := 0
	for _, f := range fs {
		sum = sum*31 + twice(f, n)
	}
	return sum
}

func many(a int, b string, c float64, d []int, e func() int) (int, string, float64, error) {
	return a + len(b) + e(), b + "!", c * 2, nil
}

// ManyWords passes more words than there are registers.
func ManyWords(n int) (int, string, float64) {
	f := many
	x, y, z, err := f(n, "abc", 1.25, nil, func() int { return n })
	if err != nil {
		return 0, "", 0
	}
	g := func(a int, b string, c float64, d []int, e func() int) (int, string, float64, error) {
		x, y, z, err := f(a+1, b, c, d, e)
		return x * n, y + b, z + c, err
	}
	v, w, u, _ := g(x, y, z, nil, counter())
	return v, w, u
}

// NilCall calls a nil function.
func NilCall(n int) int {
	var f func(int) int
	if n > 0 {
		f = double
	}
	return f(n)
}

// Small passes small integers, booleans and float32.
func Small(n int) (int8, uint8, int16, bool, float32) {
	f := func(a int8, b uint8, c int16, d bool, e float32) (int8, uint8, int16, bool, float32) {
		return a + int8(n), b + uint8(n), c - int16(n), !d, e / 2
	}
	a, b, c, d, e := f(-100, 200, -30000, n > 3, 0.5)
	return f(a, b, c, d, e)
}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

// Composed composes functions.
func Composed(n int) int { return compose(double, adder(n), compose(double, double))(n) }

// Loop captures the variable of each round.
func Loop(n int) (sum int) {
	var fs []func() int
	for i := 0; i < n; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		sum += f() + f()
	}
	return sum
}

// What follows is compiled where it is called: closures of numbers, with names that the
// caller has too, and variables that both assign.

func clamp(lo, hi int) func(int) int {
	n := 0
	return func(x int) int {
		n++
		if x < lo {
			return lo + n&1
		}
		if x > hi {
			x = hi
		} else {
			n += 2
		}
		return x
	}
}

func wrapping() func(uint8) uint8 {
	var n uint8 = 250
	return func(x uint8) uint8 {
		n += x
		return n * 3
	}
}

// InLine calls closures that are known where they are called.
func InLine(n int) (int, uint8, float64) {
	x, lo := 5, 100
	a, b := clamp(2, 7), clamp(-3, 3)
	w, last := wrapping(), uint8(0)
	total := 0.5
	add := func(x float64, neg bool) {
		if neg {
			x = -x
		}
		total += x
		lo--
	}
	xs := []int{1, 2, 3}
	at := 0
	next := func() int { at++; return at }
	s := 0
	for i := 0; i < n; i++ {
		s = s*3%1_000_003 + a(i) + b(a(i)-x) + lo
		last = w(uint8(i))
		add(float64(i)/4, i&1 == 1)
		if at < len(xs) {
			s += xs[at]
			if next() < len(xs) {
				s += xs[at]
			}
		}
	}
	return s, last, total
}
