// Every kind of value, held in every way, as XML and gob and back, and in templates.
package main

import (
	"bytes"
	"encoding/gob"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"text/template"
)

type N int
type Name string

func (n Name) String() string { return "Name(" + string(n) + ")" }

type Suit int

func (s Suit) String() string { return [...]string{"clubs", "hearts"}[s] }

type Point struct {
	X int
	y int
}
type Circle struct{ R float64 }

func (c *Circle) String() string { return fmt.Sprint("circle ", c.R) }

type Failure struct{ Code int }

func (f Failure) Error() string { return fmt.Sprint("failure ", f.Code) }

type Grade struct{ points int }

func (g Grade) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "grade-%d", g.points), nil }
func (g *Grade) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "grade-%d", &g.points)
	return err
}

type Shape interface{ Area() float64 }
type Square struct{ Side float64 }

func (s Square) Area() float64 { return s.Side * s.Side }

type base struct{ ID int }
type Player struct {
	base
	Name   string `json:"name" xml:"name,attr"`
	secret string `json:"secret" xml:"secret"`
	Best   *Point `json:",omitempty"`
	Any    any
	hidden any
	Err    error
	Hand   []Suit
}
type Pair[T any] struct {
	First  T
	second T
}
type Names []Name
type Scores map[Name]N

// wrapped are the ways to hold a value.
func wrapped[T any](v T) []any {
	return []any{v, &v, []T{v}, []any{v, nil, &v}, [2]any{v}, map[string]T{"k": v}, map[string]any{"k": v}, Pair[T]{v, v},
		struct {
			A any
			b any
			C T
			d T
		}{v, v, v, v}, &Pair[any]{v, []any{v}}}
}

// values are one of each kind, wrapped.
func values() [][]any {
	return [][]any{wrapped(7), wrapped("text"), wrapped(N(3)), wrapped(Name("eve")), wrapped(Suit(1)), wrapped(Point{1, 2}), wrapped(Circle{2}),
		wrapped(Failure{4}), wrapped(error(Failure{5})), wrapped(Grade{6}), wrapped(Shape(Square{3})),
		wrapped(Player{base{1}, "ann", "s", &Point{3, 4}, Suit(0), N(1), Failure{9}, []Suit{0, 1}}), wrapped(Player{}),
		wrapped(Names{"a", "b"}), wrapped(Scores{"a": 1, "b": 2}), wrapped([]Shape{Square{1}, nil}), wrapped(map[Suit]Point{1: {5, 6}}), wrapped(2.5), wrapped([]byte("by"))}
}

var address = regexp.MustCompile(` *\b(0x)?[0-9a-fA-F]{9,}\b *`)

// say prints without addresses.
func say(format string, args ...any) {
	fmt.Print(address.ReplaceAllString(fmt.Sprintf(format, args...), " ADDRESS "), "\n")
}

func main() {
	for _, ws := range values() {
		for _, w := range ws {
			b, err := xml.Marshal(w)
			say("%s %v", b, err)
			p := reflect.New(reflect.TypeOf(w))
			err = xml.Unmarshal(b, p.Interface())
			say("%v %+v", err, p.Elem())
		}
		for _, w := range ws[:3] {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(w)
			say("%d %v", b.Len(), err)
			if err == nil {
				p := reflect.New(reflect.TypeOf(w))
				err = gob.NewDecoder(&b).Decode(p.Interface())
				say("%v %+v", err, p.Elem())
			}
		}
	}
	gobs()
	templates()
}

type Secret struct{ a int }

func gobs() {
	gob.Register(Square{})
	gob.Register(N(0))
	gob.Register(&Circle{})
	var b bytes.Buffer
	in := Pair[[]any]{First: []any{Square{2}, N(5), &Circle{3}, "s"}}
	fmt.Println(gob.NewEncoder(&b).Encode(in), strings.Contains(b.String(), "main.Square"), strings.Contains(b.String(), "Pair[[]interface {}]"))
	var out Pair[[]any]
	fmt.Println(gob.NewDecoder(&b).Decode(&out), out)
	fmt.Printf("%T %T %T\n", out.First[0], out.First[1], out.First[2])
	fmt.Println(gob.NewEncoder(&b).Encode(Secret{1}), gob.NewEncoder(&b).Encode([]any{Point{1, 2}}), gob.NewEncoder(&b).Encode(make(chan Point)))
	b.Reset()
	gob.NewEncoder(&b).Encode(Point{1, 2})
	err := gob.NewDecoder(&b).Decode(&Square{})
	fmt.Println(err != nil && strings.Contains(err.Error(), "main.Square"))
}

