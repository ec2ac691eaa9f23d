package draw

import (
	"math"
	"strings"
)

// Nodes are boxes that point to each other: lists, trees and graphs. A tree grows down if
// it isn't too wide for that. Anything else is drawn in rows: a box, what follows it to the
// right, and below it, indented, the branches.
type Nodes struct {
	// Boxes are in the order of a walk from the first that follows all arrows but those with
	// Again.
	Boxes []*NodeBox
	// Rows is set for what never grows down.
	Rows bool
}

// NodeBox is a node.
type NodeBox struct {
	Text string
	// Holder is set for what isn't a node but points to some.
	Holder bool
	// First is set if a nil pointer leads back from the first box.
	First  bool
	Arrows []NodeArrow
	// Row puts what the only arrow leads to beside the box.
	Row bool

	x, y, w, reach float64
	hidden         bool
	words          string // Text, perhaps with a name before it
}

// NodeArrow is a pointer.
type NodeArrow struct {
	// Name is written at the start of an arrow in rows, and Label at one that grows down.
	Name, Label string
	// To is the number of the box, -1 for none.
	To int
	// End is written in place of a box, such as "nil"; nothing is drawn if it is empty.
	End string
	// Again is set for an arrow to a box to which another leads too, or from which this
	// one comes.
	Again bool
	// Both is set if the box points back.
	Both bool
}

// The measures of boxes and arrows, in pixels.
const (
	nodeHigh  = 28.0
	nodeRow   = 46.0 // from a row to the next
	nodeLevel = 62.0 // from a level of a tree to the next
	nodeGap   = 30.0 // for an arrow
	bulge     = 26.0 // of an arrow back
)

// maxLevels is how many levels of a tree are drawn, and leastLevels how many are worth it.
const (
	maxLevels   = 14
	leastLevels = 4
)

// Prune leaves out the lowest levels of a tree that is too wide for its card, and returns
// how many boxes that are.
func (d *Nodes) Prune() (hidden int) {
	if d.Rows || len(d.Boxes) == 0 || newNodePen(d, Width).isDense() {
		return 0
	}
	for levels := maxLevels; levels >= leastLevels; levels-- {
		pruned := d.prunedTo(levels)
		if !newNodePen(pruned, Width-2*margin).fitsDown() {
			continue
		}
		for _, b := range pruned.Boxes {
			if b.hidden {
				hidden++
			}
		}
		*d = *pruned
		return hidden
	}
	return 0
}

// prunedTo is a copy with so many levels.
func (d *Nodes) prunedTo(levels int) *Nodes {
	c := &Nodes{Boxes: make([]*NodeBox, len(d.Boxes))}
	for i, b := range d.Boxes {
		box := *b
		box.hidden = true
		box.Arrows = append([]NodeArrow(nil), b.Arrows...)
		c.Boxes[i] = &box
	}
	c.showTo(0, levels)
	for _, b := range c.Boxes {
		for k, a := range b.Arrows {
			if a.To >= 0 && c.Boxes[a.To].hidden {
				b.Arrows[k] = NodeArrow{Name: a.Name, Label: a.Label, To: -1, End: "…"}
			}
		}
	}
	return c
}

// showTo shows a box with all below it in so many levels.
func (d *Nodes) showTo(i, levels int) {
	if levels == 0 {
		return
	}
	d.Boxes[i].hidden = false
	for _, a := range d.Boxes[i].Arrows {
		if a.To >= 0 && !a.Again {
			d.showTo(a.To, levels-1)
		}
	}
}

func (d *Nodes) drawSVG(c *canvas, width float64) float64 {
	if len(d.Boxes) == 0 {
		return 0
	}
	p := newNodePen(d, width)
	height := 0.0
	if p.isDense() {
		height = p.placeRound()
	} else if !d.Rows && p.fitsDown() {
		p.down = true
		p.placeDown(0, math.Max(0, (width-d.Boxes[0].reach)/2), 2)
		height = p.bottom()
	} else if height = p.placeRows(); p.right > width {
		height = p.placeCompact()
	}
	if !p.round {
		p.drawAgain()
	}
	if p.again {
		height += 18
	}
	c.WriteString(p.arrows.String())
	p.drawBoxes(c)
	return height
}

