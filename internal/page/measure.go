package page

import (
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// part is a piece of the document.
type part struct {
	html    string
	heading string  // the text of the heading that it begins with
	lines   float64 // its approximate height on a slide, in lines of text
	empty   bool    // nothing is visible
}

// render makes a part of clean nodes.
func render(nodes []*dom.Node) part {
	var b strings.Builder
	m := ruler{}
	for _, n := range nodes {
		dom.Render(&b, n) // a Builder returns no errors
		m.measureNode(n)
	}
	m.endParagraph(0)
	p := part{html: b.String(), lines: m.lines, empty: m.pictures == 0 && m.seen == 0}
	if len(nodes) > 0 && isHeading(nodes[0]) {
		p.heading = strings.TrimSpace(textOf(nodes[0]))
	}
	return p
}

// wordsPart is text as it is.
func (r *renderer) wordsPart(text string) part {
	return part{html: "<pre class=\"out\">" + html.EscapeString(text) + "</pre>\n", lines: codeLines(text)}
}

// lineWidth is the number of letters in a line of a slide.
const lineWidth = 88

// ruler estimates the height of HTML on a slide.
type ruler struct {
	lines    float64
	run      int // letters of the paragraph at hand
	seen     int // letters
	pictures int
}

func (m *ruler) measureNode(n *dom.Node) {
	switch n.DataAtom {
	case atom.Pre:
		m.endParagraph(0)
		m.lines += codeLines(textOf(n))
		m.seen++
		return
	case atom.Img:
		m.endParagraph(0)
		m.pictures++
		m.lines += pictureLines(attr(n, "src"))
		return
	}
	if n.Type == dom.TextNode {
		m.run += len([]rune(n.Data))
		m.seen += len(strings.TrimSpace(n.Data))
		return
	}
	for c := range n.ChildNodes() {
		m.measureNode(c)
	}
	switch {
	case isHeading(n):
		m.endParagraph(1)
	case n.DataAtom == atom.P, n.DataAtom == atom.Div, n.DataAtom == atom.Blockquote:
		m.endParagraph(0.5)
	case n.DataAtom == atom.Li, n.DataAtom == atom.Tr, n.DataAtom == atom.Br:
		m.endParagraph(0.1)
	}
}

// endParagraph ends a paragraph.
func (m *ruler) endParagraph(space float64) {
	if m.run > 0 {
		m.lines += math.Ceil(float64(m.run)/lineWidth) + space
	}
	m.run = 0
}

// size is a picture's, in pixels.
type size struct{ width, height float64 }

// style tells the style sheet the size: slides enlarge pictures with the letters.
func (s size) style() string { return fmt.Sprintf("--w:%g;--h:%g", s.width, s.height) }

var (
	svgRoot = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`<svg\b[^>]*>`)
	})
	svgWidth = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\swidth\s*=\s*["']([0-9.]+)(?:px)?["']`)
	})
	svgHeight = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\sheight\s*=\s*["']([0-9.]+)(?:px)?["']`)
	})
)

// sizeOf is the size of an SVG in a data URL.
func sizeOf(src string) (size, bool) {
	head, data, ok := strings.Cut(src, ",")
	if !ok || !strings.HasPrefix(head, "data:image/svg+xml") {
		return size{}, false
	}
	svg, err := url.PathUnescape(data)
	if strings.HasSuffix(head, ";base64") {
		var raw []byte
		raw, err = base64.StdEncoding.DecodeString(data)
		svg = string(raw)
	}
	root := svgRoot().FindString(svg)
	w, h := svgWidth().FindStringSubmatch(root), svgHeight().FindStringSubmatch(root)
	if err != nil || w == nil || h == nil {
		return size{}, false
	}
	width, _ := strconv.ParseFloat(w[1], 64)
	height, _ := strconv.ParseFloat(h[1], 64)
	return size{width, height}, width > 0 && height > 0
}

// On a slide a line is 24 pixels of a picture high, and no picture is higher than
// tallest.
const (
	pixelsPerLine = 24
	tallest       = 14
)

// pictureLines is the height of a picture on a slide.
func pictureLines(src string) float64 {
	s, ok := sizeOf(src)
	if !ok {
		return tallest
	}
	return math.Min(s.height/pixelsPerLine, tallest) + 0.5
}
