package session

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomProgram makes one well-typed program. It has functions that call earlier
// ones, and prints what it computes.
type randomProgram struct {
	*rand.Rand
	b      strings.Builder
	depth  int
	n      int
	scope  []local
	funcs  []function
	prefix string
	loops  []string // the labels around, empty for a loop without one
}

// local is a variable in scope.
type local struct {
	name, typ string
	fixed     bool // not to be assigned
}

// function is a function that can be called.
type function struct {
	name   string
	params []string
	result string
}

func newRandomProgram(seed uint64) *randomProgram {
	return &randomProgram{Rand: rand.New(rand.NewPCG(seed, 5)), prefix: fmt.Sprintf("p%d", seed)}
}

var (
	integers   = []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "level"}
	floats     = []string{"float64", "float32"}
	otherTypes = []string{"string", "bool", "[]int", "map[string]int", "point", "*point", "inner", "[3]int16", "func(int) int", "any", "[]string", "[]float64",
		"complex128", "[2]inner", "map[inner]string", "chan int", "named", "error"}
)

func (p *randomProgram) one(xs ...string) string { return xs[p.IntN(len(xs))] }

func (p *randomProgram) typ() string {
	switch p.IntN(10) {
	case 0, 1, 2, 3:
		return p.one(integers...)
	case 4:
		return p.one(floats...)
	}
	return p.one(otherTypes...)
}

func (p *randomProgram) line(format string, a ...any) {
	p.b.WriteString(strings.Repeat("\t", p.depth))
	fmt.Fprintf(&p.b, format+"\n", a...)
}

func (p *randomProgram) name(prefix string) string {
	p.n++
	return fmt.Sprintf("%s%d", prefix, p.n)
}

// text is the program as the function of that name, with what it calls.
func (p *randomProgram) text(name string) string {
	for range 2 + p.IntN(3) {
		p.function(p.prefix+p.name("f"), true)
	}
	p.guarded()
	p.function(name, false)
	return p.b.String()
}

// guards is a program of small functions with deferred calls, which loops call, as the
// function of that name.
func (p *randomProgram) guards(name string) string {
	for range 3 {
		p.guarded()
	}
	p.line("\nfunc %s() {", name)
	p.scope = nil
	p.depth++
	for range 4 {
		p.repeat()
	}
	p.depth--
	p.line("}")
	return p.b.String()
}

// guarded emits a function with deferred calls that is small enough to be compiled in
// line, with parameters of all types.
func (p *randomProgram) guarded() {
	f := function{name: p.prefix + p.name("g"), result: p.typ()}
	p.scope = nil
	var params []string
	for _, t := range append([]string{"bool"}, p.typ(), p.typ(), p.typ())[p.IntN(2) : 2+p.IntN(3)] {
		v := local{name: p.name("a"), typ: t}
		p.scope, f.params = append(p.scope, v), append(f.params, t)
		params = append(params, v.name+" "+t)
	}
	result := "(result " + f.result + ")"
	if named := p.IntN(3) > 0; !named {
		result = f.result
	} else {
		p.scope = append(p.scope, local{name: "result", typ: f.result})
	}
	p.line("\nfunc %s(%s) %s {", f.name, strings.Join(params, ", "), result)
	p.depth++
	for range 1 + p.IntN(2) {
		p.deferral()
	}
	if p.IntN(3) > 0 {
		p.line("if (%s) {", p.expr("bool", p.IntN(2)))
		p.depth++
		p.assign()
		if p.IntN(2) == 0 {
			p.line("return %s", p.expr(f.result, 1))
		}
		p.depth--
		p.line("}")
	}
	for range p.IntN(3) {
		if p.IntN(3) == 0 {
			p.loop()
		} else {
			p.assign()
		}
	}
	p.line("return %s", p.expr(f.result, 1))
	p.depth--
	p.line("}")
	p.loops = nil
	p.funcs = append(p.funcs, f)
}

