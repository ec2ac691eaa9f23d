package session

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle/internal/test/full"
)

var (
	orderChecks = flag.Int("order", full.Or(100, 300), "how many of the checks of the order of operands TestOrder makes; 0 for all")
	orderSeed   = flag.Uint64("orderseed", 1, "which they are")
)

// TestOrder compares with compiled Go which value of a variable an expression takes that
// also calls a function which changes the variable: for all forms of expressions, kinds of
// variables, types and places.
func TestOrder(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to compile with: ", err)
	}
	checks := orderCases()
	n := *orderChecks
	if testing.Short() {
		n = 150
	}
	if n > 0 && n < len(checks) {
		r := rand.New(rand.NewPCG(*orderSeed, 1))
		r.Shuffle(len(checks), func(i, j int) { checks[i], checks[j] = checks[j], checks[i] })
		checks = checks[:n]
	}
	for batch := range slices.Chunk(checks, 150) {
		compareOrder(t, batch)
	}
}

// TestOrderInCells does so for the variables of a session, which are what global
// variables are to a program.
func TestOrderInCells(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("needs the Go toolchain, and takes a while")
	}
	var checks []orderCase
	_, prelude, _ := strings.Cut(orderPrelude, "import \"fmt\"")
	cells := []string{"import \"fmt\"\n" + prelude}
	for i, typ := range orderTypes {
		for k, form := range orderForms {
			if !form.fits(typ) || (i+k)%5 != int(*orderSeed%5) && *orderChecks > 0 {
				continue
			}
			name := form.name + ", " + typ.name
			kind := orderKinds[slices.IndexFunc(orderKinds, func(k orderKind) bool { return k.name == "global" })]
			checks = append(checks, orderCase{name, orderText(typ, kind, form, orderChangers["long"], "function")})
			text := strings.Join([]string{"var v T = A", orderChangers["long"], form.text, "fmt.Println([]string{shown(r)})"}, "\n")
			text = strings.ReplaceAll(text, "CHANGE", "v = B")
			cells = append(cells, fmt.Sprintf("fmt.Println(\"=== \"+%q)\n%s\n", name, replaceWords(text, orderWords(typ, "v"))))
		}
	}
	file := filepath.Join(t.TempDir(), "cells.go")
	if err := os.WriteFile(file, []byte(strings.Join(cells, "\n// %%\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	want := sections(compiled(t, orderProgram(t, checks)))
	for _, engine := range []string{"", "yaegi", "machine"} {
		compareSections(t, engine, checks, want, sections(onEngine(t, file, engine)))
	}
}

// orderProgram writes a program that makes the checks.
func orderProgram(t *testing.T, checks []orderCase) (file string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(orderPrelude)
	for i, c := range checks {
		fmt.Fprintf(&b, "\n// %s\n%s", c.name, strings.ReplaceAll(c.text, "CHECK", fmt.Sprint("check", i)))
	}
	b.WriteString("\nfunc main() {\n")
	for i, c := range checks {
		fmt.Fprintf(&b, "\tfmt.Println(\"=== \"+%q)\n\tfmt.Println(check%d())\n", c.name, i)
	}
	b.WriteString("}\n")
	file = filepath.Join(t.TempDir(), "order.go")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func compareOrder(t *testing.T, checks []orderCase) {
	t.Helper()
	file := orderProgram(t, checks)
	want := sections(compiled(t, file))
	for _, engine := range []string{"", "yaegi", "machine"} {
		compareSections(t, engine, checks, want, sections(onEngine(t, file, engine)))
	}
}

func compareSections(t *testing.T, engine string, checks []orderCase, want, got map[string]string) {
	t.Helper()
	texts := map[string]string{}
	for _, c := range checks {
		texts[c.name] = c.text
	}
	wrong := 0
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if want[name] == got[name] {
			continue
		}
		if wrong++; wrong <= 10 {
			t.Errorf("%s gives on %q\n%s\ncompiled\n%s\n%s", name, engine, got[name], want[name], texts[name])
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d differ on %q", wrong, len(checks), engine)
	}
}

// orderCase is one check: a function CHECK that returns what it saw.
type orderCase struct{ name, text string }

// orderType is a type with two values.
type orderType struct {
	name, typ, a, b string
	can             string // what its values can do, as orderForm.needs
}

var orderTypes = []orderType{
	{"int", "int", "2", "5", "= + < # i k"},
	{"int8", "int8", "2", "5", "= + < # k"},
	{"bool", "bool", "false", "true", "= ! k"},
	{"string", "string", `"abc"`, `"xyzw"`, "= + < l k x"},
	{"float", "float64", "2.5", "7.5", "= + < k"},
	{"complex", "complex128", "2i", "7i", "= + k"},
	{"slice", "[]int", "[]int{1, 2, 3}", "[]int{4, 5, 6, 7}", "l x a"},
	{"array", "[5]int", "[5]int{1}", "[5]int{2}", "= x k"},
	{"short", "[1]int", "[1]int{1}", "[1]int{2}", "= x k"},
	{"pointer", "*int", "&one", "&two", "= k *"},
	{"struct", "pair", "pair{1, 2}", "pair{3, 4}", "= k f m"},
	{"large", "large", "large{A: 1}", "large{A: 2}", "= k m"},
	{"text", "text", `text{"a"}`, `text{"b"}`, "= k m"},
	{"any", "any", "any(1)", "any(2)", "= k t"},
	{"adder", "adder", "adder(pair{1, 2})", "adder(&pair{3, 4})", "= k m"},
	{"func", "func(int) int", "func(n int) int { return n + 10 }", "func(n int) int { return n + 20 }", "c"},
	{"map", "map[string]int", `map[string]int{"k": 1}`, `map[string]int{"k": 2}`, "l s"},
	{"level", "level", "level(1)", "level(2)", "= + < # k m"},
	{"bytes", "[]byte", `[]byte("ab")`, `[]byte("cd")`, "l y"},
}

// orderKind is a kind of variable: what declares it with the value A, the variable, and
// how it becomes B.
type orderKind struct{ name, declare, v, change string }

var orderKinds = []orderKind{
	{"captured", "var v T = A", "v", "v = B"},
	{"pointed", "var v T = A; p := &v", "v", "*p = B"},
	{"deref", "var v T = A; p := &v", "(*p)", "v = B"},
	{"deref2", "var v, w T = A, B; p := &v", "(*p)", "p = &w"},
	{"global", "gGLOBAL = A", "gGLOBAL", "gGLOBAL = B"},
	{"field", "var s struct { n int; f T }; s.f = A", "s.f", "s.f = B"},
	{"field2", "s := &struct { n int; f T }{1, A}", "s.f", "s.f = B"},
	{"field3", "s := &struct { n int; f T }{1, A}", "s.f", "s = &struct { n int; f T }{2, B}"},
	{"element", "xs := []T{A, B}", "xs[0]", "xs[0] = B"},
	{"element2", "xs := []T{A, B}; i := 0", "xs[i]", "i = 1"},
	{"element3", "xs := []T{A}", "xs[0]", "xs = []T{B}"},
	{"place", "xs := [2]T{A, B}", "xs[0]", "xs[0] = B"},
	{"place1", "xs := [1]T{A}", "xs[0]", "xs[0] = B"},
	{"entry", `m := map[string]T{"k": A}`, `m["k"]`, `m["k"] = B`},
	{"loop", "", "v", "v = B"},
	{"param", "", "v", "v = B"},
	{"result", "", "v", "v = B"},
}

// orderForm is a form of expression: V is the variable, N calls what changes it and
// returns 1, X changes it and returns its new value. The result is stored in r or ended
// with out.
type orderForm struct {
	name, text string
	needs      string // of the type
}

var orderForms = []orderForm{
	{"argument", "r := take(V, N)", ""},
	{"argument2", "r := take2(N, V, N, V)", ""},
	{"printed", "r := sprint(V, N)", ""},
	{"printed2", "r := sprint(N, V, N, V)", ""},
	{"slice", "r := []T{V, X}", ""},
	{"array", "r := [2]T{V, X}", ""},
	{"keyed", "r := []T{2: V, 0: X}", ""},
	{"anys", "r := []any{V, N}", ""},
	{"literal", "r := holder[T]{V, N}", ""},
	{"pointer", "r := *&holder[T]{V, N}", ""},
	{"nested", "r := sprint(holder[T]{V, 0}, N)", ""},
	{"nested2", "r := sprint([]T{V}, N)", ""},
	{"nested3", "r := take(V, sprint(V, N))", ""},
	{"map", `r := map[string]T{"a": V, "b": X}`, ""},
	{"map key", "r := map[T]int{V: N}", "k"},
	{"map in", "r := sprint(map[int]T{1: V}, N)", ""},
	{"returned", "f := func() (T, int) { return V, N }; a, b := f(); r := sprint(a, b)", ""},
	{"define", "a, b := V, N; r := sprint(a, b)", ""},
	{"declare", "var a, b = V, N; r := sprint(a, b)", ""},
	{"assign", "var a T; var b int; a, b = V, N; r := sprint(a, b)", ""},
	{"assign any", "var a, b any; a, b = V, N; r := sprint(a, b)", ""},
	{"assign element", "to := make([]T, 2); to[N] = V; r := to", ""},
	{"assign field", "to := []holder[T]{{}, {}}; to[N].a = V; r := to", ""},
	{"assign entry", "to := map[int]T{}; to[N] = V; r := to", ""},
	{"assign key", "to := map[T]int{}; to[V] = N; r := to", "k"},
	{"assign any key", "to := map[any]int{}; to[V] = N; r := to", "k"},
	{"op key", "to := map[T]int{}; to[V] += N; r := to", "k"},
	{"send", "c := make(chan T, 1); pass(c, N) <- V; r := <-c", ""},
	{"send any", "c := make(chan any, 1); pass(c, N) <- V; r := <-c", ""},
	{"sent", "cs := make(chan int, 1); cs <- take3(V, N); r := <-cs", ""},
	{"equal", "r := V == X", "="},
	{"equal2", "r := sprint(V == A, N)", "="},
	{"equal any", "r := any(V) == any(X)", "="},
	{"any equal", "r := any(V) == X", "="},
	{"less", "r := V < X", "<"},
	{"sum", "r := V + X", "+"},
	{"sum2", "r := X + V + X + V", "+"},
	{"sum in", "r := sprint(V + V, N)", "+"},
	{"sum in2", "r := take(V + V, N)", "+"},
	{"op", "V += X; r := V", "+"},
	{"minus", "r := sprint(-V, N)", "#"},
	{"minus2", "r := -V - X", "#"},
	{"not", "r := sprint(!V, N)", "!"},
	{"and", "r := V && N > 0", "!"},
	{"and2", "r := N > 0 && V", "!"},
	{"and in", "r := sprint(V && !V, N)", "!"},
	{"and in2", "r := sprint(V || V, N)", "!"},
	{"bools", "r := V == (N > 0)", "!"},
	{"convert", "r := sprint(int64(V), N)", "#"},
	{"convert2", "r := float64(V) + float64(X)", "#"},
	{"convert3", "r := sprint(uint8(V), N)", "#"},
	{"shift", "r := V << N", "i"},
	{"shift2", "r := N << V", "i"},
	{"divide", "r := 100 / V + N", "i"},
	{"min", "r := min(V, X)", "<"},
	{"min in", "r := sprint(min(V, V), N)", "<"},
	{"length", "r := len(V) + N", "l"},
	{"length in", "r := sprint(len(V), N)", "l"},
	{"indexed", "r := sprint(V[0], N)", "x"},
	{"index", "r := V[0*N]", "x"},
	{"index in", "r := []int{7, 8, 9, 10, 11, 12}[V] + N", "i"},
	{"sliced", "r := V[N:]", "l x"},
	{"sliced in", "r := sprint(V[1:], N)", "l x"},
	{"bounds", `r := "abcdefghijk"[V:6*N]`, "i"},
	{"bounds2", `r := "abcdefghijk"[V+0:6*N]`, "i"},
	{"append", "r := append(V, N)", "a"},
	{"append in", "r := sprint(append(V, 0), N)", "a"},
	{"string in", "r := sprint(string(V), N)", "y"},
	{"string key", `r := sprint(map[string]int{"ab": 1, "cd": 2}[string(V)], N)`, "y"},
	{"range", "r := 0; for i := range take3(V, N) { r += i }", ""},
	{"follow", "r := *V + N", "*"},
	{"follow in", "r := sprint(*V, N)", "*"},
	{"assert", "r := V.(int) + N", "t"},
	{"assert in", "r := sprint(V.(int), N)", "t"},
	{"call", "r := V(N)", "c"},
	{"fields", "r := sprint(V.a, N)", "f"},
	{"fields2", "r := V.a + N", "f"},
	{"method", "r := V.add(N)", "m"},
	{"method value", "r := apply(V.add, N)", "m"},
	{"method expression", "r := T.add(V, N)", "m"},
	{"entry", `r := V["k"] + N`, "s"},
	{"entry in", `r := sprint(V["k"], N)`, "s"},
	{"key", "mm := map[T]int{A: 10, B: 20}; r := mm[V] + N", "k"},
	{"key in", "mm := map[T]int{A: 10, B: 20}; r := sprint(mm[V], N)", "k"},
	{"any key", "mm := map[any]int{A: 10, B: 20}; r := mm[V] + N", "k"},
	{"key ok", "mm := map[T]int{A: 10, B: 20}; r, ok := mm[V]; _ = ok; r += N", "k"},
	{"generic", "r := same(V, N)", ""},
	{"literal call", "r := func(a T, n int) string { return sprint(a) }(V, N)", ""},
	{"deferred", "r := later(func() { defer seen(V, N) })", ""},
	{"started", "r := later(func() { done := make(chan bool); go func(a T, n int) { seen(a, n); done <- true }(V, N); <-done })", ""},
	{"switch", "r := 0; switch { case V == X: r = 1 }", "="},
	{"switch2", "r := 0; switch V { case X: r = 1 }", "="},
	{"if", "r := 0; if V == X { r = 1 }", "="},
}

func (f orderForm) fits(t orderType) bool {
	for need := range strings.FieldsSeq(f.needs) {
		if !slices.Contains(strings.Fields(t.can), need) {
			return false
		}
	}
	return true
}

// orderChangers declare what changes the variable: next, which returns 1, and set, which
// returns the new value. The compiler compiles those called short in line.
var orderChangers = map[string]string{
	"short": "next := func() int { CHANGE; return 1 }\n\tset := func() T { CHANGE; return B }",
	"long":  "next := func() int { defer nothing(); CHANGE; return 1 }\n\tset := func() T { defer nothing(); CHANGE; return B }",
	"kept":  "next := func() int { CHANGE; return 1 }\n\tset := func() T { CHANGE; return B }\n\t_, _ = next, set",
	"given": "next, set := kept[T](func() { CHANGE }, B)\n\t_, _ = next, set",
}

// orderCases are all checks that are Go.
func orderCases() (checks []orderCase) {
	for _, typ := range orderTypes {
		for _, kind := range orderKinds {
			for _, form := range orderForms {
				if !form.fits(typ) {
					continue
				}
				for _, how := range slices.Sorted(maps.Keys(orderChangers)) {
					for _, place := range []string{"function", "closure"} {
						checks = append(checks, orderCase{
							strings.Join([]string{form.name, kind.name, typ.name, how, place}, ", "),
							orderText(typ, kind, form, orderChangers[how], place),
						})
					}
				}
			}
		}
	}
	return checks
}

func orderText(typ orderType, kind orderKind, form orderForm, changer, place string) string {
	if !strings.Contains(changer, "_, _") { // only what is called
		next, set, _ := strings.Cut(changer, "\n\t")
		words := strings.FieldsFunc(form.text, func(r rune) bool { return !isWord(r) })
		if changer = ""; slices.Contains(words, "N") {
			changer = next + "\n\t"
		}
		if slices.Contains(words, "X") {
			changer += set
		}
	}
	body := fmt.Sprintf("%s\n\t%s\n\tout = append(out, shown(r))", changer, form.text)
	if place == "closure" {
		body = changer + "\n\tfunc() {\n\tdefer nothing()\n\t" + form.text + "\n\tout = append(out, shown(r))\n\t}()"
	}
	call := kind.declare + "\n\t" + body
	switch kind.name {
	case "loop":
		call = "for v := *ptr[T](A); len(out) == 0; {\n\t" + body + "\n\t}"
	case "param":
		call = "func(v T) {\n\t" + body + "\n\t}(A)"
	case "result":
		call = "func() (v T) {\n\tv = A\n\t" + body + "\n\treturn\n\t}()"
	}
	text := fmt.Sprintf("func CHECK() (out []string) {\n\tdefer caught(&out)\n\t%s\n\treturn out\n}\n", call)
	text = strings.ReplaceAll(text, "CHANGE", kind.change)
	text = replaceWords(text, orderWords(typ, kind.v))
	return strings.ReplaceAll(text, "gGLOBAL", "g_"+typ.name)
}

func orderWords(typ orderType, v string) map[string]string {
	return map[string]string{"T": typ.typ, "A": typ.a, "B": typ.b, "V": v, "N": "next()", "X": "set()"}
}

// replaceWords replaces identifiers.
func replaceWords(text string, words map[string]string) string {
	var b strings.Builder
	for len(text) > 0 {
		n := strings.IndexFunc(text, func(r rune) bool { return !isWord(r) })
		switch {
		case n < 0:
			n = len(text)
		case n == 0:
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		w := text[:n]
		if to, ok := words[w]; ok {
			w = to
		}
		b.WriteString(w)
		text = text[n:]
	}
	return b.String()
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// orderPrelude is what all checks share.
var orderPrelude = func() string {
	text := `package main

import "fmt"

type pair struct{ a, b int }

func (p pair) add(n int) int { return p.a + n }

type large struct{ A, B, C, D, E int }

func (l large) add(n int) int { return l.A + n }

type text struct{ s string }

func (t text) add(n int) int { return len(t.s) + n*int(t.s[0]) }

type level int

func (l level) add(n int) int { return int(l)*10 + n }

type adder interface{ add(n int) int }

type holder[T any] struct {
	a T
	b int
}

var one, two = 1, 2

func nothing() {}

func ptr[T any](x T) *T { return &x }

func kept[T any](change func(), x T) (func() int, func() T) {
	return func() int { change(); return 1 }, func() T { change(); return x }
}

func take(a any, n any) string { return shown(a) + shown(n) }

func take2(n int, a any, m int, b any) string { return shown(a) + shown(b) }

func take3(a any, n int) int { return len(shown(a)) }

func same[T any](a T, n int) T { return a }

func apply(f func(int) int, n int) int { return f(n) }

func pass[T any](c chan T, n int) chan T { return c }

var log string

func seen[T any](a T, n int) { log = shown(a) }

func later(f func()) string { f(); return log }

func sprint(xs ...any) string {
	s := ""
	for _, x := range xs {
		s += shown(x) + " "
	}
	return s
}

func caught(out *[]string) {
	if r := recover(); r != nil {
		*out = append(*out, fmt.Sprint(r))
	}
}

// shown prints what pointers and functions lead to.
func shown(x any) string {
	switch x := x.(type) {
	case *int:
		return fmt.Sprint("*", *x)
	case *pair:
		return fmt.Sprint("&", *x)
	case func(int) int:
		return fmt.Sprint("func", x(1))
	case []*int:
		return each(x)
	case [2]*int:
		return each(x[:])
	case []func(int) int:
		return each(x)
	case [2]func(int) int:
		return each(x[:])
	case []adder:
		return each(x)
	case [2]adder:
		return each(x[:])
	case []any:
		return each(x)
	case [2]any:
		return each(x[:])
	case holder[*int]:
		return shown(x.a)
	case holder[func(int) int]:
		return shown(x.a)
	case holder[adder]:
		return shown(x.a)
	case []holder[*int]:
		return shown(x[1])
	case []holder[func(int) int]:
		return shown(x[1])
	case []holder[adder]:
		return shown(x[1])
	case map[string]*int:
		return shown(x["a"]) + shown(x["b"])
	case map[string]func(int) int:
		return shown(x["a"]) + shown(x["b"])
	case map[string]adder:
		return shown(x["a"]) + shown(x["b"])
	case map[int]*int:
		return shown(x[1])
	case map[int]func(int) int:
		return shown(x[1])
	case map[int]adder:
		return shown(x[1])
	case map[*int]int:
		return fmt.Sprint(x[&one], x[&two])
	case map[adder]int:
		return fmt.Sprint(x[pair{1, 2}], len(x))
	case map[any]int:
		return fmt.Sprint(x[&one], x[&two], x[pair{1, 2}], x[1], x[2], len(x))
	}
	return fmt.Sprint(x)
}

func each[T any](xs []T) string {
	s := ""
	for _, x := range xs {
		if any(x) == nil {
			continue
		}
		switch x := any(x).(type) {
		case *int:
			if x == nil {
				continue
			}
		case func(int) int:
			if x == nil {
				continue
			}
		}
		s += shown(x) + ","
	}
	return s
}
`
	for _, typ := range orderTypes {
		text += fmt.Sprintf("\nvar g_%s %s\n", typ.name, typ.typ)
	}
	return text
}()
