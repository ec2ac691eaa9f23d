package page

import (
	"net/url"
	"slices"
	"strings"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The gate: a notebook's HTML is parsed as a browser would, and only known elements and
// attributes get into the document. Each cell's HTML is in a box that the style sheet
// clips (contain: paint), so that styles can't cover what is around it either. (Scripts
// couldn't run anyway: the document's policy.)

// kept are the elements that may stay. Any other is replaced by its content.
var kept = wordSet(`a abbr b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em
	figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark meter ol p pre progress q s samp small span
	strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr`)

// dropped are the elements that go together with their content.
var dropped = wordSet(`script style head title iframe frame frameset object embed applet template noscript svg math
	select textarea button audio video canvas link meta base`)

// attributes are the ones that may stay on any element.
var attributes = wordSet(`title lang dir align valign colspan rowspan scope alt width height open start reversed value max min
	role aria-label class`)

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// parseHTML reads a fragment of HTML as a browser would.
func parseHTML(fragment string) ([]*dom.Node, error) {
	return dom.ParseFragment(strings.NewReader(fragment), &dom.Node{Type: dom.ElementNode, Data: "div", DataAtom: atom.Div})
}

// clean is what the document keeps of a fragment of HTML.
func (r *renderer) clean(fragment string) []*dom.Node {
	nodes, err := parseHTML(fragment)
	if err != nil {
		return []*dom.Node{{Type: dom.TextNode, Data: fragment}}
	}
	var clean []*dom.Node
	for _, n := range nodes {
		clean = append(clean, r.cleanNode(n)...)
	}
	return clean
}

// cleanNode is what stays of a node: itself, nothing, or its content.
func (r *renderer) cleanNode(n *dom.Node) []*dom.Node {
	switch {
	case n.Type == dom.TextNode:
		return []*dom.Node{{Type: dom.TextNode, Data: n.Data}}
	case n.Type != dom.ElementNode || n.Namespace != "" || dropped[n.Data]:
		return nil
	case n.DataAtom == atom.Img:
		return r.inlineImage(n)
	}
	var inside []*dom.Node
	for c := range n.ChildNodes() {
		inside = append(inside, r.cleanNode(c)...)
	}
	attrs, ok := r.attrs(n)
	if !kept[n.Data] || !ok {
		return inside
	}
	e := &dom.Node{Type: dom.ElementNode, Data: n.Data, DataAtom: n.DataAtom, Attr: attrs}
	for _, c := range inside {
		e.AppendChild(c)
	}
	return []*dom.Node{e}
}

// attrs are the attributes that an element keeps; not ok if the element makes no sense
// without the others.
func (r *renderer) attrs(n *dom.Node) (attrs []dom.Attribute, ok bool) {
	ok = n.DataAtom != atom.A && n.DataAtom != atom.Input
	for _, a := range n.Attr {
		switch {
		case a.Key == "style":
			if a.Val = cleanStyle(a.Val); a.Val == "" {
				continue
			}
		case a.Key == "class" && !strings.HasPrefix(a.Val, "language-"):
			continue // the document's own mean something
		case a.Key == "href" && n.DataAtom == atom.A:
			if a.Val, ok = r.link(a.Val); !ok {
				return nil, false
			}
		case n.DataAtom == atom.Input && a.Key == "type" && a.Val == "checkbox": // of a list of tasks
			ok = true
			attrs = append(attrs, dom.Attribute{Key: "disabled"})
		case n.DataAtom == atom.Input && a.Key == "checked":
		case !attributes[a.Key]:
			continue
		}
		attrs = append(attrs, dom.Attribute{Key: a.Key, Val: a.Val})
	}
	return attrs, ok
}

// link is where a link leads. A link to a notebook leads to its page, since notebooks
// that link to each other are exported together.
func (r *renderer) link(to string) (string, bool) {
	u, err := url.Parse(strings.TrimSpace(to))
	switch {
	case err != nil:
		return "", false
	case u.Scheme != "":
		return u.String(), slices.Contains([]string{"http", "https", "mailto"}, u.Scheme)
	case u.Host != "":
		return "", false
	case u.Path == "": // on the page itself
		return "#" + u.Fragment, true
	case r.Paper:
		return "", false
	}
	if base, ok := strings.CutSuffix(u.Path, ".ipynb"); ok {
		u.Path, u.RawPath = base+".html", ""
	}
	return u.String(), true
}

// inlineImage is a picture, if it is in the notebook or beside it; one on the network becomes a
// link.
func (r *renderer) inlineImage(n *dom.Node) []*dom.Node {
	src := strings.TrimSpace(attr(n, "src"))
	name, attached := strings.CutPrefix(src, "attachment:")
	u, err := url.Parse(src)
	switch {
	case attached:
		if path, err := url.PathUnescape(name); err == nil {
			name = path
		}
		src, _ = r.attachment(name)
	case strings.HasPrefix(src, "data:image/"):
	case err == nil && (u.Scheme == "http" || u.Scheme == "https"):
		return absent(n, src)
	case err == nil && u.Scheme == "" && u.Host == "":
		src, _ = r.file(u.Path)
	default:
		src = ""
	}
	if src == "" {
		return absent(n, "")
	}
	attrs, _ := r.attrs(n)
	e := &dom.Node{Type: dom.ElementNode, Data: "img", DataAtom: atom.Img,
		Attr: append([]dom.Attribute{{Key: "src", Val: src}}, attrs...)}
	if size, ok := sizeOf(src); ok {
		setStyle(e, size.style())
	}
	return []*dom.Node{e}
}

// absent is what a reader sees of a picture that isn't there: its description, with a
// link if it is on the network.
func absent(n *dom.Node, address string) []*dom.Node {
	words := attr(n, "alt")
	if words == "" {
		words = "picture"
	}
	text := &dom.Node{Type: dom.TextNode, Data: words}
	if address == "" {
		return []*dom.Node{text}
	}
	a := &dom.Node{Type: dom.ElementNode, Data: "a", DataAtom: atom.A, Attr: []dom.Attribute{{Key: "href", Val: address}}}
	a.AppendChild(text)
	return []*dom.Node{a}
}

// setStyle appends declarations to an element's own.
func setStyle(n *dom.Node, more string) {
	for i := range n.Attr {
		if n.Attr[i].Key == "style" {
			n.Attr[i].Val = strings.TrimRight(n.Attr[i].Val, "; ") + ";" + more
			return
		}
	}
	n.Attr = append(n.Attr, dom.Attribute{Key: "style", Val: more})
}

// styles are the properties that HTML of a notebook may set. One that ends in "-" is
// a prefix.
var styles = strings.Fields(`align- aspect-ratio background background-color border border- bottom box-shadow box-sizing
	color column- display flex flex- float font font- gap grid grid- height inset justify- left letter-spacing
	line-height list-style list-style-type margin margin- max-height max-width min-height min-width opacity overflow
	overflow- padding padding- position right table-layout text- top transform vertical-align visibility white-space
	width word- z-index`)

// cleanStyle keeps the declarations that say how something looks where it is.
func cleanStyle(style string) string {
	var kept []string
	for d := range strings.SplitSeq(style, ";") {
		name, value, ok := strings.Cut(d, ":")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		known := slices.ContainsFunc(styles, func(s string) bool {
			return s == name || strings.HasSuffix(s, "-") && strings.HasPrefix(name, s)
		})
		low := strings.ToLower(value)
		switch {
		case !ok || !known || strings.ContainsAny(value, `\<>{}`):
		case strings.Contains(low, "url"), strings.Contains(low, "image"), strings.Contains(low, "expression"):
		case name == "position" && low != "relative" && low != "absolute":
		default:
			kept = append(kept, name+":"+value)
		}
	}
	return strings.Join(kept, ";")
}

func attr(n *dom.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// textOf is the text in a node.
func textOf(n *dom.Node) string {
	if n.Type == dom.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		b.WriteString(textOf(c))
	}
	return b.String()
}
