package draw

import "math"

// Boxes are rows of things in boxes, such as the cards of a deck step by step.
type Boxes struct {
	// Columns are the names of the columns to the left of the boxes.
	Columns []string
	// Head is written above the boxes.
	Head []string
	Rows []BoxRow
}

// BoxRow is a row of Boxes.
type BoxRow struct {
	// Cells are the columns to the left, and Struck words before the last of them
	// that are struck out.
	Cells  []string
	Struck []string
	Boxes  []Box
	// Border is the box before which a bold line divides the row; 0 means none.
	Border int
}

// Box is one thing.
type Box struct {
	Text   string
	Ground Color
	Bold   bool
	// Empty is a box to be filled in.
	Empty bool
}

const (
	boxRow  = 26.0
	boxHigh = 22.0
)

func (b *Boxes) drawSVG(c *canvas, width float64) float64 {
	widths, left := b.boxColumns(width)
	count := len(b.Head)
	for _, row := range b.Rows {
		count = max(count, len(row.Boxes))
	}
	box := math.Min(b.widest()+14, (width-left)/float64(max(1, count)))
	head := words{size: labelSize, color: Muted, bold: true, anchor: "end"}
	x := 0.0
	for i, w := range widths {
		x += w
		if i < len(b.Columns) {
			c.drawWords(x, 12, head, b.Columns[i])
		}
		x += 12
	}
	head.bold, head.anchor = false, "middle"
	for i, s := range b.Head {
		c.drawWords(left+(float64(i)+0.5)*box, 12, head, ellipsize(s, labelSize, box))
	}
	top := 20.0
	if len(b.Head)+len(b.Columns) == 0 {
		top = 0
	}
	for r, row := range b.Rows {
		b.drawBoxRow(c, row, widths, left, box, top+float64(r)*boxRow)
	}
	b.zigzag(c, left, box, top)
	return top + float64(len(b.Rows))*boxRow + 2
}

// boxColumns are the widths of the columns to the left, and where the boxes begin.
func (b *Boxes) boxColumns(width float64) (widths []float64, left float64) {
	for _, name := range b.Columns {
		widths = append(widths, textWidth(name, labelSize)*boldWider)
	}
	for _, row := range b.Rows {
		for i, cell := range row.Cells {
			w := textWidth(cell, wordSize)
			if i == len(row.Cells)-1 {
				for _, s := range row.Struck {
					w += textWidth(s, wordSize) + 7
				}
			}
			if i < len(widths) {
				widths[i] = math.Min(width/3, math.Max(widths[i], w))
			}
		}
	}
	for _, w := range widths {
		left += w + 12
	}
	return widths, left
}

// widest is the width of the widest text in a box.
func (b *Boxes) widest() float64 {
	widest := 14.0
	for _, row := range b.Rows {
		for _, box := range row.Boxes {
			widest = math.Max(widest, textWidth(box.Text, wordSize)*boldWider)
		}
	}
	return widest
}

func (b *Boxes) drawBoxRow(c *canvas, row BoxRow, widths []float64, left, box, y float64) {
	base, x := y+boxHigh/2+4.5, 0.0
	for i, cell := range row.Cells {
		if i == len(widths) {
			break
		}
		x += widths[i]
		c.drawWords(x, base, words{size: wordSize, color: Ink, anchor: "end"}, ellipsize(cell, wordSize, widths[i]))
		if i == len(row.Cells)-1 {
			b.struck(c, row.Struck, x-textWidth(cell, wordSize)-7, x-widths[i], base)
		}
		x += 12
	}
	for i, item := range row.Boxes {
		at := left + float64(i)*box
		look := paint{fill: or(item.Ground, Paper), stroke: "#9aa3ad", round: 3}
		if item.Empty {
			look.dash = "3 3"
		}
		c.rect(at+1, y, box-2, boxHigh, look)
		size := math.Min(wordSize, boxHigh*0.6)
		text := ellipsize(item.Text, size*boldWider, box-5)
		c.drawWords(at+box/2, base, words{size: size, color: textColorOn(or(item.Ground, Paper)), anchor: "middle", bold: item.Bold}, text)
		if text != item.Text {
			c.tip(at, y, box, boxHigh, item.Text)
		}
	}
}

// struck writes words from right to left, with a line through them, as many as fit.
func (b *Boxes) struck(c *canvas, list []string, x, from, base float64) {
	for i := len(list) - 1; i >= 0; i-- {
		w := textWidth(list[i], wordSize)
		if x-w < from-2 {
			c.drawWords(x, base, words{size: wordSize, color: Muted, anchor: "end"}, "…")
			return
		}
		c.drawWords(x, base, words{size: wordSize, color: Muted, anchor: "end"}, list[i])
		c.drawLine(x-w-1, base-4, x+1, base-4, paint{stroke: Orange, width: 1.5})
		x -= w + 7
	}
}

// zigzag draws the border down the rows.
func (b *Boxes) zigzag(c *canvas, left, box, top float64) {
	d, before := "", -1.0
	for r, row := range b.Rows {
		if row.Border <= 0 {
			before = -1
			continue
		}
		x, y := left+float64(row.Border)*box, top+float64(r)*boxRow-(boxRow-boxHigh)/2
		switch {
		case before < 0:
			d += "M" + n(x) + " " + n(y)
		case before != x:
			d += "H" + n(x)
		}
		d += "V" + n(y+boxRow)
		before = x
	}
	if d != "" {
		c.drawPath(d, paint{stroke: Ink, width: 2.25})
	}
}
