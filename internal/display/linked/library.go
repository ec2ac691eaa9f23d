package linked

import (
	"container/heap"
	"reflect"
	"strconv"

	"riffle/internal/display/plain"
)

// Elements are those of a list or ring of the library, nil for any other value and for an
// empty list. Their text is that of the value.
func Elements(v any, style plain.Style) *Graph {
	h, ok := plain.HeldIn(reflect.ValueOf(v))
	if !ok {
		return nil
	}
	w := newWalker(program, style, Most)
	g := &Graph{Kind: "List", Unit: "element", Plain: true, Flat: true}
	for x := range h.Values {
		if len(g.Nodes) == Most {
			if g.Left++; g.Left > maxCounted {
				g.Left, g.AtLeast = maxCounted, true
				break
			}
			continue
		}
		n := &Node{Text: "nil", Number: len(g.Nodes) + 1, First: len(g.Nodes) == 0, by: "Next"}
		if x != nil {
			n.Text = w.cutText(reflect.ValueOf(x))
		}
		g.Nodes = append(g.Nodes, n)
	}
	if len(g.Nodes) == 0 {
		return nil
	}
	if h.Len > maxCounted {
		g.Left, g.AtLeast = h.Len-Most, false
	}
	if h.Len < 0 {
		g.Kind, g.Nodes[0].First = "Ring", false
	}
	g.linkElements()
	return g
}

// linkElements links each element with the next, in both directions; the last one of a ring
// with the first.
func (g *Graph) linkElements() {
	for i, n := range g.Nodes {
		l := &Link{Name: "Next", field: "Next"}
		switch {
		case i+1 < len(g.Nodes):
			l.To, l.Both = g.Nodes[i+1], true
		case g.Left > 0:
			l.Cut = true
		case g.Kind == "Ring":
			l.To, l.Ref, l.Back, l.Both = g.Nodes[0], true, true, true
		}
		n.Links = []*Link{l}
	}
}

// mostInHeap is how many elements of a heap are drawn: five full levels.
const mostInHeap = 31

// Heap is the tree that a slice is as a heap, nil if its type isn't the program's or has no
// methods of heap.Interface, and for less than two elements.
func Heap(v any, style plain.Style) *Graph {
	x := reflect.ValueOf(v)
	if x.IsValid() && x.Kind() == reflect.Pointer && !x.IsNil() {
		x = x.Elem()
	}
	w := newWalker(program, style, mostInHeap)
	if !x.IsValid() || x.Kind() != reflect.Slice || x.Len() < 2 || !w.isUsers(x.Type()) || w.printsItself(x.Type()) ||
		plain.TypePrintsItself(reflect.PointerTo(x.Type())) || !reflect.PointerTo(x.Type()).Implements(reflect.TypeFor[heap.Interface]()) {
		return nil
	}
	nodes := make([]*Node, min(x.Len(), mostInHeap))
	for i := range nodes {
		nodes[i] = &Node{Text: w.cutText(x.Index(i)), Number: i + 1}
	}
	g := &Graph{Kind: "Heap", Unit: "element", Plain: true, Left: x.Len() - len(nodes)}
	g.addHeap(nodes, 0, x.Len())
	return g
}

// addHeap adds an element of a heap of n, and all below it.
func (g *Graph) addHeap(nodes []*Node, i, n int) {
	node := nodes[i]
	g.Nodes = append(g.Nodes, node)
	for _, k := range []int{2*i + 1, 2*i + 2} {
		l := &Link{Name: "[" + strconv.Itoa(k) + "]", Element: true}
		switch {
		case k < len(nodes):
			l.To = nodes[k]
		case k < n:
			l.Cut = true
		case k == 2*i+1:
			return
		default:
			l.Blank = true
		}
		node.Links = append(node.Links, l)
		if l.To != nil {
			g.addHeap(nodes, k, n)
		}
	}
}
