package diff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// howMany random programs a run makes; -long makes ten times as many.
const howMany = 150

func randomPrograms(r *rand.Rand) []check { return programs(r, "random", false) }
func randomLoops(r *rand.Rand) []check    { return programs(r, "loop", true) }

// programs are random programs, each with a generator of its own.
func programs(r *rand.Rand, kind string, loops bool) (checks []check) {
	n := howMany
	if *long {
		n *= 10
	}
	for i := range n {
		g := &writer{Rand: rand.New(rand.NewPCG(r.Uint64(), 9)), prefix: fmt.Sprintf("p%d", i), loops: loops}
		checks = append(checks, g.program(fmt.Sprintf("%s/%d", kind, i)))
	}
	return checks
}

// writer writes one random program.
type writer struct {
	*rand.Rand
	prefix  string
	loops   bool // loops above all, of numbers
	decls   strings.Builder
	b       strings.Builder
	indent  int
	n       int // of names
	budget  int // of statements
	scope   []variable
	structs []record
	funcs   []callable
	labels  []string // of the loops around, empty for none
	inFunc  string   // the result of the function around, or "" at the top
	marks   []string // features that the label names
}

// mark lets the label name a feature, so that the list of known differences can.
func (w *writer) mark(feature string) {
	if !slices.Contains(w.marks, feature) {
		w.marks = append(w.marks, feature)
		slices.Sort(w.marks)
	}
}

// variable is a name in scope.
type variable struct {
	name, typ string
	fixed     bool // not to be assigned
}

// record is a struct type of the program.
type record struct {
	name   string
	fields []variable
}

type callable struct {
	name   string
	params []string
	result string
}

func (w *writer) one(xs ...string) string { return xs[w.IntN(len(xs))] }
func (w *writer) in(n int) bool           { return w.IntN(n) == 0 }

func (w *writer) name(prefix string) string {
	w.n++
	return fmt.Sprintf("%s%d", prefix, w.n)
}

func (w *writer) line(format string, a ...any) {
	fmt.Fprintf(&w.b, "%s%s\n", strings.Repeat("\t", w.indent), fmt.Sprintf(format, a...))
}

// program is a check of declarations and statements.
func (w *writer) program(label string) check {
	for range w.IntN(3) {
		w.record()
	}
	var globals []variable
	for range 1 + w.IntN(3) {
		t := w.typ(1)
		v := variable{name: w.prefix + w.name("g"), typ: t}
		fmt.Fprintf(&w.decls, "var %s %s = %s\n", v.name, t, w.compound(t, 2))
		globals = append(globals, v)
	}
	w.scope = globals
	for range 1 + w.IntN(3) {
		w.function(globals)
	}
	w.scope = append([]variable(nil), globals...)
	w.line("fuel = 2000")
	w.budget = 22 + w.IntN(15)
	for w.budget > 0 {
		w.statement(0)
	}
	for _, v := range w.scope {
		w.line("tell(%q, %s)", v.name, v.name)
	}
	for _, m := range w.marks {
		label += "+" + m
	}
	return check{label: label, decls: w.decls.String(), body: w.b.String()}
}

var (
	wholes  = []string{"int", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "Level", "Tiny"}
	scalars = append([]string{"float64", "float32", "string", "string", "bool", "Name"}, wholes...)
)

// typ is a type, less and less compound.
func (w *writer) typ(deep int) string {
	k := w.IntN(100)
	if w.loops && k >= 20 && w.in(2) {
		k = w.IntN(50)
	}
	switch {
	case deep > 2 || k < 45:
		return w.one(scalars...)
	case k < 58:
		return "[]" + w.typ(deep+1)
	case k < 63:
		return "[3]" + w.typ(deep+1)
	case k < 70:
		return "map[" + w.one("string", "int", "Name", "Place") + "]" + w.typ(deep+1)
	case k < 80 && len(w.structs) > 0:
		return w.one("", "*") + w.structs[w.IntN(len(w.structs))].name
	case k < 84:
		return w.one("Place", "*Place", "*Counter")
	case k < 91:
		return w.one("any", "Measurer", "error", "fmt.Stringer")
	case k < 95:
		return "func(int) int"
	case k < 98:
		return "Stack[" + w.one("int", "string", "any", "Level", "Place") + "]"
	}
	return "Two[" + w.one("int", "Name", "any") + ", " + w.one("string", "[]int", "Measurer") + "]"
}

