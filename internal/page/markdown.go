package page

import (
	"bytes"
	"encoding/base64"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// flavour is Markdown with tables and tasks, as Jupyter reads it. It lets HTML through,
// since all of its output is cleaned.
var flavour = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(gmhtml.WithUnsafe()))
})

// markdown is a text as HTML. Formulas stay as they are typed.
func (r *renderer) markdown(source string) []*dom.Node {
	var b bytes.Buffer
	if err := flavour().Convert([]byte(source), &b); err != nil {
		return []*dom.Node{{Type: dom.TextNode, Data: source}}
	}
	nodes := r.clean(b.String())
	for _, n := range nodes {
		r.anchors(n)
		r.paintFences(n)
	}
	return nodes
}

// sections are the parts of a text that begin with a heading, and the text before the
// first.
func sections(nodes []*dom.Node) (all []part) {
	begin := 0
	for i, n := range nodes {
		if isHeading(n) && i > begin {
			all = append(all, render(nodes[begin:i]))
			begin = i
		}
	}
	return append(all, render(nodes[begin:]))
}

// anchors gives headings the names that Jupyter gives them: the text with dashes for
// spaces.
func (r *renderer) anchors(n *dom.Node) {
	if isHeading(n) {
		id := strings.ReplaceAll(strings.TrimSpace(textOf(n)), " ", "-")
		if r.ids[id]++; r.ids[id] == 1 {
			n.Attr = append(n.Attr, dom.Attribute{Key: "id", Val: id})
		}
	}
	for c := range n.ChildNodes() {
		r.anchors(c)
	}
}

func isHeading(n *dom.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// paintFences colours the blocks of Go in a text.
func (r *renderer) paintFences(n *dom.Node) {
	if n.DataAtom == atom.Code && (attr(n, "class") == "language-go" || attr(n, "class") == "language-golang") {
		painted, err := parseHTML(r.paintGo(textOf(n)))
		if err != nil {
			return
		}
		for n.FirstChild != nil {
			n.RemoveChild(n.FirstChild)
		}
		for _, c := range painted {
			n.AppendChild(c)
		}
		return
	}
	for c := range n.ChildNodes() {
		r.paintFences(c)
	}
}

// attachment is a picture that a Markdown cell carries, as an address.
func (r *renderer) attachment(name string) (string, bool) {
	for mime, data := range r.cell.Attachment(name) {
		if text, ok := data.(string); ok && strings.HasPrefix(mime, "image/") {
			return dataURL(mime, text), true
		}
	}
	return "", false
}

// file is a picture beside the notebook, as an address.
func (r *renderer) file(path string) (string, bool) {
	mime := map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
		".gif": "image/gif", ".webp": "image/webp", ".svg": "image/svg+xml"}[strings.ToLower(lowerExt(path))]
	if r.Open == nil || mime == "" {
		return "", false
	}
	data, err := r.Open(path)
	if err != nil {
		return "", false
	}
	return dataURL(mime, base64.StdEncoding.EncodeToString(data)), true
}

func dataURL(mime, base64 string) string {
	return "data:" + mime + ";base64," + strings.Join(strings.Fields(base64), "")
}

// lowerExt is a path's extension, with its dot.
func lowerExt(path string) string {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[i:]
	}
	return ""
}
