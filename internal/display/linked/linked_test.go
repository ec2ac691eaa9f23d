package linked

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"riffle/internal/display/plain"
)

// The kinds of nodes that students make.
type single struct {
	Value int
	Next  *single
}

type double struct {
	Prev, Next *double
	Value      int
}

type tree struct {
	Left, Right, Parent *tree
	Key                 int
}

type kids struct {
	ID   int
	Kids []*kids
}

type any1 struct {
	N    int
	Next any
}

type ends struct {
	Head, Tail *single
	Len        int
}

// kind makes nodes and links them.
type kind struct {
	name string
	make func(value int) any
	// link sets a pointer of a node.
	link func(from, to any, which int)
	// links are the pointers of a node that aren't nil.
	links func(from any) []any
}

// pointers leaves out nil pointers.
func pointers[T any](list ...*T) (found []any) {
	for _, p := range list {
		if p != nil {
			found = append(found, p)
		}
	}
	return found
}

var kinds = []kind{
	{"single", func(v int) any { return &single{Value: v} },
		func(a, b any, _ int) { a.(*single).Next = b.(*single) },
		func(a any) []any { return pointers(a.(*single).Next) }},
	{"double", func(v int) any { return &double{Value: v} },
		func(a, b any, which int) {
			if *[]**double{&a.(*double).Prev, &a.(*double).Next}[which%2] = b.(*double); which%4 < 2 {
				b.(*double).Prev = a.(*double)
			}
		},
		func(a any) []any { return pointers(a.(*double).Prev, a.(*double).Next) }},
	{"tree", func(v int) any { return &tree{Key: v} },
		func(a, b any, which int) {
			if *[]**tree{&a.(*tree).Left, &a.(*tree).Right, &a.(*tree).Parent}[which%3] = b.(*tree); which%2 == 0 {
				b.(*tree).Parent = a.(*tree)
			}
		},
		func(a any) []any { return pointers(a.(*tree).Left, a.(*tree).Right, a.(*tree).Parent) }},
	{"kids", func(v int) any { return &kids{ID: v} },
		func(a, b any, _ int) { a.(*kids).Kids = append(a.(*kids).Kids, b.(*kids)) },
		func(a any) []any { return pointers(a.(*kids).Kids...) }},
	{"any", func(v int) any { return &any1{N: v} },
		func(a, b any, _ int) { a.(*any1).Next = b },
		func(a any) []any {
			if p, ok := a.(*any1).Next.(*any1); ok {
				return []any{p}
			}
			return nil
		}},
}

const here = "riffle/internal/display/linked"

// random links up to 120 nodes at random, some kinds sparsely, and returns the first.
func (k kind) random(rng *rand.Rand) any {
	nodes := make([]any, 1+rng.IntN(120))
	for i := range nodes {
		nodes[i] = k.make(i)
	}
	for i := 1; i < len(nodes) && rng.IntN(30) > 0; i++ {
		from := i - 1
		if rng.IntN(3) == 0 {
			from = rng.IntN(i)
		}
		k.link(nodes[from], nodes[i], rng.IntN(12))
	}
	for range rng.IntN(6) {
		k.link(nodes[rng.IntN(len(nodes))], nodes[rng.IntN(len(nodes))], rng.IntN(12))
	}
	return nodes[0]
}

// reachable are the nodes that a first one leads to.
func (k kind) reachable(first any) map[any]bool {
	seen := map[any]bool{first: true}
	for rest := []any{first}; len(rest) > 0; rest = rest[1:] {
		for _, to := range k.links(rest[0]) {
			if !seen[to] {
				seen[to] = true
				rest = append(rest, to)
			}
		}
	}
	return seen
}

// pair is a pointer between two nodes.
type pair struct{ from, to any }

// Of draws the nodes that can be reached, up to the limit; each pointer is one link or one
// half of a link in both directions; links that aren't Ref make a tree; and those that lead
// to a node on the way to theirs, which close a cycle, are Back.
func TestRandomGraphs(t *testing.T) {
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		k := kinds[seed%uint64(len(kinds))]
		first := k.random(rng)
		all := k.reachable(first)
		g := of(first, plain.Style{Limit: 1000}, here)
		if len(k.links(first)) == 0 {
			if g != nil {
				t.Fatalf("%s %d: %d nodes, want none", k.name, seed, len(g.Nodes))
			}
			continue
		}
		if err := k.check(g, all); err != nil {
			t.Fatalf("%s %d: %v\n%s", k.name, seed, err, g.Text(0))
		}
	}
}

func (k kind) check(g *Graph, all map[any]bool) error {
	if want := min(Most, len(all)); len(g.Nodes) != want || g.Left != len(all)-want || g.AtLeast {
		return fmt.Errorf("%d nodes and %d left of %d", len(g.Nodes), g.Left, len(all))
	}
	for _, n := range g.Nodes {
		if err := k.checkCut(g, n); err != nil {
			return err
		}
	}
	if err := k.checkPointers(g); err != nil {
		return err
	}
	return checkCycles(g)
}

