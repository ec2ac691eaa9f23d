package display

import (
	"riffle/internal/display/linked"
	"riffle/internal/proto"
	std "riffle/stdlib/display"
)

// AddNodes draws the nodes of a list, tree or graph where the value has no picture of its
// own. What follows belongs to the text.
func (v View) AddNodes(b *proto.Bundle, g *linked.Graph, suffix string) {
	if g == nil || len(b.Data) != 1 {
		return
	}
	b.Data[std.MIMETypeText] = g.Text(v.Width) + suffix
}
