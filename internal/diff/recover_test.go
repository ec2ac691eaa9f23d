package diff

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// returned are kinds of results: the type, and a value that depends on n.
var returned = []struct{ name, typ, value string }{
	{"int", "int", "n*7 + 1"},
	{"small", "int8", "int8(n) - 3"},
	{"float", "float64", "float64(n) / 4"},
	{"complex", "complex128", "complex(float64(n), 2)"},
	{"bool", "bool", "n&1 == 0"},
	{"string", "string", "strings.Repeat(\"x\", n+1)"},
	{"struct", "Place", "Place{n, \"p\"}"},
	{"pointer", "*Counter", "&Counter{n}"},
	{"slice", "[]int", "append([]int{9}, n, n*n)"},
	{"array", "[3]int", "[3]int{n, 2, n * n}"},
	{"large array", "[40]string", "[40]string{1: strconv.Itoa(n)}"},
	{"map", "map[string]int", "map[string]int{\"n\": n}"},
	{"interface", "Measurer", "Level(n)"},
	{"any", "any", "Name(strconv.Itoa(n))"},
	{"error", "error", "Fault{n}"},
	{"numbers", "struct{ a, b int; c float64 }", "struct{ a, b int; c float64 }{n, 2, 0.5}"},
}

// deferring are statements with deferred calls. NOTE prints values.
var deferring = []struct{ name, do string }{
	{"recover", "defer func() { recover() }()"},
	{"recover noted", "defer func() {\nif v := recover(); v != nil {\nNOTE(v)\n}\n}()"},
	{"recover always noted", "defer func() { NOTE(recover(), n) }()"},
	{"twice in one", "defer func() {\nNOTE(recover())\nNOTE(recover())\n}()"},
	{"calm first", "defer func() {\nv := recover()\nw := v\nif w == nil {\nNOTE(\"calm\")\nreturn\n}\nNOTE(w)\n}()"},
	{"by type", "defer func() {\nswitch v := recover().(type) {\ncase nil:\nNOTE(\"nothing\")\ncase error:\nNOTE(\"error\", v.Error())\ndefault:\nNOTE(\"value\", v)\n}\n}()"},
	{"again", "defer func() {\nif v := recover(); v != nil {\npanic(fmt.Sprint(\"again \", v))\n}\n}()"},
	{"replaced", "defer func() { NOTE(recover()) }()\ndefer func() { panic(\"second\") }()"},
	{"replaced sometimes", "defer func() { NOTE(recover()) }()\ndefer func() {\nif n == 2 {\npanic(\"second\")\n}\n}()"},
	{"sometimes", "if n > 1 {\ndefer func() { recover() }()\n}\ndefer func() { NOTE(\"one\") }()"},
	{"one of two", "if n > 1 {\ndefer func() { NOTE(recover(), 1) }()\n} else {\ndefer func() { NOTE(recover(), 2) }()\n}"},
	{"in a loop", "for i := range 3 {\ndefer func() { NOTE(i, recover()) }()\n}"},
	{"named function", "defer Nrecovers(&n)"},
	{"named without recover", "defer func() { recover() }()\ndefer fmt.Println(\"deferred\", n)"},
	{"method", "defer (&Nobject{n}).end()"},
	{"variable", "end := func() { NOTE(recover(), \"variable\") }\ndefer end()"},
	{"nil", "defer func() { NOTE(recover() != nil) }()\nvar end func()\nif n == 1 {\nend = func() { NOTE(\"end\") }\n}\ndefer end()"},
	{"deferred in deferred", "defer func() {\ndefer func() { NOTE(\"inner\", recover()) }()\nif n > 1 {\npanic(\"in deferred\")\n}\n}()"},
	{"recover in a nested call", "defer func() {\nfunc() { NOTE(recover()) }()\n}()\ndefer func() { NOTE(\"first\") }()"},
	{"captured", "x, y, z := n+1, \"text\", []int{n}\ndefer func() {\nif recover() != nil {\nNOTE(x, y, z)\n}\n}()\nx += 5\nz = append(z, x)"},
	{"captured large", "var x [30]int\nx[n] = n\ndefer func() { NOTE(recover() != nil, x) }()\nx[7]++"},
	{"arguments", "x := n\ndefer func(a int, b string) { NOTE(recover() != nil, a, b) }(x*2, fmt.Sprint(x))\nx++"},
	{"many", "defer func() { NOTE(1, recover()) }()\ndefer func() { NOTE(2) }()\ndefer func() { NOTE(3, n) }()\ndefer func() { NOTE(4, recover()) }()\ndefer func() { n++ }()"},
	{"changes", "defer func() {\nif recover() != nil {\ntext += \" changed\"\n}\n}()"},
	{"changes always", "defer func() {\ntext += fmt.Sprint(\" at the end \", n)\nrecover()\n}()"},
}

