package core

// Expr is an expression. Calls stand only as the right side of a Define or
// Assign or as a statement; operands are variables, constants, fields,
// elements, and pure operators over them.
type Expr interface {
	Type() *Type
	print(p *printer)
}

type (
	// Var is a local variable, a parameter or a global.
	Var struct {
		Name string
		T    *Type
	}
	// Const is a folded constant: Lit is a Go literal, or a call of a
	// native where no literal exists (infinities).
	Const struct {
		Lit string
		T   *Type
	}
	// Nil is the nil of T.
	Nil struct{ T *Type }
	// FuncName is a top-level function of the session.
	FuncName struct {
		Name string
		T    *Type
	}
	// NativeName is a function or variable of a native package.
	NativeName struct {
		Path, Name string
		T          *Type
	}
	// Deref is *X.
	Deref struct{ X Expr }
	// Field is X.Name; X is a struct or a pointer to one.
	Field struct {
		X    Expr
		Name string
		T    *Type
	}
	// Index is X[I] of a slice, array or map, or of a string.
	Index struct {
		X, I Expr
		T    *Type
		// Checked says that the index is known to be in range.
		Checked bool
	}
	// SliceExpr is X[Lo:Hi:Max]; nil parts are absent.
	SliceExpr struct {
		X, Lo, Hi, Max Expr
		T              *Type
		Checked        bool // the bounds are known to be in range
	}
	// Unary is Op X.
	Unary struct {
		Op string
		X  Expr
		T  *Type
	}
	// Binary is X Op Y.
	Binary struct {
		Op   string
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
	// New is new(Elem).
	New struct{ T *Type }
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
	// Call is Fun(Args...), or a builtin by its name.
	Call struct {
		Fun    Expr
		Args   []Expr
		Spread bool
		T      *Type // the only result, nil for none or several
	}
	// Method is the native method X.Name as the callee of a Call.
	Method struct {
		X    Expr
		Name string
	}
	// Builtin is len, cap, append, delete, close … as the callee of a Call.
	Builtin struct{ Name string }
	// FuncLit is the closure that a factory returns; it stands nowhere else.
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

// Type returns nil: a method stands only as a callee.
func (e *Method) Type() *Type { return nil }

// Type returns nil: a builtin stands only as a callee.
func (e *Builtin) Type() *Type { return nil }

// Type returns nil: a function literal stands only in its factory.
func (e *FuncLit) Type() *Type { return nil }

// Rt is the native name of the run-time package.
func Rt(name string) *NativeName { return &NativeName{Path: RuntimePath, Name: name} }

// Text prints an expression by itself, for tests and messages.
func Text(e Expr) string {
	p := &printer{}
	e.print(p)
	return p.b.String()
}
