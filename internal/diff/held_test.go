package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A type of which the program makes no value, since only the zero values of others hold
// it, must be known all the same: the library finds its methods.

// heldForms are the forms of types that have methods.
var heldForms = []struct{ name, typ string }{
	{"int", "int"},
	{"string", "string"},
	{"bool", "bool"},
	{"float64", "float64"},
	{"struct", "struct { a, B int }"},
	{"function", "func(int) int"},
	{"slice", "[]int"},
	{"map", "map[string]int"},
	{"array", "[2]int"},
	{"channel", "chan int"},
	{"embedding", "struct { time.Month; n int }"},
	{"of interface", "struct { error }"},
	{"of function", "struct { F func() int }"},
	{"of pointer", "struct { p *int }"},
}

// heldMethods are the methods that the library looks for.
var heldMethods = []string{
	"String() string { return \"shown\" }",
	"Error() string { return \"failed\" }",
	"MarshalText() ([]byte, error) { return []byte(\"text\"), nil }",
	"MarshalJSON() ([]byte, error) { return []byte(`\"json\"`), nil }",
	"Format(s fmt.State, v rune) { fmt.Fprintf(s, \"<%c>\", v) }",
	"GoString() string { return \"Go\" }",
	"LogValue() slog.Value { return slog.StringValue(\"logged\") }",
}

// holders make x of T, with types of their own.
var holders = []struct{ name, decl, value string }{
	{"field", ``, `struct { F T }{}`},
	{"small field", ``, `struct { f T }{}`},
	{"slice", ``, `make([]T, 2)`},
	{"array", ``, `[2]T{}`},
	{"map", ``, `map[string]T{"a": *new(T)}`},
	{"pointer", ``, `new(T)`},
	{"field of pointer", ``, `struct { F *T }{new(T)}`},
	{"field of slice", ``, `struct { F []T }{make([]T, 1)}`},
	{"deep", ``, `[]struct { M map[string][1]T }{{map[string][1]T{"k": {}}}}`},
	{"embedded", `type Holder struct { T }`, `Holder{}`},
	{"embedded pointer", `type Holder struct { *T }`, `Holder{new(T)}`},
	{"named", `type Holder struct { A int; V struct { W T }; z T }`, `Holder{}`},
	{"box", `type Holder[P any] struct { V P }`, `Holder[T]{}`},
	{"box of pointer", `type Holder[P any] struct { V P }`, `&Holder[*T]{new(T)}`},
	{"zero", ``, `reflect.Zero(reflect.TypeFor[T]()).Interface()`},
	{"element", ``, `reflect.New(reflect.TypeFor[[]T]().Elem()).Interface()`},
	{"channel", ``, `reflect.Zero(reflect.TypeFor[chan T]().Elem())`},
	{"result", ``, `reflect.Zero(reflect.TypeFor[func() (int, T)]().Out(1))`},
	{"field of function", ``, `reflect.Zero(reflect.TypeOf(struct { F func(T) }{}).Field(0).Type.In(0))`},
}

const holding = "fmt.Printf(\"%v|%+v|%#v|%s\\n\", x, x, x, x)\nfmt.Println(x)\n" +
	"b, err := json.Marshal(x)\nfmt.Println(string(b), err)\n" +
	"var s strings.Builder\nerr = template.Must(template.New(\"t\").Parse(\"{{.}}\")).Execute(&s, x)\nfmt.Println(s.String(), err)\n" +
	"slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {\nif a.Key == \"time\" {\nreturn slog.Attr{}\n}\nreturn a\n}})).Info(\"m\", \"x\", x)\n"

// held is each form of type with each method, of a value or of a pointer, in each holder.
func held(*rand.Rand) (checks []check) {
	for _, f := range heldForms {
		for _, m := range heldMethods {
			for _, star := range []string{"", "*"} {
				for _, h := range holders {
					n := len(checks)
					names := map[string]string{"T": fmt.Sprintf("Held%d", n), "Holder": fmt.Sprintf("Holder%d", n)}
					method, _, _ := strings.Cut(m, "(")
					checks = append(checks, check{
						label: "held/" + slashed(f.name, star+method, h.name),
						decls: slot("type T "+f.typ+"\nfunc ("+star+"T) ", names) + m + "\n" + slot(h.decl, names) + "\n",
						body:  "x := " + slot(h.value, names) + "\n" + holding,
					})
				}
			}
		}
	}
	return checks
}
