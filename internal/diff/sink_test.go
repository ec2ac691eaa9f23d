package diff

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"strings"
)

// made is a function of a prelude that makes a value.
type made struct {
	call string // of the function
	typ  types.Type
}

// wrapper puts the value VALUE, of type T, into something.
type wrapper struct{ name, before, wrapped string }

var wrappers = []wrapper{
	{"alone", ``, `VALUE`},
	{"pointer", `value := VALUE`, `&value`},
	{"anys", ``, `[]any{VALUE, nil, VALUE}`},
	{"slice", ``, `[]T{VALUE}`},
	{"array", ``, `[2]any{VALUE}`},
	{"anyss", ``, `[][]any{{VALUE}, nil}`},
	{"map of any", ``, `map[string]any{"k": VALUE}`},
	{"map", ``, `map[Mark]T{1: VALUE}`},
	{"struct", "type local struct { A any; b any; C T; d T `x:\"y\"` }", `local{VALUE, VALUE, VALUE, VALUE}`},
	{"pointer to struct", "type local struct { A any; b any; C T; d *T }", `&local{A: VALUE, b: VALUE, C: VALUE}`},
	{"deep", "type local struct { in []any; M map[string][]any; s struct { X any; y any } }\nvalue := local{in: []any{VALUE}, M: map[string][]any{\"a\": {VALUE}}}\nvalue.s.X, value.s.y = VALUE, VALUE", `value`},
	{"anonymous", ``, `struct { A T; b any }{VALUE, VALUE}`},
	{"box", ``, `Box[T]{VALUE}`},
	{"box of any", ``, `[]any{Box[any]{VALUE}}`},
	{"embedded", "type local struct { T; N int }", `[]any{local{VALUE, 1}}`},
	{"embedded pointer", "type local struct { *T; N any }\nvalue := VALUE", `local{&value, value}`},
	{"key of any", ``, `map[any]any{VALUE: VALUE}`},
	{"key", ``, `map[T]int{VALUE: 1}`},
	{"pointer to any", `value := any(VALUE)`, `&value`},
	{"tagged", "type local struct { A T `json:\"a\" xml:\"a,attr\"`; b T `json:\"b\"`; C any `json:\"c,omitempty\"`; D T `json:\"-\"` }", `local{A: VALUE, b: VALUE}`},
}

// sink is a part of the library that looks into x, to print or to write it.
type sink struct{ name, do string }

