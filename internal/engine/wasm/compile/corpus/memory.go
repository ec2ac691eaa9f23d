package corpus

type point struct {
	x, y int
	name string
}

type node struct {
	value int
	next  *node
}

type tree struct {
	left, right *tree
	key         int
}

func insert(t *tree, key int) *tree {
	if t == nil {
		return &tree{nil, nil, key}
	}
	if key < t.key {
		t.left = insert(t.left, key)
	} else if key > t.key {
		t.right = insert(t.right, key)
	}
	return t
}

func (t *tree) sum() int {
	if t == nil {
		return 0
	}
	return t.left.sum() + t.key + t.right.sum()
}

// Trees builds a search tree.
func Trees(n int) int {
	var t *tree
	x := 7
	for range n {
		x = (x*75 + 74) % 65537
		t = insert(t, x)
	}
	return t.sum()
}

// Lists reverses a list.
func Lists(n int) (sum int) {
	var head *node
	for i := range n {
		head = &node{i, head}
	}
	var reversed *node
	for head != nil {
		next := head.next
		head.next = reversed
		reversed, head = head, next
	}
	i := 1
	for p := reversed; p != nil; p = p.next {
		sum += i * p.value
		i++
	}
	return sum
}

// NilFields reads and writes fields behind a nil pointer.
func NilFields(n int) int {
	p := &point{1, 2, "a"}
	if n == 1 {
		p = nil
	}
	p.x += n
	if n == 2 {
		p = nil
	}
	return p.x + p.y + len(p.name)
}

// NilStores stores behind a nil pointer.
func NilStores(n int) int {
	var p *point
	if n > 0 {
		p = new(point)
	}
	p.y = n
	return p.y
}

// NilPointers reads behind a nil pointer.
func NilPointers(n int) int {
	var p *int
	if n > 0 {
		p = &n
	}
	return *p
}

// NilArrays indexes behind a nil pointer.
func NilArrays(n int) int {
	var p *[4]int
	if n < 3 {
		p = &[4]int{1, 2, 3, 4}
	}
	return p[n]
}

// Swaps swaps strings.
func Swaps(n int) string {
	xs := make([]string, n)
	for i := range xs {
		xs[i] = string(rune('a'+i%26)) + "x"
	}
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		xs[i], xs[j] = xs[j], xs[i]
	}
	s := ""
	for _, x := range xs {
		s += x
	}
	return s
}

type inner struct {
	a int8
	b uint16
	c float32
	d bool
}

type outer struct {
	inner
	p    *inner
	list []inner
	z    complex64
}

// Structs has structs within structs, of all kinds of fields.
func Structs(n int) (int, float32, complex64) {
	o := outer{inner: inner{int8(n), uint16(n), float32(n) / 2, true}, z: complex(float32(n), 1)}
	o.p = &inner{a: -1, b: 3}
	o.p.b += o.b
	q := o
	q.a++
	q.inner.b = 7
	for i := range n {
		q.list = append(q.list, inner{int8(i), uint16(i * i), 1.5, i%2 == 0})
	}
	s := int(o.a) + int(q.a)*10 + int(q.b)*100 + int(q.p.b)*1000 + int(q.p.a)
	for _, x := range q.list {
		if x.d {
			s += int(x.b)
		}
		x.b = 0
	}
	for i := range q.list {
		q.list[i].c *= q.list[i].c
		o.c += q.list[i].c
	}
	return s, o.c, q.z * q.z
}

func passed(p point, d int) point {
	p.x += d
	p.name += "!"
	return p
}

// StructValues passes structs by value.
func StructValues(n int) (int, string) {
	p := point{n, 2, "p"}
	q := passed(p, 5)
	r := passed(passed(q, 1), 2)
	return p.x + q.x*10 + r.x*100, p.name + q.name + r.name
}

type large struct {
	a, b, c, d, e, f, g, h, i, j, k, l int
}

func (w large) total() int {
	return w.a + w.b + w.c + w.d + w.e + w.f + w.g + w.h + w.i + w.j + w.k + w.l
}

func widen(n int) large { return large{n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, n * n} }

func doubled(w large) large {
	w.a *= 2
	w.l *= 2
	return w
}

// LargeStructs passes structs that don't fit into locals.
func LargeStructs(n int) (int, int, int) {
	w := widen(n)
	v := doubled(w)
	w.c = v.total()
	ws := []large{w, v, doubled(v)}
	ws = append(ws, ws[0])
	ws[3].a = 100
	var p *large = &ws[1]
	p.b = 77
	u := *p
	u.b++
	return w.total(), ws[0].total() + ws[2].total() + ws[3].total(), u.total() + p.total()
}

type mixed struct {
	names [3]string
	n     int
	next  *mixed
	rest  []int
	m     [2]*int
}

