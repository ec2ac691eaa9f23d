package draw

import (
	"fmt"
	"math"
	"strings"
)

// Tree is a tree that grows to the right, a row for each of its leaves.
type Tree struct {
	Root *Node
	// Ends are the headings of the columns to the right of the leaves.
	Ends []string
}

// Node is a part of a Tree.
type Node struct {
	// Label is written on the branch that leads here.
	Label string
	// Ends are the columns to the right of a leaf.
	Ends     []string
	Children []*Node
	Tip      string
}

const (
	leafRow  = 19.0
	maxNodes = 4000 // that are drawn; makers of trees prune them sooner
)

// levelsBelow is the number of levels below the node.
func (n *Node) levelsBelow() int {
	deepest := 0
	for _, child := range n.Children {
		deepest = max(deepest, 1+child.levelsBelow())
	}
	return deepest
}

// countLeaves are the nodes without children.
func (n *Node) countLeaves() (count int) {
	if len(n.Children) == 0 {
		return 1
	}
	for _, child := range n.Children {
		count += child.countLeaves()
	}
	return count
}

func (t *Tree) drawSVG(c *canvas, width float64) float64 {
	if t.Root == nil || t.Root.countLeaves() > maxNodes {
		c.drawWords(0, 14, words{size: wordSize, color: Muted}, "nothing to show, or too much")
		return 20
	}
	ends := t.columnWidths(t.Root, nil)
	right := width
	for _, w := range ends {
		right -= w + 14
	}
	p := &treePen{canvas: c, width: width, top: 22, step: (right - 16) / float64(max(1, t.Root.levelsBelow())), ends: ends}
	head := words{size: labelSize, color: Muted, bold: true}
	x := right + 14
	for i, w := range ends {
		if i < len(t.Ends) {
			c.drawWords(x, 12, head, ellipsize(t.Ends[i], labelSize, w+10))
		}
		x += w + 14
	}
	p.right = right
	p.drawNode(t.Root, 0)
	p.writeShapes()
	return p.top + 2
}

// columnWidths are the widths of the columns of ends, and of what is above them.
func (t *Tree) columnWidths(n *Node, widths []float64) []float64 {
	if widths == nil {
		for _, end := range t.Ends {
			widths = append(widths, textWidth(end, labelSize)*boldWider)
		}
	}
	for i, end := range n.Ends {
		if i == len(widths) {
			widths = append(widths, 0)
		}
		widths[i] = math.Max(widths[i], math.Min(150, textWidth(end, wordSize)))
	}
	for _, child := range n.Children {
		widths = t.columnWidths(child, widths)
	}
	return widths
}

// treePen draws a tree from the top. Shapes of a kind are collected, because what they
// have in common is longer than the rest.
type treePen struct {
	*canvas
	width, top, step, right float64
	ends                    []float64

	branches                        strings.Builder // the data of a single path
	labels, joints, leaves, writing canvas
}

// writeShapes writes the shapes: branches below their labels, dots above both.
func (p *treePen) writeShapes() {
	p.drawPath(p.branches.String(), paint{stroke: "#9aa3ad", width: 1.25})
	p.drawGroup(words{size: labelSize, color: Blue, anchor: "end", tight: true}.attributes(), &p.labels)
	p.drawGroup(paint{fill: Ink}.attributes(), &p.joints)
	p.drawGroup(paint{fill: Blue}.attributes(), &p.leaves)
	p.drawGroup(words{size: wordSize, color: Ink}.attributes(), &p.writing)
}

// drawDot is a node's, in a group.
func drawDot(c *canvas, x, y float64) {
	fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="2.5"/>`+"\n", n(x), n(y))
}

// drawNode draws a subtree, and returns where its root is.
func (p *treePen) drawNode(t *Node, level int) (y float64) {
	x := 6 + float64(level)*p.step
	if len(t.Children) == 0 {
		y = p.top + leafRow/2
		p.leaf(t, x, y)
		p.top += leafRow
		return y
	}
	places := make([]float64, len(t.Children))
	for i, child := range t.Children {
		places[i] = p.drawNode(child, level+1)
	}
	y = (places[0] + places[len(places)-1]) / 2
	for i, child := range t.Children {
		to := places[i]
		bend := math.Min(14, p.step/3)
		fmt.Fprintf(&p.branches, "M%s %sC%s %s %s %s %s %sH%s", n(x), n(y), n(x+bend), n(y), n(x+bend/2), n(to), n(x+1.5*bend), n(to), n(x+p.step))
		p.labels.placed(x+p.step-7, to-3, "", ellipsize(child.Label, labelSize, p.step-1.5*bend-6))
	}
	drawDot(&p.joints, x, y)
	p.tip(x-5, y-5, 10, 10, t.Tip)
	return y
}

// leaf draws a leaf's dot and columns.
func (p *treePen) leaf(n *Node, x, y float64) {
	if x < p.right-p.step/2 {
		p.drawLine(x, y, p.right-10, y, paint{stroke: Grid})
	}
	drawDot(&p.leaves, x, y)
	at := p.right + 14
	for i, end := range n.Ends {
		p.writing.placed(at, y+4, "", ellipsize(end, wordSize, p.ends[i]+8))
		at += p.ends[i] + 14
	}
	p.tip(0, y-leafRow/2, p.width, leafRow, n.Tip)
}