// deferral defers one call.
func (p *randomProgram) deferral() {
	v := p.scope[p.IntN(len(p.scope))]
	switch p.IntN(4) {
	case 0:
		p.line("defer fmt.Println(\"end\", len(%q))", v.name)
	case 1:
		p.line("defer func(x %s) {", v.typ)
		p.depth++
		p.show(local{name: "x", typ: v.typ})
		p.depth--
		p.line("}(%s)", v.name)
	case 2:
		p.line("defer func() {")
		p.depth++
		p.line("if (%s) {", p.expr("bool", 0))
		p.show(v)
		p.line("}")
		p.depth--
		p.line("}()")
	default:
		p.deferred()
	}
}

// repeat calls a function in a loop and shows its results.
func (p *randomProgram) repeat() {
	if len(p.funcs) == 0 || len(p.loops) > 1 {
		p.assign()
		return
	}
	f := p.funcs[p.IntN(len(p.funcs))]
	i, v := local{name: p.name("i"), typ: "int", fixed: true}, local{name: p.name("v"), typ: f.result}
	p.line("for %s := range %d {", i.name, 2+p.IntN(3))
	outer := len(p.scope)
	p.scope = append(p.scope, i)
	p.loops = append(p.loops, "")
	p.depth++
	p.line("burn()")
	p.line("_ = %s", i.name)
	var args []string
	for _, a := range f.params {
		x := p.expr(a, 1)
		if a == "bool" {
			x = fmt.Sprintf("%s == %d", i.name, p.IntN(3))
		}
		args = append(args, x)
	}
	p.line("%s := %s(%s)", v.name, f.name, strings.Join(args, ", "))
	p.show(v)
	p.depth--
	p.loops = p.loops[:len(p.loops)-1]
	p.scope = p.scope[:outer]
	p.line("}")
}

func (p *randomProgram) function(name string, callable bool) {
	f := function{name: name}
	var params []string
	p.scope = nil
	if callable {
		f.result = p.typ()
		for range p.IntN(4) {
			v := local{name: p.name("a"), typ: p.typ()}
			p.scope = append(p.scope, v)
			f.params = append(f.params, v.typ)
			params = append(params, v.name+" "+v.typ)
		}
	}
	if !callable {
		p.line("\nfunc %s() {", name)
	} else {
		p.line("\nfunc %s(%s) (result %s) {", name, strings.Join(params, ", "), f.result)
		p.scope = append(p.scope, local{name: "result", typ: f.result})
	}
	p.depth++
	if callable && p.IntN(3) == 0 {
		p.deferred()
	}
	p.block(5 + p.IntN(6))
	if callable {
		p.line("return %s", p.expr(f.result, 2))
		p.funcs = append(p.funcs, f)
	}
	p.depth--
	p.line("}")
	p.loops = nil
}

func (p *randomProgram) deferred() {
	p.line("defer func() {")
	p.depth++
	if p.IntN(2) == 0 {
		p.line("if r := recover(); r != nil {")
		p.line("\tfmt.Println(\"recovered\", r)")
		p.line("}")
	}
	p.assign()
	p.depth--
	p.line("}()")
}

// block emits statements in a scope of their own, and what becomes of its
// variables.
func (p *randomProgram) block(n int) {
	outer := len(p.scope)
	for range n {
		p.stmt()
	}
	for _, v := range p.scope[outer:] {
		p.show(v)
	}
	p.scope = p.scope[:outer]
}

func (p *randomProgram) show(v local) {
	switch v.typ {
	case "func(int) int":
		p.line("fmt.Println(%q, %s(3))", v.name, v.name)
	case "*point":
		p.line("fmt.Println(%q, *%s)", v.name, v.name)
	case "any":
		p.line("fmt.Println(%q, kind(%s))", v.name, v.name)
	case "chan int":
		p.line("fmt.Println(%q, len(%s), cap(%s))", v.name, v.name, v.name)
	default:
		p.line("fmt.Println(%q, %s)", v.name, v.name)
	}
}

func (p *randomProgram) stmt() {
	if p.depth > 4 {
		p.assign()
		return
	}
	switch p.IntN(20) {
	case 0, 1, 2, 3:
		p.declare()
	case 4, 5, 6:
		p.assign()
	case 7:
		p.ifStmt()
	case 8, 9:
		p.loop()
	case 10:
		p.switchStmt()
	case 11:
		p.closure()
	case 12:
		p.mutate()
	case 13:
		p.jump()
	case 14:
		p.swap()
	case 16:
		p.channel()
	case 17:
		p.later()
	case 18:
		p.several()
	case 19:
		p.repeat()
	case 15:
		p.line("fmt.Println(%s)", p.expr(p.typ2(), 2))
	}
}