func mix(n int) mixed {
	m := mixed{n: n, names: [3]string{"a", "b"}}
	m.names[2] = "c"
	m.m[1] = &n
	return m
}

// Mixed copies a struct of pointers and slices.
func Mixed(n int) (string, int) {
	m := mix(n)
	o := m
	o.names[0] = "z"
	o.next = &m
	for i := range n {
		o.rest = append(o.rest, i)
	}
	o.next.names[1] += "!"
	var all []mixed
	for i := range 3 {
		all = append(all, o)
		all[i].names[i] = "i"
	}
	p := &all[1]
	*p.m[1] += 5
	copied := *p
	copied.names = [3]string{copied.names[2], copied.names[1], copied.names[0]}
	s := ""
	for _, x := range all {
		s += x.names[0] + x.names[1] + x.names[2] + "-"
	}
	return s + copied.names[0] + m.names[1], *m.m[1] + len(all[2].rest)
}

// Arrays copies arrays.
func Arrays(n int) (int, float64) {
	var a [10]int
	for i := range a {
		a[i] = i * n
	}
	b := a
	b[3] = 1000
	c := [3][4]float64{{1, 2}, {3}, {0, 0, 0, 5}}
	var d [3][4]float64
	for i := range c {
		for j := range c[i] {
			d[i][j] += c[i][j] * float64(i+j)
		}
	}
	d[1] = c[2]
	e := rows(d)
	s := 0.0
	for _, row := range e {
		for _, x := range row {
			s = s*2 + x
		}
	}
	pa := &a
	pa[2]++
	return a[2] + a[3] + b[3] + len(a) + sumOfBytes([3]uint8{1, 2, uint8(n)}), s
}

func rows(m [3][4]float64) [3][4]float64 {
	m[0][1]++
	return m
}

func sumOfBytes(a [3]uint8) int {
	a[0] += 255
	return int(a[0]) + int(a[1]) + int(a[2])
}

// Matrix multiplies matrices.
func Matrix(n int) float64 {
	var a, b, c [20][20]float64
	for i := range a {
		for j := range a {
			a[i][j], b[i][j] = float64(i*n), float64(j+n)
		}
	}
	for i := range a {
		for j := range a {
			s := 0.0
			for k := range a {
				s += a[i][k] * b[k][j]
			}
			c[i][j] = s
		}
	}
	return c[19][7] + c[3][3]
}

// Empty has values of no size.
func Empty(n int) int {
	type nothing struct{}
	xs := make([]nothing, n)
	var a [5]nothing
	a[n%5] = xs[n-1]
	xs = append(xs, nothing{}, a[2])
	p := &nothing{}
	xs[0] = *p
	return len(xs)
}

// FrameAndClosure has an array in the frame, where words lie that a closure captures.
func FrameAndClosure(n int) int {
	a := [3]int16{1, 2, 3}
	s, t, u, v, w := "s", "t", "u", "v", "w"
	f := func() int { return len(s+t+u+v+w) + n }
	for i := range a {
		a[i] += int16(n + i)
	}
	g := func() int { return len(w+v+u+t+s) - n }
	return f()*g() + int(a[0]) + int(a[1])*10 + int(a[2])*100
}

// EmptyReceive sends values of no size.
func EmptyReceive(n int) int {
	c := make(chan struct{}, 1)
	for range n {
		c <- struct{}{}
		<-c
	}
	return len(c)
}

var total int
var words []string
var table [4]int
var root *node

// Globals changes variables of the package.
func Globals(n int) (int, string) {
	total, words, root = 0, nil, nil
	for i := range n {
		total += i
		words = append(words, "w")
		table[i%4] += i
		root = &node{i, root}
	}
	s := ""
	for _, w := range words {
		s += w
	}
	t := table[1]
	table = [4]int{}
	for p := root; p != nil; p = p.next {
		t += p.value
	}
	return total + t, s
}

type item struct {
	next *item
	word string
	val  *int
}

// Links makes more objects than there are handles, and only the list holds them.
func Links(n int) (sum int) {
	var l *item
	for i := range n {
		v := i
		l = &item{l, "abc"[i%3:], &v}
	}
	for ; l != nil; l = l.next {
		for i := range l.word {
			sum += int(l.word[i]) * *l.val
		}
	}
	return sum
}

// LocalArrays has large variables in objects of its own, some of each round.
func LocalArrays(n int) (sum int) {
	var a [300]int
	var names [40]string
	for i := range n {
		var b [300]int
		b[i%300] = i
		a[(i+7)%300] += b[i%300]
		names[i%40] += "x"
		c := a
		c[0]++
		sum += c[i%300] + len(names[(i+1)%40])
		if a == b {
			sum++
		}
	}
	return sum
}
