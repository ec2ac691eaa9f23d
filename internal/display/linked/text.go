package linked

import (
	"fmt"
	"strings"

	"riffle/internal/display/cols"
)

// defaultWidth is the width of a text for no terminal, in columns.
const defaultWidth = 80

// Text draws the nodes with signs: a chain on one line, what branches as lines below it.
// Width is that of the terminal, 0 for none.
func (g *Graph) Text(width int) string {
	if width <= 0 {
		width = defaultWidth
	}
	t := &textPen{width: width, times: map[string]int{}}
	for _, n := range g.Nodes {
		t.times[n.Text]++
	}
	root := g.Nodes[0]
	if root.First {
		t.write("nil ← ", "")
	}
	t.write(root.Text, "")
	t.drawFrom(root, "")
	if left := g.LeftText(0); left != "" {
		t.b.WriteString("\n… and " + left)
		if !g.whole {
			t.b.WriteString("; %show for the whole")
		}
	}
	return t.b.String()
}

// LeftText says how many nodes are left out, some more than Left; it is "" if none are.
func (g *Graph) LeftText(some int) string {
	n := g.Left + some
	switch {
	case n == 0 && g.AtLeast:
		return "perhaps more " + g.Unit + "s"
	case n == 0:
		return ""
	case g.AtLeast:
		return "more than " + grouped(n) + " more " + g.Unit + "s"
	case n == 1:
		return "1 more " + g.Unit
	}
	return grouped(n) + " more " + g.Unit + "s"
}

func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}

// textPen writes nodes as text.
type textPen struct {
	b             strings.Builder
	width, column int
	times         map[string]int // how many nodes have a text
}

// write writes a piece, on a new line if it doesn't fit.
func (t *textPen) write(piece, margin string) {
	if w := cols.Of(piece); t.column > 0 && t.column+w > t.width {
		t.newLine(margin + "  ")
		piece = strings.TrimPrefix(piece, " ")
	}
	t.b.WriteString(piece)
	t.column += cols.Of(piece)
}

func (t *textPen) newLine(margin string) {
	t.b.WriteString("\n" + margin)
	t.column = cols.Of(margin)
}

// drawFrom writes what follows a node that is written, on the line and below it. The margin
// goes before further lines.
func (t *textPen) drawFrom(n *Node, margin string) {
	for n != nil && len(n.Links) > 0 && !n.Branches() {
		n = t.drawLink(n, n.Links[0], margin)
	}
	if n == nil || n.Leaf() {
		return
	}
	for i, l := range n.Links {
		joint, more := "├ ", "│ "
		if i == len(n.Links)-1 {
			joint, more = "└ ", "  "
		}
		t.newLine(margin + joint)
		t.write(l.Name, margin+more)
		if next := t.drawLink(n, l, margin+more); next != nil {
			t.drawFrom(next, margin+more)
		}
	}
}

// drawLink writes an arrow and what it leads to, and returns the node that goes on from
// there.
func (t *textPen) drawLink(from *Node, l *Link, margin string) *Node {
	arrow, back := " → ", " ↺ back to "
	if l.Both {
		arrow, back = " ⇄ ", " ⇄ ↺ back to "
	}
	switch {
	case l.Cut:
		t.write(" → …", margin)
	case l.To == nil:
		t.write(" → nil", margin)
	case l.Ref && l.To == from:
		t.write(back+"itself", margin)
	case l.Back:
		t.write(back+t.reference(l.To), margin)
	case l.Ref:
		t.write(arrow+t.reference(l.To)+" (above)", margin)
	default:
		t.write(arrow+l.To.Text, margin)
		return l.To
	}
	return nil
}

// reference names a node, by its number where several have its text.
func (t *textPen) reference(n *Node) string {
	if t.times[n.Text] > 1 && n.Number > 0 {
		return fmt.Sprintf("%s, node %d", n.Text, n.Number)
	}
	return n.Text
}
