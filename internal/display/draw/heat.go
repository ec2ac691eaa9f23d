package draw

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"riffle/internal/display/cols"
)

// Heat is a map of cells whose colours are steps of a scale.
type Heat struct {
	// Values holds the rows from the top. A cell that is NaN is grey.
	Values [][]float64
	// X numbers the columns and Y the rows.
	X, Y Numbering
	// Steps are the colours.
	Steps Steps
	// Cell writes the value in a cell, if it has room; nil if it never should.
	Cell func(row, column int) string
	// Tip says more about a cell; nil for no tips. Name precedes it: that of the cells
	// from one column to another, which share the tip.
	Tip  func(row, column int) string
	Name func(row, from, to int) string
}

// Numbering counts rows or columns: the first is number First, and the numbers go up by
// Every.
type Numbering struct {
	Label        string
	First, Every int
}

func (n Numbering) numberAt(i int) int { return n.First + i*max(1, n.Every) }

// Steps is a scale of colours with a neutral middle.
type Steps struct {
	// Edges are the values between two colours; there is one more colour than edges.
	Edges  []float64
	Colors []Color
	// Glyphs are the characters for the colours: they mean the same on black and white.
	Glyphs []rune
	// Low, Middle and High say what the ends and the middle mean.
	Low, Middle, High string
	// Legend explains the numbers at the edges, and Key the glyphs.
	Legend, Key string
	// Format writes an edge; nil means Number.
	Format func(x float64) string
}

// stepIndex is the index of a value's colour; an edge belongs to the step nearer to the
// middle.
func (s Steps) stepIndex(v float64) int {
	half := len(s.Edges) / 2
	i := sort.SearchFloat64s(s.Edges, v)
	if i < len(s.Edges) && s.Edges[i] == v && i < half {
		i++
	}
	return i
}

// Same reports whether two values have the same colour.
func (s Steps) Same(v, w float64) bool { return s.stepIndex(v) == s.stepIndex(w) }

func (s Steps) color(v float64) Color {
	if math.IsNaN(v) {
		return None
	}
	return s.Colors[s.stepIndex(v)]
}

func (s Steps) format(x float64) string {
	if s.Format == nil {
		return Number(x)
	}
	return s.Format(x)
}

// longestRow is the length of the longest row.
func (h *Heat) longestRow() int {
	most := 0
	for _, row := range h.Values {
		most = max(most, len(row))
	}
	return most
}

const (
	// largestCell and roomyCell are sides in pixels: no cell is larger, and only from
	// roomyCell on is there room for a number.
	largestCell = 46
	roomyCell   = 27
	gutter      = 54 // for the numbers of the rows
	axisRoom    = 20 // for those of the columns, above, and the axes' names
)

func (h *Heat) drawSVG(c *canvas, width float64) float64 {
	columns, rows := h.longestRow(), len(h.Values)
	if columns == 0 {
		c.drawWords(0, 14, words{size: wordSize, color: Muted}, "nothing to show")
		return 20
	}
	cell := math.Min(largestCell, (width-gutter)/float64(columns))
	if cell > 4 {
		cell = math.Floor(cell*2) / 2
	}
	x0 := math.Max(gutter, (width-cell*float64(columns))/2)
	y0 := 2.0 * axisRoom
	h.axes(c, x0, y0, cell)
	h.drawCells(c, x0, y0, cell)
	bottom := y0 + cell*float64(rows)
	if h.Cell != nil && cell >= roomyCell {
		h.writeNumbers(c, x0, y0, cell)
	}
	return h.legend(c, width, bottom+14)
}

