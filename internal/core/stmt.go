package core

import "go/token"

// Stmt is a statement.
type Stmt interface{ stmt() }

type (
	// Mark gives the statements after it their place in the user's source. Of is the
	// inlined call that they belong to, nil for none.
	Mark struct {
		Pos token.Pos
		Of  *Inlined
	}
	// Define declares a local variable; X may be nil.
	Define struct {
		Var *Var
		X   Expr
	}
	// Assign is L… = R…; one call may fill several places.
	Assign struct{ L, R []Expr }
	// Update is L Op= R for ADD, SUB and MUL, or L++ and L-- for INC and DEC
	// with a nil R.
	Update struct {
		L  Expr
		Op token.Token
		R  Expr
	}
	// Do is a call for its effect.
	Do struct{ X Expr }
	// If is if Cond { Then } else { Else }.
	If struct {
		Cond       Expr
		Then, Else []Stmt
	}
	// For is a loop; Label may be empty, Cond and Post nil.
	For struct {
		Label string
		Cond  Expr
		Post  Stmt
		Body  []Stmt
	}
	// Switch is an integer switch: case K of Cases runs when X is K.
	Switch struct {
		Label string
		X     Expr
		Cases [][]Stmt
	}
	// Block is { Body }, which a break with its label leaves; Label may be empty.
	Block struct {
		Label string
		Body  []Stmt
	}
	// Label is a target of goto.
	Label struct{ Name string }
	// Branch is break, continue, goto or fallthrough.
	Branch struct {
		Tok   token.Token
		Label string
	}
	// Return returns Xs.
	Return struct{ Xs []Expr }
)

func (*Mark) stmt()   {}
func (*Define) stmt() {}
func (*Assign) stmt() {}
func (*Update) stmt() {}
func (*Do) stmt()     {}
func (*If) stmt()     {}
func (*For) stmt()    {}
func (*Switch) stmt() {}
func (*Block) stmt()  {}
func (*Label) stmt()  {}
func (*Branch) stmt() {}
func (*Return) stmt() {}

// Inlined is a call that the callee's body replaces.
type Inlined struct {
	Name *FuncName // of the callee, or of the factory that made it
	Pos  token.Pos // of the call
	Of   *Inlined  // the inlined call that it is in, nil for none
}

// Plain reports whether the value alone determines the variable's type.
func (s *Define) Plain() bool {
	if _, null := s.X.(*Nil); null || s.X == nil || s.X.Type() == nil {
		return false
	}
	return s.X.Type().String() == s.Var.T.String()
}

// Function is a top-level function, or the literal in a factory.
type Function struct {
	Symbol  *FuncName // nil for a literal
	Params  []*Var
	Results []*Type
	Body    []Stmt
	// From is the user's function that this one was made from, as the user names it;
	// empty if lowering added it.
	From string
	// Go is its name as compiled Go has it, such as main.(*T).Push or main.main.func1;
	// empty if lowering added it.
	Go string
	// Hooked says that it calls the debugger's natives at each statement: it is meant for
	// an interpreting engine.
	Hooked bool
}

// Type is a function type for f; for callers that don't intern.
func (f *Function) Type() *Type {
	t := &Type{Kind: Func, Results: f.Results}
	for _, p := range f.Params {
		t.Params = append(t.Params, p.T)
	}
	return t
}

// Program is what one cell adds to the session.
type Program struct {
	// Imports are the native packages it uses, sorted.
	Imports []string
	Structs []*Type
	Globals []*Var
	Funcs   []*Function
	// Methods are entries of method tables, to be made before it runs.
	Methods []MethodEntry
	// Wakes says that it uses natives that may later wake a waiting goroutine on their
	// own.
	Wakes bool
	// Frames says that it asks who calls: the functions that it calls must be tracked.
	Frames bool
}

// MethodEntry says that values of a type in an interface have a method.
type MethodEntry struct {
	Type *NativeName // the type's descriptor
	Name string
	Func *FuncName // with the receiver first; nil for a removed method
}

// Main is the function that runs the cell, nil for none.
func (p *Program) Main() *Function {
	for _, f := range p.Funcs {
		if f.Symbol.Kind == Main {
			return f
		}
	}
	return nil
}
