// Package lower turns checked Go into the normal form (package core): a typed
// tree in, a small typed program out, in which there is nothing that the engine
// runs wrongly. Call New once for a session and Lower for each cell.
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
	"slices"
	"strings"

	"riffle/internal/core"
)

// Natives says what exists outside of the session.
type Natives struct {
	// Has reports whether the package has a native symbol of that name.
	Has func(path, name string) bool
	// Source gives a package that is lowered from source, checked, when
	// its generic functions are instantiated.
	Source func(path string) (*Package, error)
}

// Package is a checked package that lowering may draw functions from.
type Package struct {
	Types *types.Package
	Info  *types.Info
	Files []*ast.File
}

// Refusal is the panic and error of lowering.
type Refusal struct {
	Pos token.Pos
	// Why says that a construct has no rule, or what isn't Go about it.
	Why string
}

// Error says why the cell was refused.
func (r Refusal) Error() string { return r.Why }

// Lowerer holds what the cells of a session share: the types made so far, the
// functions and their instances, the names. It is not safe for concurrent use.
type Lowerer struct {
	natives  Natives
	ctx      *types.Context
	types    typeTable
	decls    map[*types.Func]*decl
	sources  map[string]map[string]*decl // by path, then Name or Recv.Name
	packages map[string]*Package
	globals  map[*types.Var]string
	funcs    map[string]string // instance key → lowered name
	n        int
	descs    *descTable
	reflects bool // a cell has used package reflect

	// the cell being lowered
	prog    *core.Program
	imports map[string]bool
	queue   []func()
	fresh   []*TypeDesc
	undo    undo

	// the function being lowered
	info  *types.Info
	vars  *varInfo
	sub   map[*types.TypeParam]types.Type
	f     *frame
	cur   []core.Stmt
	from  string    // its name
	at    token.Pos // the statement lowered last
	facts facts
}

// decl is a function with source: where its tree, types and variables are.
type decl struct {
	fd   *ast.FuncDecl
	info *types.Info
	vars *varInfo
	from string
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
		globals:  map[*types.Var]string{},
		funcs:    map[string]string{},
		descs:    &descTable{byKey: map[string]*TypeDesc{}, boxed: map[*TypeDesc]bool{}},
	}
}

// Alias makes v another object for the package variable old.
func (l *Lowerer) Alias(v, old *types.Var) {
	if n := l.globals[old]; n != "" {
		l.globals[v] = n
	}
}

// GlobalName is the name of a package variable in the normal form, empty for one
// that isn't lowered yet.
func (l *Lowerer) GlobalName(v *types.Var) string { return l.globals[v] }

// AliasFunc makes f another object for the function old.
func (l *Lowerer) AliasFunc(f, old *types.Func) {
	if d := l.decls[old]; d != nil {
		l.decls[f] = d
	}
}

// At is the place of the statement that was lowered last: where a cell stands on
// which lowering panics.
func (l *Lowerer) At() token.Pos { return l.at }

// Unit is one checked cell.
type Unit struct {
	Info  *types.Info
	Files []*ast.File
	// Late are functions that stand for methods of types of earlier cells:
	// the receiver is their first parameter.
	Late map[*ast.FuncDecl]*types.Func
	// Main is the body of the cell; top-level variables are declared where
	// an Init stands for them.
	Main []ast.Stmt
	// Inits maps a placeholder statement in Main to the package variables
	// it initialises.
	Inits map[ast.Stmt]*ast.ValueSpec
	// Show is the expression statement whose values the cell displays, nil
	// for none; with ShowArgs its arguments are the values.
	Show     *ast.ExprStmt
	ShowArgs bool
	// Keep names a global that takes the displayed value, for _ and Out.
	Keep *types.Var
	// Program is set for a program with main and init functions instead of
	// a cell: the initialisers in order.
	Program   *types.Package
	InitOrder []*types.Initializer
}

// Lowered is the program of a cell with what the session must provide for it.
type Lowered struct {
	*core.Program
	// Descs are the type descriptors made for it, to be registered as
	// natives ty.T<n> before it runs.
	Descs []*TypeDesc
}

