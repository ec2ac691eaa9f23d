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

// depth is the number of levels below the node.
func (n *Node) depth() int {
	deepest := 0
	for _, child := range n.Children {
		deepest = max(deepest, 1+child.depth())
	}
	return deepest
}

// leaves are the nodes without children.
func (n *Node) leaves() (count int) {
	if len(n.Children) == 0 {
		return 1
	}
	for _, child := range n.Children {
		count += child.leaves()
	}
	return count
}

func (t *Tree) svg(c *canvas, width float64) float64 {
	if t.Root == nil || t.Root.leaves() > maxNodes {
		c.text(0, 14, words{size: wordSize, color: Muted}, "nothing to show, or too much")
		return 20
	}
	ends := t.columns(t.Root, nil)
	right := width
	for _, w := range ends {
		right -= w + 14
	}
	p := &treePen{canvas: c, width: width, top: 22, step: (right - 16) / float64(max(1, t.Root.depth())), ends: ends}
	head := words{size: labelSize, color: Muted, bold: true}
	x := right + 14
	for i, w := range ends {
		if i < len(t.Ends) {
			c.text(x, 12, head, cut(t.Ends[i], labelSize, w+10))
		}
		x += w + 14
	}
	p.right = right
	p.node(t.Root, 0)
	p.finish()
	return p.top + 2
}

// columns are the widths of the columns of ends, and of what is above them.
func (t *Tree) columns(n *Node, widths []float64) []float64 {
	if widths == nil {
		for _, end := range t.Ends {
			widths = append(widths, measure(end, labelSize)*boldWider)
		}
	}
	for i, end := range n.Ends {
		if i == len(widths) {
			widths = append(widths, 0)
		}
		widths[i] = math.Max(widths[i], math.Min(150, measure(end, wordSize)))
	}
	for _, child := range n.Children {
		widths = t.columns(child, widths)
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

// finish writes the shapes: branches below their labels, dots above both.
func (p *treePen) finish() {
	p.path(p.branches.String(), paint{stroke: "#9aa3ad", width: 1.25})
	p.group(words{size: labelSize, color: Blue, anchor: "end", tight: true}.attributes(), &p.labels)
	p.group(paint{fill: Ink}.attributes(), &p.joints)
	p.group(paint{fill: Blue}.attributes(), &p.leaves)
	p.group(words{size: wordSize, color: Ink}.attributes(), &p.writing)
}

// dot is a node's, in a group.
func dot(c *canvas, x, y float64) {
	fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="2.5"/>`+"\n", n(x), n(y))
}

// node draws a subtree, and returns where its root is.
func (p *treePen) node(t *Node, level int) (y float64) {
	x := 6 + float64(level)*p.step
	if len(t.Children) == 0 {
		y = p.top + leafRow/2
		p.leaf(t, x, y)
		p.top += leafRow
		return y
	}
	places := make([]float64, len(t.Children))
	for i, child := range t.Children {
		places[i] = p.node(child, level+1)
	}
	y = (places[0] + places[len(places)-1]) / 2
	for i, child := range t.Children {
		to := places[i]
		bend := math.Min(14, p.step/3)
		fmt.Fprintf(&p.branches, "M%s %sC%s %s %s %s %s %sH%s", n(x), n(y), n(x+bend), n(y), n(x+bend/2), n(to), n(x+1.5*bend), n(to), n(x+p.step))
		p.labels.placed(x+p.step-7, to-3, "", cut(child.Label, labelSize, p.step-1.5*bend-6))
	}
	dot(&p.joints, x, y)
	p.tip(x-5, y-5, 10, 10, t.Tip)
	return y
}

// leaf draws a leaf's dot and columns.
func (p *treePen) leaf(n *Node, x, y float64) {
	if x < p.right-p.step/2 {
		p.line(x, y, p.right-10, y, paint{stroke: Grid})
	}
	dot(&p.leaves, x, y)
	at := p.right + 14
	for i, end := range n.Ends {
		p.writing.placed(at, y+4, "", cut(end, wordSize, p.ends[i]+8))
		at += p.ends[i] + 14
	}
	p.tip(0, y-leafRow/2, p.width, leafRow, n.Tip)
}
