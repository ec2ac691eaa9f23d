// Package table is the one model of what riffle shows as a table: a Table says
// which rows and columns there are, and becomes HTML for a notebook and aligned
// text for a terminal. Start with Table.
//
// A table has no colours of its own, so it takes those of the page, light or dark.
package table

import (
	"math"
	"strconv"
	"strings"
)

// Table is rows of cells. Only the cells that are shown are asked for, so a table
// of a million rows costs no more than its first and last ones.
type Table struct {
	// Head names the columns; nil for none.
	Head []string
	// Labels is how many columns at the left name the row: the keys of a map.
	Labels int
	// Rows and Columns count the whole table.
	Rows, Columns int
	// Cell is the cell in a row and a column, counted from 0.
	Cell func(row, column int) Cell
	// Kind says what the table is, such as "matrix"; empty for a plain table.
	Kind string
	// Prefers says that text is to be a table even where a line would do.
	Prefers bool
}

// Cell is the content of a cell: a number, or else text.
type Cell struct {
	Text   string
	Number Number
	// Right says that the text is a number as it was written.
	Right bool
}

// Number is a number that a column aligns with others. Its zero value is none.
type Number struct {
	kind  int // 0 none, 1 whole, 2 real
	whole string
	real  float64
}

const (
	whole = 1
	real  = 2
)

// Int is an integer.
func Int(n int64) Cell { return Whole(strconv.FormatInt(n, 10)) }

// Uint is an unsigned integer.
func Uint(n uint64) Cell { return Whole(strconv.FormatUint(n, 10)) }

// Whole is an integer by its digits.
func Whole(digits string) Cell { return Cell{Number: Number{kind: whole, whole: digits}} }

// Float is a real number, NaN and infinities included.
func Float(x float64) Cell { return Cell{Number: Number{kind: real, real: x}} }

// Parse is a text that may be a number as CSV records have it. It is kept as it was
// written. What means more than a number, such as a telephone number with a leading 0,
// is text.
func Parse(s string) Cell {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' || strings.Trim(digits, "0123456789.eE+-") != "" {
		return Cell{Text: s}
	}
	_, err := strconv.ParseFloat(s, 64)
	return Cell{Text: s, Right: err == nil}
}

// significant is how many digits of a real number are shown.
const significant = 6

// decimals are what a real number needs after the point to show its significant
// digits; -1 if it is too large or too small to be written out.
func decimals(x float64) int {
	if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 {
		return 0
	}
	if a := math.Abs(x); a >= 1e15 || a < 1e-5 {
		return -1
	}
	short := strconv.FormatFloat(x, 'g', significant, 64)
	exact, _ := strconv.ParseFloat(short, 64)
	_, fraction, _ := strings.Cut(strconv.FormatFloat(exact, 'f', -1, 64), ".")
	return len(fraction)
}

// Grouped writes an integer's digits, or a decimal number, with separators.
func Grouped(digits string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		sign, digits = "-", rest
	}
	n, fraction, point := strings.Cut(digits, ".")
	var b strings.Builder
	b.WriteString(sign)
	for i := range len(n) {
		if i > 0 && (len(n)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(n[i])
	}
	if point {
		b.WriteString("." + fraction)
	}
	return b.String()
}

// column is how the cells of a column are written.
type column struct {
	numbers  bool // all of them, so that they end at the same place
	decimals int  // -1 for scientific notation
	grouped  bool // with separators
}

// long is the least number that is written with separators. A column whose numbers are
// all below it may hold years.
const long = 10_000

// columnOf looks at the cells that are shown.
func columnOf(cells []Cell) column {
	c := column{numbers: true}
	some := false
	for _, cell := range cells {
		switch n := cell.Number; {
		case cell.Right:
			some = true
		case n.kind == 0 && cell.Text != "" && cell.Text != "nil":
			c.numbers = false
		case n.kind != 0:
			some = true
		}
		c.grouped = c.grouped || cell.Number.isLong()
		if cell.Number.kind != real {
			continue
		}
		if d := decimals(cell.Number.real); d < 0 || c.decimals < 0 {
			c.decimals = -1
		} else {
			c.decimals = max(c.decimals, d)
		}
	}
	c.numbers = c.numbers && some
	// numbers of very different sizes would be mostly zeros
	c.decimals = min(c.decimals, 10)
	return c
}

// isLong reports whether a number is one that separators make easier to read.
func (n Number) isLong() bool {
	switch n.kind {
	case whole:
		return len(strings.TrimPrefix(n.whole, "-")) > 4
	case real:
		return math.Abs(n.real) >= long && !math.IsInf(n.real, 0)
	}
	return false
}

// groupDigits writes the digits of a number of the column.
func (c column) groupDigits(digits string) string {
	if c.grouped {
		return Grouped(digits)
	}
	return digits
}

// formatCell is a cell as text.
func (c column) formatCell(cell Cell) string {
	switch n := cell.Number; n.kind {
	case whole:
		return c.groupDigits(n.whole)
	case real:
		return c.real(n.real)
	}
	return cell.Text
}

func (c column) real(x float64) string {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 0):
		return strings.Replace(strconv.FormatFloat(x, 'g', -1, 64), "Inf", "∞", 1)
	case c.decimals < 0:
		return strconv.FormatFloat(x, 'g', significant, 64)
	}
	return c.groupDigits(strconv.FormatFloat(x, 'f', c.decimals, 64))
}
