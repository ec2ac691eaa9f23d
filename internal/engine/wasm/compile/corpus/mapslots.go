package corpus

import "strconv"

// Maps of few entries, whose slots compiled code reads and writes, and that grow out of
// them.

type suit struct {
	rank int8
	name string
}

type corner struct{ x, y int32 }

type purse struct {
	owner *suit
	cents int
	note  string
}

// SmallNumbers has keys of all sizes, of which some differ only in their upper bits.
func SmallNumbers(n int) (sum int) {
	a, b, c, d := map[int8]int{}, map[uint16]int16{}, map[int32]uint8{}, map[uint64]float64{}
	e, f := map[bool]uint32{}, map[rune]bool{}
	for i := range n {
		k := i * 3 % 11
		a[int8(-k)] += i
		b[uint16(k<<12)]++
		c[int32(k<<28)] += 100
		d[uint64(k)<<60] -= 0.5
		e[k%2 == 0] |= 1 << k
		f[rune(k)] = !f[rune(k)]
	}
	for k := -12; k < 12; k++ {
		sum = sum*3 + a[int8(k)] + int(b[uint16(k<<12)]) + int(c[int32(k<<28)]) + int(2*d[uint64(k)<<60])
		x, ok := f[rune(k)]
		if x != ok {
			sum++
		}
	}
	return sum + int(e[true]) + int(e[false]) + len(a) + len(b) + len(c) + len(d) + len(e) + len(f)
}

// SmallTexts has strings as keys, with equal beginnings and ends, and an empty one.
func SmallTexts(n int) (all string) {
	m := map[string]string{"": "none"}
	long := "a long text that is longer than any register"
	for i := range n {
		k := long[:i%5*9]
		m[k] += strconv.Itoa(i)
		m[k+"!"] = m[k]
		if i%4 == 3 {
			delete(m, k+"!")
		}
	}
	for i := range 5 {
		for _, end := range []string{"", "!", "?"} {
			v, ok := m[long[:i*9]+end]
			all += v + " " + strconv.FormatBool(ok) + ","
		}
	}
	return all + strconv.Itoa(len(m))
}

// SmallStructs has structs, arrays and addresses as keys.
func SmallStructs(n int) (sum int) {
	m, spots := map[suit]int{}, map[corner][2]int{}
	grid, marks := map[[2]int]bool{}, map[*suit]int{}
	chans := map[chan int]int{}
	var suits []*suit
	for i := range n {
		k := suit{int8(i % 3), []string{"hearts", "spades", ""}[i/3%3]}
		m[k] += i
		spots[corner{int32(i % 2), int32(-i % 3)}] = [2]int{i, sum}
		grid[[2]int{i % 3, i % 2}] = i%5 > 0
		suits = append(suits, &suit{rank: int8(i)})
		marks[suits[i*7%len(suits)]] += i
		marks[nil]++
		chans[nil] += 2
		chans[make(chan int, i)]--
	}
	for i := range 12 {
		sum = sum*5 + m[suit{int8(i % 4), []string{"hearts", "spades", ""}[i/4]}] + spots[corner{int32(i % 2), int32(-i % 3)}][0]
		if in, ok := grid[[2]int{i % 4, i % 3}]; in && ok {
			sum += i
		}
		if i < len(suits) {
			sum += marks[suits[i]]
		}
	}
	return sum + marks[nil] + chans[nil] + len(chans)
}

// SmallElements has elements of all kinds, read, replaced and taken away.
func SmallElements(n int) (sum int) {
	ptrs, lists, faces := map[int]*suit{}, map[int][]int{}, map[string]any{}
	purses, sets, maps := map[int]purse{}, map[string]struct{}{}, map[int8]map[int]int{}
	funcs, floats := map[int]func() int{}, map[int]float64{}
	for i := range n {
		k := i * 5 % 7
		name := "name" + strconv.Itoa(k)
		old := ptrs[k]
		ptrs[k] = &suit{rank: int8(i)}
		if old != nil {
			sum += int(old.rank)
		}
		lists[k] = append(lists[k], i)
		if v, ok := faces[name].(int); ok {
			sum += v
		}
		faces[name] = i
		p := purses[k]
		p.cents += i
		p.note += "."
		purses[k], p.owner = p, ptrs[k]
		if _, in := sets[name]; !in {
			sets[name] = struct{}{}
			sum++
		}
		if maps[int8(k)] == nil {
			maps[int8(k)] = map[int]int{}
		}
		maps[int8(k)][i%3]++
		if f := funcs[k]; f != nil {
			sum += f()
		}
		funcs[k] = func() int { return i }
		floats[k] += 0.25
		if i%6 == 5 {
			delete(ptrs, k)
			delete(faces, name)
			delete(maps, int8(k))
			clear(sets)
		}
	}
	for k := range 8 {
		sum = sum*3 + purses[k].cents + len(purses[k].note) + len(lists[k]) + int(4*floats[k]) + maps[int8(k)][1]
		if p, ok := ptrs[k]; ok {
			sum += int(p.rank)
		}
	}
	return sum + len(sets)
}

