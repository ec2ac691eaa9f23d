package corpus

// What follows loses objects where the collector isn't told what machine code holds:
// pointers are moved about so that for a while only variables have them.

type link struct {
	next *link
	val  int
	name string
	data []int
}

type couple struct{ a, b *link }

func grow(n int, tag string) *link {
	var head *link
	for i := 0; i < n; i++ {
		x := new(link)
		x.val = i
		x.name = tag + "x"
		x.data = make([]int, 3)
		x.data[0] = i
		x.data[1] = i * 2
		x.next = head
		head = x
	}
	return head
}

func reverse(l *link) *link {
	var out *link
	for l != nil {
		n := l.next
		l.next = out
		out = l
		l = n
	}
	return out
}

func weight(l *link) int {
	s := 0
	for ; l != nil; l = l.next {
		s += l.val + len(l.name)
		for _, x := range l.data {
			s += x
		}
	}
	return s
}

// deep takes the list apart on the way down, so that only frames hold it.
func deep(l *link) *link {
	if l == nil {
		return nil
	}
	rest := l.next
	l.next = nil
	d := l.data
	l.data = nil
	s := l.name
	l.name = ""
	garbage := make([]int, 20)
	garbage[3] = 7
	rest = deep(rest)
	l.next = rest
	l.data = append(d, garbage[3])
	l.name = s + "y"
	return l
}

func keeper(p *link) func(int) int {
	return func(k int) int {
		q := p
		n := 0
		for q != nil && n < k {
			n += q.val & 1
			q = q.next
		}
		return n
	}
}

// MovedLists takes lists apart and puts them together.
func MovedLists(rounds int) int {
	sum := 0
	table := make([][]*link, 8)
	var couples []couple
	for round := 0; round < rounds; round++ {
		l := deep(reverse(grow(100, "ab")))
		f := keeper(l)
		sum += weight(l)
		k := round & 7
		table[k] = append(table[k], l)
		couples = append(couples, couple{l, l.next})
		x := table[k][0]
		table[k][0] = nil
		y := couples[0].a
		couples[0].a = couples[len(couples)-1].b
		couples[len(couples)-1].b = y
		z := grow(20, "q")
		table[k][0] = x
		sum += weight(x) + weight(z) + f(30)
		if couples[0].a != nil {
			sum += couples[0].a.val
		}
		if round%16 == 15 {
			for i := range table {
				table[i] = nil
			}
			couples = nil
		}
	}
	return sum
}

// Cleared holds nodes that clear and copy have just removed.
func Cleared(n int) int {
	xs := make([]*link, 40)
	sum := 0
	for k := 0; k < n; k++ {
		for i := range xs {
			xs[i] = grow(2, "z")
		}
		s := 0
		p, q, r := xs[3], xs[17], xs[39].next
		names := []string{p.name + "1", q.name + "2", r.name + "3"}
		w := names[1]
		clear(xs)
		clear(names)
		t := make([]int, 50)
		for i := 0; i < 2000; i++ {
			s += i&3 + t[i%50]
		}
		sum += s + p.val + p.next.val + len(q.name) + r.val + len(w) + int(w[0]) + q.data[1] + int(q.next.name[1])
		ys := make([]*link, 40)
		for i := range ys {
			ys[i] = grow(1, "yy")
		}
		copy(xs, ys)
		p = xs[5]
		ys = nil
		copy(xs, make([]*link, 40))
		for i := 0; i < 2000; i++ {
			s += i & 3
		}
		sum += s&7 + p.val + len(p.name) + int(p.name[2])
	}
	return sum
}