func newNodePen(d *Nodes, width float64) *nodePen {
	p := &nodePen{Nodes: d, width: width}
	for _, b := range d.Boxes {
		b.words = b.Text
		for _, a := range b.Arrows {
			if a.Again {
				p.width = width - bulge
			}
		}
	}
	p.nodeSize = nodeSizes[0]
	return p
}

// nodeSize is how large boxes are, and how far apart in a tree.
type nodeSize struct{ size, pad, least, most, gap float64 }

// nodeSizes are tried until a tree fits.
var nodeSizes = []nodeSize{{wordSize, 9, 34, 120, 12}, {labelSize, 6, 24, 90, 8}, {labelSize, 4, 20, 60, 5}}

// nodePen places the boxes and draws the arrows, which lie below them.
type nodePen struct {
	*Nodes
	nodeSize
	arrows  canvas
	width   float64
	step    float64 // by which rows are indented
	right   float64 // where they end
	down    bool    // it is a tree that grows down
	round   bool    // the boxes are in a circle
	compact bool    // names of pointers are in the boxes
	again   bool    // an arrow leads back below the last row
}

func (p *nodePen) measureBox(b *NodeBox) {
	b.w = math.Max(p.least, math.Min(p.most, textWidth(b.words, p.size)+2*p.pad))
}

// drawBoxes draws the boxes with their words.
func (p *nodePen) drawBoxes(c *canvas) {
	for _, b := range p.Boxes {
		if b.hidden {
			continue
		}
		look := paint{fill: Pale, stroke: Blue, width: 1.25, round: 5}
		if b.Holder {
			look = paint{fill: Grid, stroke: Plain, width: 1.25, round: 5}
		}
		c.rect(b.x, b.y, b.w, nodeHigh, look)
		text := ellipsize(b.words, p.size, b.w-p.pad)
		c.drawWords(b.x+b.w/2, b.y+nodeHigh/2+4.5, words{size: p.size, color: Ink, anchor: "middle"}, text)
		if text != b.words {
			c.tip(b.x, b.y, b.w, nodeHigh, b.words)
		}
	}
}

// ---- trees ----

// fitsDown reports whether the tree is narrow enough to grow down, perhaps with smaller
// boxes, but most must have room for their words.
func (p *nodePen) fitsDown() bool {
	for _, size := range nodeSizes {
		p.nodeSize = size
		if p.measureDown(0) <= p.width && p.countCut() <= len(p.Boxes)/4 {
			return true
		}
	}
	p.nodeSize = nodeSizes[0]
	return false
}

// measureDown is the width of a box with all below it.
func (p *nodePen) measureDown(i int) float64 {
	b := p.Boxes[i]
	p.measureBox(b)
	sum := 0.0
	for _, a := range p.below(b) {
		if sum > 0 {
			sum += p.gap
		}
		sum += p.measureBranch(a)
	}
	b.w = math.Max(b.w, math.Min(sum, textWidth(b.words, p.size)+2*p.pad))
	b.reach = math.Max(b.w, sum)
	return b.reach
}

// countCut counts the boxes without room for their words.
func (p *nodePen) countCut() (count int) {
	for _, b := range p.Boxes {
		if !b.hidden && textWidth(b.words, p.size) > b.w-p.pad {
			count++
		}
	}
	return count
}

// below are the arrows of a box that need room below it: all but those to boxes elsewhere. One
// is enough for boxes that are left out.
func (p *nodePen) below(b *NodeBox) (list []NodeArrow) {
	leads, left := false, false
	for _, a := range b.Arrows {
		if !a.Again {
			list = append(list, a)
		}
		leads, left = leads || a.To >= 0, left || a.End == "…"
	}
	switch {
	case leads:
		return list
	case left:
		return []NodeArrow{{To: -1, End: "…"}}
	}
	return nil
}

