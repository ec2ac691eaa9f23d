package display

import (
	"fmt"

	"riffle/internal/display/draw"
	"riffle/shuffle/fair"
)

const (
	// maxItems is how many items of a traced shuffle are drawn in a row.
	maxItems = 16
	// maxTraceRows is how many rows of boxes a picture has at most.
	maxTraceRows = 120
)

// trace draws a shuffle by rolls of a die: the items after each iteration, with the
// line that zigzags down between the shuffled and the others. Items that have just
// moved are bold.
func trace(t *fair.Table) *draw.Figure {
	f := &draw.Figure{Title: "The shuffle, roll by roll", Words: t.String()}
	f.Lead = countedWhat(len(t.Items), "item") + ": those on orange ground are in their final place, bold ones have just moved"
	if t.Low > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("Iteration %d needs a roll from %d to %d.", t.Done()+1, t.Low, t.High))
	}
	if t.Left > 0 {
		f.Notes = append(f.Notes, countedWhat(t.Left, "roll")+" left.")
	}
	parts := (len(t.Items) + maxItems - 1) / maxItems
	if len(t.Items) == 0 || (len(t.Rows)+1)*parts > maxTraceRows {
		return f
	}
	var s draw.Stack
	for from := 0; from < len(t.Items); from += maxItems {
		s = append(s, draw.Panel{Chart: traceBoxes(t, from, min(from+maxItems, len(t.Items)))})
	}
	f.Chart = s
	return f
}

// traceBoxes draws the items of some positions.
func traceBoxes(t *fair.Table, from, to int) *draw.Boxes {
	b := &draw.Boxes{Columns: []string{"j", "roll"}}
	for i := from; i < to; i++ {
		b.Head = append(b.Head, fmt.Sprint(i+1))
	}
	before := t.Items
	b.Rows = append(b.Rows, draw.BoxRow{Boxes: traceRow(before, before, from, to, 0)})
	for _, r := range t.Rows {
		row := draw.BoxRow{Cells: []string{fmt.Sprint(r.Iteration), rollOf(r)}}
		for _, roll := range r.Rejected {
			row.Struck = append(row.Struck, fmt.Sprint(roll))
		}
		if r.Items == nil {
			row.Boxes = make([]draw.Box, to-from)
			for i := range row.Boxes {
				row.Boxes[i].Empty = true
			}
		} else {
			row.Boxes = traceRow(r.Items, before, from, to, r.Shuffled)
			row.Border = max(0, min(to, borderOf(r))-from)
			before = r.Items
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// rollOf writes the roll that counts, or a dash if there was no choice.
func rollOf(r fair.Row) string {
	switch {
	case r.Forced:
		return "–"
	case r.Roll == 0:
		return ""
	}
	return fmt.Sprint(r.Roll)
}

// borderOf is the number of items to the left of the line between the shuffled and the
// others.
func borderOf(r fair.Row) int {
	if r.Shuffled < 0 {
		return len(r.Items) + r.Shuffled
	}
	return r.Shuffled
}

// settled is the ground of an item in its final place.
const settled draw.Color = "#fbe3c8"

func traceRow(items, before []string, from, to, shuffled int) []draw.Box {
	boxes := make([]draw.Box, 0, to-from)
	for i := from; i < to && i < len(items); i++ {
		box := draw.Box{Text: items[i], Bold: i < len(before) && before[i] != items[i]}
		if i < shuffled || shuffled < 0 && i >= len(items)+shuffled {
			box.Ground = settled
		}
		boxes = append(boxes, box)
	}
	return boxes
}
