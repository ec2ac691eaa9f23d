// Text templates over maps, slices, structs and functions.
package main

import (
	"fmt"
	"os"
	"strings"
	"text/template"
)

type Suit int

func (s Suit) String() string { return []string{"clubs", "hearts"}[s] }

type Item struct {
	Name  string
	Price float64
	Qty   int
	Suit  Suit
}

func (i Item) Total() float64     { return i.Price * float64(i.Qty) }
func (i *Item) Upper() string     { return strings.ToUpper(i.Name) }
func (i Item) Times(n int) string { return strings.Repeat(i.Name, n) }
func (i Item) Check() (string, error) {
	if i.Qty == 0 {
		return "", fmt.Errorf("%s: none left", i.Name)
	}
	return "ok", nil
}

type Order struct {
	Customer struct{ Name string }
	Items    []*Item
	Notes    map[string]string
	Paid     bool
	Tags     []string
}

func main() {
	t1 := template.New("t1")
	t1, err := t1.Parse("Value is {{.}}\n")
	if err != nil {
		panic(err)
	}
	t1.Execute(os.Stdout, "some text")
	t1.Execute(os.Stdout, 5)
	t1.Execute(os.Stdout, []string{"Go", "Rust"})
	t1.Execute(os.Stdout, Suit(1))
	t1.Execute(os.Stdout, []Suit{0, 1})
	t1.Execute(os.Stdout, Item{"pen", 1.5, 2, 1})
	create := func(name, t string) *template.Template { return template.Must(template.New(name).Parse(t)) }
	t2 := create("t2", "Name: {{.Name}}\n")
	t2.Execute(os.Stdout, struct{ Name string }{"Jane Doe"})
	t2.Execute(os.Stdout, map[string]string{"Name": "Mickey"})
	t3 := create("t3", "{{if . -}} yes {{else -}} no {{end}}\n")
	t3.Execute(os.Stdout, "not empty")
	t3.Execute(os.Stdout, "")
	t4 := create("t4", "Range: {{range $i, $x := .}}{{$i}}={{$x}} {{else}}none{{end}}\n")
	t4.Execute(os.Stdout, []string{"Go", "Rust", "C++"})
	t4.Execute(os.Stdout, map[string]int{"b": 2, "a": 1})
	t4.Execute(os.Stdout, []int{})

	o := Order{Items: []*Item{{"pen", 1.5, 2, 0}, {"ink", 7, 1, 1}}, Notes: map[string]string{"k": "v"}, Paid: true, Tags: []string{"x", "y"}}
	o.Customer.Name = "Ann"
	funcs := template.FuncMap{"upper": strings.ToUpper, "add": func(a, b int) int { return a + b },
		"cheap": func(i *Item) bool { return i.Price < 2 }, "join": strings.Join}
	t5 := template.Must(template.New("order").Funcs(funcs).Parse(`
Dear {{.Customer.Name | upper}},{{/* a comment */}}
{{- range .Items}}
  {{printf "%-5s" .Name}} {{.Qty}} x {{printf "%.2f" .Price}} = {{.Total}} {{.Upper}} {{.Suit}}{{if cheap .}} (cheap){{end}}
{{- end}}
{{with .Notes}}{{.k}} {{index . "k"}}{{end}} {{len .Items}} {{if and .Paid (gt (len .Tags) 1)}}paid{{end}} {{join .Tags "+"}}
{{define "T"}}[{{.}}]{{end}}{{template "T" .Tags}} {{(index .Items 1).Name}} {{(index .Items 0).Times 2}} {{add 1 2}} {{eq .Customer.Name "Ann" "Bob"}}
{{$n := len .Tags}}{{$n}} {{range $k, $v := .Notes}}{{$k}}:{{$v}}{{end}} {{not .Paid}} {{"quoted" | printf "%q"}} {{html "<a>"}}
`))
	fmt.Println(t5.Execute(os.Stdout, o))
	fmt.Println(create("bad", "{{.Missing}}").Execute(os.Stdout, o))
	fmt.Println(create("err", "{{.Check}}\n").Execute(os.Stdout, Item{"pen", 1, 0, 0}))
	_, err = template.New("syntax").Parse("{{if}}")
	fmt.Println(err)
}
