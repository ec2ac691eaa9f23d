package draw

// Row is several charts side by side.
type Row []Panel

func (r Row) drawSVG(c *canvas, width float64) float64 {
	const space = 16.0
	each := (width - space*float64(len(r)-1)) / float64(max(1, len(r)))
	tall, dx, dy := 0.0, c.dx, c.dy
	for i, p := range r {
		x := float64(i) * (each + space)
		y := 0.0
		if p.Title != "" {
			c.drawWords(x, 12, words{size: wordSize, color: Ink, bold: true}, ellipsize(p.Title, wordSize*boldWider, each))
			y = 20
		}
		c.dx, c.dy = dx+x, dy+y
		c.WriteString(`<g transform="translate(` + n(x) + ` ` + n(y) + `)">`)
		tall = max(tall, y+p.Chart.drawSVG(c, each))
		c.WriteString("</g>\n")
	}
	c.dx, c.dy = dx, dy
	return tall
}

func (r Row) renderText(p *page) { Stack(r).renderText(p) }