// valueOf is what a node was made of.
func valueOf(n *Node) any { return n.v.Addr().Interface() }

// checkCut checks the links of a node that lead to what isn't drawn.
func (k kind) checkCut(g *Graph, n *Node) error {
	drawn := map[any]bool{}
	for _, n := range g.Nodes {
		drawn[valueOf(n)] = true
	}
	left, cut := 0, 0
	for _, to := range k.links(valueOf(n)) {
		if !drawn[to] {
			left++
		}
	}
	for _, l := range n.Links {
		if l.Cut {
			cut++
		}
	}
	if k.name == "kids" { // one stands for all elements
		left = min(left, 1)
	}
	if cut != left {
		return fmt.Errorf("%s leads to %d nodes that are left out, want %d", n.Text, cut, left)
	}
	return nil
}

// checkPointers checks that each pointer between drawn nodes is a link.
func (k kind) checkPointers(g *Graph) error {
	missing := map[pair]int{}
	for _, n := range g.Nodes {
		for _, to := range k.links(valueOf(n)) {
			missing[pair{valueOf(n), to}]++
		}
	}
	for _, n := range g.Nodes {
		for _, l := range n.Links {
			if l.To != nil {
				missing[pair{valueOf(n), valueOf(l.To)}]--
			}
			if l.Both {
				missing[pair{valueOf(l.To), valueOf(n)}]--
			}
		}
	}
	for _, from := range g.Nodes {
		for _, to := range g.Nodes {
			if n := missing[pair{valueOf(from), valueOf(to)}]; n != 0 {
				return fmt.Errorf("%d pointers of %s to %s too few", n, from.Text, to.Text)
			}
		}
	}
	return nil
}

// checkCycles checks that all links but those with Ref make a tree, and that those with Back
// are the ones that lead up in it.
func checkCycles(g *Graph) error {
	parent := map[*Node]*Node{}
	for _, n := range g.Nodes {
		for _, l := range n.Links {
			if l.To != nil && !l.Ref {
				if parent[l.To] != nil {
					return fmt.Errorf("two links lead to %s", l.To.Text)
				}
				parent[l.To] = n
			}
		}
	}
	backs := 0
	for i, n := range g.Nodes {
		if (parent[n] == nil) != (i == 0) {
			return fmt.Errorf("%s isn't in the tree", n.Text)
		}
		for _, l := range n.Links {
			above := n
			for above != nil && above != l.To {
				above = parent[above]
			}
			if l.To != nil && l.Back != (above != nil) {
				return fmt.Errorf("from %s back to %s: %t", n.Text, l.To.Text, l.Back)
			}
			if l.Back {
				backs++
			}
		}
	}
	if text := g.Text(0); strings.Count(text, "↺") != backs || g.Left > 0 && !strings.Contains(text, fmt.Sprintf("… and %d more node", g.Left)) {
		return fmt.Errorf("%d cycles are marked, want %d", strings.Count(text, "↺"), backs)
	}
	return nil
}

// A long list is cut before it is walked to its end.
func TestLongList(t *testing.T) {
	first := &single{}
	for n := range 1_000_000 {
		first = &single{n, first}
	}
	g := of(first, plain.Style{Limit: 1000}, here)
	if len(g.Nodes) != Most || g.Left != maxCounted || !g.AtLeast {
		t.Errorf("%d nodes, %d left, %t", len(g.Nodes), g.Left, g.AtLeast)
	}
	if text := g.Text(40); !strings.HasSuffix(text, "→ …\n… and more than 10,000 more nodes; %show for the whole") || !strings.HasPrefix(text, "999999 → 999998 → 999997 → 999996\n  → ") {
		t.Error(text)
	}
	g = of(&ends{first, first.Next, 3}, plain.Style{}, here)
	if len(g.Nodes) != mostShown+1 || g.Left != maxCounted || g.Text(0) == "" {
		t.Errorf("%d nodes, %d left", len(g.Nodes), g.Left)
	}
}

// So are many children, of which none are forgotten.
func TestManyChildren(t *testing.T) {
	for _, c := range []struct {
		n    int
		left string
	}{
		{49, ""}, {50, "1 more node"}, {60, "11 more nodes"}, {10_049, "10,000 more nodes"},
		{10_051, "more than 10,000 more nodes"}, {100_000, "more than 10,000 more nodes"},
	} {
		root := &kids{}
		for i := range c.n {
			root.Kids = append(root.Kids, &kids{ID: i})
		}
		g := of(root, plain.Style{Limit: 1000}, here)
		if got := g.LeftText(0); len(g.Nodes) != 50 || got != c.left {
			t.Errorf("%d: %d nodes, %q, want %q", c.n, len(g.Nodes), got, c.left)
		}
		root.Kids = append(make([]*kids, 20_000), root.Kids...)
		root.Kids[3] = &kids{}
		if got := of(root, plain.Style{Limit: 1000}, here).LeftText(0); got != "perhaps more nodes" {
			t.Errorf("%d after nil ones: %q", c.n, got)
		}
	}
}
