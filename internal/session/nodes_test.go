package session

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/golden"
	"riffle/internal/test/svgdoc"
)

// nodePictures are cells that end with a list, a tree or a graph.
var nodePictures = []struct{ name, cell string }{
	{"list", `import "container/list"
l := list.New()
for _, v := range []any{3, "four", NewDeck()[0], []int{1, 2}, nil} { l.PushBack(v) }
l`},
	{"ring", `import "container/ring"
r := ring.New(5)
for i := range 5 { r.Value = i; r = r.Next() }
r`},
	{"chain", `type Node struct { Value int; Next *Node }
&Node{1, &Node{2, &Node{3, nil}}}`},
	{"chain-long", `var long *Node
for i := range 70 { long = &Node{i, long} }
long`},
	{"cycle", `n := &Node{1, &Node{2, &Node{3, &Node{4, nil}}}}
n.Next.Next.Next.Next = n.Next
n`},
	{"ends", `type List struct { head, tail *Node; n int }
m := &Node{3, nil}
List{&Node{1, &Node{2, m}}, m, 3}`},
	{"double", `type Double struct { Prev, Next *Double; Card Card }
d := &Double{Card: NewDeck()[0]}
for _, c := range NewDeck()[1:5] { d = &Double{nil, d, c}; d.Next.Prev = d }
d`},
	{"double-middle", `d.Next.Next`},
	{"tree", `type Tree struct { Left, Right *Tree; Key int }
func (t *Tree) add(k int) *Tree {
	if t == nil { return &Tree{Key: k} }
	if k < t.Key { t.Left = t.Left.add(k) } else { t.Right = t.Right.add(k) }
	return t
}
var t *Tree
for _, k := range []int{8, 3, 10, 1, 6, 14, 4, 7, 13} { t = t.add(k) }
t`},
	{"tree-large", `var large *Tree
for i := range 200 { large = large.add(i * 7919 % 211) }
large`},
	{"folders", `type File struct { Name string; Files []*File }
&File{"home", []*File{{"ada", []*File{{"notes.txt", nil}, {"programs", []*File{{"shuffle.go", nil}, {"dealing-cards.go", nil}}}}}, {"bob", []*File{{"letters & <b>", nil}}}}}`},
	{"wide", `type Animal struct { Name string; Kinds []Animal }
Animal{"animals with a backbone", []Animal{{"mammals of the sea", []Animal{{"blue whale", nil}, {"bottlenose dolphin", nil}}}, {"birds that fly", []Animal{{"albatross", nil}, {"hummingbird", nil}}}, {"birds that don't fly", []Animal{{"penguin", nil}, {"ostrich", nil}}}}}`},
	{"trie", `type Trie struct { end bool; children map[rune]*Trie }
&Trie{false, map[rune]*Trie{'i': {false, map[rune]*Trie{'n': {true, nil}}}, 't': {false, map[rune]*Trie{'o': {true, nil}, 'e': {false, map[rune]*Trie{'a': {true, nil}, 'n': {true, nil}}}}}}}`},
	{"graph", `type City struct { Name string; Roads []*City }
a, b, c := &City{Name: "A"}, &City{Name: "B"}, &City{Name: "C"}
a.Roads, b.Roads, c.Roads = []*City{b, c}, []*City{c}, []*City{a}
a`},
	{"graph-dense", `cs := make([]*City, 8)
for i := range cs { cs[i] = &City{Name: fmt.Sprint("v", i)} }
for i, c := range cs { for _, k := range []int{1, 3, 5} { c.Roads = append(c.Roads, cs[(i*k+k)%8]) } }
cs[0]`},
	{"parent", `type P struct { Left, Right, Parent *P; V int }
p := &P{V: 1}
p.Left, p.Right = &P{V: 2, Parent: p}, &P{V: 3, Parent: p}
p.Left`},
	{"states", `type State struct { name string; next map[string]*State }
odd := &State{name: "odd"}
even := &State{"even", map[string]*State{"1": odd}}
odd.next = map[string]*State{"0": odd, "1": even}
even`},
	{"grid", `type Field struct { North, South, East, West *Field; id int }
var f [2][2]*Field
for i := range 2 { for j := range 2 { f[i][j] = &Field{id: 10*i + j} } }
for i := range 2 {
	f[i][0].East, f[i][1].West = f[i][1], f[i][0]
	f[0][i].South, f[1][i].North = f[1][i], f[0][i]
}
f[0][0]`},
	{"stacks", `type Stack struct { top *Node; size int }
type Queue struct { in, out *Stack }
Queue{&Stack{&Node{2, &Node{1, nil}}, 2}, &Stack{}}`},
	{"heap", `import "container/heap"
type IntHeap []int
func (h IntHeap) Len() int { return len(h) }
func (h IntHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h IntHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *IntHeap) Push(x any) { *h = append(*h, x.(int)) }
func (h *IntHeap) Pop() any { old := *h; x := old[len(old)-1]; *h = old[:len(old)-1]; return x }
h := &IntHeap{}
for _, v := range []int{5, 2, 8, 1, 9, 4} { heap.Push(h, v) }
h`},
	{"heap-large", `var big IntHeap
for i := range 40 { heap.Push(&big, i) }
big`},
}

