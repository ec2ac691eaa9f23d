package page

import (
	"fmt"
	"strings"

	"riffle/internal/notebook"
)

// block is a cell as the document shows it.
type block struct {
	html    string
	isText  bool    // Markdown, which introduces what follows
	heading string  // the text of the heading that it begins with
	lines   float64 // its approximate height, in lines of text
	slide   string  // its slide_type
}

// cellBlocks are the cells that are shown; a text with several headings makes several.
func (r *renderer) cellBlocks(nb *notebook.Notebook) (all []block) {
	for _, c := range nb.Cells {
		if c.Tagged("remove-cell") {
			continue
		}
		r.cell = c
		var blocks []block
		switch c.Type {
		case notebook.Markdown:
			blocks = r.markdownBlocks(c)
		case notebook.Code:
			blocks = r.codeBlocks(c)
		}
		slideshow, _ := c.Metadata["slideshow"].(map[string]any)
		for i := range blocks {
			blocks[i].slide, _ = slideshow["slide_type"].(string)
			if i > 0 && blocks[i].slide != "skip" && blocks[i].slide != "notes" {
				blocks[i].slide = "-"
			}
		}
		all = append(all, blocks...)
	}
	return all
}

// markdownBlocks is a Markdown cell.
func (r *renderer) markdownBlocks(c *notebook.Cell) (blocks []block) {
	for _, p := range sections(r.markdown(c.Source)) {
		if !p.empty {
			blocks = append(blocks, block{html: "<section class=\"text\">\n" + p.html + "</section>\n", isText: true, heading: p.heading, lines: p.lines})
		}
	}
	return blocks
}

// codeBlocks is a code cell: its source, unless that is hidden, and its outputs.
func (r *renderer) codeBlocks(c *notebook.Cell) []block {
	var b block
	hidden, _ := c.Metadata["jupyter"].(map[string]any)
	if hidden["source_hidden"] != true && !c.Tagged("remove-input") && strings.TrimSpace(c.Source) != "" {
		number := ""
		if c.Count > 0 {
			number = fmt.Sprintf(" data-number=\"%d\"", c.Count)
		}
		b.html = "<pre class=\"" + longClass("in", c.Source) + "\"" + number + "><code>" + r.paintGo(c.Source) + "</code></pre>\n"
		b.lines = codeLines(c.Source)
	}
	if hidden["outputs_hidden"] != true && !c.Tagged("remove-output") {
		for _, o := range joinStreams(c.Outputs) {
			p := r.outputPart(o)
			b.html += p.html
			b.lines += p.lines
		}
	}
	if b.html == "" {
		return nil
	}
	b.html = "<section class=\"cell\">\n" + b.html + "</section>\n"
	return []block{b}
}
