// The escapers of templates as functions: they print as templates do.
package main

import (
	"errors"
	"fmt"
	htmltemplate "html/template"
	"text/template"
)

type Word string
type Mark int
type Place struct{ R, S int }
type Named struct{ N string }

func (n *Named) String() string { return "<" + n.N + ">" }

type Sq struct{ S float64 }

func (s Sq) String() string { return "sq&" }

type Er struct{ c int }

func (e Er) Error() string { return "er'" }

func main() {
	p := &Place{1, 2}

	sq := Sq{1}
	psq := &sq
	var st fmt.Stringer = sq
	m := Mark(3)
	args := [][]any{{Word("a<"), Word("b")}, {Mark(1), Mark(2), "x", 3}, {p}, {*p, 1}, {&Named{"a"}, Named{"b"}}, {sq, &sq, &psq}, {Er{1}, errors.New("<")}, {nil, nil}, {[]any{sq, "a"}, []Mark{1}}, {&m, 1}, {&st}, {[]any{Word("a"), Mark(1)}}, {map[string]any{"a": sq}}, {(*Named)(nil)}, {"<a>"}, {Word("<a>")}, {squares()}, {&[]any{sq}}, {htmltemplate.HTML("<b>")}}
	for _, a := range args {
		fmt.Println(template.HTMLEscaper(a...), template.JSEscaper(a...), template.URLQueryEscaper(a...))
		fmt.Println(htmltemplate.HTMLEscaper(a...), htmltemplate.JSEscaper(a...), htmltemplate.URLQueryEscaper(a...))
	}
	fmt.Println(template.HTMLEscaper(Word("a"), m), template.HTMLEscaper(sq), template.HTMLEscaper(psq, "a", psq), template.JSEscaper(p, m, m), htmltemplate.HTMLEscaper(m, m, Word("x"), m))
	f := template.HTMLEscaper
	fmt.Println(f(Word("a"), m, m, sq, &sq))
}

func squares() any { return [2]Sq{} }
