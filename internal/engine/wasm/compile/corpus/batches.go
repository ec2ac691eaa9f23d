package corpus

import "time"

// What is allocated in batches: objects of many shapes in turn, each of which has to be
// zero, its own, and there until the end.

type pair struct{ left, right *pair }

func bottomUp(d int) *pair {
	if d == 0 {
		return &pair{}
	}
	return &pair{bottomUp(d - 1), bottomUp(d - 1)}
}

func (p *pair) count() int {
	if p.left == nil {
		return 1
	}
	return 1 + p.left.count() + p.right.count()
}

// Pairs makes trees, of which the first lives longest.
func Pairs(d int) int {
	long := bottomUp(d)
	s := 0
	for i := 0; i < 8; i++ {
		s += bottomUp(d - i%3).count()
	}
	return s + long.count()
}

type cons struct {
	val  int
	next *cons
}

// Conses makes lists that are garbage at once.
func Conses(n int) int {
	s := 0
	for round := 0; round < 10; round++ {
		var l *cons
		for i := 0; i < n; i++ {
			l = &cons{i, l}
		}
		for ; l != nil; l = l.next {
			s += l.val
		}
	}
	return s
}

// Boxed makes interface values of numbers, strings and structs.
func Boxed(n int) (int, string) {
	var xs []any
	for i := 0; i < n; i++ {
		xs = append(xs, i+1000, string(rune('a'+i%26)), cons{i, nil}, float64(i), [3]int{i, 0, i})
	}
	s, text := 0, ""
	for i, x := range xs {
		switch x := x.(type) {
		case int:
			s += x
		case string:
			if i < 100 {
				text += x
			}
		case cons:
			s += x.val
		case float64:
			s += int(x)
		case [3]int:
			s += x[2] - x[1]
		}
	}
	return s, text
}

// Variables makes cells of variables that closures share, one for each kind of word.
func Variables(n int) (int, string) {
	var fs []func(int) int
	text := ""
	for i := 0; i < n; i++ {
		k, f, s, l, m := i, 0.5, "x", &cons{i, nil}, map[int]int{1: i}
		var x any = i
		fs = append(fs, func(d int) int {
			k += d
			f *= 2
			s += "y"
			l = &cons{l.val + d, l}
			m[1] += d
			x = x.(int) + d
			if len(text) < 50 {
				text += s
			}
			return k + int(f) + len(s) + l.val + l.next.val + m[1] + x.(int)
		})
	}
	s := 0
	for round := 0; round < 3; round++ {
		for _, f := range fs {
			s = s*3%1_000_003 + f(round)
		}
	}
	return s, text
}

type fields struct {
	p  *cons
	n  int
	s  string
	xs []int
	x  any
	f  func() int
	m  map[string]int
	a  [5]*cons
	b  bool
	t  uint16
	q  *fields
}

func (w *fields) sum() int {
	if w == nil {
		return 0
	}
	s := w.n + len(w.s) + len(w.xs) + len(w.m) + int(w.t)
	for _, c := range w.a {
		if c != nil {
			s += c.val
		}
	}
	if w.f != nil {
		s += w.f()
	}
	if w.p != nil || w.b || w.x != nil {
		s += 1000
	}
	return s + w.q.sum()
}

// Shapes makes objects of other sizes in turn, which point to each other.
func Shapes(n int) int {
	var last *fields
	for i := 0; i < n; i++ {
		w := &fields{n: i, q: last}
		one, flag, bytes, words := new(int), new(bool), new([3]byte), new([7]int)
		*one += i
		bytes[1]++
		words[6]++
		if *flag || words[0] != 0 || bytes[0] != 0 {
			return -1
		}
		switch i % 5 {
		case 1:
			w.a[i%3] = &cons{val: *one}
		case 2:
			w.f = func() int { return *one + int(bytes[1]) + words[6] }
		case 3:
			w.p, w.x = &cons{}, *words
		case 4:
			w.m, w.s = map[string]int{"a": 1}, "text"
		}
		last = w
	}
	return last.sum()
}

// Curries makes closures that hold each other: of one to nine words.
func Curries(n int) int {
	f := func(k int) int { return k }
	for i := 0; i < n; i++ {
		g, s, x, m := f, "abc", any(i), map[int]int{0: i}
		switch i % 4 {
		case 0:
			f = func(k int) int { return g(k) + 1 }
		case 1:
			f = func(k int) int { return g(k) ^ i + len(s) }
		case 2:
			f = func(k int) int { return g(k) + x.(int) - m[0] + i }
		case 3:
			p := &cons{i, &cons{1, nil}}
			f = func(k int) int { return g(k+p.val) - p.next.val + len(s) + x.(int) + m[0]*i }
		}
	}
	return f(1)
}

type panel struct {
	name  string
	a     [3]*cons
	inner fields
	any   any
	err   error
}

// Panels makes objects of literals: small and large, with parts that are large, of
// themselves, and of what panics.
func Panels(n int) (s int) {
	defer func() {
		if recover() != nil {
			s = -s
		}
	}()
	c := &cons{1, nil}
	p := &panel{name: "a"}
	for i := 0; i < n; i++ {
		c = &cons{c.val + 1, &cons{val: i, next: c}}
		list := &[12]*cons{0: c, 5: c.next, 11: nil}
		p = &panel{"b", [3]*cons{c, list[i%12], p.a[0]}, fields{n: i, p: p.inner.p, a: [5]*cons{2: c}, q: &p.inner}, c, nil}
		numbers := &[20]int{3: i, 19: p.inner.n}
		q := *p
		p = &q
		s += p.inner.a[2].val + len(p.name) + numbers[19] + p.any.(*cons).val
		if p.a[1] != nil {
			s += p.a[1].val
		}
		if i == 150 {
			var null *panel
			p = &panel{any: i, inner: fields{n: i, xs: []int{1}}, a: null.a}
		}
		p.inner.q = nil
	}
	return s
}

// Unboxed has a variable whose address only a native method takes: no object is made.
func Unboxed(n int) (s int) {
	for i := 0; i < n; i++ {
		var d time.Duration = 5000
		at := time.Duration(i) * time.Millisecond
		s += int(d.Microseconds() + at.Milliseconds())
	}
	return s
}
