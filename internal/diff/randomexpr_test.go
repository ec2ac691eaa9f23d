package diff

import (
	"fmt"
	"strings"
)

// variables of a type in scope.
func (w *writer) variables(t string) (names []string) {
	for _, v := range w.scope {
		if v.typ == t {
			names = append(names, v.name)
		}
	}
	return names
}

// expr is an expression of a type; deep is how far it is inside of others.
func (w *writer) expr(t string, deep int) string {
	vs := w.variables(t)
	if deep > 3 || w.in(6) {
		if len(vs) > 0 && w.IntN(10) < 8 {
			return w.one(vs...)
		}
		return w.leaf(t)
	}
	if len(vs) > 0 && w.in(4) {
		return w.one(vs...)
	}
	if w.in(4) {
		if e := w.part(t, deep); e != "" {
			return e
		}
	}
	if w.in(6) && deep < 2 {
		if e := w.callOf(t, deep); e != "" {
			return e
		}
	}
	switch w.IntN(24) {
	case 0:
		return fmt.Sprintf("func() %s { return %s }()", t, w.expr(t, deep+2))
	case 1:
		return fmt.Sprintf("id[%s](%s)", t, w.expr(t, deep+1))
	case 2:
		return fmt.Sprintf("pick[%s](%s, %s, %s)", t, w.expr("bool", deep+2), w.expr(t, deep+1), w.expr(t, deep+1))
	}
	switch {
	case isWhole(t):
		return w.wholeExpr(t, deep)
	case isNumber(t):
		if w.in(4) {
			return fmt.Sprintf("%s(%s)", t, w.moving(w.one("int", "uint8", "int16", "Level"), deep+1))
		}
		if w.in(5) && t == "float64" {
			return fmt.Sprintf("math.%s(%s)", w.one("Abs", "Floor", "Sqrt", "Trunc"), w.expr(t, deep+1))
		}
		return fmt.Sprintf("(%s %s %s)", w.moving(t, deep+1), w.one("+", "-", "*"), w.expr(t, deep+1))
	case isText(t):
		return w.textExpr(t, deep)
	case t == "bool":
		return w.boolExpr(deep)
	}
	return w.compound(t, deep)
}

// moving is an expression that the compiler doesn't know the value of.
func (w *writer) moving(t string, deep int) string {
	if vs := w.variables(t); len(vs) > 0 && w.in(2) {
		return w.one(vs...)
	}
	if deep < 3 && w.in(2) {
		if e := w.part(t, deep); e != "" {
			return e
		}
	}
	return fmt.Sprintf("id[%s](%s)", t, w.leaf(t))
}

func (w *writer) wholeExpr(t string, deep int) string {
	switch w.IntN(12) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", w.moving(t, deep+1), w.one("+", "-", "*", "&", "|", "^", "&^"), w.expr(t, deep+1))
	case 4:
		return fmt.Sprintf("(%s %s %s)", w.moving(t, deep+1), w.one("/", "%"), w.moving(t, deep+1))
	case 5:
		return fmt.Sprintf("(%s %s (%s & 15))", w.moving(t, deep+1), w.one("<<", ">>"), w.moving(w.one("uint", "uint8", "int"), deep+1))
	case 6, 7:
		return fmt.Sprintf("%s(%s)", t, w.moving(w.one(wholes...), deep+1))
	case 8:
		return w.one("-", "^", "+") + w.moving(t, deep+1)
	case 9:
		return fmt.Sprintf("%s(len(%s))", t, w.moving(w.one("string", "[]int", "map[string]int"), deep+1))
	case 10:
		return fmt.Sprintf("%s(whole(%s))", t, w.expr("float64", deep+1))
	}
	return fmt.Sprintf("%s(%s)", t, w.native(deep))
}

