package diff

import (
	"fmt"
	"strings"
)

// statement writes one, deep inside of others.
func (w *writer) statement(deep int) {
	if w.budget--; w.budget < 0 {
		return
	}
	if w.loops && deep < 3 && w.in(3) {
		w.loop(deep)
		return
	}
	if deep > 3 || w.IntN(10) < 5 {
		w.simple()
		return
	}
	all := []func(int){
		w.ifs, w.loop, w.loop, w.ranges, w.ranges, w.switches, w.typeSwitch, w.deferred, w.closure, w.alias, w.channel, w.methodValue, w.several,
		w.jump, w.sequence, w.pointers, w.shadow, w.recovered, w.sorted, w.encoded, w.kept, w.written, w.waited, w.localType, w.heaped, w.reflected, w.errorsOf,
	}
	all[w.IntN(len(all))](deep)
}

// block writes statements in a scope of their own.
func (w *writer) block(deep, n int) {
	outer := w.scope
	w.indent++
	for range n {
		w.statement(deep + 1)
	}
	for _, v := range w.scope[len(outer):] {
		w.line("_ = %s", v.name)
	}
	w.indent--
	w.scope = outer[:len(outer):len(outer)]
}

// declare brings a variable into scope.
func (w *writer) declare(t, e string) string {
	v := w.name("v")
	if w.in(4) && !isNumber(t) && !isText(t) {
		w.line("%s := %s", v, e)
	} else {
		w.line("var %s %s = %s", v, t, e)
	}
	w.line("_ = %s", v)
	w.scope = append(w.scope, variable{name: v, typ: t})
	return v
}

// place is something that can be assigned.
func (w *writer) place() (text, typ string, ok bool) {
	var all []variable
	for _, v := range w.scope {
		if v.fixed {
			continue
		}
		all = append(all, v, v)
		key, elem, isMap := mapParts(v.typ)
		switch {
		case isMap:
			all = append(all, variable{name: fmt.Sprintf("%s[%s]", v.name, w.one(w.keys(key)...)), typ: elem})
		case strings.HasPrefix(v.typ, "[]"):
			all = append(all, variable{name: fmt.Sprintf("%s[%s]", v.name, w.one("0", "1", fmt.Sprintf("len(%s)-1", v.name))), typ: v.typ[2:]})
		case strings.HasPrefix(v.typ, "[3]"):
			all = append(all, variable{name: fmt.Sprintf("%s[%s]", v.name, w.one("0", "2", "uint("+w.moving("int", 2)+")%3")), typ: v.typ[3:]})
		case v.typ[0] == '*':
			all = append(all, variable{name: "*" + v.name, typ: v.typ[1:]})
		}
		for _, f := range w.fields(strings.TrimPrefix(v.typ, "*")) {
			all = append(all, variable{name: v.name + "." + f.name, typ: f.typ})
		}
	}
	if len(all) == 0 {
		return "", "", false
	}
	v := all[w.IntN(len(all))]
	return v.name, v.typ, true
}

// simple is a statement without others in it.
func (w *writer) simple() {
	p, t, ok := w.place()
	switch k := w.IntN(12); {
	case k < 4 || !ok:
		t := w.typ(0)
		w.declare(t, w.expr(t, 0))
	case k == 4:
		w.line("tell(%s)", w.expr(w.typ(1), 1))
	case k == 5 && isWhole(t):
		w.line("%s%s", p, w.one("++", "--"))
	case k < 8 && isWhole(t):
		w.line("%s %s= %s", p, w.one("+", "-", "*", "^", "|", "&^", "&"), w.expr(t, 1))
	case k < 8 && isText(t):
		w.line("if len(%s) < 40 {\n%s\t%s += %s\n%s}", p, strings.Repeat("\t", w.indent), p, w.expr(t, 1), strings.Repeat("\t", w.indent))
	case k < 8 && strings.HasPrefix(t, "[]"):
		w.line("%s = append(%s, %s)", p, p, w.expr(t[2:], 1))
	case k == 8 && strings.HasPrefix(t, "map["):
		key, _, _ := mapParts(t)
		w.line("delete(%s, %s)", p, w.one(w.keys(key)...))
	case k == 8 && strings.HasPrefix(t, "Stack["):
		e, _ := stackOf(t)
		w.line("%s.Push(%s)", p, w.expr(e, 1))
	default:
		w.line("%s = %s", p, w.expr(t, 0))
	}
}

