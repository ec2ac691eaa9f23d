package corpus

import "math"

// Functions in which what was known a moment ago is no longer so.

// AliasedRows replaces a row while it is in use.
func AliasedRows(n int) (sum int) {
	g := [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	for i := 0; i < 3; i++ {
		for j := 0; j < 3; j++ {
			sum += g[i][j]
			if j == 1 {
				g[i] = []int{10, 20, 30}
			}
			sum = sum*3 + g[i][j]
		}
	}
	r := g[0]
	h := append(g[:0], []int{100, 200, 300})
	sum += g[0][1] + r[1] + h[0][2]
	copy(g[1:], [][]int{{n, n, n}})
	sum += g[1][1]
	swap(g)
	return sum + g[0][0]*7 + g[2][0]
}

func swap(g [][]int) { g[0], g[2] = g[2], g[0] }

type grid struct {
	cells [][]int
	n     int
}

func (g *grid) grow() {
	g.cells = append(g.cells, make([]int, g.n))
	g.n++
}

// Grids has slices of slices that grow.
func Grids(n int) (sum int) {
	g := &grid{n: 1}
	for range n {
		g.grow()
	}
	for i := range g.cells {
		for j := range g.cells[i] {
			g.cells[i][j] = i*10 + j
			if i == 2 && j == 1 {
				g.grow()
				g.cells[1] = []int{-1, -2, -3}
			}
		}
		for j := 0; j < len(g.cells[i]); j++ {
			sum = sum*2%100003 + g.cells[i][j]
		}
	}
	return sum
}

// Shrinking cuts a slice while it is looped over.
func Shrinking(n int) (sum int) {
	xs := make([]int, n)
	for i := range xs {
		xs[i] = i * i
	}
	for i := 0; i < len(xs); i++ {
		sum += xs[i]
		if i%3 == 0 {
			xs = xs[:len(xs)-1]
		}
	}
	for i := 0; i < n; i++ {
		if i%5 == 4 {
			i++
			n--
		}
		sum += i
	}
	return sum*1000 + n + len(xs)
}

// Partial stores up to an index that is out of range.
func Partial(n int) (xs []int) {
	xs = make([]int, 10)
	defer func() {
		if recover() != nil {
			xs[9] = -1
		}
	}()
	for i := 0; i < n; i++ {
		xs[i] = i + 1
	}
	return xs
}

// PastEnd leaves a slice at either end.
func PastEnd(n int) (sum int) {
	xs := []int{1, 2, 3, 4}
	for i := 0; i <= n; i++ {
		sum += xs[i]
	}
	for i := n; i >= -1; i-- {
		sum += xs[i+1]
	}
	return sum
}

// SameCheck has a check that fails in the same way in all rounds.
func SameCheck(k, n int) (sum int) {
	xs := []int{1, 2, 3, 4}
	for i := 0; i < n; i++ {
		sum += i
		if i == 2 {
			sum += xs[k]
		}
	}
	return sum
}

// NilInLoop follows a nil pointer in a later round.
func NilInLoop(n int) (sum int) {
	var p *chained
	if n > 3 {
		p = &chained{value: 5}
	}
	for i := 0; i < n; i++ {
		if i > 1 {
			sum += p.value
			p.value++
		}
		sum++
	}
	return sum
}

// NilParam follows parameters that may be nil.
func NilParam(n int) int {
	var p *chained
	if n != 1 {
		p = &chained{n, nil}
	}
	if n != 2 {
		p.next = p
	}
	return follow(p, n)
}

func follow(p *chained, n int) int {
	s := 0
	if n > 0 {
		s = p.value + p.next.value
	}
	p.value++
	p = p.next
	p.value *= 2
	return s + p.value
}

// CountingLoops counts in steps, up and down.
func CountingLoops(n int) (sum int) {
	for i := 0; i < 10_000; i += 7 {
		if i%2 == 0 {
			continue
		}
		sum += i
		if sum > 100_000*n {
			break
		}
	}
	for i := n; i >= 0; i-- {
		sum ^= i
	}
	for i := 5000; i > -5000; i -= 3 {
		sum += i & 5
	}
	for i := math.MaxInt - 3; i < math.MaxInt; i++ {
		sum++
	}
	for i := math.MinInt + 3; i > math.MinInt; i-- {
		sum++
	}
	for i := math.MinInt; i < math.MinInt+n; i++ {
		sum += 3
	}
	k := 3 * n
	for i := 0; i < k; i++ {
		sum += i
	}
	for i := n; i < 3; i++ {
		sum -= i
	}
	return sum
}

// Flags has conditions of two parts with an index in the second.
func Flags(n int) (sum int) {
	xs := []int{5, 3, 8, 1, 9, 2}
	for i := 1; i < len(xs); i++ {
		for j := i; j > 0 && xs[j] < xs[j-1]; j-- {
			xs[j], xs[j-1] = xs[j-1], xs[j]
		}
	}
	j := 0
	ok := n > 2
	if ok {
		ok = xs[n] > 3
		j = n
	}
	if ok {
		sum += xs[j]
		j = 1000
	}
	if ok && j < len(xs) {
		sum += xs[j]
	}
	for _, x := range xs {
		sum = sum*10 + x
	}
	return sum
}

// Shared changes an array by several names.
func Shared(n int) (sum int) {
	a := [4][4]int{}
	for i := range 4 {
		for j := range 4 {
			a[i][j] = i*j + n
		}
	}
	b := a
	for i := 0; i < 4; i++ {
		for j := 0; j < 4; j++ {
			k := j
			a[i][k] += b[k][i]
			if k < 3 {
				k++
			}
			a[i][k] -= a[k][j]
			sum = sum*3%10007 + a[i][k] - b[i][j]
		}
	}
	return sum
}

// Unsigned counts down to where unsigned numbers wrap.
func Unsigned(n int) (sum uint) {
	xs := []uint8{1, 2, 3, 4, 5}
	for i := uint(4); i < 5; i-- {
		sum = sum*10 + uint(xs[i])
	}
	var u uint8 = 250
	for ; u > 3; u++ {
		sum += uint(u)
	}
	for i := int8(100); i > 0; i++ {
		sum += uint(i)
	}
	return sum + uint(n)
}

// ArraysInLoops makes an array anew in each round.
func ArraysInLoops(n int) (sum int) {
	for r := range n {
		var g [8][16]int
		for i := range g {
			for j := range g[i] {
				g[i][j] = i*j + r
			}
		}
		g[n][3]++
		g[n][r] += 2
		sum += g[n][3] + g[n][r]*10
	}
	return sum
}

type chained struct {
	value int
	next  *chained
}
