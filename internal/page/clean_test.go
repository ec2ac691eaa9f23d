package page

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	dom "golang.org/x/net/html"

	"riffle/internal/notebook"
)

// TestHTMLIsClipped wants the boxes of a notebook's own HTML to clip it, on a screen and
// on paper: what is positioned, moved or enlarged in a cell covers nothing outside.
func TestHTMLIsClipped(t *testing.T) {
	clip := regexp.MustCompile(`(?m)^\.text, \.rich \{ contain: paint;`)
	if n := strings.Count(pageStyle+slidesStyle, "contain:"); n != 1 || !clip.MatchString(pageStyle) {
		t.Errorf("%d rules of the style sheets contain something, want one, for .text and .rich", n)
	}
	const cover = `<div style="position:absolute">cover</div>`
	nb := &notebook.Notebook{Cells: []*notebook.Cell{
		{Type: notebook.Markdown, Source: cover},
		{Type: notebook.Code, Outputs: []notebook.Output{
			{"output_type": "display_data", "data": map[string]any{"text/html": cover}},
			{"output_type": "display_data", "data": map[string]any{"text/markdown": cover}},
		}},
	}}
	root, err := dom.Parse(bytes.NewReader(Render(nb, Options{})))
	if err != nil {
		t.Fatal(err)
	}
	covers := 0
	for n := range root.Descendants() {
		if attr(n, "style") == "" {
			continue
		}
		covers++
		if in := attr(n.Parent, "class"); in != "text" && in != "rich" {
			t.Errorf("HTML of a cell in a box of class %q", in)
		}
	}
	if covers != 3 {
		t.Errorf("%d of 3 on the page", covers)
	}
}