func (w *writer) ifs(deep int) {
	switch w.IntN(3) {
	case 0:
		v := w.name("v")
		w.line("if %s := %s; %s {", v, w.moving("int", 1), w.expr("bool", 1))
		w.scope = append(w.scope, variable{name: v, typ: "int"})
		w.block(deep, 1+w.IntN(2))
		w.line("\t_ = %s", v)
		w.scope = w.scope[:len(w.scope)-1]
	default:
		w.line("if %s {", w.expr("bool", 0))
		w.block(deep, 1+w.IntN(3))
	}
	if w.in(2) {
		w.line("} else {")
		w.block(deep, 1+w.IntN(2))
	}
	w.line("}")
}

// loop counts, a few times only.
func (w *writer) loop(deep int) {
	i := w.name("i")
	label := w.enter()
	most := 2 + w.IntN(6)
	if w.loops && deep == 0 {
		most = 2 + w.IntN(40)
	}
	t := w.one("int", "int", "int", "uint8", "int64", "Level")
	fixed := !w.in(3)
	switch w.IntN(4) {
	case 0:
		w.line("for %s := range %s(%d) {", i, t, most)
	case 1:
		w.line("for %s := %s(%d); %s > 0; %s-- {", i, t, most, i, i)
		fixed = true
	case 2:
		w.line("for %s, up := %s(0), true; up && %s < %d; %s, up = %s+%d, %s {", i, t, i, most, i, i, 1+w.IntN(2), w.expr("bool", 2))
		fixed = true
	default:
		w.line("for %s := %s(0); %s < %d; %s++ {", i, t, i, most, i)
		fixed = true
	}
	w.line("\tburn()\n%s\t_ = %s", strings.Repeat("\t", w.indent), i)
	w.scope = append(w.scope, variable{i, t, fixed})
	w.body(deep, label)
	w.scope = w.scope[:len(w.scope)-1]
}

// enter begins a loop, perhaps with a label.
func (w *writer) enter() string {
	label := ""
	if w.in(3) {
		label = w.name("L")
		w.line("%s:", label)
	}
	return label
}

// body is the block of a loop with ways out of it, and its end.
func (w *writer) body(deep int, label string) {
	w.labels = append(w.labels, label)
	w.block(deep, 1+w.IntN(3))
	w.indent++
	switch w.IntN(6) {
	case 0:
		w.line("if %s {\n%s\tbreak\n%s}", w.expr("bool", 1), strings.Repeat("\t", w.indent), strings.Repeat("\t", w.indent))
	case 1:
		w.line("if %s {\n%s\tcontinue\n%s}", w.expr("bool", 1), strings.Repeat("\t", w.indent), strings.Repeat("\t", w.indent))
		w.block(deep, 1)
	case 2:
		if w.inFunc != "" {
			w.line("if %s {\n%s\treturn %s\n%s}", w.expr("bool", 1), strings.Repeat("\t", w.indent), w.expr(w.inFunc, 1), strings.Repeat("\t", w.indent))
		}
	}
	if l := w.labels[w.IntN(len(w.labels))]; l != "" && l != label && w.in(2) {
		w.line("if %s {\n%s\t%s %s\n%s}", w.expr("bool", 1), strings.Repeat("\t", w.indent), w.one("break", "continue"), l, strings.Repeat("\t", w.indent))
	}
	if label != "" {
		w.line("if %s {\n%s\t%s %s\n%s}", w.expr("bool", 2), strings.Repeat("\t", w.indent), w.one("break", "continue"), label, strings.Repeat("\t", w.indent))
	}
	w.indent--
	w.labels = w.labels[:len(w.labels)-1]
	w.line("}")
}

func (w *writer) ranges(deep int) {
	k, v := w.name("k"), w.name("e")
	elem := w.typ(1)
	label := w.enter()
	switch w.IntN(5) {
	case 0:
		w.line("for %s, %s := range %s {", k, v, w.operand("[]"+elem))
	case 1:
		w.line("for %s, %s := range %s {", k, v, w.operand("[3]"+elem))
	case 2:
		elem = "rune"
		w.line("for %s, %s := range %s {", k, v, w.expr("string", 1))
	case 3:
		elem = "string"
		w.line("for %s, %s := range slices.All(sortedKeys(%s)) {", k, v, w.operand("map[string]int"))
	case 4:
		w.line("for %s, %s := range slices.Backward(%s) {", k, v, w.operand("[]"+elem))
	}
	w.line("\tburn()\n%s\t_, _ = %s, %s", strings.Repeat("\t", w.indent), k, v)
	w.scope = append(w.scope, variable{name: k, typ: "int"}, variable{name: v, typ: elem})
	w.body(deep, label)
	w.scope = w.scope[:len(w.scope)-2]
}