// Lower lowers a checked cell. A cell that it refuses leaves no trace.
func (l *Lowerer) Lower(u *Unit) (low *Lowered, err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		l.undo.back()
		refused, ok := r.(Refusal)
		if !ok {
			panic(r)
		}
		err = refused
	}()
	l.undo, l.at = nil, token.NoPos
	l.prog = &core.Program{}
	l.imports = map[string]bool{core.RuntimePath: true}
	l.queue, l.fresh, l.sub, l.descs.todo = nil, nil, nil, nil
	l.facts = newFacts()
	l.types.fresh = nil
	l.info = u.Info
	l.vars = analyse(u.Info, u.Files, u.Main)
	l.declare(u)
	l.remake(u)
	l.main(u)
	l.drain()
	l.methodTables()
	l.finish()
	l.at = token.NoPos
	return &Lowered{l.prog, l.fresh}, nil
}

// declare enters the cell's functions among those that can be called.
func (l *Lowerer) declare(u *Unit) {
	for _, f := range u.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			o, _ := u.Info.Defs[fd.Name].(*types.Func)
			if late := u.Late[fd]; late != nil {
				o = late
			}
			if o == nil {
				continue
			}
			put(&l.undo, l.decls, o, &decl{fd, u.Info, l.vars, declaredName(o)})
			l.forget(o)
		}
	}
}

// declaredName is a function's name as the user knows it.
func declaredName(o *types.Func) string {
	r := o.Signature().Recv()
	if r == nil {
		return o.Name()
	}
	star := ""
	if isPointerType(r.Type()) {
		star = "*"
	}
	if n, ok := types.Unalias(deref(r.Type())).(*types.Named); ok {
		return "(" + star + n.Obj().Name() + ")." + o.Name()
	}
	return o.Name()
}

// forget drops the instances of a method that is defined anew.
func (l *Lowerer) forget(o *types.Func) {
	prefix := l.types.funcKey(o)
	for k := range l.funcs {
		if strings.HasPrefix(k, prefix) {
			drop(&l.undo, l.funcs, k)
		}
	}
}

// drain lowers the functions that were asked for, and those they ask for.
func (l *Lowerer) drain() {
	for len(l.queue) > 0 {
		q := l.queue[0]
		l.queue = l.queue[1:]
		q()
	}
}

// main lowers the cell's statements into a function of its own.
func (l *Lowerer) main(u *Unit) {
	fn := &core.Function{Name: core.Main}
	l.f, l.cur = newFrame(nil, types.NewSignatureType(nil, nil, nil, nil, nil, false)), nil
	l.withDefers(l.vars.hasDefer(mainNode), l.vars.hasRecover(mainNode), nil, nil, func() {
		for _, in := range u.InitOrder {
			l.initVar(in.Lhs, in.Rhs)
		}
		for _, s := range u.Main {
			l.mainStmt(u, s)
		}
		if u.Program != nil {
			l.startProgram(u)
		}
	})
	fn.Body = l.cur
	l.prog.Funcs = append(l.prog.Funcs, fn)
}

// mainStmt lowers one statement of the cell's body.
func (l *Lowerer) mainStmt(u *Unit, s ast.Stmt) {
	if spec := u.Inits[s]; spec != nil {
		l.mark(spec.Pos())
		l.initSpec(spec)
		return
	}
	if e, ok := s.(*ast.ExprStmt); ok && e == u.Show {
		l.mark(e.Pos())
		l.show(u, e)
		return
	}
	l.stmt(s, "")
}

// initSpec gives package variables their first values, in the place where the
// user declared them.
func (l *Lowerer) initSpec(spec *ast.ValueSpec) {
	var vs []*types.Var
	for _, id := range spec.Names {
		v, _ := l.info.Defs[id].(*types.Var)
		vs = append(vs, v)
	}
	switch {
	case len(spec.Values) == 0:
		for _, v := range vs {
			l.assignGlobal(v, l.zero(v.Type()))
		}
	case len(spec.Values) == len(vs):
		vals := l.list(spec.Values, func(i int) types.Type { return l.targetType(vs[i], spec.Values[i]) })
		for i := range vals {
			if len(vals) > 1 {
				vals[i] = l.spillUnlessConst(vals[i])
			}
		}
		for i, v := range vs {
			l.assignGlobal(v, vals[i])
		}
	default:
		l.initVar(vs, spec.Values[0])
	}
}

func (l *Lowerer) targetType(v *types.Var, e ast.Expr) types.Type {
	if v != nil {
		return v.Type()
	}
	return defaultType(l.typeOf(e))
}

// initVar initialises variables from one expression.
func (l *Lowerer) initVar(lhs []*types.Var, rhs ast.Expr) {
	l.mark(rhs.Pos())
	if len(lhs) == 1 {
		l.assignGlobal(lhs[0], l.exprTo(rhs, l.targetType(lhs[0], rhs)))
		return
	}
	vs, ts := l.multi(rhs)
	for i, v := range lhs {
		if v != nil && v.Name() != "_" {
			l.assignGlobal(v, l.convert(vs[i], ts[i], v.Type()))
		}
	}
}

