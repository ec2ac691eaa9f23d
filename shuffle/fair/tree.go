package fair

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// Tree is everything that a shuffle can draw: from the root, each draw branches
// into its equally likely values, 0 to n-1 for IntN(n). Draws without a choice
// are left out.
type Tree struct {
	// Branches are the subtrees for the values 0, 1, … of the draw, nil in a
	// leaf.
	Branches []*Tree
	// Name says what the value that leads here does, if the shuffle describes its
	// steps: "1↔3" swaps positions 1 and 3. It is empty for a plain draw.
	Name string
	// Order is the order of the cards in a leaf.
	Order []int
	// P is the probability of reaching this node.
	P *big.Rat
}

// Leaf is one way to draw: the values drawn and the order they lead to.
type Leaf struct {
	Draws []int
	// Steps are the labels of the branches that lead to the leaf: what each value does,
	// as in "1↔3", or the value itself of a plain draw.
	Steps []string
	Order []int
	P     *big.Rat
}

// String returns the way as the tree draws it: 1↔2 ─ 3↔3 ─── 2 1 3  1/81.
func (l Leaf) String() string {
	if l.P == nil {
		return "no draws"
	}
	way := "── "
	if len(l.Steps) > 0 {
		way = strings.Join(l.Steps, " ─ ") + " ─── "
	}
	return fit(way + cards(l.Order) + "  " + ratio(l.P))
}

// Leaves are ways to draw.
type Leaves []Leaf

// String returns a line for each way, of the first 256.
func (ls Leaves) String() string {
	lines := make([]string, 0, len(ls))
	for i, l := range ls {
		if i == maxTreeLines {
			lines = append(lines, fmt.Sprintf("… %s more", prose.Int(len(ls)-i)))
			break
		}
		lines = append(lines, l.String())
	}
	return strings.Join(lines, "\n")
}

// maxTree is the most leaves of a tree.
const maxTree = 100_000

// Tree returns the tree of all the shuffle's draws, which it plays again. A
// shuffle that describes its steps branches step by step. Tree panics when there
// are more than 100,000 ways to draw, and where Exact panics.
func (d *Distribution) Tree() *Tree {
	const call = "Distribution.Tree"
	if d.shuffle == nil {
		arg.Refuse(call, "the distribution is of no shuffle, want one that Exact has made")
	}
	s := newScript(call, d.shuffle, d.n)
	root := &Tree{P: big.NewRat(1, 1)}
	leaves := 0
	for more := true; more; more = s.next() {
		s.play()
		checkOrder(call, s.deck)
		if leaves++; leaves > maxTree {
			arg.Refuse(call, "there are more than %s ways to draw, want fewer: try a smaller deck", prose.Int(maxTree))
		}
		root.grow(s.wheels).Order = slices.Clone(s.deck)
	}
	return root
}

// grow returns the node at the end of the path, and makes missing nodes.
func (t *Tree) grow(path []wheel) *Tree {
	for _, w := range path {
		if t.Branches == nil {
			t.Branches = make([]*Tree, w.n)
		}
		if t.Branches[w.value] == nil {
			share := big.NewRat(1, int64(w.n))
			t.Branches[w.value] = &Tree{P: share.Mul(share, t.P)}
			if w.name != nil {
				t.Branches[w.value].Name = w.name(w.value)
			}
		}
		t = t.Branches[w.value]
	}
	return t
}

// Leaves returns all ways to draw in order.
func (t *Tree) Leaves() Leaves { return t.leaves(nil, nil, nil) }

// To returns the ways to draw that lead to an order, given as its cards from the
// top: t.To(4, 3, 2, 1).
func (t *Tree) To(order ...int) Leaves {
	return slices.DeleteFunc(t.Leaves(), func(l Leaf) bool { return !slices.Equal(l.Order, order) })
}

func (t *Tree) leaves(list Leaves, draws []int, steps []string) Leaves {
	if t.Branches == nil {
		return append(list, Leaf{slices.Clone(draws), slices.Clone(steps), slices.Clone(t.Order), t.P})
	}
	labels, _ := t.names()
	for value, b := range t.Branches {
		list = b.leaves(list, append(draws, value), append(steps, labels[value]))
	}
	return list
}

// maxTreeLines is how many leaves are printed.
const maxTreeLines = 256

// String draws the tree, a line for each leaf: the values drawn, or their names,
// the order and its probability.
//
//	┬─ 0 ─┬─ 0 ─── 3 1 2  1/27
//	│     ├─ 1 ─── 2 3 1  1/27
func (t *Tree) String() string {
	if t.P == nil {
		return "no draws"
	}
	var lines []string
	t.draw(&lines, "", "")
	rest := ""
	if len(lines) > maxTreeLines {
		rest = fmt.Sprintf("\n… %s more", prose.Int(len(lines)-maxTreeLines))
		lines = lines[:maxTreeLines]
	}
	for i, line := range lines {
		lines[i] = fit(line)
	}
	return strings.Join(lines, "\n") + rest
}

// draw adds the lines of a subtree; first and others are the text to its left on
// its first line and on the others.
func (t *Tree) draw(lines *[]string, first, others string) {
	if t.Branches == nil {
		*lines = append(*lines, first+"── "+cards(t.Order)+"  "+ratio(t.P))
		return
	}
	names, width := t.names()
	for value, b := range t.Branches {
		fork, trunk := "├", "│"
		switch {
		case len(t.Branches) == 1:
			fork, trunk = "─", " "
		case value == 0:
			fork = "┬"
		case value == len(t.Branches)-1:
			fork, trunk = "└", " "
		}
		left := others
		if value == 0 {
			left = first
		}
		b.draw(lines, fmt.Sprintf("%s%s─ %*s ─", left, fork, width, names[value]), others+trunk+strings.Repeat(" ", width+4))
	}
}

// names returns the labels of the branches, and the width of the widest.
func (t *Tree) names() (names []string, width int) {
	for value, b := range t.Branches {
		name := b.Name
		if name == "" {
			name = fmt.Sprint(value)
		}
		names = append(names, name)
		width = max(width, utf8.RuneCountInString(name))
	}
	return names, width
}

// fit cuts off the beginning of a line that is too long for 80 columns: its end
// says where it leads.
func fit(line string) string {
	const width = 80
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	runes := []rune(line)
	return "…" + string(runes[len(runes)-width+1:])
}
