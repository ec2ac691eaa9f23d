package draw

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"riffle/internal/display/cols"
)

// grid is a plot in a terminal: dots of braille, two across and four down in each
// character, with letters above them.
type grid struct {
	x, y    scale // to dots
	columns int
	rows    int
	dots    [][]rune
	colors  [][]Color
	letters [][]rune
}

const (
	gridColumns = 64
	gridRows    = 16
	gridLabels  = 12 // columns of the widest number beside it
)

func newGrid(p *Plot, columns int) *grid {
	ex, ey := p.extents()
	g := &grid{columns: columns, rows: gridRows}
	g.x = p.X.scale(ex, 0, float64(2*g.columns-1))
	g.y = p.Y.scale(p.air(ey), float64(4*g.rows-1), 0)
	for range g.rows {
		g.dots = append(g.dots, make([]rune, g.columns))
		g.letters = append(g.letters, make([]rune, g.columns))
		g.colors = append(g.colors, make([]Color, g.columns))
	}
	return g
}

// braille are the bits of the dots, by row and column.
var braille = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dot sets a dot, if it is on the grid.
func (g *grid) dot(px, py int, color Color) {
	if px < 0 || py < 0 || px >= 2*g.columns || py >= 4*g.rows {
		return
	}
	g.dots[py/4][px/2] |= braille[py%4][px%2]
	g.colors[py/4][px/2] = color
}

// point sets the dot of a point in the plot's own numbers.
func (g *grid) point(x, y float64, color Color) {
	if finite(x, y) && g.x.has(x) && g.y.has(y) {
		g.dot(int(math.Round(g.x.at(x))), int(math.Round(g.y.at(y))), color)
	}
}

// stroke sets the dots between two points.
func (g *grid) stroke(x1, y1, x2, y2 float64, color Color) {
	if !finite(x1, y1, x2, y2) {
		return
	}
	a, b := g.x.at(clamp(x1, g.x)), g.y.at(clamp(y1, g.y))
	dx, dy := g.x.at(clamp(x2, g.x))-a, g.y.at(clamp(y2, g.y))-b
	steps := int(math.Max(math.Abs(dx), math.Abs(dy))) + 1
	for i := range steps + 1 {
		share := float64(i) / float64(steps)
		g.dot(int(math.Round(a+share*dx)), int(math.Round(b+share*dy)), color)
	}
}

// write puts letters over the dots.
func (g *grid) write(x, y float64, anchor, s string) {
	if !finite(x, y) {
		return
	}
	row, column := int(g.y.at(clamp(y, g.y)))/4, int(g.x.at(clamp(x, g.x)))/2
	s = cols.Clip(s, g.columns)
	switch long := utf8.RuneCountInString(s); anchor {
	case "middle":
		column -= long / 2
	case "end":
		column -= long
	}
	column = max(0, min(column, g.columns-utf8.RuneCountInString(s)))
	for i, r := range []rune(s) {
		g.letters[row][column+i] = r
	}
}

func (m Points) text(g *grid) {
	for i := range m.X {
		g.stroke(m.X[i], at(m.Low, i), m.X[i], at(m.High, i), or(m.Color, Blue))
		g.point(m.X[i], at(m.Y, i), or(m.Color, Blue))
	}
}

func (m Line) text(g *grid) {
	for i := 1; i < len(m.X); i++ {
		g.stroke(m.X[i-1], at(m.Y, i-1), m.X[i], at(m.Y, i), or(m.Color, Blue))
	}
	if len(m.X) == 1 {
		g.point(m.X[0], at(m.Y, 0), or(m.Color, Blue))
	}
}

// text draws the ribbon's edges.
func (m Ribbon) text(g *grid) {
	Line{X: m.X, Y: m.Low, Color: Muted}.text(g)
	Line{X: m.X, Y: m.High, Color: Muted}.text(g)
}

func (m Stacks) text(g *grid) {
	for i := range m.X {
		if !finite(m.X[i], at(m.Y, i)) {
			continue
		}
		from, to := g.x.at(clamp(m.X[i]-m.width()*0.45, g.x)), g.x.at(clamp(m.X[i]+m.width()*0.45, g.x))
		for px := int(math.Round(from)); px <= int(math.Round(to)); px++ {
			low, high := g.y.at(clamp(m.Y[i], g.y)), g.y.at(clamp(0, g.y))
			for py := int(math.Round(math.Min(low, high))); py <= int(math.Round(math.Max(low, high))); py++ {
				g.dot(px, py, or(m.Color, Blue))
			}
		}
	}
}

