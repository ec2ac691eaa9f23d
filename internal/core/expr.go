package core

import (
	"go/constant"
	"go/token"
)

// Expr is an expression. Calls are the right side of a Define or Assign or a
// statement; operands are variables, constants, fields, elements, and pure
// operators over them.
type Expr interface {
	Type() *Type
}

// VarKind says where a variable comes from.
type VarKind uint8

// The kinds of variables.
const (
	Local  VarKind = iota // declared by the user in a function
	Temp                  // declared by lowering
	Param                 // of a function, a literal or a factory
	Global                // of the session
)

// FuncKind says what a function is for.
type FuncKind uint8

// The kinds of functions.
const (
	Declared FuncKind = iota // the user's, or an instance of a generic one
	Entry                    // an entry of a method table
	Factory                  // returns a closure over its parameters, and does nothing else
	Main                     // runs a cell: it is called once and forgotten
)

type (
	// Var is a variable. Its declaration and all its uses are one Var; a closure sees a
	// variable of the enclosing function as a parameter of its factory, which is another
	// Var.
	Var struct {
		Name string // unique in the function, of a global in the session
		Kind VarKind
		// Cell says that the variable is a pointer made by lowering, to a variable that
		// is captured or has its address taken: it is never nil.
		Cell bool
		T    *Type
		// User is the variable as the user wrote it, for debuggers: nil if lowering added
		// it.
		User *UserVar
		// Memory holds the value of a global, by a pointer: the engine makes it.
		Memory *any
	}
	// Const is a folded constant: a bool, string, integer, float or complex
	// number that T can represent. As in Go, no constant is -0, infinite or
	// NaN.
	Const struct {
		Value constant.Value
		T     *Type
	}
	// Nil is the nil of T.
	Nil struct{ T *Type }
	// FuncName is a top-level function of the session. All its uses are one
	// FuncName, the Symbol of the Function.
	FuncName struct {
		Name string // unique in the session
		Kind FuncKind
		T    *Type
		// Func is the function.
		Func *Function
		// Code is for the engine's own use.
		Code any
	}
	// NativeName is a function or variable of a native package. A native of the run-time
	// has no T: NativeFunc gives its operands and results.
	NativeName struct {
		Path, Name string
		T          *Type
		// Made is the value of a type descriptor, made by the engine; all its uses are
		// one NativeName.
		Made any
	}
	// Deref is *X.
	Deref struct{ X Expr }
	// Field is X.Name of a struct.
	Field struct {
		X    Expr
		Name string
		T    *Type
	}
	// Index is X[I] of a slice, array or map, or of a string.
	Index struct {
		X, I Expr
		T    *Type
		// Checked says that the index is known to be in range; else the
		// engine checks it.
		Checked bool
	}
	// SliceExpr is X[Lo:Hi:Max]; nil parts are absent.
	SliceExpr struct {
		X, Lo, Hi, Max Expr
		T              *Type
		// Checked says that the bounds are known to be in range; else the
		// engine checks them.
		Checked bool
	}
	// Unary is Op X: SUB, NOT or XOR.
	Unary struct {
		Op token.Token
		X  Expr
		T  *Type
	}
	// Binary is X Op Y: arithmetic of X's type, a shift by an unsigned or
	// constant count, a comparison, LAND or LOR.
	Binary struct {
		Op   token.Token
		X, Y Expr
		T    *Type
	}
	// Conv is T(X).
	Conv struct {
		T *Type
		X Expr
	}
	// Addr is &X.
	Addr struct {
		X Expr
		T *Type
	}
	// New is new(Elem). Frame says that its memory may be in the frame: nothing that leaves
	// the call has its address, and the call evaluates it once at most.
	New struct {
		T     *Type
		Frame bool
	}
	// Make is make(T, Args...).
	Make struct {
		T    *Type
		Args []Expr
	}
	// Composite is T{…}: Keys are field names for a struct and empty
	// otherwise.
	Composite struct {
		T     *Type
		Keys  []string
		Elems []Expr
	}
	// Call is Fun(Args...); Fun is a FuncName, NativeName, Method, Builtin or
	// a variable.
	Call struct {
		Fun    Expr
		Args   []Expr
		Spread bool
		T      *Type // the only result, nil for none or several
	}
	// Method is the native method X.Name as the callee of a Call; T is its
	// type without the receiver, nil for the run-time's own.
	Method struct {
		X    Expr
		Name string
		T    *Type
	}
	// Builtin is a predeclared function as the callee of a Call.
	Builtin struct{ Op BuiltinOp }
	// FuncLit is the closure that a factory returns; it appears nowhere else.
	FuncLit struct{ Func *Function }
)

// Type returns the variable's type.
func (e *Var) Type() *Type { return e.T }

// Type returns the constant's type.
func (e *Const) Type() *Type { return e.T }

// Type returns the type whose nil it is.
func (e *Nil) Type() *Type { return e.T }

// Type returns the function's type.
func (e *FuncName) Type() *Type { return e.T }

// Type returns the native's type.
func (e *NativeName) Type() *Type { return e.T }

// Type returns the pointed-to type.
func (e *Deref) Type() *Type { return e.X.Type().Elem }

// Type returns the field's type.
func (e *Field) Type() *Type { return e.T }

// Type returns the element's type.
func (e *Index) Type() *Type { return e.T }

// Type returns the slice's type.
func (e *SliceExpr) Type() *Type { return e.T }

// Type returns the operation's type.
func (e *Unary) Type() *Type { return e.T }

// Type returns the operation's type.
func (e *Binary) Type() *Type { return e.T }

// Type returns the conversion's target.
func (e *Conv) Type() *Type { return e.T }

// Type returns the pointer type.
func (e *Addr) Type() *Type { return e.T }

// Type returns the pointer type.
func (e *New) Type() *Type { return e.T }

// Type returns what is made.
func (e *Make) Type() *Type { return e.T }

// Type returns the literal's type.
func (e *Composite) Type() *Type { return e.T }

// Type returns the type of the only result.
func (e *Call) Type() *Type { return e.T }

// Type returns the method's type, without its receiver.
func (e *Method) Type() *Type { return e.T }

// Type returns nil: builtins have no type of their own.
func (e *Builtin) Type() *Type { return nil }

// Type returns the function's type.
func (e *FuncLit) Type() *Type { return e.Func.Type() }

// NonNil reports whether the pointer is known not to be nil.
func (e *Deref) NonNil() bool {
	v, ok := e.X.(*Var)
	return ok && v.Cell
}

// BuiltinOp is a predeclared function that is part of the normal form.
type BuiltinOp uint8

// The builtins. All others are natives of the run-time. Keep does nothing: what its arguments
// point to is in memory, which isn't told by what else is done with them; only engines add
// calls of it.
const (
	Len BuiltinOp = iota
	Cap
	Append
	Delete
	Keep
)

// String is the builtin's name.
func (op BuiltinOp) String() string { return [...]string{"len", "cap", "append", "delete", "keep"}[op] }

// IntConst is an int constant.
func IntConst(n int64) *Const { return &Const{constant.MakeInt64(n), Int} }

// BoolConst is a bool constant.
func BoolConst(b bool) *Const { return &Const{constant.MakeBool(b), Bool} }

// StringConst is a string constant.
func StringConst(s string) *Const { return &Const{constant.MakeString(s), String} }

// UserVar is a variable as the user wrote it.
type UserVar struct {
	Name string
	Type any // a types.Type
}