func isWhole(t string) bool {
	for _, x := range wholes {
		if x == t {
			return true
		}
	}
	return t == "byte" || t == "rune"
}
func isNumber(t string) bool { return isWhole(t) || t == "float64" || t == "float32" }
func isText(t string) bool   { return t == "string" || t == "Name" }
func isScalar(t string) bool { return isNumber(t) || isText(t) || t == "bool" }

// mapParts are the key and the element of a map type.
func mapParts(t string) (key, elem string, ok bool) {
	rest, ok := strings.CutPrefix(t, "map[")
	if !ok {
		return "", "", false
	}
	key, elem, ok = strings.Cut(rest, "]")
	return key, elem, ok
}

// stackOf is the element of a Stack.
func stackOf(t string) (string, bool) {
	rest, ok := strings.CutPrefix(t, "Stack[")
	return strings.TrimSuffix(rest, "]"), ok
}

// record declares a struct type, perhaps with an earlier one in it, and its methods.
func (w *writer) record() {
	r := record{name: strings.ToUpper(w.prefix) + w.name("T")}
	var b strings.Builder
	fmt.Fprintf(&b, "type %s struct {\n", r.name)
	embeds := len(w.structs) > 0 && w.in(2)
	if embeds {
		e := w.structs[w.IntN(len(w.structs))].name
		star := w.one("", "", "*")
		fmt.Fprintf(&b, "\t%s%s\n", star, e)
		r.fields = append(r.fields, variable{name: e, typ: star + e})
	}
	count := ""
	for range 1 + w.IntN(3) {
		f := variable{name: w.name(w.one("F", "h")), typ: w.typ(1)}
		if isWhole(f.typ) {
			count = f.name
		}
		tag := ""
		if w.in(3) && f.name[0] == 'F' {
			tag = " `json:\"" + strings.ToLower(f.name) + ",omitempty\"`"
		}
		fmt.Fprintf(&b, "\t%s %s%s\n", f.name, f.typ, tag)
		r.fields = append(r.fields, f)
	}
	b.WriteString("}\n")
	star := w.one("", "*")
	if count != "" {
		fmt.Fprintf(&b, "func (t %s%s) Measure() int { %s return int(t.%s) + %d }\n", star, r.name, w.one("", "t."+count+"++;"), count, w.IntN(9))
	} else {
		fmt.Fprintf(&b, "func (t %s%s) Measure() int { return %d }\n", star, r.name, w.IntN(50))
	}
	if w.in(3) {
		fmt.Fprintf(&b, "func (t %s) String() string { return \"<%s>\" }\n", r.name, r.name)
	}
	if w.in(4) {
		fmt.Fprintf(&b, "func (t *%s) Error() string { return \"error %s\" }\n", r.name, r.name)
	}
	w.decls.WriteString(b.String())
	w.structs = append(w.structs, r)
}

func (w *writer) fields(t string) []variable {
	for _, r := range w.structs {
		if r.name == t {
			return r.fields
		}
	}
	if t == "Place" {
		return []variable{{name: "Row", typ: "int"}, {name: "name", typ: "string"}}
	}
	return nil
}

// function declares a function that the program can call.
func (w *writer) function(globals []variable) {
	f := callable{name: w.prefix + w.name("f"), result: w.typ(1)}
	outer, body := w.scope, w.b
	w.scope, w.b = append([]variable(nil), globals...), strings.Builder{}
	var params []string
	for range w.IntN(4) {
		p := variable{name: w.name("a"), typ: w.typ(1)}
		params = append(params, p.name+" "+p.typ)
		f.params = append(f.params, p.typ)
		w.scope = append(w.scope, p)
	}
	w.inFunc, w.indent, w.budget = f.result, 1, 4+w.IntN(8)
	named := w.in(3)
	w.line("burn()")
	if named {
		w.scope = append(w.scope, variable{name: "out", typ: f.result})
		if w.in(2) {
			w.line("defer func() {\n\t\tif r := recover(); r != nil {\n\t\t\ttell(\"recovered\", r)\n\t\t\tout = %s\n\t\t}\n\t}()", w.expr(f.result, 2))
		}
	}
	for w.budget > 0 {
		w.statement(1)
	}
	w.line("return %s", w.expr(f.result, 0))
	result := f.result
	if named {
		result = "(out " + result + ")"
	}
	fmt.Fprintf(&w.decls, "func %s(%s) %s {\n%s}\n", f.name, strings.Join(params, ", "), result, w.b.String())
	w.scope, w.b, w.inFunc, w.indent = outer, body, "", 0
	w.funcs = append(w.funcs, f)
}
