package core

import "go/token"

// Stmt is a statement.
type Stmt interface{ printStmt(p *printer) }

type (
	// Mark gives the statements after it their place in the user's source.
	Mark struct{ Pos token.Pos }
	// Define declares a local variable; X may be nil.
	Define struct {
		Name string
		T    *Type
		X    Expr
	}
	// Assign is L… = R…; one call may fill several places.
	Assign struct{ L, R []Expr }
	// Update is L Op= R; Op is "++" or "--" with a nil R.
	Update struct {
		L  Expr
		Op string
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
	// Block is { Body }.
	Block struct{ Body []Stmt }
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

// Main is the name of the function that runs a cell: the engine calls it once
// and forgets it.
const Main = "init"

// Param is a parameter of a Function.
type Param struct {
	Name string
	T    *Type
}

// Function is a top-level function, or the literal in a factory.
type Function struct {
	Name    string
	Params  []Param
	Results []*Type
	Body    []Stmt
	// From is the user's function that this one was made of, as the user
	// names it; empty for what lowering adds by itself.
	From string
}

// Type is the function's type.
func (f *Function) Type() *Type {
	t := &Type{Kind: Func, Results: f.Results}
	for _, p := range f.Params {
		t.Params = append(t.Params, p.T)
	}
	return t
}

// Global is a top-level variable.
type Global struct {
	Name string
	T    *Type
}

// Program is what one cell adds to the session.
type Program struct {
	// Imports are the native packages it uses, sorted.
	Imports []string
	Structs []*Type
	Globals []Global
	Funcs   []*Function
	// Wakes says that it uses natives that may wake a waiting goroutine by
	// themselves.
	Wakes bool
}
