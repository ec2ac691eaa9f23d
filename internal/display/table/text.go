package table

import (
	"slices"
	"strings"

	"riffle/internal/display/cols"
)

const (
	// between is what separates columns.
	between = "  "
	// widest is how wide a column may be that isn't the only one.
	widest = 40
	// narrowest is how far a column shrinks before columns are left out.
	narrowest = 8
)

// Text is the table in aligned columns for a terminal. A table that is too wide has
// narrower columns of text, and then fewer columns.
func (t *Table) Text(l Limits) string {
	rows := pickIndices(t.Rows, l.Rows, tailOf(l.Rows))
	p := t.tablePart(rows, pickIndices(t.Columns, l.Columns, tailOf(l.Columns)))
	widths := p.widths(l.Width)
	for l.Width > 0 && len(p.columns) > 2 && totalWidth(widths) > l.Width {
		if p.dropColumn(&widths) {
			continue
		}
		break
	}
	return p.lay(widths, l.Width)
}

// dropColumn leaves out one more column, beside the gap, on the side that has more of them;
// never the first or the last.
func (p *part) dropColumn(widths *[]int) bool {
	i := slices.Index(p.columns, gap)
	if i < 0 {
		i = len(p.columns) - 2 // the last one but one becomes the gap
		p.columns[i], (*widths)[i], p.looks[i] = gap, 1, column{}
		return true
	}
	left, right := i, len(p.columns)-1-i
	switch {
	case left <= 1 && right <= 1:
		return false
	case left >= right:
		i--
	default:
		i++
	}
	p.columns = slices.Delete(p.columns, i, i+1)
	*widths = slices.Delete(*widths, i, i+1)
	p.looks = slices.Delete(p.looks, i, i+1)
	for r := range p.cells {
		p.cells[r] = slices.Delete(p.cells[r], i, i+1)
	}
	return true
}

// widths are those of the columns: as wide as what is in them, less for text where
// the line is short.
func (p *part) widths(width int) []int {
	widths := make([]int, len(p.columns))
	for j, c := range p.columns {
		widths[j] = 1
		if c == gap {
			continue
		}
		if p.table.Head != nil {
			widths[j] = max(1, cols.Of(visible(p.table.Head[c])))
		}
		for i := range p.rows {
			p.cells[i][j] = visible(p.cells[i][j])
			widths[j] = max(widths[j], cols.Of(p.cells[i][j]))
		}
		if width > 0 && len(p.columns) > 1 && !p.looks[j].numbers {
			widths[j] = min(widths[j], widest)
		}
	}
	if width > 0 {
		p.shrink(widths, width)
	}
	return widths
}

// shrink takes from the widest column of text until the line fits.
func (p *part) shrink(widths []int, width int) {
	for over := totalWidth(widths) - width; over > 0; over-- {
		at := -1
		for j := range widths {
			if !p.looks[j].numbers && widths[j] > narrowest && (at < 0 || widths[j] > widths[at]) {
				at = j
			}
		}
		if at < 0 {
			return
		}
		widths[at]--
	}
}

func totalWidth(widths []int) int {
	sum := len(between) * (len(widths) - 1)
	for _, w := range widths {
		sum += w
	}
	return sum
}

// lay writes the lines.
func (p *part) lay(widths []int, width int) string {
	var lines []string
	row := func(cell func(j, c int) string) {
		var b strings.Builder
		for j, c := range p.columns {
			if j > 0 {
				b.WriteString(between)
			}
			text := "…"
			if c != gap {
				text = cell(j, c)
			}
			b.WriteString(pad(text, widths[j], p.looks[j].numbers))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	if p.table.Head != nil {
		row(func(_, c int) string { return visible(p.table.Head[c]) })
		row(func(j, _ int) string { return strings.Repeat("─", widths[j]) })
	}
	for i, r := range p.rows {
		row(func(j, _ int) string {
			if r == gap {
				return "⋮"
			}
			return p.cells[i][j]
		})
	}
	if note := p.sizeNote(); note != "" {
		if width > 0 && cols.Of(note) > width {
			note = strings.Replace(note, "; ", ";\n", 1)
		}
		lines = append(lines, note)
	}
	return strings.Join(lines, "\n")
}

// pad brings a text to a width.
func pad(s string, width int, right bool) string {
	s = cols.Clip(s, width)
	blanks := strings.Repeat(" ", max(0, width-cols.Of(s)))
	if right {
		return blanks + s
	}
	return s + blanks
}
