package corpus

// Functions that are called with memory that isn't on the heap.

// FarInt follows a pointer out of the window.
func FarInt(p *int) int {
	*p += 2
	q := p
	*q *= 3
	if p != q {
		return -1
	}
	return *p
}

// FarSlice changes a slice out of the window.
func FarSlice(xs []int) (sum int) {
	for i := range xs {
		xs[i] += i
		sum += xs[i]
	}
	ys := xs[1:3]
	ys[0]++
	ys = append(ys, 100)
	ys = append(ys, 1, 2, 3, 4, 5, 6, 7, 8)
	ys[1] = 1000
	for j := 0; j < len(xs) && xs[j] < 1000; j++ {
		sum += xs[j] * ys[j%len(ys)]
	}
	copy(xs, ys)
	return sum + xs[0]
}

// FarStrings overwrites strings in far memory.
func FarStrings(xs []string) (s string) {
	for i, x := range xs {
		s += x
		xs[i] = x + "!"
	}
	xs[0], xs[1] = xs[1], xs[0]
	return s + xs[0]
}

// FarArray copies an array from far memory and back.
func FarArray(p *[4]int) int {
	p[1]++
	a := *p
	a[2] = 50
	*p = a
	xs := p[1:]
	xs[0] += 7
	q := &p[3]
	*q += 9
	n := 0
	for i, x := range p {
		n = n*10 + x + i
	}
	return n
}

// Far is a struct that tests put out of sight.
type Far struct {
	n    int8
	f    float32
	s    string
	next *Far
	xs   []int
	any  map[string]int
	z    complex128
}

// FarStruct changes all fields of a far struct.
func FarStruct(p *Far) (int, string) {
	p.n -= 3
	p.f *= 2
	p.s += "?"
	p.next = &Far{s: "new", xs: []int{1}}
	p.next.next = p
	p.next.next.xs = append(p.xs, 5)
	p.z *= p.z
	c := *p
	c.next.n = 5
	*p.next = c
	return int(p.n) + int(p.f) + len(p.xs) + int(real(p.z)) + int(p.next.n), p.s + p.next.s
}

// Xs are the numbers of a far struct.
func (f *Far) Xs() []int { return f.xs }