// MovedSwaps swaps strings and slices.
func MovedSwaps(n int) int {
	words := make([]string, 60)
	parts := make([][]int, 60)
	for i := range words {
		words[i] = string(rune('a'+i%26)) + words[(i+59)%60]
		if len(words[i]) > 9 {
			words[i] = words[i][3:]
		}
		parts[i] = make([]int, i+1)
		parts[i][i] = i
	}
	sum := 0
	for k := 0; k < n; k++ {
		i, j := k*7%60, k*13%60
		s := words[i]
		words[i] = words[j]
		p := parts[i]
		parts[i] = parts[j]
		x := 0
		for m := 0; m < 50; m++ {
			x += m & 1
		}
		words[j] = s
		parts[j] = p[:len(p):len(p)]
		if k%5 == 0 {
			words[i] = words[i][1:] + "q"
			parts[j] = append(parts[j], k)
			if len(parts[j]) > 70 {
				parts[j] = parts[j][10:]
			}
		}
		sum += x + len(words[j]) + int(words[j][0]) + parts[j][0] + len(parts[j])
	}
	return sum
}

type record struct {
	name  string
	a, b  *link
	words []string
	n     int
}

// Records copies structs of pointers.
func Records(n int) int {
	var rs []record
	sum := 0
	for k := 0; k < n; k++ {
		l := grow(4, "w")
		r := record{name: l.name + "v", a: l, b: l.next, words: []string{l.name + "1", "c"}, n: k}
		rs = append(rs, r)
		rs[0], rs[len(rs)-1] = rs[len(rs)-1], rs[0]
		old := rs[len(rs)/2]
		rs[len(rs)/2] = record{n: 1, a: l, b: l, words: r.words, name: "new"}
		for i := 0; i < 100; i++ {
			sum += i & 1
		}
		sum += old.n + old.a.val + old.b.val + len(old.name) + len(old.words[0]) + int(old.words[0][0])
		if len(rs) > 30 {
			rs = []record{old, old}
		}
	}
	return sum
}

// MovedMaps moves lists in and out of maps.
func MovedMaps(n int) int {
	m := map[string]*link{}
	lists := map[int][]string{}
	sum := 0
	for k := 0; k < n; k++ {
		key := string(rune('a' + k%17))
		old := m[key]
		m[key] = grow(3, key)
		lists[k%7] = append(lists[k%7], key+"m")
		s := lists[k%7]
		if k%3 == 0 {
			delete(m, key)
			lists[k%7] = nil
		}
		for i := 0; i < 300; i++ {
			sum += i & 1
		}
		if old != nil {
			sum += old.val + len(old.name) + old.next.data[1]
		}
		sum += len(s) + int(s[len(s)-1][1])
	}
	return sum
}

type sized interface{ size() int }
type dot struct{ p *link }
type crate struct {
	l *link
	s string
}

func (d *dot) size() int {
	n := d.p
	d.p = nil
	t := 0
	for i := 0; i < 200; i++ {
		t += i & 1
	}
	return t + n.val + int(n.name[0])
}

func (c crate) size() int { return c.l.val + len(c.s) + weight(c.l) }

// Sized holds lists in interface values only.
func Sized(n int) int {
	sum := 0
	var all []sized
	for k := 0; k < n; k++ {
		if k%2 == 0 {
			all = append(all, &dot{grow(2, "i")})
		} else {
			all = append(all, crate{grow(2, "j"), "k"})
		}
		if len(all) > 9 {
			for _, s := range all {
				sum += s.size()
			}
			all = nil
		}
	}
	return sum
}

type fork struct {
	l, r *fork
	k    int
	name string
}

func plant(t *fork, k int, name string) *fork {
	if t == nil {
		return &fork{nil, nil, k, name + "t"}
	}
	if k < t.k {
		t.l = plant(t.l, k, name)
	} else if k > t.k {
		t.r = plant(t.r, k, name)
	} else {
		t.name = name + "u"
	}
	return t
}

// mirror takes the tree apart while only frames hold it.
func mirror(t *fork) *fork {
	if t == nil {
		return nil
	}
	l, r := t.l, t.r
	t.l, t.r = nil, nil
	l = mirror(l)
	r = mirror(r)
	t.l, t.r = r, l
	return t
}