func (p *nodePen) measureBranch(a NodeArrow) float64 {
	label := 0.0
	if a.Label != "" {
		label = textWidth(a.Label, labelSize) + 8
	}
	if a.To < 0 {
		return math.Max(label, 22)
	}
	return math.Max(label, p.measureDown(a.To))
}

// placeDown places a box in the middle above what it leads to.
func (p *nodePen) placeDown(i int, x, y float64) {
	b := p.Boxes[i]
	b.x, b.y = x+(b.reach-b.w)/2, y
	arrows := p.below(b)
	sum := 0.0
	for _, a := range arrows {
		sum += p.measureBranch(a) + p.gap
	}
	x += (b.reach - (sum - p.gap)) / 2
	for k, a := range arrows {
		w := p.measureBranch(a)
		from := b.x + b.w*float64(k+1)/float64(len(arrows)+1)
		to := x + w/2
		if a.To >= 0 {
			inner := p.Boxes[a.To].reach
			p.placeDown(a.To, x+(w-inner)/2, y+nodeLevel)
		}
		p.drawDown(a, from, y+nodeHigh, to, y+nodeLevel)
		x += w + p.gap
	}
}

// drawDown draws an arrow to a lower level.
func (p *nodePen) drawDown(a NodeArrow, x1, y1, x2, y2 float64) {
	if a.To < 0 && a.End == "" {
		return
	}
	if a.To < 0 {
		y2 -= 14
		p.arrows.drawWords(x2, y2+12, words{size: labelSize, color: Muted, anchor: "middle"}, a.End)
	}
	p.arrows.drawLine(x1, y1, x2, y2, paint{stroke: Plain, width: 1.5})
	p.head(x1, y1, x2, y2, Plain)
	if a.Both {
		p.head(x2, y2, x1, y1, Plain)
	}
	if a.Label != "" {
		at, side := (x1+x2)/2+5, "start"
		if x2 < x1-1 {
			at, side = at-10, "end"
		}
		p.arrows.drawWords(at, (y1+y2)/2+3, words{size: labelSize, color: Muted, anchor: side, tight: true}, a.Label)
	}
}

// bottom is where the lowest box ends.
func (p *nodePen) bottom() float64 {
	bottom := 0.0
	for _, b := range p.Boxes {
		if b.hidden {
			continue
		}
		bottom = math.Max(bottom, b.y+nodeHigh+2)
		for _, a := range p.below(b) {
			if a.To < 0 && a.End != "" {
				bottom = math.Max(bottom, b.y+nodeLevel+4)
			}
		}
	}
	return bottom
}

// ---- graphs ----

// A graph with many arrows to boxes elsewhere is drawn as a circle of boxes, with an arrow
// across for each pointer.
const (
	mostRound  = 16
	leastAgain = 4
)

// isDense reports whether the boxes are best drawn in a circle.
func (p *nodePen) isDense() bool {
	again := 0
	for _, b := range p.Boxes {
		if b.Holder || b.hidden {
			return false
		}
		for _, a := range b.Arrows {
			if a.Again {
				again++
			}
		}
	}
	return again >= leastAgain && len(p.Boxes) <= mostRound && !p.Rows
}

// placeRound places the boxes clockwise from the top, and draws all arrows.
func (p *nodePen) placeRound() float64 {
	p.round, p.most = true, 96
	p.width += bulge
	count := float64(len(p.Boxes))
	high, wide := math.Max(90, 24*count), math.Min(170, 18*count+40) // of the circle
	if p.isLabelled() {
		high, wide = high+60, math.Min((p.width-p.most)/2, wide+50)
	}
	if step := 2 * math.Pi / count; step < 1 { // the first boxes are nearly on one row
		p.most = math.Min(p.most, wide*math.Sin(step)-6)
	}
	for i, b := range p.Boxes {
		p.measureBox(b)
		angle := 2 * math.Pi * float64(i) / count
		b.x = p.width/2 + math.Sin(angle)*wide - b.w/2
		b.y = 2 + high/2*(1-math.Cos(angle))
	}
	for _, b := range p.Boxes {
		for _, a := range b.Arrows {
			switch {
			case a.To < 0:
			case p.Boxes[a.To] == b:
				p.under(b, b, a)
			default:
				p.across(b, p.Boxes[a.To], a)
			}
		}
	}
	return high + nodeHigh + 20
}