// operand is an expression that can stand in front of a block.
func (w *writer) operand(t string) string {
	if vs := w.variables(t); len(vs) > 0 && w.in(2) {
		return w.one(vs...)
	}
	return "id(" + t + "(" + w.compound(t, 1) + "))"
}

func (w *writer) switches(deep int) {
	t := w.one("int", "string", "uint8", "Level")
	if w.in(3) {
		w.line("switch {")
		for range 1 + w.IntN(3) {
			w.line("case %s:", w.expr("bool", 1))
			w.block(deep, 1)
		}
	} else {
		w.line("switch %s {", w.moving(t, 1))
		for range 1 + w.IntN(2) {
			w.line("case id[%s](%s), %s:", t, w.expr(t, 2), w.moving(t, 2))
			w.block(deep, 1)
			if w.in(3) {
				w.line("\tfallthrough")
				w.line("case %s:", w.moving(t, 2))
				w.block(deep, 1)
			}
		}
	}
	w.line("default:")
	w.block(deep, 1)
	w.line("}")
}

func (w *writer) typeSwitch(deep int) {
	x := w.name("x")
	w.line("switch %s := id[any](%s).(type) {", x, w.expr(w.one("any", "error", "Measurer", "any"), 1))
	seen := map[string]bool{}
	for range 1 + w.IntN(4) {
		t := w.one("int", "string", "Level", "Place", "*Counter", "error", "Measurer", "[]int", "fmt.Stringer", "Fault", "*Trouble", "[]any", "func(int) int", "Name")
		if seen[t] {
			continue
		}
		seen[t] = true
		w.line("case %s:", t)
		w.line("\ttell(%s)", x)
		w.scope = append(w.scope, variable{name: x, typ: t})
		w.block(deep, 1)
		w.scope = w.scope[:len(w.scope)-1]
	}
	if w.in(2) {
		w.line("case nil, bool:")
		w.line("\ttell(\"nil or bool\", %s)", x)
	}
	w.line("default:\n%s\ttell(%s)", strings.Repeat("\t", w.indent), x)
	w.line("}")
}

// around is a function literal that is called at once.
func (w *writer) around(before string, deep int, n int, after string) {
	labels, result := w.labels, w.inFunc
	w.labels, w.inFunc = nil, ""
	w.line("func() {")
	w.line("\t%s", before)
	w.block(deep, n)
	if after != "" {
		w.line("\t%s", after)
	}
	w.line("}()")
	w.labels, w.inFunc = labels, result
}

func (w *writer) deferred(deep int) {
	v := w.expr("int", 1)
	w.around(w.one(fmt.Sprintf("defer tell(\"deferred\", %s)", v), fmt.Sprintf("for i := range 3 { defer func() { tell(i, %s) }() }", v), fmt.Sprintf("defer func(n int) { tell(n, %s) }(%s)", w.moving("int", 1), v)), deep, 1+w.IntN(2), "")
}

func (w *writer) recovered(deep int) {
	w.around("defer func() { tell(\"recovered\", recover()) }()", deep, w.IntN(2), w.one(
		"panic("+w.expr("any", 1)+")", "panic("+w.expr("error", 1)+")", "panic(fmt.Sprint("+w.expr("int", 1)+"))",
		"_ = []int{}["+w.moving("int", 1)+"]", "_ = "+w.moving("int", 1)+" / (fuel - fuel)", "var m map[string]int; m[\"a\"] = 1", "_ = any("+w.moving("int", 1)+").(string)",
		"panic(&Trouble{What: \"t\", Cause: "+w.leaf("error")+"})"))
}

func (w *writer) closure(deep int) {
	f := w.name("c")
	n, p := w.name("n"), w.name("x")
	w.line("%s := 0", n)
	labels, result := w.labels, w.inFunc
	w.labels, w.inFunc = nil, "int"
	w.line("%s := func(%s int) int {", f, p)
	w.line("\tburn()\n%s\t%s++", strings.Repeat("\t", w.indent), n)
	w.scope = append(w.scope, variable{name: n, typ: "int"}, variable{name: p, typ: "int"})
	w.block(deep, 1+w.IntN(2))
	w.line("\treturn %s + %s", n, w.expr("int", 1))
	w.line("}")
	w.scope = w.scope[:len(w.scope)-1]
	w.labels, w.inFunc = labels, result
	w.scope = append(w.scope, variable{f, "func(int) int", true})
	if w.in(2) {
		fs := w.name("fs")
		w.line("var %s []func() int\n%sfor i := range 3 {\n%s\t%s = append(%s, func() int { i += %s(1); return i + %s })\n%s}", fs, strings.Repeat("\t", w.indent), strings.Repeat("\t", w.indent), fs, fs, f, n, strings.Repeat("\t", w.indent))
		w.line("tell(%s[0](), %s[2](), %s[0]())", fs, fs, fs)
	}
	if w.in(6) {
		w.mark("order")
		w.line("tell(%s, %s(1), %s)", n, f, n)
	} else {
		w.line("tell(%s(1), %s(2))", f, f)
	}
}

