// Package draw is the one drawing model of riffle's pictures: a Figure describes a
// picture as data, and becomes SVG for a notebook and text for a terminal. Start with
// Figure; its Chart is a Heat, Bars, Plot, Tree, Table or Rho, or a Stack of them.
//
// A picture has its own background, a white card with a border. It can't know where it
// will be seen: a notebook may be light or dark, GitHub and JupyterLab show SVG as an
// image, which inherits no colours, and an export has a page of its own. Black on white
// means the same in all of them.
//
// Numbers may have any value, including NaN and infinities: what can't be drawn is left
// out.
package draw

// Figure is a picture with its words.
type Figure struct {
	// Title says in a few words what is shown. A terminal leaves it out: there the
	// user has just typed it.
	Title string
	// Lead is a sentence above the drawing: how many, of what.
	Lead string
	// Chart is the drawing; a figure without one is words.
	Chart Chart
	// Notes are sentences below it, one to a line.
	Notes []string
	// Verdict is the sentence that matters most.
	Verdict string
	// Words are the figure's text, for a value whose own text says the same in a
	// terminal; there they replace the chart and the sentences.
	Words string
	// Alt describes the picture for those who can't see it. It is the title, the lead and
	// the verdict if it is empty.
	Alt string
}

// Chart is a drawing without its words.
type Chart interface {
	// drawSVG draws at the top left corner of a box of this width, and returns its
	// height.
	drawSVG(c *canvas, width float64) (height float64)
}

// texter is a chart that can be drawn in a terminal, in lines as wide as the page. Other
// charts belong to figures with Words.
type texter interface{ renderText(p *page) }

func (f *Figure) alt() string {
	if f.Alt != "" {
		return f.Alt
	}
	s := ""
	for _, part := range []string{f.Title, f.Lead, f.Verdict} {
		if part != "" {
			s += endSentence(part) + " "
		}
	}
	return s
}

// endSentence ends a text with a full stop if it has none.
func endSentence(s string) string {
	switch s[len(s)-1] {
	case '.', '!', '?', ':':
		return s
	}
	return s + "."
}
