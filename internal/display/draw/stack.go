package draw

// Stack is several charts, one below the other.
type Stack []Panel

// Panel is a chart of a Stack.
type Panel struct {
	// Title is a line above the chart.
	Title string
	Chart Chart
	// Picture keeps the chart out of a terminal, and Terminal out of a picture,
	// where the others say more.
	Picture, Terminal bool
}

func (s Stack) drawSVG(c *canvas, width float64) float64 {
	y, dy := 0.0, c.dy
	for _, p := range s {
		if p.Terminal {
			continue
		}
		if y > 0 {
			y += 20
		}
		if p.Title != "" {
			c.drawWords(0, y+12, words{size: wordSize, color: Ink, bold: true}, ellipsize(p.Title, wordSize, width))
			y += 24
		}
		c.dy = dy + y
		c.WriteString(`<g transform="translate(0 ` + n(y) + `)">`)
		y += p.Chart.drawSVG(c, width)
		c.WriteString("</g>")
	}
	c.dy = dy
	return y
}

func (s Stack) renderText(p *page) {
	for _, panel := range s {
		if panel.Picture {
			continue
		}
		p.sayParagraph(look{}, panel.Title)
		p.chart(panel.Chart)
	}
}
