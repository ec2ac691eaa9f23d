package page

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	dom "golang.org/x/net/html"
)

// What GitHub's preview of a notebook keeps, as doc/tools.md tells: of HTML the elements
// of its Markdown, without styles, classes and scripts; images that are data. It draws
// text/html where there is one, and text/plain last. An SVG alone isn't always drawn.
var onGitHub = wordSet(`h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul table thead
	tbody tfoot blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure
	figcaption abbr bdo cite dfn mark small span time wbr`)

// word is what a reader must find again: a number, a name.
var word = regexp.MustCompile(`[\pL\pN]+`)

// label begins a text and says nothing that a picture of the value doesn't show.
var label = regexp.MustCompile(`^(map\[|Ticket #1: )`)

// TestGitHubPreview wants each stored output of the course to say the same there.
func TestGitHubPreview(t *testing.T) {
	for _, file := range lessons(t) {
		for i, c := range read(t, file).Cells {
			for _, o := range c.Outputs {
				data, ok := o["data"].(map[string]any)
				if !ok {
					continue // a stream or an error, which is text
				}
				for _, fault := range previewFaults(data) {
					t.Errorf("%s: cell %d (%s): %s", file, i, c.ID, fault)
				}
			}
		}
	}
}

// previewFaults says what of a value a reader on GitHub would miss.
func previewFaults(data map[string]any) (faults []string) {
	plain, _ := data["text/plain"].(string)
	if strings.TrimSpace(plain) == "" && data["text/markdown"] == nil {
		faults = append(faults, "no text/plain")
	}
	page, ok := data["text/html"].(string)
	if !ok {
		if data["image/svg+xml"] != nil && data["image/png"] == nil {
			faults = append(faults, "an SVG without HTML that has it as an image")
		}
		return faults
	}
	kept, images, dropped := preview(page)
	for _, d := range dropped {
		faults = append(faults, "HTML with an element "+d)
	}
	if images > 0 || plain == page { // what display.HTML shows is its own text
		return faults
	}
	var missing []string
	have := map[string]int{}
	for _, w := range word.FindAllString(kept, -1) {
		have[w]++
	}
	for _, w := range word.FindAllString(label.ReplaceAllString(plain, ""), -1) {
		if have[w]--; have[w] < 0 {
			missing = append(missing, w)
		}
	}
	if len(missing) > 0 && data["application/vnd.jupyter.widget-view+json"] == nil {
		faults = append(faults, "HTML that without styles doesn't say "+strings.Join(missing, " "))
	}
	return faults
}

// preview is the text of HTML, what would be dropped of it, and its images.
func preview(fragment string) (text string, images int, dropped []string) {
	nodes, err := parseHTML(fragment)
	if err != nil {
		return "", 0, []string{err.Error()}
	}
	var b strings.Builder
	for _, root := range nodes {
		for n := range withSelf(root) {
			switch {
			case n.Type == dom.TextNode:
				b.WriteString(n.Data + " ")
			case n.Type == dom.ElementNode && !onGitHub[n.Data]:
				dropped = append(dropped, n.Data)
			case n.Data == "img" && strings.HasPrefix(attr(n, "src"), "data:image/"):
				images++
			}
		}
	}
	return b.String(), images, slices.Compact(dropped)
}

// withSelf is a node and all below it.
func withSelf(n *dom.Node) func(func(*dom.Node) bool) {
	return func(yield func(*dom.Node) bool) {
		if !yield(n) {
			return
		}
		for d := range n.Descendants() {
			if !yield(d) {
				return
			}
		}
	}
}

func TestPreviewFaults(t *testing.T) {
	svg := "<svg/>"
	for name, tt := range map[string]struct {
		data map[string]any
		want string
	}{
		"text":               {map[string]any{"text/plain": "1"}, ""},
		"nothing to read":    {map[string]any{"text/html": "<b>1</b>"}, "no text/plain"},
		"an SVG alone":       {map[string]any{"image/svg+xml": svg, "text/plain": "1"}, "an SVG without HTML"},
		"an SVG as an image": {map[string]any{"image/svg+xml": svg, "text/html": `<img src="data:image/svg+xml,%3Csvg/%3E">`, "text/plain": "1"}, ""},
		"drawn by styles":    {map[string]any{"text/html": `<div style="width:17px"></div>`, "text/plain": "17"}, "doesn't say 17"},
		"a table":            {map[string]any{"text/html": `<table><tr><td>a<td>17</table>`, "text/plain": "a  17\n──"}, ""},
		"a script":           {map[string]any{"text/html": `<script>1</script>1`, "text/plain": "1"}, "an element script"},
	} {
		got := strings.Join(previewFaults(tt.data), "\n")
		if !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
