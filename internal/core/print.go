package core

import (
	"fmt"
	"go/token"
	"strings"
)

// Printed is a printed program.
type Printed struct {
	Source string
	// Lines gives for each line of Source, from the first, its place in
	// the user's source and the user's function around it.
	Lines []Line
}

// Line is the origin of one printed line.
type Line struct {
	Pos token.Pos
	// In is the printed function that it is in, nil above all functions.
	In *PrintedFunc
	// Calls are the functions of the session that it calls by name, and Open
	// says that it may call others besides, through a value or a native.
	Calls []string
	Open  bool
}

// PrintedFunc is a function of a printed program.
type PrintedFunc struct {
	// Name is its own, From that of the user's function it was made of, empty
	// for the cell itself.
	Name, From string
	// Start is the number of its first line.
	Start int
	// Notes says that it notes the lines that run, in its PlaceVar.
	Notes bool
}

// PlaceVar is the global int that the function keeps at the number of its line that
// runs, if it may panic at all.
func (f *PrintedFunc) PlaceVar() string { return fmt.Sprintf("at%d", f.Start) }

// Print prints a program as Go text, a statement a line.
func Print(prog *Program) Printed { return print(prog, 0, nil) }

// PrintWithPlaces prints a program whose lines are numbered from first. Before
// a statement that may panic in the engine, or call what may, it sets the function's
// PlaceVar to the line's number, since a panic tells no more than the functions that
// it leaves. What is assigned to a variable of which global is true is in
// parentheses, which keeps the engine from making the variable the place of a
// call's result.
func PrintWithPlaces(prog *Program, first int, global func(name string) bool) Printed {
	return print(prog, first, global)
}

func print(prog *Program, first int, global func(string) bool) Printed {
	p := &printer{first: first, global: global}
	p.line("package main")
	for _, path := range prog.Imports {
		p.line("import " + PackageName(path) + " " + fmt.Sprintf("%q", path))
	}
	for _, g := range prog.Globals {
		p.line("var " + g.Name + " " + g.T.String())
	}
	for _, f := range prog.Funcs {
		p.now = Line{In: &PrintedFunc{Name: f.Name, From: f.From, Start: first + len(p.lines)}}
		p.function(f, "func "+f.Name)
		p.flush()
		if p.now.In.Notes {
			p.line("var " + p.now.In.PlaceVar() + " int")
		}
	}
	return Printed{Source: p.b.String(), Lines: p.lines}
}

type printer struct {
	b     strings.Builder
	lines []Line
	now   Line // what is known of the line that is printed
	depth int
	first int // the number of the first line; 0 prints no places
	noted token.Pos
	// global says which variables are global, nil where it doesn't matter.
	global func(name string) bool
}

func (p *printer) write(s string) { p.b.WriteString(s) }

// flush ends the line.
func (p *printer) flush() {
	p.b.WriteByte('\n')
	p.lines = append(p.lines, p.now)
	p.now.Calls, p.now.Open = nil, false
}

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

func (p *printer) function(f *Function, head string) {
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
	p.noted = token.NoPos
	for _, s := range body {
		if m, ok := s.(*Mark); ok {
			p.now.Pos = m.Pos
			continue
		}
		p.place(s)
		s.printStmt(p)
	}
	p.depth--
	p.noted = token.NoPos
}

// place notes the line of a statement that may panic, once for all that come
// of one statement of the user's.
func (p *printer) place(s Stmt) {
	if p.first == 0 || !p.now.Pos.IsValid() {
		return
	}
	r := riskOf(s)
	if r >= risky && p.noted != p.now.Pos {
		p.line(fmt.Sprintf("%s = %d", p.now.In.PlaceVar(), p.first+len(p.lines)+1))
		p.noted, p.now.In.Notes = p.now.Pos, true
	}
	if r == calls {
		p.noted = token.NoPos // the callee notes lines of its own
	}
}

