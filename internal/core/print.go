package core

import (
	"go/constant"
	"go/token"
	"strconv"
	"strings"
)

// Print prints a program as Go text, one statement per line.
func Print(prog *Program) string {
	p := &printer{}
	p.program(prog)
	return p.b.String()
}

// Text prints an expression by itself, for tests and messages.
func Text(e Expr) string { return TextNaming(e, nil) }

// TextNaming is Text with other names for variables. Names are unique in a program, but
// a closure's copy of a captured variable has the name of the original.
func TextNaming(e Expr, name func(*Var) string) string {
	p := &printer{name: name}
	p.expr(e)
	return p.b.String()
}

// FuncText prints a function by itself.
func FuncText(f *Function) string {
	p := &printer{}
	p.function(f)
	return p.b.String()
}

type printer struct {
	b     strings.Builder
	depth int
	name  func(*Var) string // nil for their own
}

func (p *printer) program(prog *Program) {
	p.line("package main")
	for _, path := range prog.Imports {
		p.line("import " + PackageName(path) + " " + strconv.Quote(path))
	}
	for _, g := range prog.Globals {
		p.line("var " + g.Name + " " + g.T.String())
	}
	for _, m := range prog.Methods {
		desc := "// " + PackageName(m.Type.Path) + "." + m.Type.Name
		if m.Func == nil {
			p.line(desc + " no longer has the method " + m.Name)
			continue
		}
		p.line(desc + " has the method " + m.Name + ": " + m.Func.Name)
	}
	for _, f := range prog.Funcs {
		p.function(f)
	}
}

func (p *printer) function(f *Function) {
	p.funcBody(f, "func "+f.Symbol.Name)
	p.flush()
}

func (p *printer) write(s string) { p.b.WriteString(s) }

// flush ends the line.
func (p *printer) flush() { p.b.WriteByte('\n') }

func (p *printer) indent() {
	for range p.depth {
		p.b.WriteByte('\t')
	}
}

func (p *printer) line(s string) {
	p.indent()
	p.write(s)
	p.flush()
}

func (p *printer) funcBody(f *Function, head string) {
	p.write(head + "(")
	for i, a := range f.Params {
		if i > 0 {
			p.write(", ")
		}
		p.write(a.Name + " " + a.T.String())
	}
	p.write(")" + results(f.Results) + " {")
	p.flush()
	p.block(f.Body)
	p.indent()
	p.write("}")
}

func (p *printer) block(body []Stmt) {
	p.depth++
	for _, s := range body {
		p.stmt(s)
	}
	p.depth--
}

// list prints expressions with commas between.
func (p *printer) list(xs []Expr) {
	for i, x := range xs {
		if i > 0 {
			p.write(", ")
		}
		p.expr(x)
	}
}

// parts prints expressions and texts in sequence.
func (p *printer) parts(parts ...any) {
	for _, x := range parts {
		switch x := x.(type) {
		case string:
			p.write(x)
		case []Expr:
			p.list(x)
		case Expr:
			p.expr(x)
		}
	}
}

func (p *printer) expr(e Expr) {
	switch e := e.(type) {
	case *Var:
		if p.name != nil {
			p.write(p.name(e))
			return
		}
		p.write(e.Name)
	case *FuncName:
		p.write(e.Name)
	case *NativeName:
		p.write(PackageName(e.Path) + "." + e.Name)
	case *Nil:
		p.write("nil")
	case *Builtin:
		p.write(e.Op.String())
	case *Const:
		p.constant(e)
	case *Deref:
		p.parts("(*", e.X, ")")
	case *Field:
		p.parts(structOf(e), ".", e.Name)
	case *Index:
		p.parts(e.X, "[", e.I, "]")
	case *SliceExpr:
		p.sliceExpr(e)
	case *Unary:
		p.parts("("+e.Op.String(), e.X, ")")
	case *Binary:
		p.parts("(", e.X, " "+e.Op.String()+" ", e.Y, ")")
	case *Conv:
		p.parts(convName(e.T), "(", e.X, ")")
	case *Addr:
		p.parts("&", e.X)
	case *New:
		p.write("new(" + e.T.Elem.String() + ")")
	case *Make:
		p.makeExpr(e)
	case *Composite:
		p.composite(e)
	case *Call:
		p.call(e)
	case *Method:
		p.parts(e.X, ".", e.Name)
	case *FuncLit:
		p.funcBody(e.Func, "func")
	}
}

// A constant is printed with its type unless its literal has it by default: no constant
// is untyped.
func (p *printer) constant(e *Const) {
	switch e.T {
	case Int, String, Bool:
		p.write(literal(e.Value))
	default:
		p.write(e.T.String() + "(" + literal(e.Value) + ")")
	}
}

func literal(v constant.Value) string {
	switch v.Kind() {
	case constant.String:
		return strconv.Quote(constant.StringVal(v))
	case constant.Float:
		f, _ := constant.Float64Val(v)
		return floatLiteral(f)
	case constant.Complex:
		re, _ := constant.Float64Val(constant.Real(v))
		im, _ := constant.Float64Val(constant.Imag(v))
		return "(" + floatLiteral(re) + " + " + floatLiteral(im) + "i)"
	case constant.Int:
		if constant.Sign(v) < 0 {
			return "(" + v.ExactString() + ")"
		}
	}
	return v.ExactString()
}

