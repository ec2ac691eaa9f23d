package table

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"riffle/internal/display/cols"
	"riffle/internal/test/golden"
)

// texts makes a table of texts; what reads as a number is right-aligned.
func texts(head string, rows ...string) *Table {
	t := &Table{Rows: len(rows), Head: strings.Split(head, "|")}
	t.Columns = len(t.Head)
	t.Cell = func(i, j int) Cell { return Parse(strings.Split(rows[i], "|")[j]) }
	return t
}

func floats(xs ...float64) *Table {
	return &Table{Rows: len(xs), Columns: 1, Cell: func(i, _ int) Cell { return Float(xs[i]) }}
}

var tables = map[string]*Table{
	"texts":   texts("name|city|born", "Ada|London|1815", "李小龙|San Francisco, with a long remark that no line would hold|1940", "<b>&|a\nb|n/a"),
	"numbers": texts("a|b", "1|-2.50", "1000|3e5", "007|x"),
	"years":   {Head: []string{"year", "people"}, Rows: 2, Columns: 2, Cell: func(i, j int) Cell { return Int(int64([][]int{{1999, 833333}, {2026, -12}}[i][j])) }},
	"floats":  floats(1, 0.5, -1234567.25, math.NaN(), math.Inf(-1), 1e-3),
	"tiny":    floats(1e-9, 1, 1e20),
	"thirds":  floats(1.0/3, 2.0/3, 100.0/3),
	"long":    {Head: []string{"n", "square"}, Labels: 1, Rows: 1_000_000, Columns: 2, Cell: func(i, j int) Cell { return Int(int64(i * (1 + j*(i-1)))) }},
	"wide":    {Rows: 2, Columns: 500, Cell: func(i, j int) Cell { return Int(int64(i * j)) }},
	"matrix":  {Rows: 2, Columns: 2, Kind: "matrix", Cell: func(i, j int) Cell { return Float(float64(i) + float64(j)/4) }},
	"empty":   {Kind: "matrix"},
}

// TestTables lays tables out for terminals of several widths, and as HTML.
func TestTables(t *testing.T) {
	for name, table := range tables {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for _, width := range []int{40, 80, 200} {
				text := table.Text(Limits{Rows: 9, Columns: 60, Width: width})
				fmt.Fprintf(&b, "%d columns\n%s\n\n", width, text)
				for _, line := range strings.Split(text, "\n") {
					if cols.Of(line) > width {
						t.Errorf("a line of %d columns, want %d: %s", cols.Of(line), width, line)
					}
				}
			}
			b.WriteString(table.HTML(Limits{Rows: 9, Columns: 6}) + "\n")
			golden.Check(t, "testdata/"+name+".txt", b.String())
		})
	}
}

// TestShown: a table asks for the cells that are shown, no others.
func TestShown(t *testing.T) {
	asked := 0
	table := &Table{Rows: 1 << 40, Columns: 3, Cell: func(int, int) Cell { asked++; return Int(1) }}
	table.HTML(Limits{Rows: 30, Columns: 20})
	if asked != 90 {
		t.Errorf("asked for %d cells, want 90", asked)
	}
}

func TestGrouped(t *testing.T) {
	for digits, want := range map[string]string{"0": "0", "-1": "-1", "999": "999", "1000": "1,000", "-123456": "-123,456", "1234567.8912": "1,234,567.8912"} {
		if got := Grouped(digits); got != want {
			t.Errorf("Grouped(%s) = %s, want %s", digits, got, want)
		}
	}
}