// native is an int that the library computes.
func (w *writer) native(deep int) string {
	d := deep + 1
	switch w.IntN(12) {
	case 0:
		return fmt.Sprintf("strings.Index(%s, %s)", w.expr("string", d), w.expr("string", d))
	case 1:
		return fmt.Sprintf("slices.Index(%s, %s)", w.expr("[]int", d), w.expr("int", d))
	case 2:
		return fmt.Sprintf("bits.OnesCount64(%s)", w.expr("uint64", d))
	case 3:
		return fmt.Sprintf("strings.Count(%s, %s)", w.expr("string", d), w.expr("string", d))
	case 4:
		return fmt.Sprintf("sum(%s...)", w.expr("[]int", d))
	case 5:
		return fmt.Sprintf("folded(upTo(%s&7), 1, func(a, b int) int { return a*3 + b })", w.moving("int", d))
	case 6:
		return fmt.Sprintf("measure(%s)", w.expr("Measurer", d))
	case 7:
		return fmt.Sprintf("cmp.Compare(%s, %s)", w.moving("string", d), w.expr("string", d))
	case 8:
		return fmt.Sprintf("max(%s, %s)", w.moving("int", d), w.expr("int", d))
	case 9:
		return fmt.Sprintf("sort.SearchInts(%s, %s)", w.expr("[]int", d), w.expr("int", d))
	case 10:
		return fmt.Sprintf("utf8.RuneCountInString(%s)", w.expr("string", d))
	}
	return fmt.Sprintf("func() int { n, _ := strconv.Atoi(%s); return n }()", w.expr("string", d))
}

func (w *writer) textExpr(t string, deep int) string {
	d := deep + 1
	if t != "string" || w.in(3) {
		if w.in(2) {
			return fmt.Sprintf("%s(%s)", t, w.expr("string", d))
		}
		return fmt.Sprintf("(%s + %s)", w.moving(t, d), w.expr(t, d))
	}
	switch w.IntN(10) {
	case 0:
		return fmt.Sprintf("fmt.Sprint(%s)", w.expr(w.one(scalars...), d))
	case 1:
		return fmt.Sprintf("fmt.Sprintf(%q, %s, %s)", w.one("%v %v", "%d|%5v", "%T %v", "%q %x", "%-6v%+v"), w.moving("int", d), w.moving(w.one(scalars...), d))
	case 2:
		return fmt.Sprintf("strings.%s(%s)", w.one("ToUpper", "TrimSpace", "Title"), w.expr("string", d))
	case 3:
		return fmt.Sprintf("strings.Join(%s, \",\")", w.expr("[]string", d))
	case 4:
		return fmt.Sprintf("strconv.%s", w.one("Itoa("+w.expr("int", d)+")", "Quote("+w.expr("string", d)+")", "FormatInt("+w.expr("int64", d)+", 3)"))
	case 5:
		return fmt.Sprintf("strings.Map(func(r rune) rune { return r + %d }, %s)", w.IntN(3), w.expr("string", d))
	case 6:
		return fmt.Sprintf("kind(%s)", w.expr("any", d))
	case 7:
		return fmt.Sprintf("string([]rune(%s))", w.expr("string", d))
	case 8:
		return fmt.Sprintf("strings.ReplaceAll(%s, %s, %s)", w.expr("string", d), w.leaf("string"), w.leaf("string"))
	}
	return fmt.Sprintf("(%s + %s)", w.moving("string", d), w.expr("string", d))
}

func (w *writer) boolExpr(deep int) string {
	d := deep + 1
	switch w.IntN(8) {
	case 0, 1, 2:
		t := w.one("int", "uint8", "float64", "string", "Level")
		return fmt.Sprintf("(%s %s %s)", w.moving(t, d), w.one("<", "<=", "==", "!=", ">"), w.expr(t, d))
	case 3:
		t := w.one("any", "error", "Place", "[3]int", "Measurer")
		return fmt.Sprintf("(%s == %s)", w.parens(t, d), w.parens(t, d))
	case 4:
		return fmt.Sprintf("(%s %s %s)", w.moving("bool", d), w.one("&&", "||"), w.expr("bool", d))
	case 5:
		return "!" + w.moving("bool", d)
	case 6:
		return fmt.Sprintf("%s(%s, %s)", w.one("strings.Contains", "has", "strings.HasPrefix", "strings.EqualFold"), w.expr("string", d), w.expr("string", d))
	}
	return w.one("errors.Is("+w.expr("error", d)+", io.EOF)", "slices.Contains("+w.expr("[]int", d)+", "+w.expr("int", d)+")",
		"reflect.DeepEqual("+w.expr("any", d)+", "+w.expr("any", d)+")", "slices.IsSorted("+w.expr("[]string", d)+")")
}

// parens is an operand that can begin with a literal of a type.
func (w *writer) parens(t string, deep int) string {
	return fmt.Sprintf("id[%s](%s)", t, w.expr(t, deep))
}

