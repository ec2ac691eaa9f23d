package page

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// A slide is one screen. Notebooks that say what is a slide, as Jupyter's slideshow
// metadata do, are dealt as they say. Otherwise a heading begins a slide, and what
// doesn't fit goes on to the next one, under the same heading.

// room is how many lines of text a slide holds, full how many may be put on one: in
// slightly smaller letters they still fit.
const room, full = 19, 23

// slide is a screen's blocks.
type slide struct {
	blocks []block
	lines  float64
	goesOn string // the heading above a slide that begins without one
}

// slides are the screens, one section each.
func slides(blocks []block) string {
	deal := bySize
	if slices.ContainsFunc(blocks, func(b block) bool { return b.slide != "" && b.slide != "-" }) {
		deal = byMetadata
	}
	var b strings.Builder
	b.WriteString("<main class=\"slides\">\n")
	for _, s := range deal(blocks) {
		if scale := s.letterScale(); scale < 1 {
			fmt.Fprintf(&b, "<article style=\"font-size:%gem\">\n", scale)
		} else {
			b.WriteString("<article>\n")
		}
		if s.goesOn != "" {
			b.WriteString("<p class=\"goes-on\">" + html.EscapeString(s.goesOn) + "</p>\n")
		}
		for _, block := range s.blocks {
			b.WriteString(block.html)
		}
		b.WriteString("</article>\n")
	}
	b.WriteString("</main>\n")
	return b.String()
}

// byMetadata deals the cells as their slide types say: a slide and a subslide begin a
// screen, a fragment is shown with what is above it, notes and what is skipped are left
// out.
func byMetadata(blocks []block) []slide {
	var all []slide
	for _, b := range blocks {
		switch b.slide {
		case "skip", "notes":
			continue
		case "slide", "subslide":
			all = append(all, slide{})
		}
		if len(all) == 0 {
			all = append(all, slide{})
		}
		last := &all[len(all)-1]
		last.blocks = append(last.blocks, b)
		last.lines += b.lines
	}
	return all
}

// bySize begins a slide at each heading, and where the next block doesn't fit. Text goes
// with the code that it introduces.
func bySize(blocks []block) []slide {
	var all []slide
	heading := ""
	for i, b := range blocks {
		need := b.lines
		if b.isText && i+1 < len(blocks) && !blocks[i+1].isText {
			need += blocks[i+1].lines
		}
		switch {
		case b.heading != "":
			heading = b.heading
			all = append(all, slide{})
		case len(all) == 0:
			all = append(all, slide{})
		case all[len(all)-1].lines+min(need, full) > full && !all[len(all)-1].onlyIntroduces():
			all = append(all, slide{goesOn: heading, lines: 1.5})
		}
		last := &all[len(all)-1]
		last.blocks = append(last.blocks, b)
		last.lines += b.lines
	}
	return all
}

// onlyIntroduces reports whether a slide has only a little text so far, which would be
// lost on a slide of its own.
func (s slide) onlyIntroduces() bool {
	return s.lines < room/3 && !slices.ContainsFunc(s.blocks, func(b block) bool { return !b.isText })
}

// smallest is how far letters shrink, at most, on a slide that holds too much. What still
// doesn't fit is scrolled, and goes on to the next page of a PDF.
const smallest = 0.6

// letterScale is the size of a slide's letters.
func (s slide) letterScale() float64 {
	return math.Round(100*max(smallest, min(1, room/max(s.lines, 1)))) / 100
}
