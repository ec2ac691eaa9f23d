package fair

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// Lattices are the points whose coordinates are successive terms of a linear
// congruential generator. They lie on a few lines or planes.
type Lattices struct {
	A, C, M, Seed uint64
	// Separate are the points (s0, s1), (s2, s3), … until the first recurs, after
	// two rounds if the period is odd.
	Separate PointSet
	// Overlapping are (s0, s1), (s1, s2), …
	Overlapping PointSet
}

// PointSet is a set of points on a torus: coordinates are from 0 to M-1 and wrap
// around.
type PointSet struct {
	M      uint64
	Points [][]uint64
	// Plane holds all the points.
	Plane Plane
	// All says that these are all the points. Of long periods only the first
	// 4,096 are kept.
	All bool
}

// Plane is the set of points x with Factors · x = Constant modulo M: a line in
// two dimensions or a plane in three, winding around the torus. In the square or
// the cube it is Copies parallel lines or planes.
type Plane struct {
	// Factors are the shortest primitive ones that hold all points: primitive
	// means that they have no common divisor, and shortest that the sum of their
	// squares is the least. They are nil if none up to 40 do.
	//
	// Factors that aren't primitive may be shorter, but describe several lines.
	// The separate points of s ← (13·s + 5) mod 16 from 0 lie on
	// 2x - 2y = 6 (mod 16), which is x - y = 3 and x - y = 11 together. A single
	// line that meets them all is x + 3y = 15.
	Factors  []int
	Constant uint64
	M        uint64
	Copies   int
}

// maxPoints is the most points that are kept of a sequence.
const maxPoints = 4096

// Lattice takes the sequence of the generator s ← (a·s + c) mod m from a seed and
// plots it in pairs or in triples, dim being 2 or 3, once around its cycle. States
// that the cycle doesn't come back to are left out. The line or plane it names for
// the points is the shortest primitive one: see Plane. (The spectral test takes the
// shortest of all, which may be several lines on the torus.) It panics when m is 0
// and when dim is neither 2 nor 3.
//
// Source: George Marsaglia, "Random numbers fall mainly in the planes",
// Proceedings of the National Academy of Sciences 61 (1968) 25-28.
func Lattice(a, c, m, seed uint64, dim int) *Lattices {
	const call = "fair.Lattice"
	if m == 0 {
		arg.Refuse(call, "m = 0, want at least 1")
	}
	arg.Range(call, "dim", dim, 2, 3)
	cycle := Period(a, c, m, seed)
	first := seed
	if cycle.Lead > 0 {
		g := shuffle.LCG(a, c, m, seed)
		for range cycle.Lead {
			first = g.Uint64()
		}
	}
	terms := lcgTerms{shuffle.LCG(a, c, m, first), []uint64{first}}
	return &Lattices{
		A: a, C: c, M: m, Seed: seed,
		Separate:    terms.points(m, dim, dim, cycle.Length),
		Overlapping: terms.points(m, dim, 1, cycle.Length),
	}
}

// lcgTerms is the terms of a sequence, computed as needed.
type lcgTerms struct {
	g     *shuffle.Congruential
	terms []uint64
}

func (t *lcgTerms) at(i int) uint64 {
	for len(t.terms) <= i {
		t.terms = append(t.terms, t.g.Uint64())
	}
	return t.terms[i]
}

// points makes a point of every every-th term and its successors, until the first
// recurs.
func (t *lcgTerms) points(m uint64, dim, every int, period uint64) PointSet {
	count := period / gcd(period, uint64(every))
	set := PointSet{M: m, All: count <= maxPoints}
	for i := range int(min(count, maxPoints)) {
		point := make([]uint64, dim)
		for d := range point {
			point[d] = t.at(i*every + d)
		}
		set.Points = append(set.Points, point)
	}
	set.Plane = planeOf(set.Points, dim, m)
	return set
}

// maxFactor is the largest factor of a plane to try.
const maxFactor = 40