func (m Rule) text(g *grid) {
	if finite(m.X) && g.x.has(m.X) {
		for py := 0; py < 4*g.rows; py += 2 {
			g.dot(int(math.Round(g.x.at(m.X))), py, or(m.Color, Ink))
		}
		g.write(m.X, g.y.high, "", " "+m.Label)
	}
	if finite(m.Y) && g.y.has(m.Y) {
		for px := 0; px < 2*g.columns; px += 2 {
			g.dot(px, int(math.Round(g.y.at(m.Y))), or(m.Color, Ink))
		}
		g.write(g.x.high, m.Y, "end", m.Label)
	}
}

func (m Label) text(g *grid) { g.write(m.X, m.Y, m.Anchor, m.Text) }

// text draws the plot in braille, with the numbers at the ends of its axes.
func (p *Plot) text(out *page) {
	ex, ey := p.extents()
	if !ex.some || !ey.some {
		out.say(look{}, "nothing to show")
		return
	}
	labels := p.rowLabels(newGrid(p, gridColumns))
	width := 0
	for _, l := range labels {
		width = max(width, min(gridLabels, utf8.RuneCountInString(l)))
	}
	g := newGrid(p, max(8, min(gridColumns, out.width-width-3)))
	for _, m := range p.Marks {
		m.text(g)
	}
	if p.Y.Label != "" && !p.Bare {
		out.say(look{faint: true}, "↑ "+p.Y.Label)
	}
	for r := range g.rows {
		l := cols.Clip(labels[r], width)
		out.put(look{faint: true}, strings.Repeat(" ", width-utf8.RuneCountInString(l))+l+" ")
		if !p.Bare {
			out.put(look{faint: true}, "│")
		}
		g.row(out, r)
		out.end()
	}
	if !p.Bare {
		p.foot(out, g, width)
	}
	p.keys(out)
}

// row writes a line of the grid.
func (g *grid) row(out *page, r int) {
	for i, bits := range g.dots[r] {
		switch {
		case g.letters[r][i] != 0:
			out.put(look{}, string(g.letters[r][i]))
		case bits == 0:
			out.put(look{}, " ")
		default:
			out.put(look{color: g.colors[r][i]}, string(0x2800+bits))
		}
	}
}

// rowLabels are the numbers of the y axis by the row they belong to.
func (p *Plot) rowLabels(g *grid) []string {
	labels := make([]string, g.rows)
	if !p.Bare {
		for _, t := range p.Y.ticks(g.y, 4) {
			labels[int(g.y.at(t.At))/4] = t.Label
		}
	}
	return labels
}

// foot writes the x axis: its line, its numbers and its name.
func (p *Plot) foot(out *page, g *grid, width int) {
	line := []rune(strings.Repeat("─", g.columns))
	numbers := []rune(strings.Repeat(" ", out.width-width-2))
	free := 0
	for _, t := range p.X.ticks(g.x, 6) {
		column := int(g.x.at(t.At)) / 2
		line[column] = '┴'
		from := max(0, column-utf8.RuneCountInString(t.Label)/2)
		if from < free || from+utf8.RuneCountInString(t.Label) > len(numbers) {
			continue
		}
		for i, r := range []rune(t.Label) {
			numbers[from+i] = r
		}
		free = from + utf8.RuneCountInString(t.Label) + 1
	}
	indent := strings.Repeat(" ", width+1)
	out.put(look{faint: true}, indent+"└"+string(line))
	out.end()
	out.put(look{faint: true}, indent+" "+string(numbers))
	out.end()
	if p.X.Label != "" {
		out.put(look{faint: true}, indent+fmt.Sprintf("%*s", g.columns+1, cols.Clip(p.X.Label, g.columns-2)+" →"))
		out.end()
	}
}

// keys writes the legend.
func (p *Plot) keys(out *page) {
	some := false
	for _, m := range p.Marks {
		if name, color, line := m.key(); name != "" {
			if some {
				out.put(look{}, "   ")
			}
			sign := "•"
			if line {
				sign = "—"
			}
			out.put(look{color: color}, sign)
			out.put(look{}, " "+name)
			some = true
		}
	}
	if some {
		out.end()
	}
}
