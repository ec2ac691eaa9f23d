// Package lower turns checked Go into the normal form (package core): a typed
// tree in, a small typed program out. Call New once for a session and Lower for
// each cell.
//
// Each file holds the rules for one idea: types.go, substitution in generics,
// captured variables, calls, methods, statements, loops, switches, defers,
// function iterators, natives. A rule that meets what it can't lower panics
// with a Refusal; Lower returns it as its error.
package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// Natives says what exists outside the session.
type Natives struct {
	// Has reports whether the package has a native symbol of that name.
	Has func(path, name string) bool
	// Missing says why cells can't use a name of a native package, if that is
	// known.
	Missing func(path, name string) (reason string, ok bool)
	// Source gives a package whose generic functions are lowered from source when
	// instantiated; nil for other packages.
	Source func(path string) (*Package, error)
	// Caller reports whether a native function also has a source, for arguments whose
	// methods aren't native.
	Caller func(path, name string) bool
	// Again rechecks the source of a function of the session when it is needed after a
	// sweep. A method may come as a function with the receiver first.
	Again func(*types.Func) (*ast.FuncDecl, *types.Info, error)
	// Experiment reports whether a native function runs an experiment, which may be
	// played elsewhere. Text is the text of one of the user's nodes, empty for others,
	// and Moment separates what names mean now from what they mean later.
	Experiment func(*types.Func) bool
	Text       func(ast.Node) string
	Moment     func() int
	// Check, unless nil, is asked about every program that was lowered. An
	// error is a fault of lowering's.
	Check func(*core.Program) error
}

// Package is a checked package that lowering may draw functions from.
type Package struct {
	Types *types.Package
	Info  *types.Info
	// Files have what is checked at first: all but functions.
	Files []*ast.File
	// Need checks a function and those that it mentions, and returns files with those
	// that weren't checked before.
	Need func(name string) ([]*ast.File, error)
}

// Refusal is the panic and error of lowering.
type Refusal struct {
	Pos token.Pos
	// Why says that a construct has no rule, or why it isn't Go.
	Why string
}

// Error says why the cell was refused.
func (r Refusal) Error() string { return r.Why }

// Fault is a panic of lowering that isn't a Refusal: a bug of ours.
type Fault struct {
	Pos   token.Pos // of the statement lowered last
	Cause any
}

// Error says what went wrong.
func (f Fault) Error() string { return fmt.Sprint(f.Cause) }

// Lowerer holds what the cells of a session share: the types made so far, the
// functions and their instances, the names. It is not safe for concurrent use.
//
// Shorter-lived state has types of its own, each embedding the longer-lived one:
// cellLowerer for one cell, declLowerer for one declared function with its type
// arguments, funcLowerer for that function or a closure in it.
type Lowerer struct {
	natives  Natives
	ctx      *types.Context
	types    typeTable
	decls    map[*types.Func]*decl
	sources  map[string]map[string]*decl // by path, then Name or Recv.Name
	packages map[string]*Package
	globals  map[*types.Var]*core.Var
	funcs    map[string]*core.FuncName // by instance key
	made     map[*core.FuncName]origin
	n        int
	descs    *descTable
	reflects bool // a cell has used package reflect or gob
	frames   bool // a cell has asked who calls
	names    bool // a cell has asked what functions are called
}

// New returns a Lowerer for a new session.
func New(n Natives) *Lowerer {
	return &Lowerer{
		natives:  n,
		ctx:      types.NewContext(),
		types:    newTypeTable(),
		decls:    map[*types.Func]*decl{},
		sources:  map[string]map[string]*decl{},
		packages: map[string]*Package{},
		globals:  map[*types.Var]*core.Var{},
		funcs:    map[string]*core.FuncName{},
		made:     map[*core.FuncName]origin{},
		descs:    &descTable{byKey: map[string]*TypeDesc{}, own: map[*TypeDesc]bool{}},
	}
}

// Alias makes v another object for the package variable old.
func (l *Lowerer) Alias(v, old *types.Var) {
	if g := l.globals[old]; g != nil {
		l.globals[v] = g
	}
}

// Global is a package variable in the normal form, nil if it isn't lowered yet.
func (l *Lowerer) Global(v *types.Var) *core.Var { return l.globals[v] }

// Lend makes v the package variable g, which has memory but neither name nor type yet,
// until TakeBack.
func (l *Lowerer) Lend(v *types.Var, g *core.Var) { l.globals[v] = g }

// TakeBack forgets what was lent.
func (l *Lowerer) TakeBack(v *types.Var) { delete(l.globals, v) }

// AliasFunc makes f another object for the function old.
func (l *Lowerer) AliasFunc(f, old *types.Func) {
	if d := l.decls[old]; d != nil {
		l.decls[f] = d
	}
}

// id is the next number of the session; names made with it are unique.
func (l *Lowerer) id() int { l.n++; return l.n }

// name is a new name, unique in the session.
func (l *Lowerer) name(prefix string) string { return fmt.Sprintf("%s%d", prefix, l.id()) }