// leaving are ways to leave a function.
var leaving = []struct{ name, do string }{
	{"return", "return VALUE, text + \" early\""},
	{"return sometimes", "if n&1 == 0 {\nreturn VALUE, \"even\"\n}"},
	{"panic", "panic(\"text\")"},
	{"panic with an error", "panic(Fault{n})"},
	{"panic sometimes", "if n&1 == 0 {\npanic(n)\n}"},
	{"index", "var xs [4]int\nfor i := range 4 {\nxs[i+n]++\n}"},
	{"nil map", "var m map[string]int\nm[\"a\"] = n"},
	{"nil pointer", "var c *Counter\nif n > 0 {\ntext += fmt.Sprint(c.Measure())\n}"},
	{"division", "text += fmt.Sprint(12 / (n - 2))"},
	{"assertion", "var x any = n\nif n > 1 {\ntext += x.(string)\n}"},
	{"interface method", "var m Measurer\nif n != 1 {\nm = Level(n)\n}\ntext += fmt.Sprint(m.Measure())"},
	{"deep", "text += fmt.Sprint(Ndeep(n*300, 0.5))"},
	{"called back", "slices.SortFunc([]int{3, 1, 2}, func(a, b int) int {\nif n > 1 {\npanic(\"sorting\")\n}\nreturn a - b\n})"},
	{"loop without end", "for i := 0; ; i++ {\nlist := make([]int, 10)\nlist[i%(n+9)]++\nif i == 2000 {\nreturn VALUE, \"looped\"\n}\n}"},
	{"returned then panic", "defer func() {\nif n != 1 {\npanic(\"after the return\")\n}\n}()\nreturn VALUE, \"returned\""},
}

var recoveringName = regexp.MustCompile(`\bN(deep|recovers|object|safe)?\b`)

// recovered is each kind of result, of functions that defer and leave in each way: a third
// of the combinations.
func recovered(*rand.Rand) (checks []check) {
	for i, r := range returned {
		for j, d := range deferring {
			for k, w := range leaving {
				if (i+2*j+k)%3 == 0 {
					named := (i+j+k)%2 == 0 || strings.HasPrefix(d.name, "changes")
					checks = append(checks, recovering(fmt.Sprintf("Rec%dx%dx%d", i, j, k), named, [3]string{r.name, d.name, w.name}, r.typ, r.value, d.do+"\n"+w.do))
				}
			}
		}
	}
	return checks
}

// recovering is one of them, whose results have names or not. Its callers hold values in
// the meantime.
func recovering(n string, named bool, label [3]string, typ, value, do string) check {
	results, set := "("+typ+", string)", "text := \"\"\n"
	if named {
		results, set = "(result "+typ+", text string)", "result, text = "+value+", \"set\"\n"
	}
	decls := fmt.Sprintf(`
func N(n int) %s {
	%s%s
	return %s, text + " end"
}
func Ndeep(n int, x float64) float64 {
	if n <= 0 {
		panic("deep")
	}
	return Ndeep(n-1, x*1.5) + float64(n)
}
func Nrecovers(n *int) { fmt.Println("recovers", recover(), *n) }
type Nobject struct{ n int }
func (o *Nobject) end() { fmt.Println("object", recover(), o.n) }
func Nsafe(n int) (out string) {
	defer func() {
		if v := recover(); v != nil {
			out = fmt.Sprint("left by ", v)
		}
	}()
	result, text := N(n)
	return fmt.Sprintf("%%+v %%q", result, text)
}
`, results, set, do, value)
	decls = strings.ReplaceAll(decls, "VALUE", value)
	if typ == "*Counter" {
		decls = strings.ReplaceAll(decls, `fmt.Sprintf("%+v %q", result, text)`, `fmt.Sprintf("%+v %q", result.Measure(), text)`)
	}
	body := "a, b, s := 1.5, 7, []int{1}\nfor n := range 4 {\nfmt.Println(Nsafe(n), a, b, s)\na *= 1.5\nb += n * b\ns = append(s, b)\n}\n"
	own := func(s string) string {
		return recoveringName.ReplaceAllString(strings.ReplaceAll(s, "NOTE(", "fmt.Println("), n+"${1}")
	}
	return check{label: "recover/" + slashed(label[0], label[1], label[2]), decls: own(decls), body: own(body)}
}