// isLabelled reports whether arrows have labels.
func (p *nodePen) isLabelled() bool {
	for _, b := range p.Boxes {
		for _, a := range b.Arrows {
			if a.To >= 0 && a.Label != "" {
				return true
			}
		}
	}
	return false
}

// across draws an arrow between two boxes, a little to its right, so that one in the other
// direction doesn't lie on it.
func (p *nodePen) across(from, to *NodeBox, a NodeArrow) {
	x1, y1, x2, y2 := from.x+from.w/2, from.y+nodeHigh/2, to.x+to.w/2, to.y+nodeHigh/2
	length := math.Hypot(x2-x1, y2-y1)
	if length == 0 {
		return
	}
	dx, dy := (x2-x1)/length, (y2-y1)/length
	x1, y1, x2, y2 = x1-4*dy, y1+4*dx, x2-4*dy, y2+4*dx
	// The arrow ends at the box's border.
	back := math.Min((to.w/2+1-4*math.Abs(dy))/math.Max(math.Abs(dx), 1e-9), (nodeHigh/2+1)/math.Max(math.Abs(dy), 1e-9))
	p.arrow(x1, y1, x2-back*dx, y2-back*dy, a.Both)
	p.label(a, x1+(x2-x1)*0.35, y1+(y2-y1)*0.35+4, "middle")
}

// ---- rows ----

// placeRows places the boxes in rows, and returns where they end.
func (p *nodePen) placeRows() float64 {
	p.most = 200
	p.step = math.Min(28, (p.width-160)/float64(max(1, p.depth(0))))
	root, x := p.Boxes[0], 0.0
	if root.First {
		p.arrows.drawWords(0, 2+nodeHigh/2+4.5, words{size: wordSize, color: Muted}, "nil")
		x = 20 + nodeGap
		p.arrow(x, 2+nodeHigh/2, 22, 2+nodeHigh/2, false)
	}
	return p.placeRow(0, x, 0, 2) + nodeHigh + 2
}

// placeCompact is placeRows with one box in each row and with names in the boxes.
func (p *nodePen) placeCompact() float64 {
	p.compact, p.arrows = true, canvas{}
	for _, b := range p.Boxes {
		for _, a := range b.Arrows {
			if a.To >= 0 && !a.Again {
				p.Boxes[a.To].words = a.Name + ": " + p.Boxes[a.To].Text
			}
		}
	}
	return p.placeRows()
}

// inRow reports whether what a box leads to is beside it.
func (p *nodePen) inRow(b *NodeBox) bool { return b.Row && !p.compact }

// depth is how many levels of branches there are.
func (p *nodePen) depth(i int) int {
	deepest := 0
	b := p.Boxes[i]
	for p.inRow(b) && b.Arrows[0].To >= 0 && !b.Arrows[0].Again {
		b = p.Boxes[b.Arrows[0].To]
	}
	for _, a := range b.Arrows {
		if a.To >= 0 && !a.Again {
			deepest = max(deepest, 1+p.depth(a.To))
		}
	}
	return deepest
}