// planeOf finds the shortest primitive factors h for which h·x is the same modulo m
// for all points x: h·(x - x0) = 0. By a theorem of Minkowski there are factors no
// longer than about m^(1/dim); if these have a common divisor, the line falls apart
// into several, and the shortest primitive ones are longer.
func planeOf(points [][]uint64, dim int, m uint64) Plane {
	bound := int(min(maxFactor, 1.3*math.Pow(float64(m), 1/float64(dim))+1))
	for ; ; bound = min(2*bound, maxFactor) {
		h := factorsUpTo(bound, points, dim, m)
		// If the vector is longer than the bound, a shorter one may have a factor
		// beyond it.
		if h != nil && norm(h) <= bound*bound || bound == maxFactor {
			return planeWith(h, points, m)
		}
	}
}

// factorsUpTo returns the shortest factors up to a bound, nil if there are none.
func factorsUpTo(bound int, points [][]uint64, dim int, m uint64) []int {
	for _, h := range shortVectors(dim, bound) {
		c := dot(h, points[0], m)
		if !slices.ContainsFunc(points, func(x []uint64) bool { return dot(h, x, m) != c }) {
			return h
		}
	}
	return nil
}

func planeWith(h []int, points [][]uint64, m uint64) Plane {
	if h == nil {
		return Plane{M: m}
	}
	return Plane{Factors: h, Constant: dot(h, points[0], m), M: m, Copies: copies(h, points, m)}
}

// norm is the square of the length.
func norm(h []int) (sum int) {
	for _, x := range h {
		sum += x * x
	}
	return sum
}

// shortVectors lists the primitive vectors with entries up to bound, the shortest
// first, one of each pair h and -h.
func shortVectors(dim, bound int) [][]int {
	var list [][]int
	h := make([]int, dim)
	var fill func(i int)
	fill = func(i int) {
		if i == dim {
			if primitive(h) {
				list = append(list, slices.Clone(h))
			}
			return
		}
		for h[i] = -bound; h[i] <= bound; h[i]++ {
			fill(i + 1)
		}
	}
	fill(0)
	// Of equal length, those with small, positive first entries come first.
	slices.SortFunc(list, func(a, b []int) int {
		if d := cmp.Compare(norm(a), norm(b)); d != 0 {
			return d
		}
		for i := range a {
			if d := cmp.Or(cmp.Compare(max(a[i], -a[i]), max(b[i], -b[i])), cmp.Compare(b[i], a[i])); d != 0 {
				return d
			}
		}
		return 0
	})
	return list
}

// primitive reports whether the entries have no common divisor, and the first
// nonzero one is positive.
func primitive(h []int) bool {
	divisor, sign := uint64(0), 0
	for _, x := range h {
		divisor = gcd(divisor, uint64(max(x, -x)))
		if sign == 0 {
			sign = cmp.Compare(x, 0)
		}
	}
	return divisor == 1 && sign > 0
}

// dot returns h·x mod m.
func dot(h []int, x []uint64, m uint64) uint64 {
	sum := uint64(0)
	for i, f := range h {
		term := mulMod(uint64(max(f, -f))%m, x[i]%m, m)
		if f < 0 && term > 0 {
			term = m - term
		}
		sum = addMod(sum, term, m)
	}
	return sum
}

// copies counts the parallel lines through the points if nothing wraps around:
// h·x takes that many different multiples of m. Floats are exact enough for that.
func copies(h []int, points [][]uint64, m uint64) int {
	seen := map[float64]bool{}
	c := float64(dot(h, points[0], m))
	for _, x := range points {
		sum := -c
		for i, f := range h {
			sum += float64(f) * float64(x[i])
		}
		seen[math.Round(sum/float64(m))] = true
	}
	return len(seen)
}