// list prints expressions with commas between.
func (p *printer) list(xs []Expr) {
	for i, x := range xs {
		if i > 0 {
			p.write(", ")
		}
		x.print(p)
	}
}

func (e *Var) print(p *printer)        { p.write(e.Name) }
func (e *FuncName) print(p *printer)   { p.write(e.Name) }
func (e *NativeName) print(p *printer) { p.write(PackageName(e.Path) + "." + e.Name) }
func (e *Nil) print(p *printer)        { p.write("nil") }
func (e *Builtin) print(p *printer)    { p.write(e.Name) }

// A constant carries its type unless its literal has it by default: yaegi's
// untyped constants are not Go's.
func (e *Const) print(p *printer) {
	switch e.T.String() {
	case "int", "string", "bool":
		p.write(e.Lit)
	default:
		p.write(e.T.String() + "(" + e.Lit + ")")
	}
}

func (e *Deref) print(p *printer) {
	p.write("(*")
	e.X.print(p)
	p.write(")")
}

// p.F serves for (*p).F, which yaegi runs slower.
func (e *Field) print(p *printer) {
	if d, ok := e.X.(*Deref); ok && d.Type() != nil && d.Type().Kind != Pointer {
		d.X.print(p)
	} else {
		e.X.print(p)
	}
	p.write("." + e.Name)
}

func (e *Index) print(p *printer) {
	e.X.print(p)
	p.write("[")
	e.I.print(p)
	p.write("]")
}

func (e *SliceExpr) print(p *printer) {
	e.X.print(p)
	p.write("[")
	for i, x := range []Expr{e.Lo, e.Hi, e.Max} {
		if i == 1 || i == 2 && x != nil {
			p.write(":")
		}
		if x != nil {
			x.print(p)
		}
	}
	p.write("]")
}

func (e *Unary) print(p *printer) {
	p.write("(" + e.Op)
	e.X.print(p)
	p.write(")")
}

func (e *Binary) print(p *printer) {
	p.write("(")
	e.X.print(p)
	p.write(" " + e.Op + " ")
	e.Y.print(p)
	p.write(")")
}

func (e *Conv) print(p *printer) {
	t := e.T.String()
	if e.T.Kind != Basic && e.T.Kind != Native {
		t = "(" + t + ")"
	}
	p.write(t + "(")
	e.X.print(p)
	p.write(")")
}

func (e *Addr) print(p *printer) {
	p.write("&")
	e.X.print(p)
}

func (e *New) print(p *printer) { p.write("new(" + e.T.Elem.String() + ")") }

func (e *Make) print(p *printer) {
	p.write("make(" + e.T.String())
	for _, a := range e.Args {
		p.write(", ")
		a.print(p)
	}
	p.write(")")
}

func (e *Composite) print(p *printer) {
	p.write(e.T.String() + "{")
	for i, x := range e.Elems {
		if i > 0 {
			p.write(", ")
		}
		if i < len(e.Keys) {
			p.write(e.Keys[i] + ": ")
		}
		x.print(p)
	}
	p.write("}")
}

func (e *Call) print(p *printer) {
	switch f := e.Fun.(type) {
	case *FuncName:
		p.now.Calls = append(p.now.Calls, f.Name)
	case *Builtin:
	default:
		p.now.Open = true
	}
	e.Fun.print(p)
	p.write("(")
	p.list(e.Args)
	if e.Spread {
		p.write("...")
	}
	p.write(")")
}

func (e *Method) print(p *printer) {
	e.X.print(p)
	p.write("." + e.Name)
}

func (e *FuncLit) print(p *printer) { p.function(e.Func, "func") }

func (s *Mark) printStmt(p *printer) {}

// Define prints as := only where yaegi infers the right type.
func (s *Define) printStmt(p *printer) {
	if s.X != nil && inferable(s.T, s.X) {
		p.indent()
		p.write(s.Name + " := ")
		s.X.print(p)
		p.flush()
		return
	}
	p.line("var " + s.Name + " " + s.T.String())
	if s.X != nil {
		p.indent()
		p.write(s.Name + " = ")
		s.X.print(p)
		p.flush()
	}
}