// floatLiteral never looks like an integer.
func floatLiteral(f float64) string {
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if strings.ContainsAny(s, ".e") {
		return s
	}
	return s + ".0"
}

// structOf is the struct of a field: p.F is short for (*p).F.
func structOf(e *Field) Expr {
	if d, ok := e.X.(*Deref); ok && d.Type().Kind != Pointer {
		return d.X
	}
	return e.X
}

func (p *printer) sliceExpr(e *SliceExpr) {
	p.parts(e.X, "[")
	for i, x := range []Expr{e.Lo, e.Hi, e.Max} {
		if i == 1 || i == 2 && x != nil {
			p.write(":")
		}
		if x != nil {
			p.expr(x)
		}
	}
	p.write("]")
}

func convName(t *Type) string {
	if t.Kind != Basic && t.Kind != Native {
		return "(" + t.String() + ")"
	}
	return t.String()
}

func (p *printer) makeExpr(e *Make) {
	p.write("make(" + e.T.String())
	for _, a := range e.Args {
		p.parts(", ", a)
	}
	p.write(")")
}

func (p *printer) composite(e *Composite) {
	p.write(e.T.String() + "{")
	for i, x := range e.Elems {
		if i > 0 {
			p.write(", ")
		}
		if i < len(e.Keys) {
			p.write(e.Keys[i] + ": ")
		}
		p.expr(x)
	}
	p.write("}")
}

func (p *printer) call(e *Call) {
	p.parts(e.Fun, "(", e.Args)
	if e.Spread {
		p.write("...")
	}
	p.write(")")
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Mark:
	case *Define:
		p.define(s)
	case *If:
		p.ifStmt(s)
	case *For:
		p.forStmt(s)
	case *Switch:
		p.switchStmt(s)
	case *Block:
		p.blockStmt(s)
	case *Label:
		p.line(s.Name + ":")
	default:
		p.indent()
		p.simple(s)
		p.flush()
	}
}

// simple prints a one-line statement without the newline.
func (p *printer) simple(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		p.parts(s.L, " = ", s.R)
	case *Update:
		p.update(s)
	case *Do:
		p.expr(s.X)
	case *Branch:
		p.write(s.Tok.String())
		if s.Label != "" {
			p.write(" " + s.Label)
		}
	case *Return:
		p.write("return")
		if len(s.Xs) > 0 {
			p.parts(" ", s.Xs)
		}
	}
}

func (p *printer) define(s *Define) {
	p.indent()
	switch {
	case s.X == nil:
		p.write("var " + s.Var.Name + " " + s.Var.T.String())
	case s.Plain():
		p.parts(s.Var, " := ", s.X)
	default:
		p.parts("var "+s.Var.Name+" "+s.Var.T.String()+" = ", s.X)
	}
	p.flush()
}

func (p *printer) update(s *Update) {
	p.expr(s.L)
	switch s.Op {
	case token.INC, token.DEC:
		p.write(s.Op.String())
	default:
		p.parts(" "+s.Op.String()+"= ", s.R)
	}
}

func (p *printer) ifStmt(s *If) {
	p.indent()
	p.parts("if ", s.Cond, " {")
	p.flush()
	p.block(s.Then)
	for els := s.Else; len(els) > 0; {
		next := elseIf(els)
		if next == nil {
			p.line("} else {")
			p.block(els)
			break
		}
		p.indent()
		p.parts("} else if ", next.Cond, " {")
		p.flush()
		p.block(next.Then)
		els = next.Else
	}
	p.line("}")
}

// elseIf is the only statement of an else branch if it is another If.
func elseIf(body []Stmt) *If {
	for i, s := range body {
		switch s := s.(type) {
		case *Mark:
		case *If:
			if i == len(body)-1 {
				return s
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

func (p *printer) forStmt(s *For) {
	p.label(s.Label)
	p.indent()
	p.write("for ")
	if s.Cond != nil || s.Post != nil {
		p.write("; ")
		if s.Cond != nil {
			p.expr(s.Cond)
		}
		p.write("; ")
		if s.Post != nil {
			p.simple(s.Post)
			p.write(" ")
		}
	}
	p.write("{")
	p.flush()
	p.block(s.Body)
	p.line("}")
}

func (p *printer) label(name string) {
	if name != "" {
		p.line(name + ":")
	}
}

// blockStmt prints a block. Go has breaks with a label only out of loops and switches.
func (p *printer) blockStmt(s *Block) {
	head := "{"
	if s.Label != "" {
		p.label(s.Label)
		p.line("switch {")
		head = "default:"
	}
	p.line(head)
	p.block(s.Body)
	p.line("}")
}

func (p *printer) switchStmt(s *Switch) {
	p.label(s.Label)
	p.indent()
	p.parts("switch ", s.X, " {")
	p.flush()
	for k, body := range s.Cases {
		p.line("case " + strconv.Itoa(k) + ":")
		p.block(body)
	}
	p.line("}")
}
