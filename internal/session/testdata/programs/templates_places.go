// Elements and fields of types whose pointers have methods: templates find the methods of
// the pointer, and pass on the value.
package main

import (
	"fmt"
	htmltemplate "html/template"
	"os"
	"text/template"
)

type Pair struct {
	X int
	y string
}

func (p *Pair) String() string { return fmt.Sprint("*Pair of ", p.X, " ", p.y) }

func (p *Pair) Twice(q Pair, r *Pair, xs ...any) string { return fmt.Sprint(q, r, xs) }

type Count int

func (c *Count) String() string { return fmt.Sprint("count ", int(*c)) }

type Bag struct {
	P  Pair
	N  Count
	Ps []Pair
	Ns [2]Count
	F  func(any) string
	G  func(Pair) string
}

func told(x any) string { return fmt.Sprintf("%T %+v", x, x) }

func try(s string, x any) {
	funcs := template.FuncMap{
		"told":  told,
		"value": func(p Pair) int { return p.X },
		"point": func(p *Pair) int { return p.X },
		"all": func(a ...any) string {
			s := ""
			for _, x := range a {
				s += told(x) + ";"
			}
			return s
		},
		"text": func(s fmt.Stringer) string { return s.String() },
		"sum":  fmt.Sprint,
		"take": func(s string) string { return s },
		"int":  func(x int) int { return x },
	}
	fmt.Println(s)
	fmt.Println("", template.Must(template.New("t").Funcs(funcs).Parse(s)).Execute(os.Stdout, x))
	fmt.Println("", htmltemplate.Must(htmltemplate.New("t").Funcs(funcs).Parse(s)).Execute(os.Stdout, x))
}

func main() {
	type lineup []Pair
	x := lineup{{3, "c"}, {1, "a"}, {2, "b"}}
	for _, s := range []string{
		"{{told (index . 1)}}{{range .}} {{told .}} {{.}}{{end}}",
		`{{range .}}{{.String}} {{print .}} {{printf "%v %T" . .}} {{println . 1}} {{all . .}} {{value .}} {{point .}}{{end}}`,
		"{{range .}}{{text .}} {{sum . 1}} {{html .}} {{js .}} {{. | told}} {{.X}}{{end}}",
		"{{range .}}{{take .}}{{end}}", "{{range .}}{{int .}}{{end}}", "{{range .}}{{.Nope}}{{end}}", "{{range .}}{{.y}}{{end}}",
		"{{with index . 1}}{{told .}} {{$x := .}}{{told $x}} {{$x}} {{$x.String}}{{end}}",
		"{{range $i, $e := .}}{{told $e}} {{$e}} {{end}}",
		`{{range .}}{{template "q" .}}{{end}}{{define "q"}}{{told .}} {{.}} {{end}}`,
		"{{range .}}{{and . 1}} {{or . 1}} {{not .}} {{end}}",
		"{{range .}}{{eq . 1}}{{end}}", "{{range .}}{{lt . 1}}{{end}}", "{{range .}}{{len .}}{{end}}", "{{range .}}{{index . 1}}{{end}}",
		"{{(index . 0).Twice (index . 1) (index . 2) (index . 1)}}",
	} {
		try(s, x)
		try(s, &x)
	}
	b := Bag{x[0], 0, x, [2]Count{0, 4}, told, func(p Pair) string { return p.String() }}
	for _, s := range []string{
		"{{.P}} {{told .P}} {{.P.X}} {{value .P}}", "{{.P.String}}",
		"{{.N}} {{if .N}}yes{{else}}no{{end}} {{told .N}}",
		"{{range .Ns}}{{.}} {{if .}}yes{{end}} {{lt . 3}} {{eq . 4}} {{told .}}; {{end}}",
		"{{range $i, $n := .Ns}}{{$n}} {{end}}",
		"{{range .Ps}}{{.}} {{told .}} {{end}}",
		"{{call .F .P}} {{call .G .P}} {{call .G (index .Ps 1)}} {{call .F (index .Ps 1)}}",
	} {
		try(s, b)
		try(s, &b)
	}
	m := map[string]Pair{"a": {1, "a"}}
	for _, s := range []string{"{{.a}} {{told .a}} {{value .a}}", "{{.a.String}}", "{{range .}}{{.}} {{told .}}{{end}}"} {
		try(s, m)
	}
}
