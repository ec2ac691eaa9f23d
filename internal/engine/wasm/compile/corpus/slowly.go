package corpus

import "fmt"

// OfEachWidth has a field of each size, and pointers.
type OfEachWidth struct {
	A    int8
	B    uint8
	C    int16
	D    uint16
	E    int32
	F    uint32
	G    int64
	H    float32
	I    float64
	J    bool
	K    complex128
	S    string
	Next *OfEachWidth
	Any  any
	Xs   []int
	None struct{}
}

// fill is a loop in two versions: p isn't assigned in it, and other is followed.
func fill(p, other *OfEachWidth, n int) (sum int) {
	for i := range n {
		p.A -= int8(i * 77)
		p.B += uint8(i * 99)
		p.C -= int16(i * 7777)
		p.D += uint16(i * 9999)
		p.E -= int32(i) * 777777777
		p.F += uint32(i) * 999999999
		p.G -= int64(i) << 40
		p.H += float32(i) / 3
		p.I -= float64(i) / 7
		p.J = !p.J
		p.K += complex(float64(i), -1)
		p.S = "s"
		p.Any = p.Next
		p.Next = &OfEachWidth{G: p.G, Next: p.Next}
		p.Xs = append(p.Xs, i)
		p.None = struct{}{}
		if i == 3 && n > 5 {
			other.G++ // panics if it is nil
		}
		sum += int(p.A) + int(p.B) + int(p.C) + int(p.D) + int(p.E) + int(p.F) + int(p.G)
	}
	return sum
}

// text tells all that is in a OfEachWidth.
func text(p *OfEachWidth) string {
	n, last := 0, int64(0)
	for q := p.Next; q != nil; q = q.Next {
		n++
		last += q.G
	}
	_, is := p.Any.(*OfEachWidth)
	return fmt.Sprint(p.A, p.B, p.C, p.D, p.E, p.F, p.G, p.H, p.I, p.J, p.K, p.S, n, last, is, p.Xs)
}

// SlowWide runs the version for what is nil or far: other is nil.
func SlowWide(n int) (sum int, s string) {
	p := &OfEachWidth{}
	defer func() {
		s = fmt.Sprint(text(p), recover())
	}()
	sum = fill(p, nil, n)
	return
}

// FastWide runs the other one.
func FastWide(n int) (int, string) {
	p := &OfEachWidth{}
	sum := fill(p, &OfEachWidth{}, n)
	return sum, text(p)
}

// NilWide stores in nothing.
func NilWide(n int) (int, string) { return fill(nil, nil, n), "" }

// at reads and writes elements whose index is out of range in some rounds only, so that
// the loop can't begin with the check.
func at(xs []float32, bs []uint8, ys []string, k, n int) (sum float32) {
	for i := range n {
		if i == 4 {
			sum += xs[k]
		}
		xs[i] += 1.5
		bs[i] -= 3
		ys[i] = "x"
		sum += xs[i] + float32(bs[i]) + float32(len(ys[i]))
	}
	return sum
}

// SlowElements has an index that is out of range from the beginning, and isn't used but
// in the fifth round.
func SlowElements(n int) (float32, []float32, []uint8, []string) {
	xs, bs, ys := make([]float32, 8), make([]uint8, 8), make([]string, 8)
	sum := at(xs, bs, ys, 100, n)
	return sum, xs, bs, ys
}

// SlowRow stores behind an array and in rows.
func SlowRow(n int) (total int) {
	rows := make([][]int16, n)
	table := new([4]uint32)
	var missing *[4]uint32
	for i := range n {
		rows[i] = append(rows[i], int16(i), -1)
		rows[i][1] *= int16(i)
		table[i&3] += uint32(i) << 20
		total += int(rows[i][1]) + int(table[i&3])
		if i > 100 {
			missing[0]++
		}
	}
	return total
}

type bead struct {
	a, b int
	s    string
	next *bead
}

// Followed follows pointers that it has just loaded, more than once each; the nth is nil.
func Followed(n int) (out string) {
	links := make([]*bead, 6)
	for i := range links {
		links[i] = &bead{a: i, b: i * 2, s: "l"}
		if i > 0 {
			links[i-1].next = links[i]
		}
	}
	if n < len(links) {
		links[n] = nil
	}
	defer func() {
		if v := recover(); v != nil {
			out = "panic "
		}
		for _, l := range links {
			if l != nil {
				out += fmt.Sprint(l.a, l.b, l.s, " ")
			}
		}
	}()
	for range 3 {
		for i, l := range links {
			l.a += l.b
			l.b, l.a = l.a, l.b
			l.s = l.s[len(l.s)/2:] + fmt.Sprint(i)
			next := l.next
			if next == nil {
				break
			}
			next.a ^= next.b + l.a
			l.next = next.next
			next.b += next.next.a
		}
	}
	return ""
}

// Walked walks lists that end, or go around.
func Walked(n int) (sum int) {
	first := &bead{a: 1}
	last := first
	for i := range n {
		last.next = &bead{a: i, b: n}
		last = last.next
	}
	if n%2 == 1 {
		last.next = first
	}
	steps := 0
	for l := first; l != nil && steps < 100; l = l.next {
		steps++
		l.a += l.b
		l.b = l.a - l.b
		sum = sum*3 + l.a
		sum &= 0xffffff
	}
	return sum
}