func (w *writer) alias(int) {
	t := "[]" + w.typ(1)
	v := w.declare(t, w.compound(t, 0))
	a := w.name("v")
	w.line("%s := %s[:min(2, len(%s))]", a, v, v)
	w.line("%s = append(%s, %s)", a, a, w.expr(t[2:], 1))
	w.line("tell(%s, %s, len(%s), cap(%s) >= len(%s))", v, a, a, a, a)
	w.scope = append(w.scope, variable{name: a, typ: t})
}

func (w *writer) channel(int) {
	t := w.typ(1)
	c := w.name("c")
	w.line("%s := make(chan %s, 3)", c, t)
	switch w.IntN(4) {
	case 0:
		w.line("%s <- %s", c, w.expr(t, 1))
		w.line("close(%s)", c)
		w.line("for x := range %s {\n%s\ttell(x)\n%s}", c, strings.Repeat("\t", w.indent), strings.Repeat("\t", w.indent))
	case 1:
		w.line("go func(x %s) {\n%s\tdefer close(%s)\n%s\t%s <- x\n%s}(%s)", t, strings.Repeat("\t", w.indent), c, strings.Repeat("\t", w.indent), c, strings.Repeat("\t", w.indent), w.expr(t, 1))
		x, ok := w.name("v"), w.name("ok")
		w.line("%s, %s := <-%s", x, ok, c)
		w.line("tell(%s, %s)", x, ok)
		w.scope = append(w.scope, variable{name: x, typ: t})
	case 2:
		w.line("select {\ncase x := <-%s:\n\ttell(x)\ncase %s <- %s:\n\ttell(\"sent\", len(%s))\n}", c, c, w.expr(t, 1), c)
	default:
		w.line("select {\ncase x, ok := <-%s:\n\ttell(x, ok)\ndefault:\n\ttell(\"empty\", cap(%s))\n}", c, c)
	}
}

func (w *writer) methodValue(int) {
	for _, v := range w.scope {
		if len(w.fields(strings.TrimPrefix(v.typ, "*"))) > 0 && w.in(2) {
			m := w.name("m")
			w.line("%s := %s.Measure", m, v.name)
			if p, t, ok := w.place(); ok {
				w.line("%s = %s", p, w.expr(t, 1))
			}
			w.line("tell(%s(), %s.Measure(), %s)", m, v.name, v.name)
			return
		}
	}
	w.line("tell(Level.Measure(%s), (*Counter).Measure(&Counter{%s}), Measurer.Measure(Name(%s)))", w.expr("Level", 1), w.expr("int", 1), w.expr("string", 1))
}

// several assigns to several places at once.
func (w *writer) several(int) {
	p, t, ok := w.place()
	q, u, _ := w.place()
	if !ok || p == q {
		w.simple()
		return
	}
	if t == u && w.in(2) {
		w.line("%s, %s = %s, %s", p, q, q, p)
		return
	}
	w.line("%s, %s = %s, %s", p, q, w.expr(t, 1), w.expr(u, 1))
}

// jump goes back by a label.
func (w *writer) jump(deep int) {
	l, n := w.name("G"), w.name("n")
	w.line("%s := 0", n)
	w.line("%s:", l)
	w.line("{")
	w.block(deep, 1+w.IntN(2))
	w.line("}")
	w.line("if %s++; %s < %d {\n%s\tgoto %s\n%s}", n, n, 2+w.IntN(2), strings.Repeat("\t", w.indent), l, strings.Repeat("\t", w.indent))
}

