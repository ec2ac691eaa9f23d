// Package linked finds the nodes of lists, trees and graphs that a program makes of structs
// that point to each other. Begin with Of; Graph.Text draws them in a terminal.
package linked

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/display/plain"
)

// The numbers of nodes that are drawn, in a cell's result and by %show, and of those left
// out that are counted.
const (
	Most       = 50
	mostShown  = 10_000
	maxCounted = 10_000
)

// Graph is the nodes that a value leads to.
type Graph struct {
	// Nodes are those drawn, in the order in which a drawing meets them. The first is the
	// value itself.
	Nodes []*Node
	// Left is how many are left out, or AtLeast how many.
	Left    int
	AtLeast bool
	// Flat is set if a drawing needs only boxes from left to right: each leads to one at most.
	Flat bool
	// Kind is "List", "Tree" or "Graph", or what the library calls it, and Unit what it is made
	// of.
	Kind, Unit string
	// Plain is set if the value's own text is the better one.
	Plain bool

	whole bool // no more are shown in any way
}

// Node is a struct with links.
type Node struct {
	// Text is what it holds besides its links.
	Text string
	// Links are its pointers, without those that only lead back along another link and those
	// that have no node there to lead back to.
	Links []*Link
	// Holder is set for what isn't a node but points to some, such as a list's struct with
	// its head and its tail.
	Holder bool
	// Number counts the nodes in the order of Graph.Nodes from 1, without holders.
	Number int
	// First is set for the value itself if the link that would lead back from it is nil.
	First bool

	v     reflect.Value
	slots []slot
	all   []*Link
	by    string // the field by which it was met
	on    bool   // the path of marking
	met   bool
}

// Link is a pointer from a node.
type Link struct {
	// Name is the field's, with an index or key for an element of a slice, array or map.
	Name string
	// To is the node, nil for a nil pointer and for a node that is left out.
	To *Node
	// Cut is set if the node is left out.
	Cut bool
	// Ref is set if the node is drawn elsewhere, and Back if this node comes after it.
	Ref, Back bool
	// Both is set if a link of To's leads back here, which has no entry of its own.
	Both bool
	// Element is set for an element of a slice, array or map.
	Element bool
	// Blank is set for none in a place that counts.
	Blank bool

	field   string // without the index
	partner string // the field that leads back
	up      bool   // this is the one that leads back
	drawn   bool   // met while marking
	folded  bool   // into another link, which is Both
}

// Of is the nodes that a value leads to, nil if it isn't linked to any or prints itself.
// Without a limit of the style's more of them are drawn.
func Of(v any, style plain.Style) *Graph { return of(v, style, program) }

// program is the path of what a cell or a program declares.
const program = "main"

func of(v any, style plain.Style, program string) *Graph {
	x := reflect.ValueOf(v)
	if !x.IsValid() {
		return nil
	}
	most := Most
	if style.Limit == 0 {
		most = mostShown
	}
	if x.Kind() == reflect.Pointer && !x.IsNil() {
		x = x.Elem()
	}
	w := newWalker(program, style, most)
	if !w.isUsersOrLiteral(x.Type()) || x.Kind() != reflect.Struct || w.printsItself(x.Type()) {
		return nil
	}
	g := w.walk(x)
	if g == nil {
		return nil
	}
	w.writeTexts(g)
	g.mark()
	return g
}

// mark finds the order of drawing and which links lead to what is drawn already.
func (g *Graph) mark() {
	root := g.Nodes[0]
	g.Nodes, g.Flat, g.Kind, g.Unit = g.Nodes[:0], true, "List", "node"
	g.markFrom(root)
	n := 0
	for _, node := range g.Nodes {
		if !node.Holder {
			n++
			node.Number = n
		}
		node.Links = slices.DeleteFunc(slices.Clone(node.all), func(l *Link) bool { return l.folded || node.omits(l) })
		node.First = node == root && slices.ContainsFunc(node.all, node.omits)
		g.Flat = g.Flat && (node.Leaf() || !node.Branches())
		g.noteKind(node)
	}
}

// noteKind finds out from a node's links what the nodes are.
func (g *Graph) noteKind(n *Node) {
	for _, l := range n.Links {
		switch {
		case n.Holder:
		case l.Ref && (n.Branches() || !l.Back):
			g.Kind = "Graph"
		case n.Branches() && l.To != nil && g.Kind == "List" && !n.inMiddle():
			g.Kind = "Tree"
		}
	}
}