// typ2 is a type whose values print the same everywhere.
func (p *randomProgram) typ2() string {
	for {
		if t := p.typ(); t != "func(int) int" && t != "*point" && t != "any" && t != "chan int" {
			return t
		}
	}
}

func (p *randomProgram) declare() {
	v := local{name: p.name("v"), typ: p.typ()}
	x := p.expr(v.typ, 3)
	switch p.IntN(3) {
	case 0:
		p.line("var %s %s = %s", v.name, v.typ, x)
	case 1:
		p.line("%s := %s(%s)", v.name, paren(v.typ), x)
	default:
		p.line("var %s %s", v.name, v.typ)
		p.line("%s = %s", v.name, x)
	}
	p.scope = append(p.scope, v)
}

func paren(t string) string {
	if strings.HasPrefix(t, "func") || strings.HasPrefix(t, "*") {
		return "(" + t + ")"
	}
	return t
}

// variable is a variable of the type, ok is false for none.
func (p *randomProgram) variable(typ string, assigned bool) (string, bool) {
	var names []string
	for _, v := range p.scope {
		if v.typ == typ && !(assigned && v.fixed) {
			names = append(names, v.name)
		}
	}
	if len(names) == 0 {
		return "", false
	}
	return p.one(names...), true
}

func isInteger(t string) bool { return contains(integers, t) }
func isNumber(t string) bool  { return isInteger(t) || contains(floats, t) }

func contains(xs []string, x string) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}

// place is something of the type that can be assigned.
func (p *randomProgram) place() (place, typ string) {
	if len(p.scope) == 0 {
		return "", ""
	}
	v := p.scope[p.IntN(len(p.scope))]
	if v.fixed {
		return "", ""
	}
	switch {
	case v.typ == "[]int" && p.IntN(2) == 0:
		return fmt.Sprintf("%s[%s]", v.name, p.index(v.name)), "int"
	case v.typ == "[3]int16" && p.IntN(2) == 0:
		return fmt.Sprintf("%s[%s]", v.name, p.index(v.name)), "int16"
	case v.typ == "map[string]int" && p.IntN(4) > 0:
		return fmt.Sprintf("%s[%s]", v.name, p.expr("string", 1)), "int"
	case (v.typ == "point" || v.typ == "*point") && p.IntN(3) > 0:
		f := p.IntN(5)
		return v.name + [...]string{".A", ".b", ".F", ".s", ".In.N"}[f], [...]string{"int8", "uint16", "float64", "[]int", "int"}[f]
	case v.typ == "inner" && p.IntN(2) == 0:
		return v.name + ".T", "string"
	case v.typ == "[2]inner" && p.IntN(2) == 0:
		return fmt.Sprintf("%s[%d].N", v.name, p.IntN(2)), "int"
	case v.typ == "map[inner]string" && p.IntN(2) == 0:
		return fmt.Sprintf("%s[%s]", v.name, p.expr("inner", 1)), "string"
	case v.typ == "named" && p.IntN(2) == 0:
		return v.name + [...]string{".point.A", ".N", ".Label"}[p.IntN(1)], "int8"
	}
	return v.name, v.typ
}

// index is mostly in range.
func (p *randomProgram) index(of string) string {
	if p.IntN(12) == 0 {
		return p.expr(p.one("int", "uint8", "int8"), 1)
	}
	return fmt.Sprintf("uint(%s) %% uint(max(1, len(%s)))", p.expr("int", 1), of)
}

