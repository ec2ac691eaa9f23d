package core

import (
	"errors"
	"fmt"
	"go/token"
	"slices"
)

// A Verifier checks programs against the rules of the normal form in doc/normal-form.md.
// It knows what earlier programs of the session declared, so each program must be
// verified once, in order.
type Verifier struct {
	// Native reports whether a native package has a symbol of that name; nil if unknown.
	Native  func(path, name string) bool
	types   map[string]*Type
	funcs   map[string]*FuncName
	bodies  map[*FuncName]bool
	globals map[string]*Var
}

// NewVerifier returns a Verifier for a new session.
func NewVerifier() *Verifier {
	v := &Verifier{types: map[string]*Type{}, funcs: map[string]*FuncName{}, bodies: map[*FuncName]bool{}, globals: map[string]*Var{}}
	for _, t := range []*Type{Bool, Int, Rune, Byte, String, Uint, Empty, Foreign, Defers, Iter, Desc, Frame} {
		v.types[t.String()] = t
	}
	return v
}

// Verify checks the first program of a session.
func Verify(p *Program) error { return NewVerifier().Verify(p) }

// Verify checks a program and records its declarations. The error lists all
// violations, each with its function.
func (v *Verifier) Verify(p *Program) error {
	c := &check{v: v, imports: map[string]bool{}}
	for _, path := range p.Imports {
		c.imports[path] = true
	}
	if !slices.IsSorted(p.Imports) {
		c.fail("the imports are not sorted")
	}
	for _, s := range p.Structs {
		c.structType(s)
	}
	for _, g := range p.Globals {
		c.global(g)
	}
	mains := 0
	for _, f := range p.Funcs {
		c.symbol(f)
		if f.Symbol.Kind == Main {
			mains++
		}
	}
	if mains > 1 {
		c.fail("%d functions run the cell", mains)
	}
	for _, f := range p.Funcs {
		c.in = f.Symbol.Name + ": "
		c.function(f, f.Symbol.Kind == Factory)
	}
	c.in = ""
	for _, m := range p.Methods {
		c.method(m)
	}
	for _, f := range c.called {
		if !v.bodies[f] {
			c.fail("the function %s has no body", f.Name)
		}
	}
	return errors.Join(c.errs...)
}

// check is the verification of one program.
type check struct {
	v       *Verifier
	imports map[string]bool
	errs    []error
	called  []*FuncName
	in      string // the function, for messages
	fn      *scope
}

// scope is what is known in one function or literal.
type scope struct {
	f        *Function
	declared map[*Var]bool
	visible  map[*Var]bool
	names    map[string]bool
	labels   map[string]bool // of gotos, in the whole function
	loops    []target        // around the statement, the innermost last
}

// target is a statement that a break or continue may belong to.
type target struct {
	label string
	loop  bool
	block bool // only a break with its label leaves it
}

func (c *check) fail(format string, a ...any) {
	if len(c.errs) < 20 {
		c.errs = append(c.errs, errors.New(c.in+fmt.Sprintf(format, a...)))
	}
}

// ---- declarations ----

// typ checks a type and all its parts.
func (c *check) typ(t *Type) {
	if t == nil {
		c.fail("a type is missing")
		return
	}
	name := t.String()
	if known := c.v.types[name]; known != nil {
		if known != t {
			c.fail("there are two types %s", name)
		}
	} else {
		c.v.types[name] = t
		c.newType(t)
	}
	for _, path := range t.Uses() {
		if !c.imports[path] {
			c.fail("%s is not imported, for the type %s", path, name)
		}
	}
}

func (c *check) newType(t *Type) {
	switch t.Kind {
	case Basic:
		if t.Name != Error.Name && !basicKinds[t.Name].known() {
			c.fail("there is no basic type %q", t.Name)
		}
	case Opaque:
		c.fail("a second opaque type")
	case Struct:
		c.fail("the struct %s is not declared", t.Name)
	case Pointer, Slice, Array, Chan:
		c.typ(t.Elem)
	case Map:
		c.typ(t.Key)
		c.typ(t.Elem)
	case Func:
		for _, p := range slices.Concat(t.Params, t.Results) {
			c.typ(p)
		}
		if t.Variadic && (len(t.Params) == 0 || t.Params[len(t.Params)-1].Kind != Slice) {
			c.fail("the last parameter of %s is no slice", t)
		}
	}
}