// placeRow places a box and what follows it, from rows that begin at a margin, and returns
// where the last row begins.
func (p *nodePen) placeRow(i int, x, margin, y float64) float64 {
	for first := true; ; first = false {
		b := p.Boxes[i]
		p.measureBox(b)
		if !first && x+b.w > p.width {
			y += nodeRow
			p.turn(x-nodeGap, margin, y)
			x = margin + nodeGap
		}
		b.x, b.y = x, y
		if p.compact {
			b.w = math.Min(b.w, math.Max(20, p.width-x))
		}
		x += b.w
		p.right = math.Max(p.right, x)
		if !p.inRow(b) {
			return p.placeBranches(b, y)
		}
		a := b.Arrows[0]
		if a.To < 0 || a.Again {
			p.end(a, x, y)
			return y
		}
		if x+nodeGap+math.Min(p.most, textWidth(p.Boxes[a.To].words, p.size)+2*p.pad) <= p.width {
			p.arrow(x, y+nodeHigh/2, x+nodeGap, y+nodeHigh/2, a.Both)
		}
		x += nodeGap
		i = a.To
	}
}

// end writes what a row ends with. An arrow to a box elsewhere is drawn when all are placed.
func (p *nodePen) end(a NodeArrow, x, y float64) {
	if a.To < 0 && a.End != "" {
		p.arrow(x, y+nodeHigh/2, x+nodeGap-6, y+nodeHigh/2, false)
		p.arrows.drawWords(x+nodeGap-2, y+nodeHigh/2+4.5, words{size: wordSize, color: Muted}, a.End)
		p.right = math.Max(p.right, x+nodeGap-2+textWidth(a.End, wordSize))
	}
}

// turn draws an arrow from the end of a row to the beginning of the next.
func (p *nodePen) turn(x, margin, y float64) {
	from, middle, to := y-nodeRow+nodeHigh/2, y-(nodeRow-nodeHigh)/2, y+nodeHigh/2
	p.arrows.drawPath("M"+n(x)+" "+n(from)+"h10V"+n(middle)+"H"+n(margin+10)+"V"+n(to)+"h"+n(nodeGap-11), paint{stroke: Plain, width: 1.5})
	p.head(margin, to, margin+nodeGap, to, Plain)
}

// placeBranches places what a box leads to below it, with the names of the pointers.
func (p *nodePen) placeBranches(b *NodeBox, y float64) float64 {
	if len(p.below(b)) == 0 && !p.leadsElsewhere(b) {
		return y
	}
	stem, x := b.x+12, b.x+p.step+2
	if p.compact {
		stem, x = b.x+math.Min(12, p.step/2), b.x+p.step
	}
	for _, a := range b.Arrows {
		y += nodeRow
		if p.compact {
			y -= 10
		}
		x, middle := x, y+nodeHigh/2
		p.arrows.drawPath("M"+n(stem)+" "+n(b.y+nodeHigh)+"V"+n(middle)+"H"+n(x-3), paint{stroke: Plain, width: 1.5})
		if a.To >= 0 && !a.Again && p.compact {
			p.head(stem, middle, x, middle, Plain)
			y = p.placeRow(a.To, x, x, y)
			continue
		}
		name := ellipsize(a.Name, labelSize, math.Min(p.width/3, p.width-x-50))
		p.arrows.drawWords(x, middle+4, words{size: labelSize, color: Muted, tight: true}, name)
		x += textWidth(name, labelSize) + 4
		switch {
		case a.To < 0:
			p.end(a, x-2, y)
		case a.Again:
			p.toBox(x, y, p.Boxes[a.To])
		default:
			p.arrow(x, middle, x+nodeGap-6, middle, a.Both)
			y = p.placeRow(a.To, x+nodeGap-6, x-6, y)
		}
	}
	return y
}

func (p *nodePen) leadsElsewhere(b *NodeBox) bool {
	for _, a := range b.Arrows {
		if a.Again {
			return true
		}
	}
	return false
}

// toBox draws an arrow from a name to a box above it.
func (p *nodePen) toBox(x, y float64, b *NodeBox) {
	x2, y1, y2 := b.x+b.w/2, y+nodeHigh/2, b.y+nodeHigh
	p.arrows.drawPath("M"+n(x)+" "+n(y1)+"C"+n(math.Max(x+20, x2))+" "+n(y1)+" "+n(x2)+" "+n(y1)+" "+n(x2)+" "+n(y2+6), paint{stroke: Orange, width: 1.5})
	p.head(x2, y2+20, x2, y2, Orange)
}

