// Pages and logs of values that hold those of a program's types.
package main

import (
	"bytes"
	"fmt"
	"html/template"
	"log/slog"
	"os"
	"reflect"
	texttemplate "text/template"
)

type Bytes []byte

type Pair struct{ X, y int }
type Code struct{ N int }

func (c Code) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `{"n":%d}`, c.N), nil }

type Label struct{ S string }

func (l Label) String() string { return "label " + l.S }

type Number int

func (n Number) String() string { return fmt.Sprint("N", int(n)) }

type Failure struct{ Code int }

func (f Failure) Error() string { return fmt.Sprint("failure ", f.Code) }

type Both struct{ S string }

func (b Both) String() string               { return "text" }
func (b Both) MarshalText() ([]byte, error) { return []byte("marshalled"), nil }

func main() {
	page := template.Must(template.New("p").Parse("<a href='{{.}}' title={{.}}>{{.}}</a><script>var x = {{.}}; f('{{.}}')</script>\n"))
	for _, x := range []any{
		Code{1}, Label{"<b>"}, Number(2), Failure{3}, Both{"x"}, &Pair{1, 2}, Pair{3, 4},
		[]any{Code{1}, Label{"x"}, nil, Number(2), Failure{3}, Both{"x"}}, [][]any{{Code{1}}, nil}, map[string]any{"k": Code{1}, "l": Label{"</script>"}},
		[2]any{Code{2}, Pair{1, 2}}, struct{ A any }{Code{5}}, []Label{{"y"}}, map[Number]Label{1: {"z"}}, []error{Failure{7}},
	} {
		if err := page.Execute(os.Stdout, x); err != nil {
			fmt.Println(err)
		}
	}
	text := func(s string, x any) {
		fmt.Println(texttemplate.Must(texttemplate.New("t").Parse(s+"\n")).Execute(os.Stdout, x))
	}
	p := &Pair{1, 2}
	text("{{.Nothing}}", &p)
	text("{{.Sum 2}}", map[Number]Pair{})
	text("{{.Sum 2}}", map[string]Pair{})
	var a any = Pair{1, 2}
	text("{{.Z}}", &a)
	text("{{.X}}", &a)
	text("{{len .}}", &a)
	a = []any{Number(1), Label{"q"}}
	text("{{len .}} {{index . 1}} {{range .}}{{.}},{{end}}", &a)

	var b bytes.Buffer
	noTime := &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}
	log := slog.New(slog.NewTextHandler(&b, noTime))
	log.Info("m", "x", []any{&Pair{1, 2}})
	fmt.Println(b.Len() < 60)
	b.Reset()
	log.With("w", []any{Label{"w"}}).Info("m", "x", []any{Label{"x"}, Pair{1, 2}, Failure{1}}, "y", Number(3), "z", Failure{4}, slog.Group("g", "n", Number(5)), "b", Both{})
	log.Info("m", "bytes", Bytes("by"), "value", reflect.ValueOf(Pair{1, 2}), "list", []any{Bytes("z")})
	fmt.Print(b.String())
}
