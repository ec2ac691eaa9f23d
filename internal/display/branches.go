package display

import (
	"fmt"

	"riffle/internal/display/draw"
	"riffle/shuffle/fair"
)

// maxLeaves is how many leaves of a tree are drawn; of a larger tree only the first
// draws, and how many ways go on from there.
const maxLeaves = 81

// drawTree draws all that a shuffle can do.
func drawTree(t *fair.Tree) *draw.Figure {
	f := &draw.Figure{Title: "Every way to draw", Words: t.String()}
	if t.P == nil {
		return f
	}
	all := len(t.Leaves())
	levels := 0
	for ; levels < 64 && branchesAfter(t, levels+1) <= maxLeaves && branchesAfter(t, levels+1) > branchesAfter(t, levels); levels++ {
	}
	f.Lead = countedWhat(all, "way") + " to draw, with the order that each leads to"
	if all == 1 {
		f.Lead = "no choice: a single order"
	}
	ends := []string{"order", "probability"}
	if branchesAfter(t, levels) < all {
		f.Notes = []string{fmt.Sprintf("Of %s ways only the first %s are drawn.", draw.Number(float64(all)), countedWhat(levels, "draw"))}
		ends[0] = "goes on"
	}
	f.Chart = &draw.Tree{Root: branchNode(t, "", levels), Ends: ends}
	return f
}

// branchesAfter is how many branches there are after a number of draws.
func branchesAfter(t *fair.Tree, levels int) int {
	if levels == 0 || t.Branches == nil {
		return 1
	}
	sum := 0
	for _, b := range t.Branches {
		if sum > maxLeaves {
			break
		}
		sum += branchesAfter(b, levels-1)
	}
	return sum
}

func branchNode(t *fair.Tree, label string, levels int) *draw.Node {
	n := &draw.Node{Label: label, Tip: "probability " + fraction(t.P)}
	switch {
	case t.Branches == nil:
		n.Ends = []string{joinBlanks(t.Order), fraction(t.P)}
		n.Tip = fmt.Sprintf("%s: %s = %.4g %%", joinBlanks(t.Order), fraction(t.P), 100*nearestFloat(t.P))
	case levels == 0:
		n.Ends = []string{"in " + countedWhat(len(t.Leaves()), "way"), fraction(t.P)}
	default:
		for value, b := range t.Branches {
			name := b.Name
			if name == "" {
				name = fmt.Sprint(value)
			}
			n.Children = append(n.Children, branchNode(b, name, levels-1))
		}
	}
	return n
}
