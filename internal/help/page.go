package help

import (
	"go/doc/comment"
	"go/token"
	"strings"

	"riffle/internal/display/cols"
	"riffle/internal/proto"
)

// The widths that pages are made for, in columns. Prose of more than widest is hard
// to read.
const (
	usual     = 80
	narrowest = 20
	widest    = 100
)

// Fit is the width in which a page is laid out on a terminal of some columns; 0
// means that there is none.
func Fit(columns int) int {
	if columns == 0 {
		return usual
	}
	return max(narrowest, min(columns, widest))
}

// Text lays a page out for a terminal of some columns.
func Text(p *proto.Page, columns int) string {
	width := Fit(columns)
	printer := &comment.Printer{TextWidth: width, TextCodePrefix: "    "}
	parts := []string{Declaration(p.Decl, max(width, columns)), Flow(p.Text, width)}
	if p.Value != "" {
		parts = append(parts, "value: "+p.Value)
	}
	parts = append(parts, wrapText(p.Note, width), string(printer.Text(parseDoc(p.Doc))))
	for _, l := range p.Lists {
		parts = append(parts, listRows(l, width))
	}
	return paragraphs(append(parts, wrapText(p.More, width))...)
}

// Markdown lays a page out for a notebook.
func Markdown(p *proto.Page) string {
	printer := &comment.Printer{
		HeadingLevel: 3,
		HeadingID:    func(*comment.Heading) string { return "" },
		DocLinkURL:   linkURL,
	}
	parts := []string{codeBlock("go", p.Decl), codeBlock("text", p.Text)}
	if p.Value != "" {
		parts = append(parts, "value: "+inCode(p.Value))
	}
	parts = append(parts, p.Note, string(printer.Markdown(parseDoc(p.Doc))))
	for _, l := range p.Lists {
		parts = append(parts, "**"+l.Title+"**", codeBlock("text", listRows(proto.List{Rows: l.Rows}, usual)))
	}
	return paragraphs(append(parts, p.More)...)
}

// Bundle is a page in all forms.
func Bundle(p *proto.Page) proto.Bundle {
	return proto.Bundle{Data: map[string]any{"text/plain": Text(p, 0), "text/markdown": Markdown(p)}}
}

// parseDoc reads a documentation comment. Names in brackets are links, whatever they
// name: nobody should see the brackets.
func parseDoc(doc string) *comment.Doc {
	p := &comment.Parser{
		LookupSym: func(recv, name string) bool { return token.IsExported(name) },
		LookupPackage: func(name string) (importPath string, ok bool) {
			if path, ok := comment.DefaultLookupPackage(name); ok {
				return path, true
			}
			// One that the source imports. What is in brackets alone, as [n], may be an index.
			return name, strings.Contains(doc, "["+name+".") || strings.Contains(doc, "[*"+name+".")
		},
	}
	return p.Parse(doc)
}

// linkURL leads to documentation elsewhere; riffle's packages have none there, and of
// some only the name is known, not the path.
func linkURL(link *comment.DocLink) string {
	_, standard := comment.DefaultLookupPackage(link.ImportPath)
	if !standard && !strings.Contains(link.ImportPath, "/") || strings.HasPrefix(link.ImportPath, "riffle/") {
		return ""
	}
	return link.DefaultURL("https://pkg.go.dev")
}

func codeBlock(language, text string) string {
	if text == "" {
		return ""
	}
	return "```" + language + "\n" + text + "\n```"
}

// inCode is a text as code in Markdown.
func inCode(text string) string {
	tick := "`"
	for strings.Contains(text, tick) {
		tick += "`"
	}
	return tick + " " + text + " " + tick
}

// paragraphs joins what isn't empty.
func paragraphs(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p = strings.Trim(p, "\n"); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}

// Declaration breaks a function's head that is too wide at its parameters.
func Declaration(decl string, width int) string {
	if strings.Contains(decl, "\n") || !strings.HasPrefix(decl, "func ") || cols.Of(decl) <= width {
		return decl
	}
	open, end := parameterSpan(decl)
	if open < 0 {
		return decl
	}
	var b strings.Builder
	b.WriteString(decl[:open+1])
	depth, from := 0, open+1
	for i := from; i < end; i++ {
		switch decl[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				b.WriteString("\n    " + strings.TrimSpace(decl[from:i]) + ",")
				from = i + 1
			}
		}
	}
	return b.String() + "\n    " + strings.TrimSpace(decl[from:end]) + ",\n" + decl[end:]
}

// parameterSpan are the offsets of the parentheses around a function's parameters, -1
// if there are none.
func parameterSpan(decl string) (open, end int) {
	depth, open := 0, -1
	for i := len("func "); i < len(decl); i++ {
		switch c := decl[i]; c {
		case '(', '[':
			if c == '(' && depth == 0 && i > len("func ") {
				open = i
			}
			depth++
		case ')', ']':
			if depth--; depth == 0 && open >= 0 {
				if i == open+1 {
					return -1, -1
				}
				return open, i
			}
		}
	}
	return -1, -1
}