// inferable: the type is concrete data and the expression has it beyond doubt.
func inferable(t *Type, x Expr) bool {
	switch t.Kind {
	case Any, Func, Chan:
		return false
	}
	switch x := x.(type) {
	case *Const:
		s := t.String()
		return s != "int" && s != "string" && s != "bool"
	case *Nil, *FuncName, *Composite, *Addr, *NativeName:
		return false
	case *Call:
		_, builtin := x.Fun.(*Builtin)
		return !builtin || t.Kind != Basic
	}
	return true
}

func (s *Assign) printStmt(p *printer) {
	p.indent()
	p.list(s.L)
	p.write(" = ")
	if v, ok := s.L[0].(*Var); ok && len(s.L) == 1 && p.global != nil && p.global(v.Name) && !atom(s.R[0]) {
		p.write("(")
		p.list(s.R)
		p.write(")")
	} else {
		p.list(s.R)
	}
	p.flush()
}

// atom reports whether an expression is no operation.
func atom(x Expr) bool {
	switch x.(type) {
	case *Var, *Const, *Nil, *FuncName, *NativeName:
		return true
	}
	return false
}

func (s *Update) printStmt(p *printer) {
	p.indent()
	p.update(s)
	p.flush()
}

func (p *printer) update(s *Update) {
	s.L.print(p)
	if s.R == nil {
		p.write(s.Op)
		return
	}
	p.write(" " + s.Op + "= ")
	s.R.print(p)
}

func (s *Do) printStmt(p *printer) {
	p.indent()
	s.X.print(p)
	p.flush()
}

func (s *If) printStmt(p *printer) {
	p.indent()
	p.write("if ")
	s.Cond.print(p)
	p.write(" {")
	p.flush()
	p.block(s.Then)
	if len(s.Else) > 0 {
		p.line("} else {")
		p.block(s.Else)
	}
	p.line("}")
}

func (s *For) printStmt(p *printer) {
	p.label(s.Label)
	p.indent()
	p.write("for ")
	if s.Cond != nil || s.Post != nil {
		p.write("; ")
		if s.Cond != nil {
			s.Cond.print(p)
		}
		p.write("; ")
		p.post(s.Post)
	}
	p.write(" {")
	p.flush()
	p.block(s.Body)
	p.line("}")
}

// post prints the statement after each round, which is an Update or an Assign
// to one place.
func (p *printer) post(s Stmt) {
	switch s := s.(type) {
	case *Update:
		p.update(s)
	case *Assign:
		p.list(s.L)
		p.write(" = ")
		p.list(s.R)
	}
}

func (p *printer) label(name string) {
	if name != "" {
		p.line(name + ":")
	}
}

func (s *Switch) printStmt(p *printer) {
	p.label(s.Label)
	p.indent()
	p.write("switch ")
	s.X.print(p)
	p.write(" {")
	p.flush()
	for k, body := range s.Cases {
		p.line(fmt.Sprintf("case %d:", k))
		p.block(body)
	}
	p.line("}")
}

func (s *Block) printStmt(p *printer) {
	p.line("{")
	p.block(s.Body)
	p.line("}")
}

// A label has a statement of its own that does nothing: the engine finds no label
// of a label.
func (s *Label) printStmt(p *printer) { p.line(s.Name + ": _ = 0") }

func (s *Branch) printStmt(p *printer) {
	t := s.Tok.String()
	if s.Label != "" {
		t += " " + s.Label
	}
	p.line(t)
}

func (s *Return) printStmt(p *printer) {
	p.indent()
	p.write("return")
	if len(s.Xs) > 0 {
		p.write(" ")
		p.list(s.Xs)
	}
	p.flush()
}
