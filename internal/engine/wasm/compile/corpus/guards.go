package corpus

func index(xs []int, i int) int { return xs[i] }

// Deferred defers in a loop.
func Deferred(n int) (s string) {
	for i := range n {
		defer func() { s += "abcdefgh"[i : i+1] }()
	}
	return "-"
}

// Recovered recovers, and changes the results.
func Recovered(n int) (x int, s string) {
	defer func() {
		if recover() != nil {
			x, s = -1, s+"recovered"
		}
	}()
	defer func() { s += "deferred " }()
	return index([]int{4, 5, 6}, n), "fine"
}

// Replaced panics in a deferred call, while another panic is under way or not.
func Replaced(n int) (s string) {
	defer func() {
		if recover() != nil {
			s += "outer "
		}
		if recover() != nil {
			s += "twice "
		}
	}()
	defer func() {
		defer func() {
			if recover() != nil {
				s += "inner "
			}
			index(nil, n-2)
		}()
		index(nil, n)
	}()
	if n > 1 {
		index(nil, 0)
	}
	return "none "
}

func helper() bool { return recover() != nil }

// OnlyItself: recover works in the deferred function itself only.
func OnlyItself(n int) (s string) {
	defer func() {
		if recover() != nil {
			s += "outer "
		}
	}()
	defer func() {
		if helper() {
			s += "helper "
		}
		func() {
			if recover() != nil {
				s += "nested "
			}
		}()
		defer func() {
			if recover() != nil {
				s += "deferred "
			}
		}()
	}()
	if recover() != nil {
		s += "body "
	}
	if n == 1 {
		defer helper()
	}
	index(nil, n)
	return "returned"
}

// Uncaught panics with a deferred call that recovers nothing.
func Uncaught(n int) (s string) {
	defer func() { s += "never seen" }()
	if n > 0 {
		index([]int{1}, n)
	}
	return "fine "
}

// RecursiveDefers defers in each call of a recursion.
func RecursiveDefers(n int) int {
	sum := 0
	var down func(int)
	down = func(n int) {
		defer func() { sum += n }()
		if n > 0 {
			down(n - 1)
		}
	}
	down(n)
	return sum
}

// RecursiveRecovers recovers in each call of a recursion.
func RecursiveRecovers(n int) (sum int) {
	var down func(int)
	down = func(n int) {
		defer func() {
			if recover() != nil {
				sum += n
			}
			if n%3 > 0 {
				index(nil, n)
			}
		}()
		if n > 0 {
			down(n - 1)
		}
		index(nil, n)
	}
	down(n)
	return sum
}

// LoopOfDefers calls what defers, many times.
func LoopOfDefers(n int) (sum int) {
	one := func(i int) (x int) {
		defer func() { sum += x }()
		if i&1 == 0 {
			return i
		}
		return 1
	}
	for i := range n {
		one(i)
	}
	return sum
}

// Iterate ranges over a function, and leaves early.
func Iterate(n int) (sum int) {
	seq := func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
	for x := range seq {
		defer func() { sum += 1000 * x }()
		if x == 3 {
			continue
		}
		if x > 7 {
			return sum
		}
		sum += x
	}
	return -sum
}

// NilDefer defers a nil function.
func NilDefer(n int) (s string) {
	defer func() {
		if recover() != nil {
			s += "nil"
		}
	}()
	var f func()
	if n > 0 {
		f = func() { s += "f " }
	}
	defer f()
	return "body "
}

var released int

type lease struct {
	name string
	days []int
}

// leased keeps its results, and its variable, in what only its guarded part shares.
func leased(n int) (*lease, string, []int) {
	defer func() { released++ }()
	l := lease{name: "a"}
	for i := range n {
		l.days = append(l.days, i)
		if i == 7 {
			return &l, l.name + "early", l.days[2:]
		}
	}
	n *= 2
	return &lease{"b", make([]int, n)}, l.name, l.days
}

// Leased sums up what several leases return.
func Leased(n int) (sum int) {
	for i := range 5 {
		l, s, days := leased(n + i)
		sum = sum*31 + len(l.name) + len(l.days) + len(s)
		for _, d := range days {
			sum += d
		}
	}
	return sum
}