// axes names and numbers columns and rows.
func (h *Heat) axes(c *canvas, x0, y0, cell float64) {
	name := words{size: labelSize, color: Muted, bold: true}
	c.drawWords(x0, y0-axisRoom-4, name, h.X.Label+" →")
	name.anchor = "end"
	c.drawWords(x0-6, y0-6, name, "↓ "+h.Y.Label)
	tick := words{size: labelSize, color: Muted, anchor: "middle"}
	for _, i := range numberedLines(h.X, h.longestRow(), cell, 24) {
		c.drawWords(x0+(float64(i)+0.5)*cell, y0-6, tick, fmt.Sprint(h.X.numberAt(i)))
	}
	tick.anchor = "end"
	for _, i := range numberedLines(h.Y, len(h.Values), cell, 20) {
		c.drawWords(x0-6, y0+(float64(i)+0.5)*cell+4, tick, fmt.Sprint(h.Y.numberAt(i)))
	}
}

// numberedLines are the rows or columns that get a number: all, or the first and round ones
// far enough apart.
func numberedLines(n Numbering, count int, cell, apart float64) []int {
	every := int(math.Ceil(apart / cell))
	if every > 1 {
		every = int(5 * roundStep(float64(every)/5, true))
	}
	var list []int
	for i := range count {
		round := (i+1)%every == 0
		if n.Every > 1 {
			round = i%every == 0
		}
		if i == 0 || round && float64(i)*cell >= apart {
			list = append(list, i)
		}
	}
	return list
}

// drawCells draws a path for each colour, of runs of equal neighbours: a cell costs a
// few bytes.
func (h *Heat) drawCells(c *canvas, x0, y0, cell float64) {
	paths := map[Color]*strings.Builder{}
	for r, row := range h.Values {
		for from := 0; from < len(row); {
			color, to := h.Steps.color(row[from]), from+1
			for to < len(row) && h.Steps.color(row[to]) == color {
				to++
			}
			if paths[color] == nil {
				paths[color] = &strings.Builder{}
			}
			fmt.Fprintf(paths[color], "M%d %dh%dv1h-%dz", from, r, to-from, to-from)
			from = to
		}
	}
	fmt.Fprintf(c, `<g transform="translate(%s %s) scale(%s)" shape-rendering="crispEdges">`, n(x0), n(y0), precise(cell))
	for _, color := range append([]Color{None}, h.Steps.Colors...) {
		if d := paths[color]; d != nil {
			c.drawPath(d.String(), paint{fill: color})
		}
	}
	c.WriteString("</g>")
	columns, rows := float64(h.longestRow()), float64(len(h.Values))
	if cell >= 12 {
		for i := 1.0; i < columns; i++ {
			c.drawLine(x0+i*cell, y0, x0+i*cell, y0+rows*cell, paint{stroke: Paper})
		}
		for i := 1.0; i < rows; i++ {
			c.drawLine(x0, y0+i*cell, x0+columns*cell, y0+i*cell, paint{stroke: Paper})
		}
	}
	c.rect(x0, y0, columns*cell, rows*cell, paint{stroke: Edge})
	h.pointed(c, x0, y0, cell)
}

// pointed lays the tips over the cells, one over neighbours that share it.
func (h *Heat) pointed(c *canvas, x0, y0, cell float64) {
	if h.Tip == nil {
		return
	}
	columns := h.longestRow()
	var tips []tip
	for r, row := range h.Values {
		for i := 0; i < len(row); {
			from, text := i, h.Tip(r, i)
			for i++; i < len(row) && h.Tip(r, i) == text; i++ {
			}
			tips = append(tips, tip{h.Name(r, from, i-1) + ": " + text, i - from})
		}
		if n := columns - len(row); n > 0 {
			tips = append(tips, tip{"", n})
		}
	}
	c.tips(x0, y0, cell*float64(columns), cell*float64(len(h.Values)), columns, tips)
}

// writeNumbers writes the values into the cells.
func (h *Heat) writeNumbers(c *canvas, x0, y0, cell float64) {
	size := math.Min(12, cell/3)
	for r, row := range h.Values {
		for i, v := range row {
			s := h.Cell(r, i)
			fit := math.Min(size, size*(cell-4)/math.Max(1, textWidth(s, size)))
			if fit >= 8 {
				c.drawWords(x0+(float64(i)+0.5)*cell, y0+(float64(r)+0.5)*cell+fit*0.35,
					words{size: fit, color: textColorOn(h.Steps.color(v)), anchor: "middle"}, s)
			}
		}
	}
}