// structType declares a struct; its fields are checked after all structs, which
// may mention each other.
func (c *check) structType(t *Type) {
	name := t.String()
	if t.Kind != Struct || t.Name == "" {
		c.fail("%s is declared as a struct", name)
		return
	}
	if c.v.types[name] != nil {
		c.fail("the struct %s is declared twice", name)
	}
	c.v.types[name] = t
	seen := map[string]bool{}
	for _, f := range t.Fields {
		if seen[f.Name] {
			c.fail("%s has two fields %s", name, f.Name)
		}
		if !token.IsExported(f.Name) {
			c.fail("the field %s.%s is not exported", name, f.Name)
		}
		seen[f.Name] = true
	}
}

func (c *check) global(g *Var) {
	c.typ(g.T)
	if g.Kind != Global {
		c.fail("%s is declared as a global variable, but is none", g.Name)
	}
	if c.v.globals[g.Name] != nil {
		c.fail("the global variable %s is declared twice", g.Name)
	}
	c.v.globals[g.Name] = g
}

func (c *check) symbol(f *Function) {
	s := f.Symbol
	if s.Kind != Main { // which has no name
		if known := c.v.funcs[s.Name]; known != nil && known != s || c.v.bodies[s] {
			c.fail("the function %s is declared twice", s.Name)
		}
		if s.Func != f {
			c.fail("%s is the name of another function", s.Name)
		}
		c.v.funcs[s.Name], c.v.bodies[s] = s, true
	}
	c.typ(s.T)
	if t := f.Type().String(); s.T != nil && s.T.String() != t {
		c.fail("%s is declared as %s, but is %s", s.Name, s.T, t)
	}
	if s.Kind == Main && len(f.Params)+len(f.Results) > 0 {
		c.fail("%s runs the cell, but has parameters or results", s.Name)
	}
}

// method checks an entry of a method table.
func (c *check) method(m MethodEntry) {
	c.nativeName(m.Type)
	if m.Func == nil { // removed
		if m.Type.T != Desc {
			c.fail("%s is no descriptor", m.Type.Name)
		}
		return
	}
	c.funcName(m.Func)
	if m.Type.T != Desc || m.Func.Kind != Entry || len(m.Func.T.Params) == 0 {
		c.fail("%s is no entry of %s's methods", m.Func.Name, m.Type.Name)
	}
}

// function checks a function's body; in a factory that is one return.
func (c *check) function(f *Function, factory bool) {
	c.fn = &scope{f: f, declared: map[*Var]bool{}, visible: map[*Var]bool{}, names: map[string]bool{}, labels: map[string]bool{}}
	c.params(f)
	if !factory {
		c.body(f)
		return
	}
	if len(f.Body) == 1 {
		if r, ok := f.Body[0].(*Return); ok && len(r.Xs) == 1 {
			if lit, ok := r.Xs[0].(*FuncLit); ok {
				c.literal(f, lit.Func)
				return
			}
		}
	}
	c.fail("a factory does something else than return a literal")
}

// literal checks the closure of a factory: it captures only the factory's
// parameters, and assigns none of them.
func (c *check) literal(factory, f *Function) {
	if len(factory.Results) != 1 || factory.Results[0].String() != f.Type().String() {
		c.fail("the factory doesn't return %s", f.Type())
	}
	c.fn.f = f
	for _, p := range factory.Params {
		c.fn.declared[p] = false
	}
	c.params(f)
	c.body(f)
}

func (c *check) params(f *Function) {
	for _, p := range f.Params {
		if p.Kind != Param {
			c.fail("%s is a parameter, but not of that kind", p.Name)
		}
		c.declare(p)
	}
}