func weigh(t *fork) int {
	if t == nil {
		return 0
	}
	return t.k + len(t.name) + int(t.name[0]) + 3*weigh(t.l)%1000 + weigh(t.r)%1000
}

// MovedTrees rotates trees.
func MovedTrees(n int) int {
	sum := 0
	x := 7
	for k := 0; k < n; k++ {
		var t *fork
		for i := 0; i < 120; i++ {
			x = (x*75 + 74) % 65537
			t = plant(t, x%200, "n")
		}
		t = mirror(t)
		sum += weigh(t)
		t = mirror(t)
		sum += weigh(t)
	}
	return sum
}

// Relay sends lists through channels.
func Relay(n int) int {
	c := make(chan *link, 3)
	d := make(chan string)
	go func() {
		for i := 0; i < n; i++ {
			c <- grow(5, "c")
		}
		close(c)
	}()
	go func() {
		for i := 0; i < n; i++ {
			d <- string(rune('a'+i%26)) + "ch"
		}
		close(d)
	}()
	sum := 0
	for l := range c {
		s := <-d
		l = reverse(l)
		sum += l.next.val + len(s) + int(s[0]) + len(l.name)
	}
	return sum
}

// waste allocates enough for the log to be made anew.
func waste() (l *link) {
	for i := 0; i < 10; i++ {
		l = grow(20, "g")
	}
	return l
}

// Handed holds lists that another goroutine removes from where they are, and waits
// until that has forgotten them.
func Handed(n int) int {
	box := &couple{}
	ping, pong := make(chan bool), make(chan bool)
	go func() {
		for range ping {
			box.a = nil
			waste()
			pong <- true
		}
		close(pong)
	}()
	sum := 0
	for k := 0; k < n; k++ {
		box.a = grow(5, "h")
		waste()
		p := box.a
		ping <- true
		<-pong
		sum += weight(p) + int(p.name[0])
	}
	close(ping)
	<-pong
	return sum
}

// Undone relinks lists in deferred calls, which alone have the rest of the list: some
// recover, others run while a panic leaves the function.
func Undone(n int) int {
	sum := 0
	for k := 0; k < n; k++ {
		l := undone(grow(30, "d"), k)
		sum += weight(l)
	}
	return sum
}

func undone(l *link, k int) (out *link) {
	defer func() {
		if recover() != nil {
			out.val += 1000
		}
	}()
	out = l
	apart(l, k%40)
	return l
}

func apart(l *link, k int) {
	if l == nil {
		return
	}
	rest, data := l.next, l.data
	l.next, l.data = nil, nil
	defer func() {
		waste()
		l.next, l.data = rest, append(data, len(rest.text()))
	}()
	if k == 0 {
		_ = data[len(data)]
	}
	apart(rest, k-1)
}

func (l *link) text() string {
	if l == nil {
		return "end"
	}
	return l.name + "t"
}

// Chained makes closures that only other closures have.
func Chained(n int) int {
	sum := 0
	for k := 0; k < n; k++ {
		next := func(int) int { return 0 }
		for i := 0; i < 30; i++ {
			f, l, s := next, grow(2, "f"), string(rune('a'+i%26))+"s"
			next = func(d int) int {
				if d%7 == 0 {
					waste()
				}
				x := f(d + 1)
				return x + l.val + len(l.name) + len(s) + int(s[0])
			}
		}
		waste()
		sum += next(k)
	}
	return sum
}

// Held makes garbage while it holds what it returns.
func Held(n int) (sum int) {
	dropped := 0
	for i := range n {
		l := held(i, &dropped)
		for p := l; p != nil; p = p.next {
			sum += p.val + len(p.data)
		}
	}
	return sum + dropped
}

func held(n int, dropped *int) *link {
	defer func() { *dropped++ }()
	l := grow(3, "held")
	for range 3 {
		m := grow(n%5, "lost")
		if m != nil && m.val > 3 {
			return l
		}
	}
	return reverse(l)
}
