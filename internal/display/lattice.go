package display

import (
	"fmt"
	"math"
	"slices"

	"riffle/internal/display/draw"
	"riffle/shuffle/fair"
)

// lattices draws the points of a generator on the torus, with the lines or planes
// that hold them.
func lattices(l *fair.Lattices) *draw.Figure {
	f := &draw.Figure{Title: "Successive numbers of the generator as points", Words: l.String()}
	if len(l.Separate.Points) == 0 || len(l.Overlapping.Points) == 0 {
		return f
	}
	f.Lead = fmt.Sprintf("s ← (%d·s + %d) mod %d from %d", l.A, l.C, l.M, l.Seed)
	f.Notes = append(pointNotes("separate", l.Separate), pointNotes("overlapping", l.Overlapping)...)
	if len(l.Separate.Points[0]) == 3 {
		f.Chart = draw.Stack{
			{Title: "separate triples", Chart: spaceViews(l.Separate)},
			{Title: "overlapping triples", Chart: spaceViews(l.Overlapping)},
		}
		return f
	}
	f.Chart = draw.Row{
		{Title: "separate pairs", Chart: torus(l.Separate)},
		{Title: "overlapping pairs", Chart: torus(l.Overlapping)},
	}
	return f
}

// pointSet draws one set of points.
func pointSet(s fair.PointSet) *draw.Figure {
	f := &draw.Figure{Title: "Points on the torus", Notes: pointNotes("", s)}
	if len(s.Points) == 0 {
		f.Verdict = "no points"
		return f
	}
	f.Lead = fmt.Sprintf("%s modulo %d", countedWhat(len(s.Points), "point"), s.M)
	f.Words = fmt.Sprint(f.Lead, "\n", s.Plane)
	switch len(s.Points[0]) {
	case 2:
		f.Chart = torus(s)
	case 3:
		f.Chart = spaceViews(s)
	}
	return f
}

// pointNotes says what the points lie on.
func pointNotes(kind string, s fair.PointSet) []string {
	if len(s.Points) == 0 {
		return nil
	}
	which := countedWhat(len(s.Points), "point")
	if kind != "" {
		which = countedWhat(len(s.Points), kind+" point")
	}
	if !s.All {
		which = "first " + which
	}
	if len(s.Points[0]) == 3 && len(s.Points) > maxInSpace {
		which += fmt.Sprintf(" (%s of which are drawn)", draw.Number(maxInSpace))
	}
	if s.Plane.Factors == nil {
		return []string{"No short equation holds the " + which + "."}
	}
	shape := "line"
	if len(s.Points[0]) == 3 {
		shape = "plane"
	}
	return []string{fmt.Sprintf("The %s: %v, %s.", which, s.Plane, countedWhat(s.Plane.Copies, shape))}
}

// torus draws points in the square, with the line that winds around it.
func torus(s fair.PointSet) *draw.Plot {
	m := float64(s.M)
	p := &draw.Plot{
		X: draw.Axis{Min: -m * 0.02, Max: m * 1.02, Whole: true}, Y: draw.Axis{Min: -m * 0.02, Max: m * 1.02, Whole: true},
		Square: true, Height: 230,
	}
	if line, ok := windings(s.Plane); ok {
		p.Marks = append(p.Marks, line)
	}
	dots := draw.Points{}
	for _, point := range s.Points {
		dots.X, dots.Y = append(dots.X, float64(point[0])), append(dots.Y, float64(point[1]))
		if len(s.Points) <= 300 {
			dots.Tips = append(dots.Tips, fmt.Sprintf("(%d, %d)", point[0], point[1]))
		}
	}
	p.Marks = append(p.Marks, dots)
	return p
}

// lineColor is that of the lines and planes, behind the points.
const lineColor draw.Color = "#f0b27a"

// windings are the parallel pieces of a line in the square from 0 to M: all k with
// h·x = Constant + k·M.
func windings(plane fair.Plane) (draw.Line, bool) {
	line := draw.Line{Color: lineColor, Width: 1.25}
	if len(plane.Factors) != 2 {
		return line, false
	}
	a, b, m := float64(plane.Factors[0]), float64(plane.Factors[1]), float64(plane.M)
	for k := math.Floor(min(0, a) + min(0, b) - 1); k <= math.Ceil(max(0, a)+max(0, b)); k++ {
		c := float64(plane.Constant) + k*m
		var ends [][2]float64
		for _, edge := range []float64{0, m} {
			if b != 0 {
				ends = append(ends, [2]float64{edge, (c - a*edge) / b})
			}
			if a != 0 {
				ends = append(ends, [2]float64{(c - b*edge) / a, edge})
			}
		}
		ends = slices.DeleteFunc(ends, func(e [2]float64) bool {
			return e[0] < -1e-9*m || e[1] < -1e-9*m || e[0] > m*(1+1e-9) || e[1] > m*(1+1e-9)
		})
		slices.SortFunc(ends, func(p, q [2]float64) int {
			if p[0] != q[0] {
				return int(math.Copysign(1, p[0]-q[0]))
			}
			return int(math.Copysign(1, p[1]-q[1]))
		})
		if len(ends) < 2 {
			continue
		}
		first, last := ends[0], ends[len(ends)-1]
		line.X = append(line.X, first[0], last[0], math.NaN())
		line.Y = append(line.Y, first[1], last[1], math.NaN())
	}
	return line, true
}

// vector is a place or a direction in space.
type vector [3]float64

func (v vector) dotProduct(w vector) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

