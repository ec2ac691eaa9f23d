package display

import (
	"fmt"
	"strings"

	"riffle/internal/display/draw"
	"riffle/internal/display/linked"
	"riffle/internal/proto"
	std "riffle/stdlib/display"
)

// AddNodes draws the nodes of a list, tree or graph where the value has no picture of its
// own. What follows belongs to the text.
func (v View) AddNodes(b *proto.Bundle, g *linked.Graph, suffix string) {
	if g == nil || len(b.Data) != 1 {
		return
	}
	f := nodesFigure(g)
	if !g.Plain {
		if i := strings.Index(b.Text(), "\n(not shown: "); i >= 0 { // a method of the value's failed
			suffix += b.Text()[i:]
		}
		b.Data[std.MIMETypeText] = g.Text(v.Width) + suffix
	}
	b.Data[std.MIMETypeSVG], b.Data[std.MIMETypeHTML] = f.SVG(), f.HTML()
}

// AddHeap draws a heap as a tree below what it is shown as.
func (v View) AddHeap(b *proto.Bundle, g *linked.Graph) {
	page, tabled := b.Data[std.MIMETypeHTML].(string)
	if g == nil || len(b.Data) > 2 || len(b.Data) == 2 && !tabled {
		return
	}
	f := nodesFigure(g)
	if !tabled {
		f.Lead = shortenedLead(b.Text())
	}
	b.Data[std.MIMETypeSVG], b.Data[std.MIMETypeHTML] = f.SVG(), page+f.HTML()
}

// maxLead is the longest text above a picture.
const maxLead = 300

func shortenedLead(s string) string {
	if r := []rune(s); len(r) > maxLead {
		return string(r[:maxLead]) + "…"
	}
	return s
}

// maxPictured is how many nodes a picture has, also by %show.
const maxPictured = linked.Most + 1

// nodesFigure is the picture of nodes.
func nodesFigure(g *linked.Graph) *draw.Figure {
	chart := &draw.Nodes{Rows: g.InRows()}
	number := map[*linked.Node]int{}
	nodes := g.Nodes[:min(len(g.Nodes), maxPictured)]
	for i, n := range nodes {
		number[n] = i
	}
	for _, n := range nodes {
		box := &draw.NodeBox{Text: n.Text, Holder: n.Holder, First: n.First, Row: len(n.Links) > 0 && !n.Branches()}
		for _, l := range n.Links {
			box.Arrows = append(box.Arrows, nodeArrow(n, l, number))
		}
		chart.Boxes = append(chart.Boxes, box)
	}
	f := &draw.Figure{Title: nodesTitle(g), Chart: chart}
	if left := g.LeftText(chart.Prune() + len(g.Nodes) - len(nodes)); left != "" {
		f.Notes = []string{"… and " + left}
	}
	f.Alt = f.Title + ". " + shortenedLead(strings.ReplaceAll(g.Text(0), "\n", "; "))
	return f
}

func nodeArrow(from *linked.Node, l *linked.Link, number map[*linked.Node]int) draw.NodeArrow {
	a := draw.NodeArrow{Name: l.Name, Again: l.Ref, Both: l.Both, To: -1, End: "nil"}
	if l.Element || !from.InOrder() {
		a.Label = l.Label()
	}
	to, drawn := number[l.To]
	switch {
	case l.Blank:
		a.End = ""
	case l.To != nil && drawn:
		a.To = to
	case l.To != nil || l.Cut:
		a.End, a.Again = "…", false
	}
	return a
}

// nodesTitle says what is drawn.
func nodesTitle(g *linked.Graph) string {
	n := g.Nodes[len(g.Nodes)-1].Number
	for _, node := range g.Nodes {
		n = max(n, node.Number)
	}
	all := countedWhat(n+g.Left, g.Unit)
	if g.AtLeast {
		all = "more than " + all
	}
	return fmt.Sprintf("%s of %s", g.Kind, all)
}
