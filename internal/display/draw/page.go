package draw

import (
	"fmt"
	"strings"
	"unicode"

	"riffle/internal/display/cols"
)

// Columns is the widest line of a figure as text, unless the terminal is narrower.
const Columns = 80

// leastColumns is the narrowest that a figure is drawn.
const leastColumns = 20

// page collects lines for a terminal, with colours or without.
type page struct {
	b      strings.Builder
	colors bool
	width  int    // in columns
	now    string // the escape sequence in force
	column int    // of the line, where the next character goes
	cut    bool   // something didn't fit
}

// look is how characters look, if there are colours.
type look struct {
	color, ground Color
	bold, faint   bool
}

// putChars writes characters, as many as fit on the line; control characters of a label
// become blanks.
func (p *page) putChars(l look, s string) {
	whole := s
	if s = cols.Clip(s, p.width-p.column); s != whole {
		p.cut = true
	}
	if s == "" {
		return
	}
	p.column += cols.Of(s)
	if code := l.escapeCode(); p.colors && code != p.now {
		p.endColors()
		if code != "" {
			p.b.WriteString("\x1b[" + code + "m")
		}
		p.now = code
	}
	p.b.WriteString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s))
}

// endColors ends the colours.
func (p *page) endColors() {
	if p.now != "" {
		p.b.WriteString("\x1b[0m")
		p.now = ""
	}
}

// escapeCode is the number of an escape sequence. A background always comes with a text colour,
// so that it can be read on any terminal.
func (l look) escapeCode() string {
	var codes []string
	if l.bold {
		codes = append(codes, "1")
	}
	if l.faint {
		codes = append(codes, "2")
	}
	switch {
	case l.ground != "":
		codes = append(codes, fmt.Sprintf("48;5;%d;38;5;%d", l.ground.xterm(), textColorOn(l.ground).xterm()))
	case l.color == Muted:
		codes = append(codes, "2")
	case l.color != "" && l.color != Ink: // the terminal's own ink is right for its paper
		codes = append(codes, fmt.Sprintf("38;5;%d", l.color.xterm()))
	}
	return strings.Join(codes, ";")
}

// endLine ends a line, and its colours.
func (p *page) endLine() {
	p.endColors()
	p.column = 0
	p.b.WriteByte('\n')
}

// sayParagraph writes a paragraph.
func (p *page) sayParagraph(l look, s string) {
	for _, line := range wrapColumns(s, p.width) {
		p.putChars(l, line)
		p.endLine()
	}
}

// chart draws what a terminal can show of a chart.
func (p *page) chart(c Chart) {
	if c, ok := c.(texter); ok {
		c.renderText(p)
	}
}

// Text is the figure as lines of at most 80 columns, with the escape sequences of
// a terminal's colours or without. It says the same in both, and on any ground.
func (f *Figure) Text(colors bool) string {
	text, _ := f.TextIn(Columns, colors)
	return text
}

// TextIn is Text for a narrower terminal, and whether something of a line didn't fit.
// A figure's own Words keep their width.
func (f *Figure) TextIn(width int, colors bool) (text string, cut bool) {
	if f.Words != "" {
		return f.Words, false
	}
	p := &page{colors: colors, width: max(leastColumns, min(width, Columns))}
	p.sayParagraph(look{}, f.Lead)
	p.chart(f.Chart)
	for _, note := range f.Notes {
		p.sayParagraph(look{}, note)
	}
	p.sayParagraph(look{bold: true}, f.Verdict)
	lines := strings.Split(strings.TrimSuffix(p.b.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n"), p.cut
}
