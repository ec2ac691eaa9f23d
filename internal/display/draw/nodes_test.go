package draw

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"riffle/internal/test/svgdoc"
)

// randomNodes are boxes that branch at random, long ones and deep ones among them.
func randomNodes(rng *rand.Rand) *Nodes {
	d := &Nodes{Rows: rng.IntN(3) == 0}
	branches, deep, most := 1+rng.IntN(4), rng.IntN(3) == 0, 1+rng.IntN(51)
	for i := range most {
		d.Boxes = append(d.Boxes, &NodeBox{Text: strings.Repeat("value ", rng.IntN(1+rng.IntN(12))) + fmt.Sprint(i), Holder: rng.IntN(20) == 0})
	}
	// The boxes are numbered as a walk meets them.
	next := 1
	var grow func(i int)
	grow = func(i int) {
		b := d.Boxes[i]
		for k := range branches {
			a := NodeArrow{Name: fmt.Sprint("field", k), Label: []string{"", "key"}[rng.IntN(2)], To: -1, End: "nil", Both: rng.IntN(5) == 0}
			switch {
			case next < most && (k == 0 && deep || rng.IntN(branches+1) > 0):
				a.To = next
				next++
			case rng.IntN(12) == 0:
				a.To, a.Again = rng.IntN(next), true
			case rng.IntN(12) == 0:
				a.End = "…"
			}
			b.Arrows = append(b.Arrows, a)
			if a.To >= 0 && !a.Again {
				grow(a.To)
			}
		}
		b.Row = branches == 1 && rng.IntN(4) > 0
	}
	grow(0)
	d.Boxes = d.Boxes[:next]
	return d
}

// boxPlaces finds the boxes in an SVG.
var boxPlaces = regexp.MustCompile(`<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="28" rx="5"`)

// Whatever points to what, all boxes that aren't pruned are on the card, and none lies on
// another.
func TestRandomNodes(t *testing.T) {
	for seed := range uint64(1000) {
		d := randomNodes(rand.New(rand.NewPCG(seed, 2)))
		hidden := d.Prune()
		svg := (&Figure{Title: "Nodes", Chart: d}).SVG()
		if err := svgdoc.Check(svg); err != nil {
			t.Fatalf("%d: %v", seed, err)
		}
		var boxes [][3]float64
		for _, m := range boxPlaces.FindAllStringSubmatch(svg, -1) {
			var at [3]float64
			for i := range at {
				at[i], _ = strconv.ParseFloat(m[i+1], 64)
			}
			if at[0] < 0 || at[0]+at[2] > Width-margin {
				t.Fatalf("%d: a box from %v to %v of %d", seed, at[0], at[0]+at[2], Width-2*margin)
			}
			for _, o := range boxes {
				if at[0] < o[0]+o[2] && o[0] < at[0]+at[2] && at[1] < o[1]+nodeHigh && o[1] < at[1]+nodeHigh {
					t.Fatalf("%d: boxes at %v and %v", seed, at, o)
				}
			}
			boxes = append(boxes, at)
		}
		if len(boxes) != len(d.Boxes)-hidden {
			t.Fatalf("%d: %d boxes and %d hidden of %d", seed, len(boxes), hidden, len(d.Boxes))
		}
	}
}