// leaf is a short expression of any type.
func (w *writer) leaf(t string) string {
	switch {
	case isWhole(t):
		return w.one("1", "2", "3", "5", "7", "100", "127")
	case isNumber(t):
		return w.one("0.5", "2", "-1.25", "1e3")
	case isText(t):
		return w.one(`""`, `"a"`, `"héj"`, `"xyz"`, `"12"`, `"a b,c"`)
	case t == "bool":
		return w.one("true", "false")
	case t == "any":
		return w.one("any(nil)", "any(1)", `any("s")`, "any(Level(2))", `any(Place{1, "q"})`, "any([]any{Level(1), nil})", "any(Fault{2})")
	case t == "Measurer":
		return w.one("Measurer(Level(3))", "Measurer(&Counter{2})", "Measurer(nil)", `Measurer(Name("n"))`)
	case t == "error":
		return w.one("error(nil)", "error(Fault{3})", "io.EOF", `error(&Trouble{What: "x"})`, "errAny")
	case t == "fmt.Stringer":
		return w.one("fmt.Stringer(Level(1))", "fmt.Stringer(time.Second)", "fmt.Stringer(nil)")
	case t == "func(int) int":
		return fmt.Sprintf("func(x int) int { return x*%d + 1 }", 1+w.IntN(4))
	case t[0] == '*':
		return "&" + t[1:] + "{}"
	}
	return t + "{}"
}

// compound is a literal of a type, or something that makes one.
func (w *writer) compound(t string, deep int) string {
	d := deep + 1
	list := func(elem string, most int) string {
		var xs []string
		for range w.IntN(most + 1) {
			xs = append(xs, w.expr(elem, d))
		}
		return strings.Join(xs, ", ")
	}
	if key, elem, ok := mapParts(t); ok {
		var xs []string
		for _, k := range w.keys(key)[:w.IntN(4)] {
			xs = append(xs, k+": "+w.expr(elem, d))
		}
		return t + "{" + strings.Join(xs, ", ") + "}"
	}
	if elem, ok := stackOf(t); ok {
		return fmt.Sprintf("%s{items: []%s{%s}}", t, elem, list(elem, 2))
	}
	switch {
	case isScalar(t):
		return w.leaf(t)
	case strings.HasPrefix(t, "[]"):
		return w.sliceExpr(t, d, list)
	case strings.HasPrefix(t, "[3]"):
		return t + "{" + list(t[3:], 3) + "}"
	case t[0] == '*' && w.in(8):
		return "(" + t + ")(nil)"
	case t[0] == '*':
		if vs := w.variables(t[1:]); len(vs) > 0 && w.in(2) {
			return "&" + w.one(vs...)
		}
		if t == "*Counter" {
			return w.leaf(t)
		}
		return "&" + w.literal(t[1:], d)
	case t == "any":
		return "any(" + w.moving(w.typ(1), d) + ")"
	case t == "Measurer":
		if len(w.structs) > 0 && w.in(2) {
			return "Measurer(&" + w.literal(w.structs[w.IntN(len(w.structs))].name, d) + ")"
		}
		return w.one(w.leaf(t), "Measurer(Level("+w.expr("int", d)+"))", "Measurer("+w.literal("Place", d)+")")
	case t == "error":
		return w.one(w.leaf(t), fmt.Sprintf("fmt.Errorf(\"w %%w\", %s)", w.leaf(t)), "errors.Join("+w.leaf(t)+", "+w.leaf(t)+")", "error(Fault{"+w.expr("int", d)+"})",
			"func() error { _, err := divide("+w.expr("int", d)+", "+w.expr("int", d)+"); return err }()", "func() error { _, err := strconv.Atoi("+w.expr("string", d)+"); return err }()")
	case t == "func(int) int":
		p := w.name("x")
		w.scope = append(w.scope, variable{name: p, typ: "int"})
		e := w.expr("int", d+1)
		w.scope = w.scope[:len(w.scope)-1]
		return fmt.Sprintf("func(%s int) int { return %s }", p, e)
	}
	return w.literal(t, d)
}