func (p *randomProgram) assign() {
	place, t := p.place()
	if place == "" {
		return
	}
	switch {
	case isInteger(t) && p.IntN(2) == 0:
		switch op := p.one("+=", "-=", "*=", "&=", "|=", "^=", "&^=", "<<=", ">>=", "++", "--", "/=", "%="); op {
		case "++", "--":
			p.line("%s%s", place, op)
		case "<<=", ">>=":
			p.line("%s %s %s", place, op, p.count())
		case "/=", "%=":
			p.line("%s %s %s", place, op, p.divisor(t))
		default:
			p.line("%s %s %s", place, op, p.expr(t, 2))
		}
	case isNumber(t) && p.IntN(2) == 0:
		p.line("%s %s %s", place, p.one("+=", "-=", "*=", "/="), p.nonConst(t))
	case t == "string" && p.IntN(2) == 0:
		p.line("if len(%s) < 40 {", place)
		p.line("\t%s += %s", place, p.expr("string", 2))
		p.line("}")
	default:
		p.line("%s = %s", place, p.expr(t, 3))
	}
}

func (p *randomProgram) swap() {
	a, ta := p.place()
	b, tb := p.place()
	if a == "" || b == "" || ta != tb {
		p.assign()
		return
	}
	p.line("%s, %s = %s, %s", a, b, b, a)
}

func (p *randomProgram) ifStmt() {
	p.line("if (%s) {", p.expr("bool", 2))
	p.nested(2)
	if p.IntN(2) == 0 {
		p.line("} else {")
		p.nested(2)
	}
	p.line("}")
}

func (p *randomProgram) nested(n int) {
	p.depth++
	p.block(1 + p.IntN(n))
	p.depth--
}

// loop emits one of the loops of Go.
func (p *randomProgram) loop() {
	label := ""
	if p.IntN(3) == 0 {
		label = p.name("L")
	}
	v := local{name: p.name("i"), typ: "int", fixed: p.IntN(2) == 0}
	head := ""
	var more []local
	switch p.IntN(6) {
	case 0:
		head = fmt.Sprintf("for %s := 0; %s < %d; %s++ {", v.name, v.name, 1+p.IntN(4), v.name)
	case 1:
		head = fmt.Sprintf("for %s := range %d {", v.name, 1+p.IntN(4))
	case 2:
		x := local{name: p.name("e"), typ: "int"}
		head = fmt.Sprintf("for %s, %s := range (%s) {", v.name, x.name, p.expr("[]int", 1))
		more = append(more, x)
	case 3:
		x := local{name: p.name("r"), typ: "int32"}
		head = fmt.Sprintf("for %s, %s := range (%s) {", v.name, x.name, p.expr("string", 1))
		more = append(more, x)
	case 4:
		head = fmt.Sprintf("for %s := range upto(%d) {", v.name, 1+p.IntN(4))
	case 5:
		head = fmt.Sprintf("for %s := range (%s) {", v.name, p.expr("[3]int16", 0))
	}
	if label != "" {
		p.line("%s:", label)
	}
	p.line("%s", head)
	outer := len(p.scope)
	p.scope = append(append(p.scope, v), more...)
	p.loops = append(p.loops, label)
	p.depth++
	p.line("burn()")
	for _, v := range append([]local{v}, more...) {
		p.line("_ = %s", v.name)
	}
	if label != "" {
		p.line("if (%s) {", p.expr("bool", 1))
		p.line("\t%s %s", p.one("break", "continue"), label)
		p.line("}")
	}
	p.block(1 + p.IntN(3))
	p.line("_ = %s", v.name)
	p.depth--
	p.loops = p.loops[:len(p.loops)-1]
	p.scope = p.scope[:outer]
	p.line("}")
}

// jump leaves a loop, or goes forward.
func (p *randomProgram) jump() {
	if len(p.loops) > 0 && p.IntN(2) == 0 {
		to := p.loops[p.IntN(len(p.loops))]
		p.line("if (%s) {", p.expr("bool", 1))
		p.line("\t%s", strings.TrimSpace(p.one("break ", "continue ")+to))
		p.line("}")
		return
	}
	g := p.name("G")
	p.line("{")
	p.depth++
	p.line("if (%s) {", p.expr("bool", 1))
	p.line("\tgoto %s", g)
	p.line("}")
	p.assign()
	p.depth--
	p.line("%s:", g)
	p.depth++
	p.line("burn()")
	p.depth--
	p.line("}")
}