// declare makes a variable visible to the end of its block.
func (c *check) declare(v *Var) {
	c.typ(v.T)
	if v.Cell && (v.T == nil || v.T.Kind != Pointer) {
		c.fail("%s is a cell, but no pointer", v.Name)
	}
	if v.T == Foreign {
		c.fail("the variable %s is opaque", v.Name)
	}
	if c.fn.names[v.Name] {
		c.fail("%s is declared twice", v.Name)
	}
	c.fn.names[v.Name], c.fn.declared[v], c.fn.visible[v] = true, true, true
}

func (c *check) body(f *Function) {
	Inspect(f.Body, func(s Stmt) {
		if l, ok := s.(*Label); ok {
			if c.fn.labels[l.Name] {
				c.fail("the label %s is there twice", l.Name)
			}
			c.fn.labels[l.Name] = true
		}
	}, func(Expr) {})
	c.block(f.Body)
}

// ---- statements ----

func (c *check) block(body []Stmt) {
	var here []*Var
	for _, s := range body {
		c.stmt(s)
		if d, ok := s.(*Define); ok {
			here = append(here, d.Var)
		}
	}
	for _, v := range here {
		delete(c.fn.visible, v)
	}
}

func (c *check) stmt(s Stmt) {
	switch s := s.(type) {
	case *Mark, *Label:
	case *Define:
		c.define(s)
	case *Assign:
		c.assign(s)
	case *Update:
		c.update(s)
	case *Do:
		if call, ok := s.X.(*Call); ok {
			c.call(call)
		} else {
			c.fail("%s is no call", Text(s.X))
		}
	case *If:
		c.condition(s.Cond)
		c.block(s.Then)
		c.block(s.Else)
	case *For:
		c.loop(s)
	case *Switch:
		c.switchStmt(s)
	case *Block:
		c.fn.loops = append(c.fn.loops, target{label: s.Label, block: true})
		c.block(s.Body)
		c.fn.loops = c.fn.loops[:len(c.fn.loops)-1]
	case *Branch:
		c.branch(s)
	case *Return:
		c.returns(s)
	default:
		c.fail("the statement %T", s)
	}
}

func (c *check) define(s *Define) {
	if s.Var.Kind != Local && s.Var.Kind != Temp {
		c.fail("%s is declared in a function, but is a parameter or global", s.Var.Name)
	}
	if s.X != nil {
		c.right(s.X)
		c.assignable(s.Var.T, s.X)
		if _, fresh := s.X.(*New); s.Var.Cell && !fresh {
			c.fail("the cell %s is no new variable", s.Var.Name)
		}
	} else if s.Var.Cell {
		c.fail("the cell %s is nil", s.Var.Name)
	}
	c.declare(s.Var)
}

func (c *check) assign(s *Assign) {
	for _, l := range s.L {
		c.place(l)
		c.assigned(l, s)
	}
	for _, r := range s.R {
		c.right(r)
	}
	if len(s.L) == len(s.R) {
		for i := range s.L {
			c.assignable(s.L[i].Type(), s.R[i])
		}
		return
	}
	if len(s.R) != 1 {
		c.fail("%d values for %d places", len(s.R), len(s.L))
		return
	}
	var got []*Type
	switch r := s.R[0].(type) {
	case *Call:
		got = c.results(r)
	case *Index:
		if r.X.Type().Kind == Map || r.X.Type().Kind == Native {
			got = []*Type{r.T, Bool}
		}
	}
	if len(got) != len(s.L) {
		c.fail("%s gives %d values for %d places", Text(s.R[0]), len(got), len(s.L))
		return
	}
	for i, l := range s.L {
		if !fits(l.Type(), got[i]) {
			c.fail("%s of %s gets a %s", Text(l), l.Type(), got[i])
		}
	}
}