// String returns the equation, as in "x + 3y = 15 (mod 16)".
func (p Plane) String() string {
	if p.Factors == nil {
		return "no short equation holds all points"
	}
	left := ""
	for i, f := range p.Factors {
		if f == 0 {
			continue
		}
		switch {
		case f < 0 && left == "":
			left += "-"
		case f < 0:
			left += " - "
		case left != "":
			left += " + "
		}
		if f = max(f, -f); f != 1 {
			left += fmt.Sprint(f)
		}
		left += "xyz"[i : i+1]
	}
	return fmt.Sprintf("%s = %d (mod %d)", left, p.Constant, p.M)
}

// Walk returns where to start and which way to step to meet all points of a line,
// one after the other, wrapping around: from (15, 0) by (-3, 1) for x + 3y = 15
// (mod 16). It returns false for planes, and for lines that don't start on the x
// axis.
func (p Plane) Walk() (start, step [2]int, ok bool) {
	if len(p.Factors) != 2 || p.Factors[0] != 1 || p.Constant > math.MaxInt {
		return start, step, false
	}
	return [2]int{int(p.Constant), 0}, [2]int{-p.Factors[1], 1}, true
}

// String draws the separate points in two dimensions or lists some in three, and
// names the lines or planes, in lines of at most 80 columns.
func (l *Lattices) String() string {
	if len(l.Separate.Points) == 0 || len(l.Overlapping.Points) == 0 {
		return "no points"
	}
	lines := []string{prose.Wrap(fmt.Sprintf("s ← (%d·s + %d) mod %d from %d", l.A, l.C, l.M, l.Seed))}
	if len(l.Separate.Points[0]) == 2 {
		lines = append(lines, l.Separate.plot()...)
	} else {
		lines = append(lines, l.Separate.list())
	}
	lines = append(lines, l.Separate.sentence("separate"), l.Overlapping.sentence("overlapping"))
	if start, step, ok := l.Separate.Plane.Walk(); ok {
		lines = append(lines, prose.Wrap(fmt.Sprintf("From (%d, %d) step by (%d, %d), wrapping around, and meet all of them.", start[0], start[1], step[0], step[1])))
	}
	return strings.Join(lines, "\n")
}

// sentence says what the points lie on.
func (s PointSet) sentence(kind string) string {
	shape := "line"
	if len(s.Points[0]) == 3 {
		shape = "plane"
	}
	which := prose.Plural(len(s.Points), kind+" point")
	if len(s.Points) == 1 {
		which = "only " + kind + " point"
	}
	if !s.All {
		which = "first " + which
	}
	if s.Plane.Factors == nil {
		return fmt.Sprintf("No short equation holds the %s.", which)
	}
	return prose.Wrap(fmt.Sprintf("The %s: %v, %s.", which, s.Plane, prose.Plural(s.Plane.Copies, shape)))
}

// list names the first points.
func (s PointSet) list() string {
	text := ""
	for i, p := range s.Points {
		next := fmt.Sprintf("(%d, %d, %d)", p[0], p[1], p[2])
		if len(text)+len(next) > 74 {
			return text + " …"
		}
		if i > 0 {
			text += " "
		}
		text += next
	}
	return text
}

// plotSize is the most cells of a plot, across and up.
const plotSize = 36

// plot draws the points, x to the right and y up, several to a cell if there are
// too many.
func (s PointSet) plot() []string {
	size := int(min(s.M, plotSize))
	cells := make([][]bool, size)
	for i := range cells {
		cells[i] = make([]bool, size)
	}
	cell := func(x uint64) int { return int(min(float64(x)/float64(s.M)*float64(size), float64(size-1))) }
	for _, p := range s.Points {
		cells[cell(p[1])][cell(p[0])] = true
	}
	lines := make([]string, 0, size)
	for y := size - 1; y >= 0; y-- {
		var b strings.Builder
		for _, full := range cells[y] {
			if full {
				b.WriteString(" ●")
			} else {
				b.WriteString(" ·")
			}
		}
		lines = append(lines, b.String())
	}
	return lines
}
