// What escapers make of pointers, and of what is missing.
package main

import (
	"fmt"
	htmltemplate "html/template"
	"image"
	"os"
	"strings"
	"text/template"
	"time"
)

type Mark int
type Pair struct {
	X int
	y string
}

func main() {
	m := Mark(2)
	t := time.Unix(0, 0).UTC()
	f := func() {}
	pm := &m
	a := []any{Mark(3), "s", nil, 2, &Pair{1, "a"}, &m, &pm, image.NewGray(image.Rect(0, 0, 1, 1)), &t, []any{Mark(1)}}
	fmt.Println(template.JSEscaper(a...))
	fmt.Println(htmltemplate.HTMLEscaper(image.NewGray(image.Rect(0, 0, 1, 1)), &f != nil, &t, &[]any{Mark(1)}, &[]int{1}), htmltemplate.URLQueryEscaper(nil), htmltemplate.URLQueryEscaper(nil, 1))
	b := []any{"x"}
	fmt.Println(template.HTMLEscaper(b...), b)
	tm := template.Must(template.New("").Parse("{{html .A .B}} {{html .C}} {{js .D .A}} {{urlquery .E nil}} {{html .A}}\n"))
	fmt.Println(tm.Execute(os.Stdout, map[string]any{"A": &Pair{1, "a"}, "B": image.NewGray(image.Rect(0, 0, 1, 1)), "C": &t, "D": nil, "E": &pm}))
	fmt.Println(strings.ToUpper(template.HTMLEscapeString("<a>")))
}
