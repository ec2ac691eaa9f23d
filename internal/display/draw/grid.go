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
	g.x = p.X.axisScale(ex, 0, float64(2*g.columns-1))
	g.y = p.Y.axisScale(p.air(ey), float64(4*g.rows-1), 0)
	for range g.rows {
		g.dots = append(g.dots, make([]rune, g.columns))
		g.letters = append(g.letters, make([]rune, g.columns))
		g.colors = append(g.colors, make([]Color, g.columns))
	}
	return g
}

// braille are the bits of the dots, by row and column.
var braille = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// setDot sets a dot, if it is on the grid.
func (g *grid) setDot(px, py int, color Color) {
	if px < 0 || py < 0 || px >= 2*g.columns || py >= 4*g.rows {
		return
	}
	g.dots[py/4][px/2] |= braille[py%4][px%2]
	g.colors[py/4][px/2] = color
}

// point sets the dot of a point in the plot's own numbers.
func (g *grid) point(x, y float64, color Color) {
	if allFinite(x, y) && g.x.onScale(x) && g.y.onScale(y) {
		g.setDot(int(math.Round(g.x.posOf(x))), int(math.Round(g.y.posOf(y))), color)
	}
}

// stroke sets the dots between two points.
func (g *grid) stroke(x1, y1, x2, y2 float64, color Color) {
	if !allFinite(x1, y1, x2, y2) {
		return
	}
	a, b := g.x.posOf(clamp(x1, g.x)), g.y.posOf(clamp(y1, g.y))
	dx, dy := g.x.posOf(clamp(x2, g.x))-a, g.y.posOf(clamp(y2, g.y))-b
	steps := int(math.Max(math.Abs(dx), math.Abs(dy))) + 1
	for i := range steps + 1 {
		share := float64(i) / float64(steps)
		g.setDot(int(math.Round(a+share*dx)), int(math.Round(b+share*dy)), color)
	}
}

// writeLetters puts letters over the dots.
func (g *grid) writeLetters(x, y float64, anchor, s string) {
	if !allFinite(x, y) {
		return
	}
	row, column := int(g.y.posOf(clamp(y, g.y)))/4, int(g.x.posOf(clamp(x, g.x)))/2
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

func (m Points) drawBraille(g *grid) {
	for i := range m.X {
		g.stroke(m.X[i], valueAt(m.Low, i), m.X[i], valueAt(m.High, i), or(m.Color, Blue))
		g.point(m.X[i], valueAt(m.Y, i), or(m.Color, Blue))
	}
}

func (m Line) drawBraille(g *grid) {
	for i := 1; i < len(m.X); i++ {
		g.stroke(m.X[i-1], valueAt(m.Y, i-1), m.X[i], valueAt(m.Y, i), or(m.Color, Blue))
	}
	if len(m.X) == 1 {
		g.point(m.X[0], valueAt(m.Y, 0), or(m.Color, Blue))
	}
}

// drawBraille draws the ribbon's edges.
func (m Ribbon) drawBraille(g *grid) {
	Line{X: m.X, Y: m.Low, Color: Muted}.drawBraille(g)
	Line{X: m.X, Y: m.High, Color: Muted}.drawBraille(g)
}

func (m Stacks) drawBraille(g *grid) {
	for i := range m.X {
		if !allFinite(m.X[i], valueAt(m.Y, i)) {
			continue
		}
		from, to := g.x.posOf(clamp(m.X[i]-m.stackWidth()*0.45, g.x)), g.x.posOf(clamp(m.X[i]+m.stackWidth()*0.45, g.x))
		for px := int(math.Round(from)); px <= int(math.Round(to)); px++ {
			low, high := g.y.posOf(clamp(m.Y[i], g.y)), g.y.posOf(clamp(0, g.y))
			for py := int(math.Round(math.Min(low, high))); py <= int(math.Round(math.Max(low, high))); py++ {
				g.setDot(px, py, or(m.Color, Blue))
			}
		}
	}
}

func (m Rule) drawBraille(g *grid) {
	if allFinite(m.X) && g.x.onScale(m.X) {
		for py := 0; py < 4*g.rows; py += 2 {
			g.setDot(int(math.Round(g.x.posOf(m.X))), py, or(m.Color, Ink))
		}
		g.writeLetters(m.X, g.y.high, "", " "+m.Label)
	}
	if allFinite(m.Y) && g.y.onScale(m.Y) {
		for px := 0; px < 2*g.columns; px += 2 {
			g.setDot(px, int(math.Round(g.y.posOf(m.Y))), or(m.Color, Ink))
		}
		g.writeLetters(g.x.high, m.Y, "end", m.Label)
	}
}

func (m Label) drawBraille(g *grid) { g.writeLetters(m.X, m.Y, m.Anchor, m.Text) }

// renderText draws the plot in braille, with the numbers at the ends of its axes.
func (p *Plot) renderText(out *page) {
	ex, ey := p.extents()
	if !ex.some || !ey.some {
		out.sayParagraph(look{}, "nothing to show")
		return
	}
	labels := p.rowLabels(newGrid(p, gridColumns))
	width := 0
	for _, l := range labels {
		width = max(width, min(gridLabels, utf8.RuneCountInString(l)))
	}
	g := newGrid(p, max(8, min(gridColumns, out.width-width-3)))
	for _, m := range p.Marks {
		m.drawBraille(g)
	}
	if p.Y.Label != "" && !p.Bare {
		out.sayParagraph(look{faint: true}, "↑ "+p.Y.Label)
	}
	for r := range g.rows {
		l := cols.Clip(labels[r], width)
		out.putChars(look{faint: true}, strings.Repeat(" ", width-utf8.RuneCountInString(l))+l+" ")
		if !p.Bare {
			out.putChars(look{faint: true}, "│")
		}
		g.writeRow(out, r)
		out.endLine()
	}
	if !p.Bare {
		p.foot(out, g, width)
	}
	p.writeLegend(out)
}

// writeRow writes a line of the grid.
func (g *grid) writeRow(out *page, r int) {
	for i, bits := range g.dots[r] {
		switch {
		case g.letters[r][i] != 0:
			out.putChars(look{}, string(g.letters[r][i]))
		case bits == 0:
			out.putChars(look{}, " ")
		default:
			out.putChars(look{color: g.colors[r][i]}, string(0x2800+bits))
		}
	}
}

// rowLabels are the numbers of the y axis by the row they belong to.
func (p *Plot) rowLabels(g *grid) []string {
	labels := make([]string, g.rows)
	if !p.Bare {
		for _, t := range p.Y.ticks(g.y, 4) {
			labels[int(g.y.posOf(t.At))/4] = t.Label
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
		column := int(g.x.posOf(t.At)) / 2
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
	out.putChars(look{faint: true}, indent+"└"+string(line))
	out.endLine()
	out.putChars(look{faint: true}, indent+" "+string(numbers))
	out.endLine()
	if p.X.Label != "" {
		out.putChars(look{faint: true}, indent+fmt.Sprintf("%*s", g.columns+1, cols.Clip(p.X.Label, g.columns-2)+" →"))
		out.endLine()
	}
}

// writeLegend writes the legend.
func (p *Plot) writeLegend(out *page) {
	some := false
	for _, m := range p.Marks {
		if name, color, line := m.legendKey(); name != "" {
			if some {
				out.putChars(look{}, "   ")
			}
			sign := "•"
			if line {
				sign = "—"
			}
			out.putChars(look{color: color}, sign)
			out.putChars(look{}, " "+name)
			some = true
		}
	}
	if some {
		out.endLine()
	}
}