// assignGlobal sets a package variable; a blank one only evaluates.
func (l *Lowerer) assignGlobal(v *types.Var, x core.Expr) {
	if v == nil || v.Name() == "_" {
		l.spill(x)
		return
	}
	l.emit(&core.Assign{L: []core.Expr{l.global(v)}, R: []core.Expr{x}})
}

// startProgram calls init functions and main.
func (l *Lowerer) startProgram(u *Unit) {
	for _, f := range u.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.Name == "init" {
				o := u.Info.Defs[fd.Name].(*types.Func)
				l.do(&core.FuncName{Name: l.funcName(o, nil)})
			}
		}
	}
	l.do(&core.FuncName{Name: l.funcName(u.Program.Scope().Lookup("main").(*types.Func), nil)})
}

// finish hands over what the cell made.
func (l *Lowerer) finish() {
	for _, f := range l.prog.Funcs {
		dropCopies(f)
	}
	l.prog.Structs = l.types.fresh
	for p := range l.imports {
		l.prog.Imports = append(l.prog.Imports, p)
	}
	slices.Sort(l.prog.Imports)
}

// id is the next number of the session; names made with it are unique.
func (l *Lowerer) id() int { l.n++; return l.n }

// name is a new name, unique in the session.
func (l *Lowerer) name(prefix string) string { return fmt.Sprintf("%s%d", prefix, l.id()) }

func (l *Lowerer) emit(s core.Stmt) { l.cur = append(l.cur, s) }

func (l *Lowerer) mark(p token.Pos) {
	if p.IsValid() {
		l.at = p
		l.emit(&core.Mark{Pos: p})
	}
}

// collect lowers into a list of its own.
func (l *Lowerer) collect(f func()) []core.Stmt {
	save := l.cur
	l.cur = nil
	f()
	out := l.cur
	l.cur = save
	return out
}

// fail refuses a construct for which there is no rule.
func (l *Lowerer) fail(n ast.Node, format string, a ...any) {
	r := Refusal{Pos: l.at, Why: "not supported here: " + fmt.Sprintf(format, a...)}
	if n != nil {
		r.Pos = n.Pos()
	}
	panic(r)
}

// do emits a call for its effect.
func (l *Lowerer) do(fun core.Expr, args ...core.Expr) {
	l.emit(&core.Do{X: &core.Call{Fun: fun, Args: args}})
}

// rt emits a call of a run-time native without result.
func (l *Lowerer) rt(name string, args ...core.Expr) { l.do(core.Rt(name), args...) }

// rtValue emits a call of a run-time native and returns its result.
func (l *Lowerer) rtValue(t *core.Type, name string, args ...core.Expr) core.Expr {
	return l.spillTo(t, &core.Call{Fun: core.Rt(name), Args: args, T: t})
}

// tmp declares a temporary.
func (l *Lowerer) tmp(t *core.Type, x core.Expr) *core.Var {
	v := &core.Var{Name: l.name("t"), T: t}
	l.f.own[v.Name] = true
	l.emit(&core.Define{Name: v.Name, T: t, X: x})
	return v
}

// spill puts an expression in a temporary of its own type.
func (l *Lowerer) spill(x core.Expr) core.Expr { return l.tmp(x.Type(), x) }

// spillTo puts an expression in a temporary of type t.
func (l *Lowerer) spillTo(t *core.Type, x core.Expr) core.Expr { return l.tmp(t, x) }

// spillUnlessTmp leaves what can be used again as it is.
func (l *Lowerer) spillUnlessTmp(x core.Expr) core.Expr {
	if isTmp(x) || isConst(x) {
		return x
	}
	return l.spill(x)
}

func (l *Lowerer) spillUnlessConst(x core.Expr) core.Expr {
	if isConst(x) {
		return x
	}
	return l.spillUnlessTmp(x)
}

func isTmp(x core.Expr) bool {
	v, ok := x.(*core.Var)
	return ok && len(v.Name) > 1 && v.Name[0] == 't' && v.Name[1] >= '0' && v.Name[1] <= '9'
}

func isConst(x core.Expr) bool {
	_, ok := x.(*core.Const)
	return ok
}

// zero is a new variable of type t, which is zero.
func (l *Lowerer) zero(t types.Type) core.Expr { return l.tmp(l.lt(t), nil) }

// Print is the program's text.
func (l *Lowered) Print() string { return core.Print(l.Program).Source }