// ---- arrows ----

// drawAgain draws the arrows between boxes that are placed, but for those from a name.
func (p *nodePen) drawAgain() {
	lowest := 0.0
	for _, b := range p.Boxes {
		lowest = math.Max(lowest, b.y)
	}
	for _, b := range p.Boxes {
		for _, a := range b.Arrows {
			if a.To < 0 || !a.Again || b.hidden || !p.inRow(b) && !p.down {
				continue
			}
			to := p.Boxes[a.To]
			if b.y == to.y {
				p.under(b, to, a)
				p.again = p.again || b.y == lowest
			} else {
				p.beside(b, to, a)
			}
		}
	}
}

// under draws an arrow to a box on the same row, under both.
func (p *nodePen) under(from, to *NodeBox, a NodeArrow) {
	x1, x2, y := from.x+from.w/2, to.x+to.w/2, from.y+nodeHigh
	if from == to {
		x1, x2 = x1+8, x2-8
	}
	low := n(y + 20)
	p.arrows.drawPath("M"+n(x1)+" "+n(y)+"C"+n(x1)+" "+low+" "+n(x1)+" "+low+" "+n((x1+x2)/2)+" "+low+"S"+n(x2)+" "+low+" "+n(x2)+" "+n(y+5), paint{stroke: Orange, width: 1.5})
	p.head(x2, y+20, x2, y, Orange)
	if a.Both {
		p.head(x1, y+20, x1, y, Orange)
	}
	p.label(a, math.Max(x1, x2)+4, y+14, "start")
}

// beside draws an arrow to a box on another row, around the right ends of both.
func (p *nodePen) beside(from, to *NodeBox, a NodeArrow) {
	x1, y1, x2, y2 := from.x+from.w, from.y+nodeHigh/2, to.x+to.w, to.y+nodeHigh/2
	out := bulge
	if y2 > y1 { // beside one in the other direction
		out *= 0.6
	}
	far := n(math.Max(x1, x2) + out)
	p.arrows.drawPath("M"+n(x1)+" "+n(y1)+"C"+far+" "+n(y1)+" "+far+" "+n(y2)+" "+n(x2+5)+" "+n(y2), paint{stroke: Orange, width: 1.5})
	p.head(x2+20, y2, x2, y2, Orange)
	if a.Both {
		p.head(x1+20, y1, x1, y1, Orange)
	}
	p.label(a, math.Max(x1, x2)+0.75*out-2, (y1+y2)/2+4, "middle")
}

// label writes what tells an arrow from others, but not in rows, which have names.
func (p *nodePen) label(a NodeArrow, x, y float64, anchor string) {
	if a.Label != "" && (p.down || p.round) {
		p.arrows.drawWords(x, y, words{size: labelSize, color: Muted, anchor: anchor, tight: true}, ellipsize(a.Label, labelSize, 60))
	}
}

// arrow draws an arrow on a row.
func (p *nodePen) arrow(x1, y1, x2, y2 float64, both bool) {
	p.arrows.drawLine(x1, y1, x2, y2, paint{stroke: Plain, width: 1.5})
	p.head(x1, y1, x2, y2, Plain)
	if both {
		p.head(x2, y2, x1, y1, Plain)
	}
}

// head draws the head of an arrow.
func (p *nodePen) head(x1, y1, x2, y2 float64, color Color) {
	const long, wide = 8.0, 3.5
	dx, dy := x2-x1, y2-y1
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	dx, dy = dx/length, dy/length
	var d strings.Builder
	d.WriteString("M" + n(x2) + " " + n(y2))
	d.WriteString("L" + n(x2-long*dx+wide*dy) + " " + n(y2-long*dy-wide*dx))
	d.WriteString("L" + n(x2-long*dx-wide*dy) + " " + n(y2-long*dy+wide*dx) + "Z")
	p.arrows.drawPath(d.String(), paint{fill: color})
}
