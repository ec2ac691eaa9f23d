package fair

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// Table is a shuffle by rolls of a die, step by step.
type Table struct {
	// Items are the items before the shuffle.
	Items []string
	// Rows are the iterations, including those that lack a roll.
	Rows []Row
	// Left is how many rolls weren't needed.
	Left int
	// Low and High bound the next roll if the shuffle is unfinished; otherwise
	// they are 0.
	Low, High int
}

// Done returns how many iterations are complete.
func (t *Table) Done() int {
	for i, row := range t.Rows {
		if row.Items == nil {
			return i
		}
	}
	return len(t.Rows)
}

// Row is one iteration of a Table.
type Row struct {
	// Iteration counts from 1.
	Iteration int
	// Rejected are the rolls that couldn't be used. Roll is the one that counts,
	// 0 if it is still missing.
	Rejected []int
	Roll     int
	// Forced says that the shuffle had no choice, so nobody rolled.
	Forced bool
	// Items are the items after the iteration, nil if it lacks a roll.
	Items []string
	// Shuffled is how many of them are in their final place: the first ones or,
	// if it is negative, the last. It is 0 for shuffles that don't settle one
	// after the other.
	Shuffled int
}

// maxTraced is the most items of a Table.
const maxTraced = 100

// Trace shuffles any slice of items by rolls of a die with as many sides as there
// are items, and records each iteration. A roll names a position, counted from 1.
// A roll that the shuffle can't use is rejected, and the next one counts: in
// iteration j, FisherYates needs a roll from j to n, and EfficientSelection one
// from 1 to n-j+1. So a fair die makes a fair shuffle. The shuffle is a
// [shuffle.Shuffler] or any other function that [Shuffle] describes.
//
//	fair.Trace(shuffle.FisherYates, []string{"apple", "banana", "chile"}, []int{3, 1, 2})
//
// With too few rolls the table is unfinished: its last rows are left empty, to be
// filled in by hand. Their number assumes that each missing roll is the lowest
// that counts.
//
// The items themselves don't change. Trace panics when items isn't a slice of at
// most 100, when a roll is on no side of the die, and when the shuffle makes
// draws that aren't positions.
func Trace(f any, items any, rolls []int) *Table {
	const call = "fair.Trace"
	s := adapt.ShuffleOf(call, f)
	defer s.Close()
	list := reflect.ValueOf(items)
	if list.Kind() != reflect.Slice {
		arg.Refuse(call, "items is %T, want a slice", items)
	}
	checkShuffle(call, s.Deal, list.Len(), 0, maxTraced)
	for i, roll := range rolls {
		arg.Range(call, fmt.Sprintf("rolls[%d]", i), roll, 1, list.Len())
	}
	t := &tracer{script: newScript(call, s.Deal, list.Len()), rolls: rolls}
	t.script.watch = func() { t.before = append(t.before, slices.Clone(t.script.deck)) }
	table := &Table{Items: named(list, identity(list.Len()))}
	t.fill(table, list)
	table.Left = len(t.rolls)
	return table
}

// tracer plays a shuffle again and again, with one more roll each time.
type tracer struct {
	script *script
	rolls  []int
	// before is the deck before each draw of the last play.
	before [][]int
}

// fill makes the iterations. They are complete when a play with the rolls so far
// makes no further draw.
func (t *tracer) fill(table *Table, items reflect.Value) {
	var offsets []int
	for j := 0; ; j++ {
		t.play(j, 0)
		if j > 0 {
			table.Rows[j-1].Items = named(items, t.after(j-1))
		}
		if len(t.before) <= j {
			break
		}
		offset, planned := t.offset(j, offsets), len(t.before)
		offsets = append(offsets, offset)
		row, rolled := t.roll(j, offset)
		table.Rows = append(table.Rows, row)
		if !rolled {
			table.Low, table.High = offset+1, offset+t.script.wheels[j].n
			for len(table.Rows) < planned {
				table.Rows = append(table.Rows, Row{Iteration: len(table.Rows) + 1})
			}
			break
		}
		t.play(j, row.Roll-1-offset)
	}
	settle(table.Rows[:table.Done()], t.script.wheels, offsets)
}

// play keeps the draws before the j-th, sets that one to value, and the rest to
// 0.
func (t *tracer) play(j, value int) {
	if j < len(t.script.wheels) {
		t.script.wheels = t.script.wheels[:j+1]
		t.script.wheels[j].value = value
	}
	t.before = nil
	t.script.play()
	checkOrder(t.script.call, t.script.deck)
}

// after returns the deck after draw j of the last play.
func (t *tracer) after(j int) []int {
	if j+1 < len(t.before) {
		return t.before[j+1]
	}
	return t.script.deck
}

// offset returns the position that the value 0 of draw j means: 0, or the count
// of leading positions that are no longer drawn. It watches the shuffle:
// positions are counted from the end if the highest value moves the card in the
// last position and 0 doesn't, and 0 doesn't move the first one. A draw without a
// choice continues the draws before it.
func (t *tracer) offset(j int, before []int) int {
	sides, values := t.script.n, t.script.wheels[j].n
	if values > sides {
		t.script.refuse("the shuffle draws one of %d values, and the die has %d sides: only draws of a position can be rolled", values, sides)
	}
	if values == 1 {
		if j > 0 && before[j-1] > 0 {
			return before[j-1] + 1
		}
		return 0
	}
	first, last := t.moved(j, 0), t.moved(j, values-1)
	if last[sides-1] && !first[sides-1] && (last[0] || !first[0]) {
		return sides - values
	}
	return 0
}