// legend draws the colours with their edges, and returns where it ends.
func (h *Heat) legend(c *canvas, width, y float64) float64 {
	const swatch, thick = 30.0, 10.0
	s := h.Steps
	x0 := (width - swatch*float64(len(s.Colors))) / 2
	for i, color := range s.Colors {
		c.rect(x0+float64(i)*swatch, y, swatch, thick, paint{fill: color})
	}
	c.rect(x0, y, swatch*float64(len(s.Colors)), thick, paint{stroke: Edge})
	tick := words{size: labelSize, color: Muted, anchor: "middle"}
	for i, edge := range s.Edges {
		c.drawWords(x0+float64(i+1)*swatch, y+thick+13, tick, s.format(edge))
	}
	end := words{size: labelSize, color: Ink, anchor: "end"}
	c.drawWords(x0-8, y+thick-1, end, s.Low)
	end.anchor = "start"
	c.drawWords(x0+swatch*float64(len(s.Colors))+8, y+thick-1, end, s.High)
	tick.color = Muted
	for i, line := range wrapLines(s.Legend, labelSize, width) {
		c.drawWords(width/2, y+thick+29+float64(i)*labelSize*lineHeight, tick, line)
	}
	return y + thick + 33 + float64(max(0, len(wrapLines(s.Legend, labelSize, width))-1))*labelSize*lineHeight
}

// renderText draws the numbers if they fit, otherwise a glyph for each cell, twice as wide if
// there is room.
func (h *Heat) renderText(p *page) {
	columns := h.longestRow()
	if columns == 0 {
		p.sayParagraph(look{}, "nothing to show")
		return
	}
	const label = 6
	label0 := strings.Repeat(" ", label)
	if wide := h.widest() + 2; h.Cell != nil && label+wide*columns <= p.width {
		head := fmt.Sprintf("%-*s", label, cols.Clip(h.Y.Label, label-1))
		for i := range columns {
			head += fmt.Sprintf("%*d", wide, h.X.numberAt(i))
		}
		p.putChars(look{faint: true}, head)
		p.endLine()
		h.writeRows(p, func(r, i int) string { return fmt.Sprintf("%*s ", wide-1, h.Cell(r, i)) })
		return
	}
	wide := max(1, min(2, (p.width-label-2)/columns))
	p.putChars(look{faint: true}, fmt.Sprintf("%-*s%s %d to %d, from left to right", label, h.Y.Label, h.X.Label, h.X.numberAt(0), h.X.numberAt(columns)-1))
	p.endLine()
	h.writeRows(p, func(r, i int) string {
		return string(h.glyph(h.Values[r][i])) + strings.Repeat(" ", wide-1)
	})
	p.sayParagraph(look{faint: true}, label0+h.Steps.Key)
}

// writeRows writes each row with its number.
func (h *Heat) writeRows(p *page, cell func(r, i int) string) {
	for r, row := range h.Values {
		p.putChars(look{faint: true}, fmt.Sprintf("%4d  ", h.Y.numberAt(r)))
		for i, v := range row {
			p.putChars(look{ground: h.Steps.color(v)}, cell(r, i))
		}
		p.endLine()
	}
}

func (h *Heat) glyph(v float64) rune {
	if math.IsNaN(v) {
		return ' '
	}
	return h.Steps.Glyphs[h.Steps.stepIndex(v)]
}

// widest is the width of the widest number in a cell.
func (h *Heat) widest() int {
	widest := len(fmt.Sprint(h.X.numberAt(h.longestRow())))
	if h.Cell == nil || len(h.Values) > Columns {
		return widest
	}
	for r, row := range h.Values {
		for i := range row {
			widest = max(widest, len([]rune(h.Cell(r, i))))
		}
	}
	return widest
}
