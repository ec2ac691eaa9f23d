package table

import (
	"fmt"
	"slices"
	"strings"
)

// gap stands for rows or columns that are left out.
const gap = -1

// pickIndices are the indices of n things of which at most most are shown: those at the
// beginning and at the end, with a gap between. With most 0 all are shown.
func pickIndices(n, most, tail int) []int {
	if most <= 0 || n <= most {
		return upTo(0, n)
	}
	return slices.Concat(upTo(0, most-tail), []int{gap}, upTo(n-tail, n))
}

func upTo(from, to int) []int {
	list := make([]int, to-from)
	for i := range list {
		list[i] = from + i
	}
	return list
}

// part is what is shown of a table, as text.
type part struct {
	table   *Table
	rows    []int
	columns []int
	looks   []column
	cells   [][]string // by rows, then columns; of rows and columns that aren't gaps
}

func (t *Table) tablePart(rows, columns []int) *part {
	p := &part{table: t, rows: rows, columns: columns, looks: make([]column, len(columns)), cells: make([][]string, len(rows))}
	raw := make([][]Cell, len(columns))
	for i := range rows {
		p.cells[i] = make([]string, len(columns))
	}
	for j, c := range columns {
		if c == gap {
			continue
		}
		for _, r := range rows {
			if r != gap {
				raw[j] = append(raw[j], t.Cell(r, c))
			}
		}
		p.looks[j] = columnOf(raw[j])
		k := 0
		for i, r := range rows {
			if r != gap {
				p.cells[i][j] = p.looks[j].formatCell(raw[j][k])
				k++
			}
		}
	}
	return p
}

// sizeNote says how large the table is, where that isn't seen at once.
func (p *part) sizeNote() string {
	t := p.table
	cut := slices.Contains(p.rows, gap) || slices.Contains(p.columns, gap)
	if !cut && t.Kind == "" {
		return ""
	}
	if t.Kind != "" {
		s := fmt.Sprintf("%s × %s %s", groupInt(t.Rows), groupInt(t.Columns), t.Kind)
		if cut {
			s += "; %show for the whole"
		}
		return s
	}
	s := countedThings(t.Rows, "row") + " × " + countedThings(t.Columns, "column")
	return s + "; %show for the whole"
}

func groupInt(n int) string { return Grouped(fmt.Sprint(n)) }

func countedThings(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return groupInt(n) + " " + what + "s"
}

// visible writes control characters as Go does.
func visible(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }) < 0 {
		return s
	}
	q := fmt.Sprintf("%q", s)
	return strings.ReplaceAll(strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`), `\\`, `\`)
}
