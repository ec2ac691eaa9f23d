// Package page turns a notebook with its stored outputs into a document: one file of HTML
// that needs no network and no JavaScript, as a page to scroll, or as slides. Call
// Render.
//
// Every cell becomes a block (cell.go), of Markdown (markdown.go) or of code (code.go)
// with its outputs (output.go). All of a notebook's HTML goes through one gate
// (clean.go). Slides are the same blocks, dealt onto screens (slides.go). The document's
// policy forbids all scripts and loading anything.
package page

import (
	_ "embed"
	"html"
	"strings"

	"riffle/internal/notebook"
)

// Options say what document to make.
type Options struct {
	// Name is the document's title if the notebook has no heading.
	Name string
	// Slides deals the cells onto slides.
	Slides bool
	// Paper is for a PDF: its pages are A4, and links to other files, which would lead
	// nowhere, are left out.
	Paper bool
	// IsText reports whether what follows a magic isn't Go, by its name without %; nil
	// means that all of it is.
	IsText func(magic string) bool
	// Open reads a file that the notebook shows, by its path as seen from the notebook.
	// It must refuse what isn't in the notebook's folder: a page is passed on, and
	// whoever wrote the notebook chose the path.
	// Without it, pictures in files are left out.
	Open func(path string) ([]byte, error)
}

// policy lets nothing load and nothing run: pictures are in the document.
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

//go:embed page.css
var pageStyle string

//go:embed slides.css
var slidesStyle string

// Render makes the document.
func Render(nb *notebook.Notebook, o Options) []byte {
	r := &renderer{Options: o, ids: map[string]int{}}
	blocks := r.cellBlocks(nb)
	title := o.Name
	for _, b := range blocks {
		if b.heading != "" {
			title = b.heading
			break
		}
	}
	style, body := pageStyle, ""
	switch {
	case o.Slides:
		style += slidesStyle
		body = slides(blocks)
	case o.Paper:
		style += "@page { size: A4; }\n"
		fallthrough
	default:
		body = article(blocks)
	}
	var doc strings.Builder
	doc.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	doc.WriteString(`<meta http-equiv="Content-Security-Policy" content="` + policy + "\">\n")
	doc.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	doc.WriteString("<title>" + html.EscapeString(title) + "</title>\n")
	doc.WriteString("<style>\n" + style + "</style>\n</head>\n<body>\n" + body + "</body>\n</html>\n")
	return []byte(doc.String())
}

// article is the page to scroll.
func article(blocks []block) string {
	var b strings.Builder
	b.WriteString("<main>\n")
	for _, block := range blocks {
		b.WriteString(block.html)
	}
	b.WriteString("</main>\n")
	return b.String()
}

// renderer makes one document.
type renderer struct {
	Options
	cell *notebook.Cell // at hand
	ids  map[string]int // how often an anchor has been used
}