// moved reports for each position whether a value of draw j moves its card.
func (t *tracer) moved(j, value int) []bool {
	t.play(j, value)
	moved := make([]bool, t.script.n)
	for i, card := range t.before[j] {
		moved[i] = t.after(j)[i] != card
	}
	return moved
}

// roll takes rolls until one fits, and reports whether one did.
func (t *tracer) roll(j, offset int) (row Row, ok bool) {
	row.Iteration = j + 1
	if t.script.wheels[j].n == 1 {
		row.Roll, row.Forced = offset+1, true
		return row, true
	}
	for len(t.rolls) > 0 {
		roll := t.rolls[0]
		t.rolls = t.rolls[1:]
		if value := roll - 1 - offset; value >= 0 && value < t.script.wheels[j].n {
			row.Roll = roll
			return row, true
		}
		row.Rejected = append(row.Rejected, roll)
	}
	return row, false
}

// settle says which items are shuffled: if each draw has one position fewer than
// the one before, those that are no longer drawn, and the one just placed.
func settle(rows []Row, draws []wheel, offsets []int) {
	for j := 1; j < len(draws); j++ {
		if draws[j].n != draws[j-1].n-1 {
			return
		}
	}
	if len(draws) < 2 || len(offsets) < 2 {
		return
	}
	side := -1
	if offsets[1] > 0 {
		side = 1
	}
	for j := range rows {
		rows[j].Shuffled = side * (j + 1)
	}
}

// named writes the items in the order of the cards.
func named(items reflect.Value, deck []int) []string {
	names := make([]string, len(deck))
	for i, card := range deck {
		names[i] = fmt.Sprint(items.Index(card - 1).Interface())
	}
	return names
}

// String returns the table: iteration, rolls with rejected ones in parentheses
// (or - if there was no choice), and the items, with a line that zigzags down
// between the shuffled and the others. Rows of an unfinished shuffle that lack a
// roll are empty. Long items are cut, and items that don't fit in 80 columns go
// to further tables below.
func (t *Table) String() string {
	rolls, rollWidth := t.rolls()
	head := fmt.Sprintf("   j  %*s  ", rollWidth, "roll")
	room := 80 - len(head)
	width := t.itemWidth(room)
	size := max(1, (room+2)/(width+2)) // of a table, in items
	var lines []string
	for from := 0; from == 0 || from < len(t.Items); from += size {
		if from > 0 {
			lines = append(lines, "")
		}
		to := min(from+size, len(t.Items))
		lines = append(lines,
			head+columns(positions(from, to), width, 0),
			strings.Repeat(" ", len(head))+columns(t.Items[from:to], width, 0))
		for i, row := range t.Rows {
			line := fmt.Sprintf("%4d  %*s  ", row.Iteration, rollWidth, rolls[i])
			if row.Items != nil {
				line += columns(row.Items[from:to], width, row.border()-from)
			}
			lines = append(lines, line)
		}
	}
	if t.Low > 0 {
		lines = append(lines, fmt.Sprintf("Iteration %d needs a roll from %d to %d.", t.Done()+1, t.Low, t.High))
	}
	if t.Left > 0 {
		lines = append(lines, prose.Plural(t.Left, "roll")+" left.")
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// border is how many items are to the left of the line between the shuffled and
// the others.
func (r Row) border() int {
	if r.Shuffled < 0 {
		return len(r.Items) + r.Shuffled
	}
	return r.Shuffled
}

// rolls writes the rolls of each row, and returns the width of their column.
func (t *Table) rolls() (rolls []string, width int) {
	rolls, width = make([]string, len(t.Rows)), len("roll")
	for i, row := range t.Rows {
		last := ""
		switch {
		case row.Forced:
			last = "-"
		case row.Roll > 0:
			last = fmt.Sprint(row.Roll)
		}
		rolls[i] = rejected(row.Rejected, len(t.Items)) + last
		width = max(width, len(rolls[i]))
	}
	return rolls, width
}

// rejected writes rolls in parentheses: as many as fit next to this number of
// items, and how many follow.
func rejected(rolls []int, items int) string {
	most := 40
	if items > 12 {
		most = 16
	}
	s := ""
	for i, r := range rolls {
		next := fmt.Sprintf("(%d) ", r)
		if len(s)+len(next) > most {
			return s + fmt.Sprintf("(and %d more) ", len(rolls)-i)
		}
		s += next
	}
	return s
}

// positions numbers positions, counted from 1.
func positions(from, to int) []string {
	var names []string
	for i := from; i < to; i++ {
		names = append(names, fmt.Sprint(i+1))
	}
	return names
}

// itemWidth is the width of the widest item, if there is room for it, and at
// least that of the numbers.
func (t *Table) itemWidth(room int) int {
	widest := 1
	for _, item := range t.Items {
		widest = max(widest, utf8.RuneCountInString(item))
	}
	if n := len(t.Items); n > 0 {
		widest = max(len(fmt.Sprint(n)), min(widest, max(3, (room+2)/n-2)))
	}
	return widest
}

// columns writes items in columns, with a line after the first border items.
func columns(items []string, width, border int) string {
	var b strings.Builder
	for i, item := range items {
		switch {
		case i == 0:
		case i == border:
			b.WriteString("│ ")
		default:
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "%-*.*s", width, width, item)
	}
	return b.String()
}