var sinkAll = []sink{
	{"fmt", formats("%v", "%+v", "%#v", "%T", "%s", "%q", "%x", "%X", "%d", "%t", "%c", "%U", "%e", "%08.3f", "%-12v|", "%12s|", "%6.2q|", "%# x", "%#q", "%+d", "%o", "%b") +
		"fmt.Println(x, x)\nfmt.Print(x, x, \"s\", x, \"\\n\")\nfmt.Printf(\"%v %d %[1]T %*d %!\\n\", x, x, 5, x)\nfmt.Println(fmt.Errorf(\"e %v\", x), fmt.Sprintf(\"%[2]v %[1]v\", x, x))\nfmt.Printf(\"%d\\n\", 1, x)\n"},
	{"json", "b, err := json.Marshal(x)\nfmt.Println(string(b), err)\nfmt.Printf(\"%T\\n\", err)\nfmt.Println(json.NewEncoder(os.Stdout).Encode(map[string]any{\"v\": x}))\n"},
	{"json back", "b, err := json.Marshal(x)\ny := x\nerr2 := json.Unmarshal(b, &y)\nfmt.Println(err == nil, err2)\nshow(\"y\", y)\nshow(\"x\", x)\nvar z any\nerr = json.Unmarshal(b, &z)\nshow(\"z\", z)\nfmt.Println(err)\n"},
	{"xml", "b, err := xml.Marshal(x)\nfmt.Println(string(b), err)\n"},
	{"gob", "var b bytes.Buffer\nerr := gob.NewEncoder(&b).Encode(x)\nfmt.Println(err)\nif err == nil {\nz := reflect.New(reflect.TypeOf(x))\nerr = gob.NewDecoder(&b).Decode(z.Interface())\nfmt.Println(err)\nshow(\"z\", z.Elem().Interface())\n}\n"},
	{"template", "for _, s := range []string{\"{{.}}\", \"{{printf `%v %+v %T %#v` . . . .}}\", \"{{len .}}\", \"{{range .}}[{{.}}]{{end}}\", \"{{range $k, $v := .}}<{{$k}}={{$v}}>{{else}}none{{end}}\", \"{{.A}} {{.C}}\", \"{{.X}}\", \"{{index . 0}}\", \"{{.k}}\", \"{{.String}}\", \"{{.Area}}\", \"{{if .}}y{{else}}n{{end}}\", \"{{eq . .}}\", \"{{with .A}}{{.}}{{end}}\", \"{{html .}} {{js .}} {{print . 1 .}}\", \"{{.V}}{{.Get}}\", \"{{.Sum 2}}\"} {\nt, err := template.New(\"t\").Parse(s)\nif err != nil {\nfmt.Println(err)\ncontinue\n}\nvar b strings.Builder\nerr = t.Execute(&b, x)\nfmt.Println(s, b.String(), err)\n}\n"},
	{"slog", "noTime := &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr { if a.Key == \"time\" { return slog.Attr{} }; return a }}\nslog.New(slog.NewTextHandler(os.Stdout, noTime)).Info(\"m\", \"x\", x, slog.Any(\"y\", x), slog.Group(\"g\", \"x\", x))\nslog.New(slog.NewJSONHandler(os.Stdout, noTime)).With(\"w\", x).Warn(\"m\", \"x\", x)\na := slog.Any(\"k\", x)\nfmt.Println(a, a.Value.Kind())\nfmt.Printf(\"%T\\n\", a.Value.Any())\n"},
	{"log", "l := log.New(os.Stdout, \"p \", 0)\nl.Println(x, x)\nl.Printf(\"%v %+v %T\", x, x, x)\nl.Print(x)\n"},
	{"reflect", "walk(\"x\", reflect.ValueOf(x), 5)\nfmt.Println(reflect.DeepEqual(x, x))\n"},
	{"equal", "var i, j any = x, x\nfmt.Println(reflect.DeepEqual(i, []any{x}[0]), reflect.DeepEqual([]any{x}, []any{j}))\nfunc() {\ndefer func() {\nif r := recover(); r != nil {\nfmt.Println(r)\n}\n}()\nfmt.Println(i == i, i == j)\nfmt.Println(map[any]int{i: 1}[j])\n}()\n"},
	{"tabwriter", "w := tabwriter.NewWriter(os.Stdout, 0, 8, 1, ' ', 0)\nfmt.Fprintf(w, \"%v\\t%T\\n\", x, x)\nfmt.Fprintln(w, x, x)\nw.Flush()\n"},
	{"htmltemplate", "for _, s := range []string{\"<a href='{{.}}'>{{.}}</a>\", \"<script>{{.}}</script>\", \"<p title={{.}}>\"} {\nvar b strings.Builder\nerr := htmltemplate.Must(htmltemplate.New(\"t\").Parse(s)).Execute(&b, x)\nfmt.Println(unencoded(b.String()), err)\n}\n"},
	{"switch", "var i any = x\nswitch v := i.(type) {\ncase error:\nfmt.Println(\"error\", v.Error())\ncase Shape:\nfmt.Println(\"shape\", v.Area())\ncase fmt.Stringer:\nfmt.Println(\"stringer\", v.String())\ncase []any:\nfmt.Println(\"anys\", len(v))\ndefault:\nfmt.Printf(\"other %T\\n\", v)\n}\nfunc() {\ndefer func() { show(\"recovered\", recover()) }()\npanic(x)\n}()\n"},
}

// formats prints x with each verb.
func formats(verbs ...string) string {
	var b strings.Builder
	for _, v := range verbs {
		fmt.Fprintf(&b, "fmt.Printf(\"%s ~ %s\\n\", x)\n", strings.ReplaceAll(v, "%", "%%"), v)
	}
	return b.String()
}

// sinks is each value in each wrapper in each sink.
func sinks(*rand.Rand) (checks []check) {
	for _, v := range makers(values()) {
		typ := operand(types.TypeString(v.typ, byName))
		_, named := types.Unalias(v.typ).(*types.Named)
		for _, w := range wrappers {
			switch {
			case strings.HasPrefix(w.name, "key") && !types.Comparable(v.typ),
				strings.HasPrefix(w.name, "embedded") && (!named || strings.Contains(typ, ".") && types.IsInterface(v.typ)):
				continue
			}
			pieces := map[string]string{"VALUE": v.call, "T": typ}
			before, wrapped := slot(w.before, pieces), slot(w.wrapped, pieces)
			_, isMap := v.typ.Underlying().(*types.Map)
			isFunc := strings.HasPrefix(strings.TrimPrefix(types.TypeString(v.typ.Underlying(), byName), "[]"), "func")
			for _, s := range sinkAll {
				switch {
				case isMap && s.name == "gob":
					s.do = strings.ReplaceAll(s.do, "fmt.Println(err)", "fmt.Println(withoutType(err))")
				case isFunc && s.name == "fmt": // as numbers, their addresses couldn't be told
					s.do = formats("%v", "%+v", "%#v", "%T", "%s", "%q", "%t", "%e") + "fmt.Println(x, x)\n"
				}
				body := fmt.Sprintf("%s\nx := %s\n%s", before, wrapped, s.do)
				checks = append(checks, check{label: "sink/" + slashed(s.name, strings.TrimSuffix(v.call, "()"), w.name), body: strings.TrimPrefix(body, "\n")})
			}
		}
	}
	return checks
}
