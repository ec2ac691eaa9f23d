// What templates call, test, go through and print of the values of a program's types.
package main

import (
	"fmt"
	"iter"
	"os"
	"text/template"
)

type Number int

func (n Number) String() string { return fmt.Sprint("N", int(n)) }

type Square struct{ S float64 }

func (s Square) String() string { return fmt.Sprint("Square:", s.S) }

type Word string

type List []int

type Point struct{ X, Y int }

type Pair [2]any

type Names struct{ all []string }

func (n *Names) String() string { return fmt.Sprint("names", n.all) }

type Failure struct{ Code int }

func (e *Failure) Error() string { return fmt.Sprint("failure ", e.Code) }

func main() {
	names := map[any]string{Square{1}: "sq", Number(2): "two"}
	funcs := template.FuncMap{
		"look": func(x any) string { return names[x] },
		"both": func(x, y any) string { return names[x] + names[y] },
		"type": func(x any) string { return fmt.Sprintf("%T", x) },
		"same": func(x any) any { return x },
	}
	run := func(text string, data any) {
		fmt.Print(text, " → ")
		if err := template.Must(template.New("t").Funcs(funcs).Parse(text)).Execute(os.Stdout, data); err != nil {
			fmt.Print(" ", err)
		}
		fmt.Println()
	}

	fmt.Println("functions")
	data := map[string]any{"A": Square{1}, "L": []any{Square{1}, Number(2)}, "N": Number(2), "Z": Number(0), "S": "x"}
	for _, text := range []string{
		"{{look .A}}", "{{both .A .N}}", "{{type .A}} {{type .N}} {{type .S}}", "{{range .L}}{{look .}},{{end}}", "{{(same .A).S}} {{same .N}}",
	} {
		run(text, data)
	}
	run("{{look .}}", Square{1})
	run("{{look .A}}", struct{ A Square }{Square{1}})

	fmt.Println("truth")
	for _, x := range []any{Number(0), Number(3), Word(""), Word("w"), List{}, List{1}, (*Point)(nil), &Point{}, Point{}, false, Pair{}, [0]Number{}} {
		for _, text := range []string{"{{with .A}}{{.}}{{else}}none{{end}}", "{{with $x := .A}}{{$x}}{{end}}", "{{if $x := .A}}{{$x}}{{else}}none{{end}}", "{{or .A `other`}} {{if and true .A}}yes{{end}} {{not .A}}"} {
			run(text, map[string]any{"A": x})
			run(text, struct{ A any }{x})
		}
		run("{{with .}}{{.}}{{else}}none{{end}}", x)
	}

	run("{{and .A .B}} {{and .B .A}} {{or .A .B}}", map[string]any{"A": Number(3), "B": Square{1}})

	fmt.Println("ranges")
	for _, x := range []any{Number(0), Number(3), Word(""), List{}, List{1}, (*Point)(nil), Point{1, 2}, Pair{}, [0]Number{}} {
		for _, text := range []string{"{{range .}}{{.}},{{else}}none{{end}}", "{{range $x := .}}{{$x}},{{else}}none{{end}}"} {
			run(text, x)
		}
	}
	numbers := func() chan Number {
		c := make(chan Number, 3)
		c <- 1
		c <- 2
		close(c)
		return c
	}
	run("{{range .}}{{.}},{{else}}none{{end}}", numbers())
	run("{{range $i, $x := .}}{{$i}}={{$x}},{{end}}", numbers())
	run("{{range .}}{{.}},{{else}}none{{end}}", iter.Seq[Number](func(yield func(Number) bool) { _ = yield(1) && yield(2) }))
	run("{{range .}}{{.}},{{else}}none{{end}}", iter.Seq[Number](func(yield func(Number) bool) {}))
	run("{{range $k, $v := .}}{{$k}}={{$v}},{{end}}", iter.Seq2[Number, Square](func(yield func(Number, Square) bool) { _ = yield(1, Square{2}) && yield(2, Square{3}) }))
	run("{{range $k := .}}{{$k}},{{break}}{{end}}", func(yield func(Number) bool) { _ = yield(1) && yield(2) })

	fmt.Println("pointers")
	list := &[]any{Number(1), Square{2}}
	run("{{.}} {{html .}} {{js .}} {{range .}}{{.}}{{end}} {{index . 1}} {{print .}} {{printf `%v` .}}", list)
	run("{{range .}}{{.}},{{end}}", []any{list, &data, 1})
	n := &Names{[]string{"x"}}
	run("{{.}} {{html .}} {{js .}}", &n)
	e := &Failure{4}
	run("{{.}} {{html .}}", &e)
	var any1 any = Square{4}
	run("{{.}} {{html .}} {{.S}} {{.String}}", &any1)
	var none *any
	run("{{.}}", none)
	p := &Point{1, 2}
	run("{{.}} {{.X}}", &p)
	run("{{len .}}", (*Point)(nil))
	run("{{index . 0}}", (*Point)(nil))
	run("{{index . 1}}", List{1})
	run("{{index . 2}}", List{1})
	run("{{eq . .}} {{ne . .}}", [2]Number{1, 2})
	run("{{eq . .}} {{ne . .}}", Pair{Number(1), Square{2}})
}
