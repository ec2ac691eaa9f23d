package table

import (
	"fmt"
	"html"
	"strings"
)

// Limits bound what is shown of a table; 0 is no bound.
type Limits struct {
	Rows    int
	Columns int
	Width   int // of a terminal
}

// InCell bounds a table that a cell shows and that isn't asked for as a whole. More fit
// on no screen.
var InCell = Limits{Rows: 30, Columns: 20}

// PageWidth is the width of a table as text that no terminal shows.
const PageWidth = 80

// tailOf is how many of the shown rows or columns are the last ones.
func tailOf(most int) int { return most / 3 }

// HTML is the table for a notebook. Notebooks style tables themselves; what they get
// from here is the alignment, twice, since GitHub drops styles.
func (t *Table) HTML(l Limits) string {
	p := t.tablePart(pickIndices(t.Rows, l.Rows, tailOf(l.Rows)), pickIndices(t.Columns, l.Columns, tailOf(l.Columns)))
	var b strings.Builder
	b.WriteString("<table>\n")
	if t.Head != nil {
		b.WriteString("<thead><tr>")
		for j, c := range p.columns {
			name := "…"
			if c != gap {
				name = t.Head[c]
			}
			p.writeTag(&b, "th", ` scope="col"`, j, name)
		}
		b.WriteString("</tr></thead>\n")
	}
	b.WriteString("<tbody>\n")
	for i, r := range p.rows {
		b.WriteString("<tr>")
		for j, c := range p.columns {
			switch {
			case r == gap:
				p.writeTag(&b, "td", "", j, "⋮")
			case c == gap:
				p.writeTag(&b, "td", "", j, "…")
			case c < t.Labels:
				p.writeTag(&b, "th", ` scope="row"`, j, p.cells[i][j])
			default:
				p.writeTag(&b, "td", "", j, p.cells[i][j])
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table>")
	if note := p.sizeNote(); note != "" {
		fmt.Fprintf(&b, "\n<p>%s</p>", html.EscapeString(note))
	}
	return b.String()
}

// writeTag writes a cell, aligned as its column is.
func (p *part) writeTag(b *strings.Builder, name, more string, column int, text string) {
	side := "left"
	if p.looks[column].numbers {
		side = "right"
	}
	fmt.Fprintf(b, `<%s%s align="%s" style="text-align:%s">%s</%s>`, name, more, side, side, escapeLines(text), name)
}

// escapeLines escapes a text and keeps its lines.
func escapeLines(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	return strings.ReplaceAll(html.EscapeString(text), "\n", "<br>")
}