// literal is a struct's.
func (w *writer) literal(t string, deep int) string {
	fs := w.fields(t)
	if fs == nil || deep > 4 {
		return w.leaf(t)
	}
	var xs []string
	for _, f := range fs {
		if !w.in(4) {
			xs = append(xs, f.name+": "+w.expr(f.typ, deep+1))
		}
	}
	return t + "{" + strings.Join(xs, ", ") + "}"
}

func (w *writer) sliceExpr(t string, deep int, list func(string, int) string) string {
	elem := t[2:]
	vs := w.variables(t)
	switch k := w.IntN(12); {
	case k == 0:
		return t + "(nil)"
	case k == 1:
		return fmt.Sprintf("append(%s, %s)", w.expr(t, deep+1), w.expr(elem, deep))
	case k < 4 && len(vs) > 0:
		v := w.one(vs...)
		return fmt.Sprintf("%s[min(%d, len(%s)):]", v, w.IntN(3), v)
	case k == 4 && elem == "int":
		return fmt.Sprintf("mapped(%s, func(x %s) int { return int(x) %s %d })", w.expr("[]uint8", deep+1), "uint8", w.one("+", "*", "-"), 1+w.IntN(4))
	case k == 5 && elem == "string":
		return w.one("strings.Fields("+w.expr("string", deep+1)+")", "strings.Split("+w.expr("string", deep+1)+", \",\")", "sortedKeys("+w.expr("map[string]int", deep+1)+")")
	case k == 6 && elem == "uint8":
		return "[]byte(" + w.expr("string", deep+1) + ")"
	case k == 7:
		return fmt.Sprintf("slices.Clone(%s)", w.expr(t, deep+1))
	case k == 8:
		return fmt.Sprintf("slices.Collect(slices.Values(%s))", w.expr(t, deep+1))
	case k == 9:
		return fmt.Sprintf("slices.Concat(%s, %s)", w.expr(t, deep+1), w.expr(t, deep+1))
	}
	return t + "{" + list(elem, 4) + "}"
}

func (w *writer) keys(t string) []string {
	switch t {
	case "int":
		return []string{"1", "2", "3"}
	case "Place":
		return []string{`Place{1, "a"}`, `Place{2, "b"}`, "Place{}"}
	}
	return []string{`"a"`, `"b"`, `"c"`}
}

// part is an element, a field or the like of a variable.
func (w *writer) part(t string, deep int) string {
	var all []string
	for _, v := range w.scope {
		key, elem, isMap := mapParts(v.typ)
		base := strings.TrimPrefix(v.typ, "*")
		switch {
		case isMap && elem == t:
			all = append(all, fmt.Sprintf("%s[%s]", v.name, w.one(w.keys(key)...)))
		case v.typ == "[]"+t:
			all = append(all, fmt.Sprintf("at(%s, %s)", v.name, w.expr("int", deep+2)), fmt.Sprintf("%s[%d]", v.name, w.IntN(2)))
		case v.typ == "[3]"+t:
			all = append(all, fmt.Sprintf("%s[%d]", v.name, w.IntN(3)))
		case v.typ == "Stack["+t+"]":
			all = append(all, v.name+".Top()", v.name+".Pop()")
		case v.typ == "*"+t:
			all = append(all, "*"+v.name)
		case v.typ == "any" && !w.in(3):
			all = append(all, fmt.Sprintf("as[%s](%s)", t, v.name))
		case t == "int" && v.typ == "func(int) int":
			all = append(all, fmt.Sprintf("%s(%s)", v.name, w.expr("int", deep+2)))
		case t == "int" && v.typ == "Measurer":
			all = append(all, v.name+".Measure()")
		case t == "string" && (v.typ == "error" || v.typ == "fmt.Stringer"):
			all = append(all, fmt.Sprintf("fmt.Sprint(%s)", v.name))
		}
		for _, f := range w.fields(base) {
			if f.typ == t {
				all = append(all, v.name+"."+f.name)
			}
		}
		if t == "int" && len(w.fields(base)) > 0 {
			all = append(all, v.name+".Measure()")
		}
	}
	if len(all) == 0 {
		return ""
	}
	return w.one(all...)
}

// callOf calls a function of the program.
func (w *writer) callOf(t string, deep int) string {
	for _, f := range w.funcs {
		if f.result != t || w.in(2) {
			continue
		}
		var args []string
		for _, p := range f.params {
			args = append(args, w.expr(p, deep+1))
		}
		return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	}
	return ""
}