// SmallNil reads what isn't there, and writes to it.
func SmallNil(write bool) (n int) {
	var m map[string]int
	v, ok := m["a"]
	if n = v + m[""] + len(m); ok {
		n++
	}
	if write {
		m["a"]++
	}
	return n
}

// SmallGrows adds entries while they are ranged over and read, and goes back and forth
// between few and many.
func SmallGrows(n int) (sum int) {
	m := map[int]*suit{}
	for round := range n {
		for i := range 3 + round*5%13 {
			m[i*i] = &suit{rank: int8(i + round)}
		}
		for k, s := range m {
			if t := m[k]; t != s {
				sum += 1000
			}
			m[k] = &suit{rank: s.rank + 1}
			sum += k*int(s.rank) + int(m[k].rank)
		}
		for i := range 15 {
			if i%3 != round%3 {
				delete(m, i*i)
			}
		}
		sum += len(m)
	}
	return sum
}

// SmallMoved keeps what only a map had, after it was replaced or taken away there.
func SmallMoved(n int) (sum int) {
	m := map[string]*suit{}
	names := []string{"a", "b", "c", "d"}
	for i, name := range names {
		m[name] = &suit{int8(i), name + name}
	}
	for i := range n {
		a, b := names[i%4], names[i*3%4]
		x, y := m[a], m[b]
		m[a], m[b] = nil, nil
		delete(m, a)
		m[b] = &suit{int8(i), a + b}
		garbage := make([]*suit, 8)
		for k := range garbage {
			garbage[k] = &suit{int8(k), name(k)}
		}
		if x != nil {
			sum = sum*7 + int(x.rank) + len(x.name)
		}
		if y != nil {
			sum += int(y.rank) + len(y.name)
		}
		m[a] = y
	}
	return sum
}

// SmallTaken uses what it has taken from a map, and makes garbage meanwhile.
func SmallTaken(n int) (sum int) {
	m := map[int]*purse{}
	for k := range 8 {
		m[k] = &purse{cents: k}
	}
	for i := range n {
		k := i * 3 % 8
		p := m[k]
		delete(m, k)
		for range 4 {
			last = &purse{cents: -1}
		}
		sum = sum*3 + p.cents
		m[k] = &purse{cents: i}
	}
	return sum
}

var last *purse

func name(k int) string { return "garbage" + strconv.Itoa(k) }

// DiceCounts counts throws.
func DiceCounts(n int) (sum int) {
	counts := map[int]int{}
	state := uint32(1)
	for range n {
		state = state*1664525 + 1013904223
		counts[int(state>>16)%6+1]++
	}
	for k := range 8 {
		sum = sum*3 + counts[k]
	}
	return sum
}

// SuitValues looks up strings.
func SuitValues(n int) (sum int) {
	values := map[string]int{"clubs": 1, "diamonds": 2, "hearts": 3, "spades": 4}
	names := []string{"hearts", "spades", "clubs", "diamonds", "joker"}
	for i := range n {
		if v, ok := values[names[i%5]]; ok {
			sum += v * i
		}
	}
	return sum
}

// HandsByName looks up pointers.
func HandsByName(n int) (sum int) {
	hands := map[string]*purse{"Ann": {cents: 1}, "Bob": {cents: 2}, "Eve": {cents: 3}}
	names := []string{"Ann", "Bob", "Eve"}
	for i := range n {
		hands[names[i%3]].cents += i
		sum ^= hands[names[i*i%3]].cents
	}
	return sum
}

// SmallRanges ranges over maps that don't change meanwhile.
func SmallRanges(n int) (sum int) {
	counts, names := map[int]int{}, map[string]*suit{}
	sets, purses := map[corner]struct{}{}, map[int8]purse{}
	empty := map[string]int{}
	for i := range n {
		k := i * 3 % 10
		counts[k]++
		names[strconv.Itoa(k)] = &suit{int8(i), "s"}
		sets[corner{int32(k), 1}] = struct{}{}
		purses[int8(k)] = purse{names["3"], i, "note"}
		if i%4 == 3 {
			delete(counts, k)
			delete(names, strconv.Itoa(k))
		}
		for k, v := range counts {
			sum += k*v + k
		}
		for name, s := range names {
			sum += len(name) * int(s.rank)
		}
		for c := range sets {
			sum += int(c.x * c.y)
		}
		for _, p := range purses {
			sum += p.cents * int(p.cents)
			if p.owner != nil {
				sum += len(p.owner.name) + len(p.note)
			}
		}
		for range empty {
			sum++
		}
	}
	return sum
}

// SmallOrders is how many orders of a map's entries there are: some by chance.
func SmallOrders(n int) bool {
	m := map[int]bool{1: true, 2: true, 3: true, 4: false, 5: true}
	orders := map[int]bool{}
	for range n {
		order := 0
		for k := range m {
			order = order*10 + k
		}
		orders[order] = true
	}
	return len(orders) > 2 && len(orders) <= 8
}

// RangedCounts ranges over counts often.
func RangedCounts(n int) (sum int) {
	counts := map[int]int{1: 10, 2: 20, 3: 15, 4: 12, 5: 17, 6: 9}
	for i := range n {
		for k, v := range counts {
			sum += k * v * i
		}
	}
	return sum
}
