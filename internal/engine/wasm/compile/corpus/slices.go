package corpus

// Sieve sieves primes.
func Sieve(n int) (count int) {
	composite := make([]bool, n+1)
	for i := 2; i <= n; i++ {
		if composite[i] {
			continue
		}
		count++
		for j := i * i; j <= n; j += i {
			composite[j] = true
		}
	}
	return count
}

// Sort sorts by insertion.
func Sort(n int) (int, int) {
	xs := make([]int, n)
	x := uint32(1)
	for i := range xs {
		x = x*1664525 + 1013904223
		xs[i] = int(x >> 16)
	}
	for i := 1; i < len(xs); i++ {
		for j := i; j > 0 && xs[j] < xs[j-1]; j-- {
			xs[j], xs[j-1] = xs[j-1], xs[j]
		}
	}
	return xs[0], xs[n/2]
}

// Appends appends to parts of slices.
func Appends(n int) (int, int, int) {
	var xs []int
	for i := range n {
		xs = append(xs, i, i+1)
	}
	ys := append(xs, 7)
	zs := append(xs[:1], ys...)
	var none []int
	zs = append(zs, none...)
	none = append(none, zs[1:2]...)
	sum := 0
	for i, z := range zs {
		sum += i * z
	}
	return sum, len(zs)*1000 + len(none), cap(xs)
}

var bytes []byte // not on the stack, where slices grow otherwise
var letters []string
var triples [][3]int16
var pointers []*int

// Caps tells how slices grow.
func Caps(n int) (caps []int) {
	bytes, letters, triples, pointers = nil, nil, nil, nil
	for i := range n {
		bytes = append(bytes, byte(i))
		letters = append(letters, "x")
		triples = append(triples, [3]int16{int16(i)})
		pointers = append(pointers, &i)
	}
	bytes = append(bytes, "hello"...)
	return append(caps, len(bytes), cap(bytes), cap(letters), cap(triples), cap(pointers), int(triples[n-1][0]), *pointers[n-1], int(bytes[len(bytes)-1]))
}

// Copies copies between parts that overlap.
func Copies(n int) (string, int) {
	a := []string{"a", "b", "c", "d", "e"}
	k := copy(a[1:], a)
	s := ""
	for _, x := range a {
		s += x
	}
	b := make([]byte, 3)
	k += copy(b, "hello")
	k += copy(b[1:], b)
	return s + string(b), k + n
}

// Slicing slices slices, arrays and strings.
func Slicing(n int) (int, int, int) {
	xs := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	a := xs[n:]
	b := xs[:n]
	c := xs[n/2 : n : n+1]
	d := a[len(a):]
	var array [6]int
	e := array[1:4]
	e[0] = n
	pe := &array
	f := pe[n/3:]
	f[0]++
	return len(a)*100 + len(b)*10 + len(c), cap(a)*1000 + cap(c)*10 + cap(d) + cap(f), array[1] + array[n/3] + len(e)
}

// Bounds slices out of range.
func Bounds(lo, hi, top int) int {
	xs := make([]int, 5, 8)
	switch {
	case top < 0:
		return len(xs[lo:hi])
	case top == 100:
		return len("hello"[lo:hi])
	}
	return len(xs[lo:hi:top])
}

// Indices indexes out of range.
func Indices(i int) int {
	xs := []int{1, 2, 3}
	a := [3]int{4, 5, 6}
	s := "abc"
	return xs[i] + a[i]*10 + int(s[i])*100
}

// Stores stores out of range.
func Stores(i int) int {
	xs := []int{1, 2, 3}
	xs[i]++
	xs[2-i] += xs[i]
	return xs[0]*100 + xs[1]*10 + xs[2]
}

// Sizes makes slices of bad sizes.
func Sizes(n int) int { return len(make([]int, n)) + cap(make([]string, 2, n)) }

// Grid has slices of slices.
func Grid(n int) int {
	g := make([][]int, n)
	for i := range g {
		g[i] = make([]int, n)
		for j := range g[i] {
			g[i][j] = i ^ j
		}
	}
	for r := 0; r < 3; r++ {
		for i := 1; i < n-1; i++ {
			for j := 1; j < n-1; j++ {
				g[i][j] = (g[i-1][j] + g[i+1][j] + g[i][j-1] + g[i][j+1]) / 4
			}
		}
		g[0], g[n-1] = g[n-1], g[0]
	}
	sum := 0
	for _, row := range g {
		for _, x := range row {
			sum = sum*3%10007 + x
		}
	}
	return sum
}

// Widths has elements of all sizes.
func Widths(n int) (sum int) {
	a, b, c, d := make([]int8, n), make([]uint16, n), make([]float32, n), make([]int32, n)
	for i := range n {
		a[i], b[i], c[i], d[i] = int8(i*37), uint16(i*9973), float32(i)/3, int32(i*-123456789)
	}
	for i := range n {
		a[i] += a[n-1-i]
		b[i] ^= b[n-1-i] << 3
		c[i] *= c[n-1-i]
		d[i] /= d[n-1-i] | 1
		sum += int(a[i]) + int(b[i]) + int(c[i]*100) + int(d[i])
	}
	return sum
}