// sequence ranges over a function, with ways out.
func (w *writer) sequence(deep int) {
	label := w.enter()
	x := w.name("x")
	t := "int"
	switch w.IntN(4) {
	case 0:
		w.line("for %s := range upTo(%d) {", x, 1+w.IntN(4))
	case 1:
		t = w.typ(1)
		w.line("for %s := range slices.Values(%s) {", x, w.operand("[]"+t))
	case 2:
		t = "string"
		w.line("for %s := range strings.SplitSeq(%s, \" \") {", x, w.expr("string", 1))
	default:
		t = w.one("int", "Level", "string")
		w.line("for _, %s := range id(Stack[%s]{items: []%s(%s)}).All() {", x, t, t, w.compound("[]"+t, 1))
	}
	w.line("\tburn()")
	w.scope = append(w.scope, variable{name: x, typ: t})
	w.line("\t_ = %s", x)
	w.body(deep, label)
	w.scope = w.scope[:len(w.scope)-1]
}

func (w *writer) pointers(int) {
	p, t, ok := w.place()
	if !ok || strings.HasPrefix(p, "*") || strings.Contains(p, "[\"") || strings.Contains(p, "[Place") {
		w.simple()
		return
	}
	v := w.name("v")
	w.line("%s := &%s", v, p)
	w.line("*%s = %s", v, w.expr(t, 1))
	w.line("tell(%s, *%s)", p, v)
	w.scope = append(w.scope, variable{v, "*" + t, true})
}

// shadow declares a name again, inside.
func (w *writer) shadow(deep int) {
	if len(w.scope) == 0 {
		return
	}
	v := w.scope[w.IntN(len(w.scope))]
	t := w.typ(1)
	w.line("{")
	w.line("\tvar %s %s = %s", v.name, t, w.expr(t, 1))
	outer := w.scope
	w.scope = append([]variable(nil), w.scope...)
	for i := range w.scope {
		if w.scope[i].name == v.name {
			w.scope[i].typ, w.scope[i].fixed = t, false
		}
	}
	w.block(deep, 1+w.IntN(2))
	w.line("\ttell(%s)", v.name)
	w.line("}")
	w.scope = outer
}

// sorted has the library order something.
func (w *writer) sorted(int) {
	t := w.one("int", "string", "float64", "uint8", "Level")
	v := w.declare("[]"+t, w.compound("[]"+t, 1))
	switch w.IntN(7) {
	case 0:
		w.line("slices.Sort(%s)", v)
	case 1:
		w.line("sort.Slice(%s, func(i, j int) bool { return %s[i] > %s[j] })", v, v, v)
	case 2:
		w.line("slices.SortStableFunc(%s, func(a, b %s) int { return cmp.Compare(b, a) })", v, t)
	case 3:
		w.line("slices.Reverse(%s)", v)
	case 4:
		xs := w.name("v")
		w.mark("anys")
		w.line("%s := []any{}\nfor _, x := range %s { %s = append(%s, x) }", xs, v, xs, xs)
		w.line("sort.SliceStable(%s, func(i, j int) bool { return %s[i].(%s) < %s[j].(%s) })\ntell(%s)", xs, xs, t, xs, t, xs)
	case 5:
		w.line("rand.New(rand.NewPCG(%d, 1)).Shuffle(len(%s), func(i, j int) { %s[i], %s[j] = %s[j], %s[i] })", w.IntN(9), v, v, v, v, v)
	default:
		w.line("tell(slices.MaxFunc(append(%s, 1), func(a, b %s) int { return cmp.Compare(a, b) }))", "[]int{2}", "int")
		w.line("%s = slices.Compact(slices.Insert(%s, 0, %s[:min(1, len(%s))]...))", v, v, v, v)
	}
	w.line("tell(%s)", v)
}

// encoded writes something down and reads it again.
func (w *writer) encoded(int) {
	x, b, err := w.name("v"), w.name("v"), w.name("err")
	t := w.one("[]int", "map[string]int", "Place", "[]string", "map[string]any", "any", "[]any")
	if len(w.structs) > 0 && w.in(2) {
		t = w.structs[w.IntN(len(w.structs))].name
	}
	w.line("%s, %s := json.Marshal(%s)", b, err, w.expr(t, 1))
	w.line("tell(string(%s), %s != nil)", b, err)
	w.line("var %s %s", x, t)
	w.line("%s = json.Unmarshal(%s, &%s)", err, b, x)
	w.line("tell(%s, %s != nil)", x, err)
	w.scope = append(w.scope, variable{name: x, typ: t})
}

