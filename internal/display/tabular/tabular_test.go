package tabular

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"riffle/internal/display/plain"
	"riffle/internal/display/table"
)

type point struct{ X, Y int }

type named struct {
	Name string
	point
	note []int
}

// shouts prints itself.
type shouts struct{ N int }

func (s shouts) String() string { return fmt.Sprint(s.N, "!") }

// grid is a matrix by its methods.
type grid [2]float64

func (g grid) Dims() (rows, columns int) { return 2, 1 }
func (g grid) At(i, _ int) float64       { return g[i] }

type emptyGrid struct{}

func (emptyGrid) Dims() (rows, columns int) { return 0, 3 }
func (emptyGrid) At(_, _ int) float64       { panic("there is no element") }

// TestTable makes tables of values. A want has the head and the rows, each cell followed
// by a bar; it is empty for what isn't a table.
func TestTable(t *testing.T) {
	one, two := &point{1, 2}, &point{3, 4}
	for name, c := range map[string]struct {
		value   any
		want    string
		prefers bool
	}{
		"structs":                {[]point{{1, 2}, {3, 4}}, "X|Y| 1|2| 3|4|", true},
		"an array":               {[2]point{{1, 2}, {3, 4}}, "X|Y| 1|2| 3|4|", true},
		"pointers":               {[]*point{one, nil, two}, "X|Y| 1|2| nil|| 3|4|", true},
		"embedded":               {[]named{{"a", point{1, 2}, []int{5}}}, "Name|X|Y|note| a|1|2|[5]|", true},
		"one type in interfaces": {[]any{point{1, 2}, point{3, 4}}, "X|Y| 1|2| 3|4|", true},
		"maps by names":          {[]map[string]any{{"b": 1}, {"a": "x", "b": nil}}, "b|a| 1|| nil|x|", true},
		"a grid":                 {[][]int{{1, 2}, {3, 4}}, "1|2| 3|4|", true},
		"ragged rows":            {[][]int{{1}, {2, 3}}, "1|| 2|3|", false},
		"a row":                  {[][]int{{1, 2}}, "1|2|", false},
		"records of a CSV file":  {[][]string{{"name", "n"}, {"Ada", "7"}}, "name|n| Ada|7|", true},
		"texts":                  {[][]string{{"a", "b"}, {"c", "d"}}, "a|b| c|d|", false},
		"a map":                  {map[string]int{"b": 2, "a": 1}, "key|value| a|1| b|2|", false},
		"a map of structs":       {map[int]point{2: {3, 4}, 1: {1, 2}}, "key|X|Y| 1|1|2| 2|3|4|", true},
		"a map of pointers":      {map[string]*point{"a": one, "b": nil}, "key|X|Y| a|1|2| b|nil||", true},
		"a matrix":               {grid{1, 2.5}, "1| 2.5|", true},
		"an empty matrix":        {emptyGrid{}, "", true},
		"big numbers":            {map[string]*big.Int{"n": big.NewInt(1 << 40)}, "key|value| n|1,099,511,627,776|", false},

		"nil":                       {nil, "", false},
		"a nil pointer":             {(*point)(nil), "", false},
		"a number":                  {7, "", false},
		"a struct":                  {point{1, 2}, "", false},
		"no structs":                {[]point{}, "", false},
		"no pairs":                  {map[string]int{}, "", false},
		"numbers":                   {[]int{1, 2}, "", false},
		"bytes":                     {[][]byte{{1}, {2}}, "", false},
		"empty rows":                {[][]int{{}, {}}, "", false},
		"rows of structs":           {[][]point{{{1, 2}}}, "", false},
		"structs without fields":    {[]struct{}{{}, {}}, "", false},
		"what prints itself":        {[]shouts{{1}, {2}}, "", false},
		"errors":                    {[]error{errors.New("a"), errors.New("b")}, "", false},
		"several types":             {[]any{point{1, 2}, named{}}, "", false},
		"maps by numbers":           {[]map[int]int{{1: 2}}, "", false},
		"pointers that are all nil": {[]*point{nil, nil}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			got := Table(c.value, plain.Style{})
			if (got != nil) != (c.want != "" || c.prefers) {
				t.Fatalf("got %+v, want %q", got, c.want)
			}
			if got == nil {
				return
			}
			if text := cells(got); text != c.want {
				t.Errorf("got %q, want %q", text, c.want)
			}
			if got.Prefers != c.prefers {
				t.Errorf("prefers to be shown as a table: %v, want %v", got.Prefers, c.prefers)
			}
		})
	}
}

// cells are a table's head and rows.
func cells(t *table.Table) string {
	var rows []string
	if t.Head != nil {
		rows = append(rows, strings.Join(t.Head, "|")+"|")
	}
	for i := range t.Rows {
		row := ""
		for j := range t.Columns {
			// A table of one cell is laid out as that cell.
			one := &table.Table{Rows: 1, Columns: 1, Cell: func(int, int) table.Cell { return t.Cell(i, j) }}
			row += strings.TrimSpace(one.Text(table.Limits{Rows: 1, Columns: 1, Width: 100})) + "|"
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, " ")
}

// TestLongCells cuts what doesn't fit into a cell at a whole character.
func TestLongCells(t *testing.T) {
	got := Table([]struct{ S string }{{strings.Repeat("é", 200)}}, plain.Style{}).Cell(0, 0).Text
	if want := strings.Repeat("é", maxCell/2) + "…"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
