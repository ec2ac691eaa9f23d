package corpus

// Stores of pointers over others.

type joint struct {
	next, prev *joint
	n          int
}

// ReversedOften reverses a list again and again.
func ReversedOften(rounds int) int {
	var list *joint
	for i := range 1000 {
		list = &joint{next: list, n: i}
	}
	for range rounds {
		var out *joint
		for list != nil {
			list.next, out, list = out, list, list.next
		}
		list = out
	}
	sum := 0
	for i := 0; list != nil; list = list.next {
		sum = sum*31 + list.n*i
		i++
	}
	return sum
}

// ring is a list with joints in both directions, and a joint of its own between its last
// and its first.
type ring struct {
	root joint
	n    int
}

func newRing() *ring {
	r := &ring{}
	r.root.next, r.root.prev = &r.root, &r.root
	return r
}

func (r *ring) insert(l, after *joint) {
	l.prev = after
	l.next = after.next
	l.prev.next = l
	l.next.prev = l
	r.n++
}

func (r *ring) remove(l *joint) *joint {
	l.prev.next = l.next
	l.next.prev = l.prev
	l.next, l.prev = nil, nil
	r.n--
	return l
}

func (r *ring) takeFirst() *joint    { return r.remove(r.root.next) }
func (r *ring) putLast(l *joint)     { r.insert(l, r.root.prev) }
func (r *ring) moveToFront(l *joint) { r.insert(r.remove(l), &r.root) }

// ListWar plays battles with cards in lists.
func ListWar(games int) int {
	state, sum := uint32(1), 0
	for range games {
		var deck [52]int
		for i := range deck {
			deck[i] = i
		}
		for i := 51; i > 0; i-- {
			state = state*1664525 + 1013904223
			j := int(state>>8) % (i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
		a, b := newRing(), newRing()
		for i, c := range deck {
			if i%2 == 0 {
				a.putLast(&joint{n: c})
			} else {
				b.putLast(&joint{n: c})
			}
		}
		turns := 0
		for ; turns < 2000 && a.n > 0 && b.n > 0; turns++ {
			x, y := a.takeFirst(), b.takeFirst()
			if x.n%13 > y.n%13 || x.n%13 == y.n%13 && x.n > y.n {
				a.putLast(x)
				a.putLast(y)
			} else {
				b.putLast(y)
				b.putLast(x)
			}
		}
		sum = sum*7 + turns + a.n
	}
	return sum
}

// Recent keeps joints in the order of their last use.
func Recent(uses int) int {
	r := newRing()
	var all []*joint
	for i := range 64 {
		l := &joint{n: i}
		all = append(all, l)
		r.putLast(l)
	}
	state, sum := uint32(7), 0
	for range uses {
		state = state*1664525 + 1013904223
		r.moveToFront(all[state>>26])
	}
	for l := r.root.next; l != &r.root; l = l.next {
		sum = sum*31 + l.n
	}
	return sum
}

// ShuffledPointers shuffles pointers in a slice.
func ShuffledPointers(rounds int) int {
	deck := make([]*joint, 52)
	for i := range deck {
		deck[i] = &joint{n: i}
	}
	state := uint32(3)
	for range rounds {
		for i := len(deck) - 1; i > 0; i-- {
			state = state*1664525 + 1013904223
			j := int(state>>8) % (i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
	}
	sum := 0
	for i, l := range deck {
		sum += l.n * i
	}
	return sum
}

// SortedWords sorts strings by insertion.
func SortedWords(n int) string {
	state := uint32(5)
	words := make([]string, n)
	for i := range words {
		state = state*1664525 + 1013904223
		words[i] = string([]byte{'a' + byte(state>>28), 'a' + byte(state>>24&15), 'a' + byte(state>>20&15)})
	}
	for i := 1; i < len(words); i++ {
		for j := i; j > 0 && words[j] < words[j-1]; j-- {
			words[j], words[j-1] = words[j-1], words[j]
		}
	}
	all := ""
	for i := range min(n, 20) {
		all += words[i*n/20%n] + " "
	}
	return all
}

// MixedValues moves interface values about.
func MixedValues(rounds int) int {
	vs := []any{1, "two", 3.5, &joint{n: 4}, []int{5}, byte(6), nil, 8}
	state := uint32(9)
	for range rounds {
		state = state*1664525 + 1013904223
		i, j := state>>29, state>>26&7
		vs[i], vs[j] = vs[j], vs[i]
	}
	sum := 0
	for i, v := range vs {
		switch v := v.(type) {
		case int:
			sum += i * v
		case string:
			sum += i * len(v)
		case *joint:
			sum += i * v.n
		case []int:
			sum += i * v[0]
		case byte:
			sum += i * int(v)
		}
	}
	return sum
}

type pupil struct {
	name   string
	grades [12]int
	best   *joint
	any    any
}

// SortedPupils swaps structs that are too large for locals.
func SortedPupils(n int) (sum int) {
	pupils := make([]pupil, n)
	state := uint32(11)
	for i := range pupils {
		var p pupil
		for k := range p.grades {
			state = state*1664525 + 1013904223
			p.grades[k] = int(state >> 24)
		}
		p.name = string(rune('a' + state>>28))
		p.best = &joint{n: p.grades[0]}
		if p.any = i; i%2 == 0 {
			p.any = p.name
		}
		pupils[i] = p
	}
	for i := range pupils {
		for k := i; k > 0 && pupils[k].grades[3] < pupils[k-1].grades[3]; k-- {
			pupils[k], pupils[k-1] = pupils[k-1], pupils[k]
		}
	}
	for i, p := range pupils {
		sum = sum*3 + i*p.grades[5] + p.best.n + len(p.name)
		if s, ok := p.any.(string); ok {
			sum += int(s[0])
		}
		if i%3 == 0 {
			pupils[i] = pupil{name: "new"}
		}
	}
	for _, p := range pupils {
		if p.best != nil {
			sum++
		}
	}
	return sum
}