// kept has the library keep something.
func (w *writer) kept(int) {
	t := w.typ(0)
	v := w.declare(t, w.expr(t, 1))
	m := w.name("m")
	switch w.IntN(5) {
	case 0:
		w.line("var %s sync.Map\n%s.Store(1, %s)\n%s = %s", m, m, v, v, w.expr(t, 1))
		w.line("{\n\tx, ok := %s.Load(1)\n\ttell(x, ok, %s)\n}", m, v)
	case 1:
		w.line("%s := list.New()\n%s.PushBack(%s)\n%s.PushFront(%s)", m, m, v, m, w.expr("any", 1))
		w.line("for e := %s.Front(); e != nil; e = e.Next() {\n\ttell(e.Value)\n}", m)
	case 2:
		w.line("%s := context.WithValue(context.Background(), Place{}, %s)\ntell(%s.Value(Place{}), %s.Value(1))", m, v, m, m)
	case 3:
		w.line("%s := sync.OnceValue(func() %s { fuel--; return %s })\ntell(%s(), %s())", m, t, v, m, m)
	default:
		w.line("var %s atomic.Value\n%s.Store(Two[%s, int]{%s, 1})\ntell(%s.Load().(Two[%s, int]).Swap().First)", m, m, t, v, m, t)
	}
}

// written has the library print something.
func (w *writer) written(int) {
	switch w.IntN(5) {
	case 0:
		b := w.name("b")
		w.line("var %s strings.Builder\nfmt.Fprintf(&%s, \"%%v|%%+v|%%5d\", %s, %s, %s)\ntell(%s.String(), %s.Len())", b, b, w.moving(w.one(scalars...), 1), w.moving("Place", 1), w.moving("int", 1), b, b)
	case 1:
		w.line("fmt.Println(%s, %s, %s)", w.expr("any", 1), w.moving("Level", 1), w.expr("string", 1))
	case 2:
		w.line("fmt.Printf(\"%%v %%+v %%T\\n\", %s, %s, %s)", w.expr("error", 1), w.moving("Place", 1), w.expr("any", 1))
	case 3:
		w.line("template.Must(template.New(\"\").Parse(\"{{range .}}<{{.}}>{{else}}none{{end}}\\n\")).Execute(os.Stdout, %s)", w.expr(w.one("[]int", "[]string", "[]Level"), 1))
	default:
		s := w.name("s")
		w.line("%s := bufio.NewScanner(strings.NewReader(%s))\n%s.Split(bufio.ScanWords)\nfor %s.Scan() {\n\ttell(%s.Text())\n}", s, w.expr("string", 1), s, s, s)
	}
}

// waited lets goroutines work and waits for them.
func (w *writer) waited(int) {
	g, xs := w.name("wg"), w.name("v")
	w.line("var %s sync.WaitGroup\n%s := make([]int, 3)\nfor i := range %s {\n\t%s.Go(func() { %s[i] = i*%s })\n}\n%s.Wait()\ntell(%s)", g, xs, xs, g, xs, w.one(append(w.variables("int"), "2")...), g, xs)
	w.scope = append(w.scope, variable{name: xs, typ: "[]int"})
}

func (w *writer) localType(int) {
	n, t := w.name("local"), w.typ(1)
	w.line("type %s struct { X %s; next *%s }", n, t, n)
	v := w.name("v")
	w.line("%s := &%s{%s, &%s{}}\n%s.next.X = %s\ntell(%s.X, *%s.next)", v, n, w.expr(t, 1), n, v, w.expr(t, 1), v, v)
}

func (w *writer) heaped(int) {
	h := w.name("h")
	w.line("%s := &IntHeap{%s, %s, 5}\nheap.Init(%s)\nheap.Push(%s, %s)\ntell(heap.Pop(%s), heap.Pop(%s), *%s)", h, w.expr("int", 1), w.expr("int", 1), h, h, w.expr("int", 1), h, h, h)
}

// reflected changes something by reflection.
func (w *writer) reflected(int) {
	t := w.typ(1)
	v := w.declare(t, w.expr(t, 1))
	r := w.name("r")
	w.line("%s := reflect.ValueOf(&%s).Elem()\n%s.Set(reflect.ValueOf([]%s{%s}).Index(0))\ntell(%s, %s.Type().String(), %s.Kind().String())", r, v, r, t, w.expr(t, 1), v, r, r)
}

func (w *writer) errorsOf(int) {
	e := w.declare("error", w.expr("error", 1))
	f := w.name("f")
	w.line("var %s Fault\ntell(errors.As(fmt.Errorf(\"a %%w\", %s), &%s), %s.Code, errors.Is(%s, io.EOF), errors.Unwrap(%s))", f, e, f, f, e, e)
}