func (v vector) plus(w vector, times float64) vector {
	return vector{v[0] + times*w[0], v[1] + times*w[1], v[2] + times*w[2]}
}

func (v vector) normalized() vector {
	length := math.Sqrt(v.dotProduct(v))
	return vector{v[0] / length, v[1] / length, v[2] / length}
}

func (v vector) cross(w vector) vector {
	return vector{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// view is a projection along a direction onto two axes across it.
type view struct{ right, up vector }

// corner looks at the cube from a corner, with z upwards.
func corner() view {
	from := vector{1, 0.55, 0.45}.normalized()
	right := vector{0, 0, 1}.cross(from).normalized()
	return view{right, from.cross(right)}
}

// alongPlanes looks along the planes, so that each is a line: the direction is that
// of corner, turned into the planes.
func alongPlanes(normal vector) view {
	normal = normal.normalized()
	from := vector{1, 0.55, 0.45}.normalized()
	from = from.plus(normal, -from.dotProduct(normal))
	if from.dotProduct(from) < 1e-6 {
		from = vector{0, 1, 0}.plus(normal, -normal[1])
	}
	up := from.normalized().cross(normal)
	if up[2] < 0 { // upside down
		return view{vector{}.plus(normal, -1), vector{}.plus(up, -1)}
	}
	return view{normal, up}
}

// spaceViews draws points in the cube twice: as they look from a corner, and along
// the planes that hold them.
func spaceViews(s fair.PointSet) draw.Chart {
	row := draw.Row{{Chart: space(s, corner(), false)}}
	if len(s.Plane.Factors) == 3 {
		row[0].Title = "from a corner"
		h := s.Plane.Factors
		normal := vector{float64(h[0]), float64(h[1]), float64(h[2])}
		row = append(row, draw.Panel{Title: "along the planes", Chart: space(s, alongPlanes(normal), true)})
	}
	return row
}

// maxInSpace is how many points are drawn in the cube; more would hide the planes.
const maxInSpace = 1200

// space projects the cube, the planes if they are seen edge-on, and the points.
func space(s fair.PointSet, v view, planes bool) *draw.Plot {
	p := &draw.Plot{Bare: true, Square: true, Height: 230}
	m := float64(s.M)
	if planes {
		p.Marks = append(p.Marks, edgeOn(s.Plane, v))
	}
	p.Marks = append(p.Marks, v.projectEdges(draw.Line{Color: "#9aa3ad", Width: 1}, cube()))
	dots := draw.Points{Radius: math.Max(1, math.Min(3, 45/math.Sqrt(float64(min(len(s.Points), maxInSpace)))))}
	for _, point := range s.Points[:min(len(s.Points), maxInSpace)] {
		at := vector{float64(point[0]) / m, float64(point[1]) / m, float64(point[2]) / m}
		dots.X, dots.Y = append(dots.X, at.dotProduct(v.right)), append(dots.Y, at.dotProduct(v.up))
		if len(s.Points) <= 300 {
			dots.Tips = append(dots.Tips, fmt.Sprintf("(%d, %d, %d)", point[0], point[1], point[2]))
		}
	}
	p.Marks = append(p.Marks, dots)
	for i, name := range []string{"x", "y", "z"} {
		end := vector{}
		end[i] = 1.08
		p.Marks = append(p.Marks, draw.Label{X: end.dotProduct(v.right), Y: end.dotProduct(v.up), Text: name, Anchor: "middle", Color: draw.Muted})
	}
	return p
}

// cube are the edges of the unit cube.
func cube() (edges [][2]vector) {
	for i := range 8 {
		from := vector{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)}
		for d := range 3 {
			if from[d] == 0 {
				to := from
				to[d] = 1
				edges = append(edges, [2]vector{from, to})
			}
		}
	}
	return edges
}

// projectEdges projects edges.
func (v view) projectEdges(l draw.Line, edges [][2]vector) draw.Line {
	for _, e := range edges {
		for _, end := range e {
			l.X, l.Y = append(l.X, end.dotProduct(v.right)), append(l.Y, end.dotProduct(v.up))
		}
		l.X, l.Y = append(l.X, math.NaN()), append(l.Y, math.NaN())
	}
	return l
}

// edgeOn draws the planes h·x = Constant/M + k in the unit cube as the lines that
// they are when looked along: between the outermost points where they meet edges of
// the cube.
func edgeOn(plane fair.Plane, v view) draw.Line {
	h := vector{float64(plane.Factors[0]), float64(plane.Factors[1]), float64(plane.Factors[2])}
	l := draw.Line{Color: lineColor, Width: 1.25}
	low, high := 0.0, 0.0
	for _, f := range h {
		low, high = low+math.Min(0, f), high+math.Max(0, f)
	}
	c := float64(plane.Constant) / float64(plane.M)
	for k := math.Floor(low - c); k <= math.Ceil(high-c); k++ {
		var met []vector
		for _, e := range cube() {
			a, b := h.dotProduct(e[0])-c-k, h.dotProduct(e[1])-c-k
			if a*b <= 0 && a != b {
				met = append(met, e[0].plus(e[1].plus(e[0], -1), a/(a-b)))
			}
		}
		if len(met) < 2 {
			continue
		}
		byHeight := func(a, b vector) int { return int(math.Copysign(1, a.dotProduct(v.up)-b.dotProduct(v.up))) }
		l = v.projectEdges(l, [][2]vector{{slices.MinFunc(met, byHeight), slices.MaxFunc(met, byHeight)}})
	}
	return l
}
