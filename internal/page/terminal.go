package page

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// terminal is text for a terminal: with its colours, and without what was overwritten.
func terminal(class, text string) part {
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return part{empty: true}
	}
	text = overwritten(text)
	return part{html: "<pre class=\"" + longClass(class, text) + "\">" + coloured(text) + "</pre>\n", lines: codeLines(text)}
}

// overwritten is what is left of lines that were overwritten after a carriage return.
func overwritten(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, "\r")
		lines[i] = line[strings.LastIndexByte(line, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}

// escape matches the sequences that a terminal obeys instead of showing, in the forms of
// ECMA-48: a control sequence, which sets a style if it ends in m; a string such as a
// window's title, which ends with its line at the latest; a shorter escape sequence; a
// control character.
var escape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:\x1b\[|\x{9b})([0-?]*)[ -/]*([@-~])` +
		`|(?:\x1b[PX\]^_]|[\x{90}\x{98}\x{9d}-\x{9f}])[^\a\x1b\x{9c}\n]*(?:\a|\x1b\\|\x{9c})?` +
		`|\x1b[ -/]*[0-~]?` +
		`|[\x00-\x08\x0b-\x1f\x7f-\x{9f}]`)
})

// sgr matches the parameters of SGR, which sets a style.
var sgr = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9;:]*$`)
})

// coloured turns the styles in a text into spans.
func coloured(text string) string {
	var b strings.Builder
	var p pen
	at := 0
	for _, m := range escape().FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(p.styledSpan(text[at:m[0]]))
		at = m[1]
		if m[4] >= 0 && text[m[4]:m[5]] == "m" && sgr().MatchString(text[m[2]:m[3]]) {
			p.setStyle(text[m[2]:m[3]])
		}
	}
	b.WriteString(p.styledSpan(text[at:]))
	return b.String()
}

// pen is the style that a terminal writes in.
type pen struct {
	bold, faint, italic, underline bool
	ink, ground                    string
}

// styledSpan is text in the pen's style.
func (p pen) styledSpan(text string) string {
	text = html.EscapeString(text)
	if p == (pen{}) || text == "" {
		return text
	}
	var style []string
	for _, s := range []struct {
		on   bool
		says string
	}{{p.bold, "font-weight:bold"}, {p.faint, "opacity:.7"}, {p.italic, "font-style:italic"}, {p.underline, "text-decoration:underline"},
		{p.ink != "", "color:" + p.ink}, {p.ground != "", "background:" + p.ground}} {
		if s.on {
			style = append(style, s.says)
		}
	}
	return `<span style="` + strings.Join(style, ";") + `">` + text + `</span>`
}

// setStyle changes the style as the numbers of a control sequence say.
func (p *pen) setStyle(numbers string) {
	var codes []int
	for s := range strings.FieldsFuncSeq(numbers, func(r rune) bool { return r == ';' || r == ':' }) {
		n, _ := strconv.Atoi(s)
		codes = append(codes, n)
	}
	if len(codes) == 0 {
		codes = []int{0}
	}
	for len(codes) > 0 {
		c := codes[0]
		codes = codes[1:]
		switch {
		case c == 38:
			p.ink, codes = longColour(codes)
		case c == 48:
			p.ground, codes = longColour(codes)
		default:
			p.applyCode(c)
		}
	}
}

// applyCode applies a code of one number.
func (p *pen) applyCode(c int) {
	switch {
	case c == 0:
		*p = pen{}
	case c == 1:
		p.bold = true
	case c == 2:
		p.faint = true
	case c == 3:
		p.italic = true
	case c == 4:
		p.underline = true
	case c == 22:
		p.bold, p.faint = false, false
	case c == 23:
		p.italic = false
	case c == 24:
		p.underline = false
	case c >= 30 && c <= 37:
		p.ink = namedColor(c - 30)
	case c >= 90 && c <= 97:
		p.ink = namedColor(c - 90)
	case c == 39:
		p.ink = ""
	case c >= 40 && c <= 47:
		p.ground = namedColor(c - 40)
	case c >= 100 && c <= 107:
		p.ground = namedColor(c - 100)
	case c == 49:
		p.ground = ""
	}
}

// namedColor is one of the eight colours, which the style sheet has for either ground.
func namedColor(n int) string { return fmt.Sprintf("var(--ansi%d)", n) }

// longColour reads a colour that is a number of a table of 256, or red, green, blue.
func longColour(codes []int) (colour string, rest []int) {
	switch {
	case len(codes) >= 2 && codes[0] == 5:
		return indexedColor(codes[1]), codes[2:]
	case len(codes) >= 4 && codes[0] == 2:
		return fmt.Sprintf("rgb(%d,%d,%d)", codes[1]&255, codes[2]&255, codes[3]&255), codes[4:]
	}
	return "", nil
}

// indexedColor is a colour of a terminal's table: sixteen with names, a cube, a ramp of grey.
func indexedColor(n int) string {
	switch {
	case n < 0 || n > 255:
		return ""
	case n < 16:
		return namedColor(n % 8)
	case n >= 232:
		grey := 8 + 10*(n-232)
		return fmt.Sprintf("rgb(%d,%d,%d)", grey, grey, grey)
	}
	level := func(i int) int {
		if i == 0 {
			return 0
		}
		return 55 + 40*i
	}
	n -= 16
	return fmt.Sprintf("rgb(%d,%d,%d)", level(n/36), level(n/6%6), level(n%6))
}