type Report struct {
	Title   Name
	Points  []Point
	By      map[Suit]Point
	Circles []Circle
	Best    *Point
	Shape   Shape
	Any     any
}

func (r Report) Total(extra ...N) (n N) {
	for _, e := range extra {
		n += e
	}
	return n + N(len(r.Points))
}
func (r Report) Fail() (string, error) { return "", Failure{3} }
func (p *Point) Moved(by int) Point    { return Point{p.X + by, p.y} }
func (r Report) Ask(s Shape) string    { return fmt.Sprintf("%T", s) }

func templates() {
	r := Report{"title", []Point{{1, 2}, {3, 4}}, map[Suit]Point{1: {5, 6}, 0: {7, 8}}, []Circle{{1}, {2}}, &Point{9, 10}, Square{2}, Failure{1}}
	funcs := template.FuncMap{
		"first": func(l []any) any { return l[0] },
		"drop":  func(l []any) string { l[0] = nil; return "" },
		"sum": func(ps ...Point) (n int) {
			for _, p := range ps {
				n += p.X
			}
			return n
		},
		"fail":  func() (Point, error) { return Point{}, Failure{8} },
		"point": func(x int) Point { return Point{x, x} },
	}
	run := func(text string, data any) {
		t, err := template.New("t").Funcs(funcs).Parse(text)
		if err == nil {
			err = t.Execute(os.Stdout, data)
		}
		var f Failure
		fmt.Println(" ", err, errors.As(err, &f), f.Code)
	}
	for _, text := range []string{"{{.Title}} {{.Points}} {{.By}} {{.Best}} {{.Shape}} {{.Any}}", `{{printf "%T %v %+v" .Best .Best .Points}}`, `{{printf "%T %T" .Title .Shape}}`,
		"{{range .Points}}{{.X}},{{end}}", "{{range $i, $p := .Points}}{{$i}}={{$p}} {{end}}", "{{range $s, $p := .By}}{{$s}}={{$p.X}} {{end}}", "{{range .By}}{{.}}{{end}}",
		"{{range .Circles}}{{.}};{{end}}", "{{range .Points}}{{(.Moved 5).X}} {{end}}", "{{len .Points}} {{.By | len}} {{index .Points 1}} {{(index .Points 0).X}}", "{{index .Points 7}}", "{{.Missing}}", "{{.Best.y}}",
		"{{.Total}} {{.Total 1 2}}", "{{.Fail}}", "{{fail}}", "{{sum .Best}} {{sum (index .Points 0) (index .Points 1)}}", "{{(point 4).X}}", "{{.Ask .Shape}}", "{{with .Best}}{{.X}}{{end}}",
		"{{if .Points}}yes{{else}}no{{end}} {{if .Any}}yes{{end}}", `{{eq .Title "title"}} {{eq .Best .Best}} {{lt .Best.X 10}}`, "{{eq .Points .Points}}", "{{html .Title}} {{js .Best}} {{print .Title 1 2 .Best}}",
		"{{$x := .Best}}{{$x.X}} {{$x}}", "{{len .Best}}", `{{define "a"}}<{{.X}}>{{end}}{{template "a" .Best}}`} {
		run(text, r)
		run(text, &r)
	}
	list := []any{Suit(1), Point{1, 2}, nil, &Point{3, 4}}
	for _, text := range []string{"{{index . 0}}", "{{range .}}{{printf \"%T\" .}} {{end}}", "{{first .}}", "{{drop .}}{{index . 0}}", "{{(index . 1).X}}"} {
		run(text, list)
	}
	fmt.Println(list[0], template.HTMLEscaper(Suit(1)), template.JSEscaper(Name("x")), template.URLQueryEscaper(Suit(0), "&"))
}