func (p *randomProgram) switchStmt() {
	t := p.one("int", "string", "uint8", "bool")
	if t == "bool" {
		p.line("switch {")
	} else {
		p.line("switch (%s) {", p.expr(t, 1))
	}
	loops := p.loops
	p.loops = nil
	n := 1 + p.IntN(3)
	for i := range n {
		if t == "bool" {
			p.line("case %s:", p.expr("bool", 1))
		} else {
			p.line("case %s:", p.nonConst(t))
		}
		p.nested(2)
		if i < n-1 && p.IntN(4) == 0 {
			p.line("\tfallthrough")
		}
	}
	p.line("default:")
	p.nested(1)
	p.loops = loops
	p.line("}")
}

// closure declares a function that uses what is around it, and calls it.
func (p *randomProgram) closure() {
	v := local{name: p.name("c"), typ: "func(int) int", fixed: true}
	x := local{name: p.name("x"), typ: "int"}
	p.line("%s := func(%s int) int {", v.name, x.name)
	outer, loops := len(p.scope), p.loops
	p.scope, p.loops = append(p.scope, x), nil
	p.depth++
	p.line("burn()")
	p.block(1 + p.IntN(2))
	p.line("return %s", p.expr("int", 2))
	p.depth--
	p.line("}")
	p.scope, p.loops = p.scope[:outer], loops
	p.scope = append(p.scope, v)
	p.line("%s(%s)", v.name, p.expr("int", 1))
}

// channel sends and receives where that can't block.
func (p *randomProgram) channel() {
	v, ok := p.variable("chan int", false)
	if !ok {
		x := local{name: p.name("q"), typ: "chan int", fixed: true}
		p.line("%s := make(chan int, %d)", x.name, 1+p.IntN(3))
		p.scope = append(p.scope, x)
		v = x.name
	}
	x, okName := p.name("w"), p.name("ok")
	p.line("select {")
	p.line("case %s <- %s:", v, p.expr("int", 1))
	p.line("\tfmt.Println(\"sent\")")
	p.line("default:")
	p.line("\tfmt.Println(\"full\")")
	p.line("}")
	if p.IntN(2) == 0 {
		p.line("select {")
		p.line("case %s, %s := <-%s:", x, okName, v)
		p.line("\tfmt.Println(%s, %s)", x, okName)
		p.line("default:")
		p.assign()
		p.line("}")
	}
}

// later defers, or runs beside, a call whose arguments are evaluated now.
func (p *randomProgram) later() {
	t := p.typ2()
	if p.IntN(2) == 0 {
		p.line("defer func(x %s) { fmt.Println(\"later\", x) }(%s)", t, p.expr(t, 2))
		return
	}
	done := p.name("d")
	p.line("%s := make(chan %s)", done, t)
	p.line("go func(x %s) { %s <- x }(%s)", t, done, p.expr(t, 2))
	p.line("fmt.Println(<-%s)", done)
}

// several uses functions with two results, and the comma-ok forms.
func (p *randomProgram) several() {
	a, b := p.name("m"), p.name("ok")
	switch p.IntN(4) {
	case 0:
		p.line("%s, %s := %s[%s]", a, b, p.nonConst("map[string]int"), p.expr("string", 1))
	case 1:
		p.line("%s, %s := %s.(%s)", a, b, p.nonConst("any"), p.one("int", "string", "scored", "point", "level"))
	case 2:
		p.line("%s, %s := halves(%s)", a, b, p.expr("int", 2))
	case 3:
		p.line("%s, %s := %s.score, %s", a, b, p.nonConst(p.one("point", "level", "named")), p.expr("int", 1))
		p.line("fmt.Println(%s(), %s)", a, b)
		return
	}
	p.line("fmt.Println(%s, %s)", a, b)
}

// mutate changes what a variable refers to.
func (p *randomProgram) mutate() {
	if v, ok := p.variable("*point", false); ok && p.IntN(2) == 0 {
		p.line("%s.bump(%s)", v, p.expr("int", 1))
		return
	}
	if v, ok := p.variable("point", true); ok && p.IntN(2) == 0 {
		p.line("%s.bump(%s)", v, p.expr("int", 1))
		return
	}
	if v, ok := p.variable("map[string]int", false); ok {
		p.line("delete(%s, %s)", v, p.expr("string", 1))
		return
	}
	if v, ok := p.variable("[]int", false); ok {
		p.line("copy(%s, %s)", v, p.expr("[]int", 1))
		return
	}
	p.assign()
}