// assigned checks that a captured variable is assigned only through its cell, and that a
// cell is replaced only by a new one.
func (c *check) assigned(place Expr, s Stmt) {
	v := rootVar(place)
	if v == nil {
		return
	}
	if own, known := c.fn.declared[v]; known && !own {
		c.fail("%s is captured and assigned", v.Name)
	}
	if a, ok := s.(*Assign); ok && v.Cell && place == Expr(v) {
		if _, fresh := a.R[0].(*New); !fresh || len(a.R) != 1 {
			c.fail("the cell %s becomes no new variable", v.Name)
		}
	}
}

// rootVar is the variable that a place is part of, nil beyond a pointer, a slice or a
// map.
func rootVar(place Expr) *Var {
	switch x := place.(type) {
	case *Var:
		return x
	case *Field:
		return rootVar(x.X)
	case *Index:
		if x.X.Type().Kind == Array {
			return rootVar(x.X)
		}
	}
	return nil
}

func (c *check) update(s *Update) {
	c.place(s.L)
	c.assigned(s.L, s)
	switch s.Op {
	case token.INC, token.DEC:
		if s.R != nil {
			c.fail("%s with an operand", s.Op)
		}
		return
	case token.ADD, token.SUB, token.MUL:
	default:
		c.fail("the update %s=", s.Op)
	}
	c.operand(s.R)
	c.assignable(s.L.Type(), s.R)
}

// condition checks a condition: an operand, or in a loop over a map the step.
func (c *check) condition(x Expr) {
	c.operand(x)
	if x.Type() != Bool {
		c.fail("the condition %s is a %s", Text(x), x.Type())
	}
}

func (c *check) loop(s *For) {
	if call, ok := s.Cond.(*Call); ok && isNext(call) {
		c.call(call)
	} else if s.Cond != nil {
		c.condition(s.Cond)
	}
	c.fn.loops = append(c.fn.loops, target{label: s.Label, loop: true})
	c.block(s.Body)
	c.fn.loops = c.fn.loops[:len(c.fn.loops)-1]
	switch p := s.Post.(type) {
	case nil:
	case *Update:
		c.stmt(p)
	case *Assign:
		if len(p.L) != 1 {
			c.fail("a loop ends its rounds with %d assignments", len(p.L))
		}
		c.stmt(p)
	default:
		c.fail("a loop ends its rounds with %T", p)
	}
}

// isNext reports whether a call is the step of an iteration over a map.
func isNext(call *Call) bool {
	m, ok := call.Fun.(*Method)
	return ok && m.Name == "Next" && m.X.Type() == Iter
}

func (c *check) switchStmt(s *Switch) {
	c.operand(s.X)
	if s.X.Type() != Int {
		c.fail("a switch over a %s", s.X.Type())
	}
	c.fn.loops = append(c.fn.loops, target{label: s.Label})
	for i, body := range s.Cases {
		if n := len(body) - 1; n >= 0 && isFallthrough(body[n]) {
			if i == len(s.Cases)-1 {
				c.fail("the last clause falls through")
			}
			body = body[:n]
		}
		c.block(body)
	}
	c.fn.loops = c.fn.loops[:len(c.fn.loops)-1]
}

func isFallthrough(s Stmt) bool {
	b, ok := s.(*Branch)
	return ok && b.Tok == token.FALLTHROUGH
}

func (c *check) branch(s *Branch) {
	switch s.Tok {
	case token.GOTO:
		if !c.fn.labels[s.Label] {
			c.fail("goto %s: no such label", s.Label)
		}
	case token.BREAK, token.CONTINUE:
		for _, t := range slices.Backward(c.fn.loops) {
			if (t.loop || s.Tok == token.BREAK) && (s.Label == "" && !t.block || s.Label != "" && s.Label == t.label) {
				return
			}
		}
		c.fail("%s %s: nothing to leave", s.Tok, s.Label)
	default:
		c.fail("a %s out of its place", s.Tok)
	}
}

func (c *check) returns(s *Return) {
	if len(s.Xs) != len(c.fn.f.Results) {
		c.fail("%d values are returned, for %d results", len(s.Xs), len(c.fn.f.Results))
		return
	}
	for i, x := range s.Xs {
		c.operand(x)
		c.assignable(c.fn.f.Results[i], x)
	}
}
