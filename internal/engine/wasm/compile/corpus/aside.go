package corpus

// Loops whose checks fail, or that follow what is nil: they run as functions of their
// own.

type station struct {
	next  *station
	stops []int
	name  string
}

// sum follows p only if there are stops.
func sumStops(p *station, n int) (total int, last *station) {
	for i := range n {
		if i%3 == 2 && p != nil {
			total += p.stops[i%len(p.stops)] + len(p.name)
			last = p
		}
		total += i
	}
	return total, last
}

// Unfollowed passes a nil pointer to a loop that may follow it.
func Unfollowed(n int) (int, int, bool) {
	a, none := sumStops(nil, n)
	b, p := sumStops(&station{nil, []int{n, 2, 3}, "north"}, n)
	return a, b, none == nil && (p != nil) == (n > 2)
}

// search returns from within the loop.
func search(p *station, xs []int, want int) (int, *station, string) {
	for i, x := range xs {
		if p != nil && p.name == "never" {
			return -2, p, p.name
		}
		if x == want {
			return i, &station{p, xs[i:], "found"}, "here"
		}
	}
	return -1, p, "nowhere"
}

// Found leaves loops by a return.
func Found(n int) (sum int, s string) {
	xs := []int{5, 3, 9, 1, 7}
	for _, p := range []*station{nil, {nil, xs, "one"}, {nil, nil, "never"}} {
		i, q, where := search(p, xs, n)
		sum = sum*10 + i
		s += where
		if q != nil {
			s += q.name
			sum += len(q.stops)
		}
	}
	return sum, s
}

// Reversed assigns pointers in a loop, some of which have no value before it.
func Reversed(n int) string {
	var head, nobody *station
	for i := range n {
		head = &station{head, nil, string(rune('a' + i%26))}
	}
	var back, next *station
	text := ""
	for p := head; p != nil; p = next {
		next = p.next
		p.next, back = back, p
		if len(text) > 100 && nobody.name == "" {
			break
		}
		text += p.name
	}
	for p := back; p != nil; p = p.next {
		text += p.name
		if nobody != nil {
			text += nobody.name
		}
	}
	return text
}

// neighbours counts around cells, on the edge too, where an index that doesn't change
// in the inner loop is out of range.
func neighbours(grid [][]int, y, x int) (n int) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if y+dy >= 0 && y+dy < len(grid) && x+dx >= 0 && x+dx < len(grid[y+dy]) {
				n += grid[y+dy][x+dx]
			}
		}
	}
	return n
}

// Edges counts the neighbours of all cells.
func Edges(n int) (sum int) {
	grid := make([][]int, n)
	for y := range grid {
		grid[y] = make([]int, n)
		for x := range grid[y] {
			grid[y][x] = (x*y + x) % 3
		}
	}
	for y := range grid {
		for x := range grid[y] {
			sum = sum*3 + neighbours(grid, y, x)
		}
	}
	return sum
}

// Overrun panics in a later round of an inner loop.
func Overrun(n int) (sum int) {
	rows := [][]int{{1, 2, 3}, {4, 5, 6}}
	for i := range n {
		for j := range 3 {
			if i+j > 3 {
				sum += rows[i][j]
			}
			sum++
		}
	}
	return sum
}

// Labelled leaves an outer loop, and goes on with it, from an inner one.
func Labelled(n int) (sum int) {
	var p *station
	xs := []int{1, 2, 3, 4}
outer:
	for i := range n {
		for j, x := range xs {
			switch {
			case p != nil && p.stops[0] == x:
				continue outer
			case j > i:
				continue outer
			case i*j > 20:
				break outer
			}
			sum += x
		}
	}
	return sum
}

func build(next *station, n int) *station {
	if n < 0 {
		return build(next, -n) // so it isn't inlined
	}
	return &station{next, make([]int, n%5+1), string(rune('a' + n%7))}
}

// Allotted makes things in a loop that may follow nil. What it has before, and doesn't
// mention in the loop, only the frame of the function around it holds meanwhile.
func Allotted(n int) (sum int) {
	var none *station
	var all []*station
	kept := build(build(nil, 4), n)
	for i := range n {
		p := build(none, i)
		all = append(all, p)
		if none != nil {
			none.stops = p.stops
		}
		f := func() int { return len(p.stops) + i }
		sum += f()
	}
	for _, p := range all {
		if none != nil {
			sum += len(none.stops)
		}
		sum += len(p.stops) + len(p.name)
	}
	for i := range kept.stops {
		kept.stops[i] += i
		sum += kept.stops[i] + len(kept.name) + len(kept.next.stops)
	}
	return sum
}
