// Values in interfaces: errors name the interface, and where they are about an operand, they
// show it as it is written. What maps haven't, as the template's option says.
package main

import (
	"errors"
	"fmt"
	"image/color"
	"os"
	"text/template"
)

type Shape interface{ Area() float64 }

type Square struct{ Side float64 }

func (s Square) Area() float64 { return s.Side * s.Side }

type Ink uint8

func (i Ink) RGBA() (r, g, b, a uint32) { return 1, 2, 3, 4 }

type Holder struct {
	I  any
	E  error
	S  Shape
	T  fmt.Stringer
	P  *int
	L  []any
	F  func(any) string
	G  func(Square) string
	M  map[string]any
	MS map[string]Shape
	C  color.Color
}

func (h Holder) Shape() Shape { return h.S }
func (h Holder) None() Shape  { return nil }

func told(x any) string { return fmt.Sprintf("%T %+v", x, x) }

func try(s string, x any, options ...string) {
	funcs := template.FuncMap{
		"told": told,
		"int":  func(x int) int { return x },
		"take": func(s string) string { return s },
		"text": func(s fmt.Stringer) string { return s.String() },
	}
	fmt.Print(s, ": ")
	fmt.Println("", template.Must(template.New("t").Option(options...).Funcs(funcs).Parse(s)).Execute(os.Stdout, x))
}

func main() {
	two := 2
	h := Holder{I: 3, E: errors.New("e"), S: Square{2}, P: &two, L: []any{1, Ink(2), &Square{1}, Square{3}, nil}, F: told,
		G: func(s Square) string { return told(s) }, M: map[string]any{"a": Square{1}, "n": nil}, MS: map[string]Shape{"a": Square{1}, "n": nil}, C: Ink(1)}
	for _, s := range []string{
		"{{.I}}", "{{.E}}", "{{.S}}", "{{.T}}", "{{.C}}",
		"{{.I.X}}", "{{.I.X.Y}}", "{{.E.X}}", "{{.S.Side}} {{.S.Area}}", "{{.S.Nope}}", "{{.C.Nope}}", "{{.T.X}}", "{{.T.String}}",
		"{{.Shape.Side}}", "{{.Shape.Nope}}", "{{.None.Nope}}", "{{.None}}",
		"{{.M.a.Side}}", "{{.M.a.Nope}}", "{{.M.n}}", "{{.M.n.X}}", "{{.M.z}}", "{{.M.z.X}}", "{{.MS.a.Side}}", "{{.MS.a.Nope}}", "{{.MS.n.X}}", "{{.MS.z.X}}",
		"{{int .I}}", "{{int .E}}", "{{int .S}}", "{{int .P}}", "{{int .M.a}}", "{{int .M.z}}", "{{take .I}}", "{{take .S}}", "{{take .E}}", "{{told .M.z}}",
		"{{index .L 0 | int}}", "{{index .L 1 | int}}", "{{range .L}}{{int .}}{{end}}", "{{range .L}}{{told .}} {{end}}",
		"{{with .I}}{{int .}}{{end}}", "{{with .I}}{{int .X}}{{end}}", "{{with .S}}{{.Side}}{{end}}",
		"{{$x := .I}}{{int $x}}{{$x.Y}}", "{{$x := .}}{{$x.I.Y}}", "{{$x := .}}{{take $x.I}}",
		"{{len .I}}", "{{len .S}}", "{{index .S 1}}", "{{index .I 1}}", "{{slice .S 1}}", "{{index .L .I}}", "{{index .L .S}}", "{{not .S}}",
		"{{lt .I 4}} {{eq .I 3}} {{eq .S .S}}", `{{lt .I "a"}}`, "{{eq .L 1}}", "{{lt .L 1}}", "{{lt .S 1}}",
		"{{range .I}}{{.}}{{end}}", "{{range .E}}{{.}}{{end}}", "{{range .S}}{{.}}{{end}}", "{{range $i, $e := .S}}{{.}}{{end}}",
		"{{call .F .I}} {{call .F .S}} {{call .G .S}} {{call .G (index .L 3)}}", "{{call .I 1}}", "{{call .T}}", "{{.L.X}}", "{{.P.X}}", "{{.F.X}}",
	} {
		try(s, h)
		try(s, &h)
	}
	m := map[string]any{"I": 3, "N": Ink(2), "S": Square{1}, "P": &Square{2}}
	for _, s := range []string{"{{.I.X}}", "{{.N.X}}", "{{.S.Side}} {{told .S}} {{.P}} {{told .P}} {{.P.Area}}", "{{.S.Nope}}", "{{.Z}}", "{{.Z.X}}", "{{told .Z}}"} {
		for _, option := range []string{"missingkey=default", "missingkey=zero", "missingkey=error"} {
			try(s, m, option)
			try(s, map[string]Square{"S": {1}}, option)
			try(s, map[string]Shape{"S": Square{1}}, option)
		}
	}
}
