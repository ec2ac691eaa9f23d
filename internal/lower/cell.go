package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"riffle/internal/core"
)

// Unit is one checked cell.
type Unit struct {
	Info  *types.Info
	Files []*ast.File
	// Late are functions declared as methods of types of earlier cells:
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
	// Stop is called before each statement and ends lowering with a refusal if it returns
	// true; nil never does.
	Stop func() bool
}

// Lowered is the program of a cell with what the session must provide for it.
type Lowered struct {
	*core.Program
	// Descs are the type descriptors made for it, to be registered as
	// natives ty.T<n> before it runs.
	Descs []*TypeDesc
}

// Print is the program's text.
func (l *Lowered) Print() string { return core.Print(l.Program) }

// cellLowerer lowers one cell.
type cellLowerer struct {
	*Lowerer
	prog     *core.Program
	imports  map[string]bool
	structs  []*core.Type // made for this cell
	fresh    []*TypeDesc  // made for this cell
	inits    []sourceInit
	untabled []*TypeDesc  // whose method tables must be made
	lost     []lostMethod // to be removed from their tables
	queue    []func()     // functions to lower
	stop     func() bool
	undo     undo
	at       token.Pos // the statement lowered last

	initNumbers map[*types.Func]int // of a program's functions init
}

// Lower lowers a checked cell. A refused cell leaves no trace.
func (s *Lowerer) Lower(u *Unit) (low *Lowered, err error) {
	l := &cellLowerer{Lowerer: s, prog: &core.Program{}, imports: map[string]bool{core.RuntimePath: true}, stop: u.Stop}
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		l.undo.back()
		refused, ok := r.(Refusal)
		if !ok {
			panic(Fault{l.at, r})
		}
		err = refused
	}()
	src := &tree{u.Info, analyse(u.Info, u.Files, u.Main)}
	l.asked(u)
	l.declare(u, src)
	l.remake(u)
	main := l.main(u, src)
	l.drain()
	for done := false; !done; done = len(l.inits) == 0 { // methods may need variables, and these methods
		main.Body = append(l.sourceInits(), main.Body...)
		l.methodTables()
	}
	l.finish()
	if l.natives.Check != nil {
		if err := l.natives.Check(l.prog); err != nil {
			panic(err)
		}
	}
	return &Lowered{l.prog, l.fresh}, nil
}

// declare adds the cell's functions to those that can be called.
func (l *cellLowerer) declare(u *Unit, src *tree) {
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
			if l.decls[o] != nil {
				l.forget(o)
			}
			put(&l.undo, l.decls, o, &decl{fd: fd, tree: src, from: declaredName(o)})
		}
	}
}

// main lowers the cell's statements into a function of its own.
func (l *cellLowerer) main(u *Unit, src *tree) *core.Function {
	d := l.forDecl(src, "", nil)
	d.named, d.parts = mainName(u)
	f := d.function(noSignature)
	f.withDefers(mainNode, nil, nil, func(f *funcLowerer) {
		for _, in := range u.InitOrder {
			f.initVar(in.Lhs, in.Rhs)
		}
		for _, s := range u.Main {
			f.mainStmt(u, s)
		}
		if u.Program != nil {
			f.startProgram(u)
		}
	})
	fn := &core.Function{Symbol: &core.FuncName{Name: "init", Kind: core.Main, T: l.intern(&core.Type{Kind: core.Func})}, Body: f.cur, Go: d.named}
	fn.Symbol.Func = fn
	l.addFunc(fn)
	return fn
}

// mainName is the name of what runs a cell, or initialises a program, in compiled Go, and
// what it consists of.
func mainName(u *Unit) (name string, parts []ast.Node) {
	for _, in := range u.InitOrder {
		parts = append(parts, in.Rhs)
	}
	for _, s := range u.Main {
		if spec := u.Inits[s]; spec != nil {
			parts = append(parts, spec)
		} else {
			parts = append(parts, s)
		}
	}
	if u.Program != nil {
		return UserPath + ".init", parts
	}
	return UserPath + ".main", parts
}

// mainStmt lowers one statement of the cell's body.
func (l *funcLowerer) mainStmt(u *Unit, s ast.Stmt) {
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

// initSpec initialises package variables at the place where the user declared them.
func (l *funcLowerer) initSpec(spec *ast.ValueSpec) {
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

func (l *declLowerer) targetType(v *types.Var, e ast.Expr) types.Type {
	if v != nil {
		return v.Type()
	}
	return defaultType(l.typeOf(e))
}

// initVar initialises variables from one expression.
func (l *funcLowerer) initVar(lhs []*types.Var, rhs ast.Expr) {
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
func (l *funcLowerer) assignGlobal(v *types.Var, x core.Expr) {
	if v == nil || v.Name() == "_" {
		l.spill(x)
		return
	}
	l.emit(&core.Assign{L: []core.Expr{l.global(v)}, R: []core.Expr{x}})
}

// startProgram calls init functions and main. The calls have no place in the source: the
// initialisers before them are over.
func (l *funcLowerer) startProgram(u *Unit) {
	if len(u.InitOrder) > 0 {
		l.emit(&core.Mark{})
	}
	for _, f := range u.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.Name == "init" {
				o := u.Info.Defs[fd.Name].(*types.Func)
				if l.initNumbers == nil {
					l.initNumbers = map[*types.Func]int{}
				}
				l.initNumbers[o] = len(l.initNumbers)
				l.do(l.funcName(o, nil))
			}
		}
	}
	l.do(l.funcName(u.Program.Scope().Lookup("main").(*types.Func), nil))
}

// drain lowers the queued functions, and those that they queue.
func (l *cellLowerer) drain() {
	for len(l.queue) > 0 {
		q := l.queue[0]
		l.queue = l.queue[1:]
		q()
	}
}

// finish hands over what the cell made.
func (l *cellLowerer) finish() {
	for _, f := range l.prog.Funcs {
		dropCopies(f)
	}
	l.prog.Structs = l.structs
	for p := range l.imports {
		l.prog.Imports = append(l.prog.Imports, p)
	}
	slices.Sort(l.prog.Imports)
}

// missing refuses a native package's name that cells can't use.
func (l *cellLowerer) missing(o types.Object) {
	text := o.Pkg().Path() + "." + o.Name()
	if l.natives.Missing != nil {
		if reason, ok := l.natives.Missing(o.Pkg().Path(), o.Name()); ok {
			text += "; " + reason
		}
	}
	l.fail(nil, "%s", text)
}

// fail refuses a construct for which there is no rule.
func (l *cellLowerer) fail(n ast.Node, format string, a ...any) {
	r := Refusal{Pos: l.at, Why: "not supported here: " + fmt.Sprintf(format, a...)}
	if n != nil {
		r.Pos = n.Pos()
	}
	panic(r)
}
