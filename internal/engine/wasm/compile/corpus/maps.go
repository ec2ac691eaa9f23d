package corpus

import (
	"math"
	"sort"
	"strings"
)

// Counting counts numbers.
func Counting(n int) (int, int, int) {
	counts := map[int]int{}
	x := uint32(1)
	for range n {
		x = x*1664525 + 1013904223
		counts[int(x>>28)]++
		counts[int(x>>24)] += 2
		counts[-int(x>>30)] -= 3
	}
	most, sum := 0, 0
	for k, v := range counts {
		most = max(most, v)
		sum += k * v
	}
	return len(counts), most, sum
}

// Words counts words, and sorts them.
func Words(s string) (string, int) {
	counts := map[string]int{}
	for _, w := range strings.Fields(s) {
		counts[w]++
		counts[strings.ToUpper(w[:1])]++
	}
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return strings.Join(keys, ","), counts["the"] + counts[""]
}

// NilMap reads a nil map.
func NilMap(n int) (int, bool, int, string) {
	var m map[string]int
	var p map[int]string
	v, ok := m["x"]
	t := 0
	for k := range m {
		t += len(k)
	}
	delete(m, "x")
	for i := 0; i < n; i++ {
		p[i] = "y"
	}
	return v, ok, len(m) + t, p[3]
}

// NilUpdate writes to a nil map.
func NilUpdate(n int) int {
	var m map[int8]float64
	for i := 0; i < n; i++ {
		m[1] += 2
	}
	return len(m)
}

// Floats has NaN and negative zero as keys.
func Floats(n int) (int, int, float64, bool) {
	m := map[float64]int{}
	nan := math.NaN()
	for i := range n {
		m[nan]++
		m[float64(i%3)/2]++
		m[math.Copysign(0, -1)]++
	}
	_, ok := m[nan]
	nans := 0
	t := 0.0
	for k, v := range m {
		if k != k {
			nans += v
		} else {
			t += k
		}
	}
	delete(m, nan)
	l := len(m)
	clear(m)
	return l, nans, t, ok || len(m) > 0
}

type spot struct{ x, y int }

type suited struct {
	rank uint8
	suit string
}

// StructKeys has structs and arrays as keys.
func StructKeys(n int) (int, int, int, bool) {
	seen := map[spot]bool{}
	hands := map[suited]int{}
	grid := map[[3]int8]string{}
	p := spot{}
	for i := range n {
		seen[p] = true
		p.x, p.y = (p.x*7+i)%13, (p.y*5+i)%11
		hands[suited{uint8(i % 13), strings.Repeat("s", i%4)}] += i
		grid[[3]int8{int8(i), int8(i % 3)}] += "x"
	}
	t := 0
	for c, v := range hands {
		t += int(c.rank)*v + len(c.suit)
	}
	return len(seen), t, len(grid[[3]int8{1, 1, 0}]), seen[spot{0, 0}]
}

// SmallKeys has keys and elements of all sizes.
func SmallKeys(n int) (int, int, int, int, int, int) {
	a, b, c := map[int8]uint8{}, map[uint16]int32{}, map[bool]float32{}
	d, e, g := map[rune]int64{}, map[uint32]uint16{}, map[int64]int8{}
	for i := range n {
		a[int8(i*37)] += uint8(i)
		b[uint16(i*12345)]--
		c[i%3 == 0] += 1.5
		d['a'+rune(i%26)] += int64(i) << 33
		e[uint32(i)<<31] |= uint16(i)
		g[int64(i)*-7] -= int8(i)
	}
	sum := 0
	for k, v := range a {
		sum += int(k) * int(v)
	}
	for k, v := range b {
		sum += int(k) * int(v)
	}
	for k, v := range g {
		sum += int(k) * int(v)
	}
	return len(a), sum, int(c[true]), int(d['c'] >> 30), int(e[0] + e[1<<31]), len(g)
}

type kinNode struct {
	name  string
	left  *kinNode
	sizes [4]int
}

// MapValues has slices, pointers, structs and maps as elements.
func MapValues(n int) (int, string, int, int, string) {
	slices, nodes, structs := map[int][]int{}, map[string]*kinNode{}, map[int]kinNode{}
	nested := map[string]map[int]int{}
	names := map[int]string{}
	for i := range n {
		slices[i%3] = append(slices[i%3], i)
		name := string(rune('a' + i%5))
		nodes[name] = &kinNode{name: name, left: nodes[name]}
		structs[i%4] = kinNode{name: name, left: nodes[name], sizes: [4]int{i}}
		if nested[name] == nil {
			nested[name] = map[int]int{}
		}
		nested[name][i%2] += i
		names[i%2] += name
	}
	depth := 0
	for p := nodes["a"]; p != nil; p = p.left {
		depth++
	}
	t := 0
	for _, s := range structs {
		t += s.sizes[0] + len(s.name)
	}
	missing, ok := structs[99]
	if ok || missing.left != nil {
		t = -1
	}
	return len(slices[0]), names[1], depth, t + nested["b"][1], structs[1].name
}

// Growing adds to a map while it is iterated: what is added may come or not, what was
// there comes once.
func Growing(n int) (int, bool) {
	m := map[int]int{}
	for i := range n {
		m[i] = i
	}
	old := map[int]int{}
	for k := range m {
		if k < n {
			old[k]++
		}
		if len(m) < 10*n {
			m[n+len(m)] = 1
		}
	}
	once := true
	for i := range n {
		once = once && old[i] == 1
	}
	return len(old), once
}

// Deleting deletes from a map while it is iterated: what is deleted doesn't come.
func Deleting(n int) (int, int) {
	m := map[string]bool{}
	for i := range n {
		m[strings.Repeat("x", i)] = true
	}
	came := 0
	for k := range m {
		came++
		for j := range n {
			delete(m, strings.Repeat("x", j))
		}
		delete(m, k)
	}
	left := len(m)
	m["x"] = true
	for k := range m {
		m[k] = false
		if len(k) > 2 {
			break
		}
	}
	return came, left
}

// Sets has elements of no size.
func Sets(n int) (int, bool) {
	m := map[string]struct{}{}
	for i := range n {
		m[string(rune('a'+i%7))] = struct{}{}
	}
	_, ok := m["c"]
	return len(m), ok
}

// Groups appends to elements.
func Groups(n int) (int, int, bool) {
	groups := map[string][]int{}
	rows := map[int][]byte{}
	for i := range n {
		k := strings.Repeat("k", i%5)
		groups[k] = append(groups[k], i)
		rows[i%3] = append(rows[i%3], byte(i))
	}
	missing, ok := groups["x"]
	t := len(missing) + cap(groups["y"])
	for k, g := range groups {
		for _, x := range g {
			t += x * len(k)
		}
	}
	return t, len(rows[1]), ok || groups["z"] != nil
}

// Removed has values in hand that the map no longer has.
func Removed(n int) (t int) {
	m := map[int]*kinNode{}
	for i := range n {
		m[i] = &kinNode{name: strings.Repeat("n", i%7), sizes: [4]int{i}}
	}
	for k, p := range m {
		delete(m, k)
		for range 20 {
			_ = make([]int, 100)
		}
		t += p.sizes[0] + len(p.name)
	}
	return t + len(m)
}