// inMiddle reports whether a node is one from which a list is followed in both directions.
func (n *Node) inMiddle() bool {
	if len(n.Links) != 2 {
		return false
	}
	a, b := n.Links[0], n.Links[1]
	return n.by != a.field && n.by != b.field && (a.partner == b.field || b.partner == a.field)
}

// InRows reports whether a drawing should name the pointers and not grow down: of a list, and
// of a tree that is seen from below.
func (g *Graph) InRows() bool {
	if g.Kind == "List" || g.Kind == "Ring" {
		return true
	}
	return slices.ContainsFunc(g.Nodes, func(n *Node) bool {
		return !n.Holder && slices.ContainsFunc(n.Links, func(l *Link) bool { return l.To != nil && leadsBack(l.field) })
	})
}

// InOrder reports whether a node leads to two others that a reader tells apart by their
// places, as left and right.
func (n *Node) InOrder() bool {
	return len(n.Links) == 2 && !leadsBack(n.Links[0].field) && !leadsBack(n.Links[1].field)
}

// Label is what tells a link from its neighbours in a row: a key of a map, or a field.
func (l *Link) Label() string {
	if !l.Element {
		return l.Name
	}
	key := l.Name[len(l.field):]
	if _, err := strconv.Atoi(strings.Trim(key, "[]")); err == nil {
		return "" // in order
	}
	return strings.Trim(key, "[]")
}

// Branches reports whether a node's links are drawn one below the other with their names.
// One link follows on the line if the node has no other, but for one that leads back along it,
// or if it goes on in the direction from which the node was met.
func (n *Node) Branches() bool {
	if n.Holder || len(n.Links) != 1 || n.Links[0].Element {
		return true
	}
	l := n.Links[0]
	if l.field == n.by {
		return false
	}
	return slices.ContainsFunc(n.slots, func(s slot) bool {
		return s.some && s.name != l.field && (s.name != l.partner || l.up)
	})
}

// Leaf reports whether a node leads nowhere.
func (n *Node) Leaf() bool {
	return !slices.ContainsFunc(n.Links, func(l *Link) bool { return l.To != nil || l.Cut })
}

func (g *Graph) markFrom(n *Node) {
	n.met, n.on = true, true
	g.Nodes = append(g.Nodes, n)
	for _, l := range n.all {
		if l.folded || l.To == nil {
			continue
		}
		l.Ref, l.Back, l.drawn = l.To.met, l.To.on, true
		l.fold(n)
		if !l.Ref {
			l.To.by = l.field
			g.markFrom(l.To)
		}
	}
	n.on = false
}

// fold joins a link from a node with the one that leads back along it, such as prev with
// next, or parent with left: a drawing has one arrow for both. Right and left aren't joined:
// that would hide a mistake.
func (l *Link) fold(from *Node) {
	for _, back := range l.To.all {
		if back.To == from && back != l && !back.folded && !back.drawn && l.mayPair(from, back) {
			back.folded, l.Both, l.partner = true, true, back.field
			l.up = leadsBack(l.field) || back.Element && !l.Element
			return
		}
	}
}

// mayPair reports whether a link and one back are two sides of one relation: by a name that
// leads back, or as a child in a slice and the pointer to its parent.
func (l *Link) mayPair(from *Node, back *Link) bool {
	return leadsBack(back.field) != leadsBack(l.field) || back.Element != l.Element && from.v.Type() == l.To.v.Type()
}

// omits reports whether a nil pointer of a node needs no drawing: the node is the first, and
// along its other link all lead back by this field.
func (n *Node) omits(nilLink *Link) bool {
	if nilLink.To != nil || nilLink.Cut {
		return false
	}
	at := slices.Index(n.all, nilLink)
	return slices.ContainsFunc(n.all[:at], func(l *Link) bool { return l.Both && l.partner == nilLink.field })
}

// backPrefixes and backNames are what programs call the pointers that a reader expects after
// the others.
var (
	backPrefixes = []string{"prev", "prv", "pred", "parent", "back", "before", "father", "mother"}
	backNames    = []string{"tail", "last", "rear", "end", "up", "p", "par"}
)

// leadsBack reports whether a field is one that leads back, by its name.
func leadsBack(field string) bool {
	field = strings.ToLower(field[strings.LastIndexByte(field, '.')+1:])
	return slices.Contains(backNames, field) || slices.ContainsFunc(backPrefixes, func(p string) bool { return strings.HasPrefix(field, p) })
}