// TestNodePictures compares the pictures that notebooks show of lists, trees and graphs.
// Whoever changes one looks at it.
func TestNodePictures(t *testing.T) {
	s := newSession(t, Options{})
	for i, p := range nodePictures {
		b := bundleOf(t, s, i+1, p.cell)
		svg, _ := b.Data["image/svg+xml"].(string)
		golden.Check(t, filepath.Join("testdata", "nodes", p.name+".svg"), svg)
		if err := svgdoc.Check(svg); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
		page, _ := b.Data["text/html"].(string)
		if images, err := svgdoc.InHTML(page); err != nil || len(images) != 1 || len(images[0]) != len(svg) {
			t.Errorf("%s: the image isn't the picture: %d, %v", p.name, len(images), err)
		}
	}
}

// bundleOf runs a cell and returns what it shows.
func bundleOf(t *testing.T, s *Session, n int, source string) proto.Bundle {
	t.Helper()
	res := s.Run(context.Background(), proto.Cell{Source: source, N: n, Limit: 10_000}, proto.Discard{})
	if res.Value == nil {
		t.Fatalf("%s: %v", source, res.Err)
	}
	return *res.Value
}

// What has a text or a picture of its own isn't drawn, nor what leads to no other node; a
// table stays above the tree of a heap.
func TestNoNodePictures(t *testing.T) {
	s := newSession(t, Options{})
	bundleOf(t, s, 1, `type Node struct { Value int; Next *Node }
type Named struct { v int; next *Named }
func (n *Named) String() string { return "named" }
type Marked struct { v int; next *Marked }
func (m *Marked) Markdown() string { return "*marked*" }
type Jobs []struct{ Name string; At int }
func (j Jobs) Len() int { return len(j) }
func (j Jobs) Less(a, b int) bool { return j[a].At < j[b].At }
func (j Jobs) Swap(a, b int) { j[a], j[b] = j[b], j[a] }
func (j *Jobs) Push(x any) {}
func (j *Jobs) Pop() any { return nil }
1`)
	for i, c := range []struct{ cell, kinds string }{
		{`&Named{1, &Named{2, nil}}`, "text/plain"},
		{`&Marked{1, &Marked{2, nil}}`, "text/markdown text/plain"},
		{`&Node{1, nil}`, "text/plain"},
		{`new(list.List)`, "text/plain"},
		{`(*Node)(nil)`, "text/plain"},
		{`&Node{1, &Node{2, nil}}`, "image/svg+xml text/html text/plain"},
		{`Jobs{{"wash", 1}, {"cook", 2}, {"eat", 3}}`, "image/svg+xml text/html text/plain"},
		{`Jobs{{"wash", 1}}`, "text/html text/plain"},
	} {
		b := bundleOf(t, s, i+2, c.cell)
		if got := strings.Join(slices.Sorted(maps.Keys(b.Data)), " "); got != c.kinds {
			t.Errorf("%s: %s, want %s", c.cell, got, c.kinds)
		}
		if page, _ := b.Data["text/html"].(string); strings.Contains(c.cell, "cook") && (!strings.Contains(page, "<table") || !strings.Contains(page, "<img")) {
			t.Errorf("%s: %s", c.cell, page)
		}
	}
}
