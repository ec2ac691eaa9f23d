// Values that only look like others: pointers in an attribute's containers, unsafe pointers for
// encoders, functions of package reflect's values as values, writers of loggers.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"io"
	"log"
	"log/slog"
	"os"
	"reflect"
	"text/template"
	"unsafe"
)

type Place struct{ Row, Seat int }

type Named struct{ Name string }

func (n *Named) String() string { return "named " + n.Name }

type Suit int

func (s Suit) String() string { return "diamonds" }

func main() {
	p, n := &Place{1, 2}, &Named{"a"}
	noTime := &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}
	for _, x := range []any{[]any{p}, []any{n, p}, [2]any{n, p}, map[string]any{"a": p}, []*Place{p}, [][]any{{p}}} {
		a := slog.Any("k", x)
		same := func(text string) bool { return text == fmt.Sprint(x) }
		fmt.Println(same(a.Value.String()), a.String() == "k="+fmt.Sprint(x), same(fmt.Sprint(slog.AnyValue(x))), slog.Group("g", "k", x).String() == "g=[k="+fmt.Sprint(x)+"]")
		fmt.Printf("%T %v\n", a.Value.Any(), a.Value.Kind())
	}
	slog.New(slog.NewTextHandler(os.Stdout, noTime)).Info("m", slog.Any("k", []any{n, Suit(1)}), slog.Group("g", "x", []any{n}))
	slog.New(slog.NewJSONHandler(os.Stdout, noTime)).Info("m", slog.Any("k", []any{n, p, Suit(1)}), slog.Group("g", "x", []any{n}))

	encode := func(x any) {
		text, err := json.Marshal(x)
		fmt.Println(string(text), err, json.NewEncoder(io.Discard).Encode(x))
	}
	encode(unsafe.Pointer(nil))
	encode(unsafe.Pointer(p))
	encode(struct{ P unsafe.Pointer }{})
	encode(&struct {
		A int
		P unsafe.Pointer `json:"-"`
	}{A: 1})
	encode(struct {
		A int
		p unsafe.Pointer
	}{A: 2})
	encode(map[string]any{"a": unsafe.Pointer(nil)})
	encode([]unsafe.Pointer{nil})
	encode([]unsafe.Pointer{})
	encode(map[string]unsafe.Pointer{"a": nil})

	f := ast.NotNilFilter
	fmt.Println(f("x", reflect.ValueOf((*int)(nil))), f("y", reflect.ValueOf(3)), f("z", reflect.ValueOf(p)), ast.NotNilFilter("a", reflect.ValueOf(&n).Elem()))
	fmt.Println(f("x", reflect.ValueOf([]Place(nil))), f("x", reflect.ValueOf((*Place)(nil))), f("x", reflect.ValueOf(map[Suit]Place(nil))), f("x", reflect.ValueOf(Suit(0))), f("x", reflect.ValueOf([]Place{})))
	fmt.Println(ast.Fprint(os.Stdout, nil, struct {
		A *Place
		B []Place
		C map[Suit]int
		D *int
	}{B: []Place{{1, 2}}}, ast.NotNilFilter))
	fmt.Println(ast.Fprint(os.Stdout, nil, &ast.Ident{Name: "x"}, f))
	var filter ast.FieldFilter = f
	fmt.Println(filter("x", reflect.ValueOf([]int(nil))))

	fmt.Println(log.Writer() == os.Stderr, log.Default().Writer() == os.Stderr, log.New(os.Stdout, "", 0).Writer() == os.Stdout)

	for _, s := range []string{"{{range $k, $v := .}}{{$v}}{{end}}", "{{range $v := .}}<{{$v}}>{{end}}"} {
		suit := Suit(2)
		fmt.Println(template.Must(template.New("t").Parse(s)).Execute(os.Stdout, suit))
		fmt.Println(template.Must(template.New("t").Parse(s)).Execute(os.Stdout, &suit))
	}
	defer func() { fmt.Println(recover()) }()
	reflect.MakeFunc(reflect.TypeOf(p), func(x []reflect.Value) []reflect.Value { return x })
}
