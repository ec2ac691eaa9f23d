package lower

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/core"
)

// tree is checked source, with what the analysis found about its variables.
type tree struct {
	info *types.Info
	vars *varInfo
}

// decl is a function with source.
type decl struct {
	fd *ast.FuncDecl // nil, like the tree, once it is lowered for good, or until it is restored
	*tree
	alone    bool   // the tree is of this function only
	from     string // its name as the user knows it
	recovers bool   // without a tree: whether it calls recover itself
}

// declLowerer lowers one declared function, or an instance of a generic one,
// with the closures in it.
type declLowerer struct {
	*cellLowerer
	*tree
	from   string                  // the function's name as the user knows it
	named  string                  // and as compiled Go does
	parts  []ast.Node              // its body, for the names of the literals in it
	ranges int                     // loops over functions, so far
	lits   map[*ast.FuncLit]string // nil until one is needed
	sub    map[*types.TypeParam]types.Type
	facts  facts
	// effects says of expressions whether they are impure.
	effects map[ast.Expr]bool
}

// forDecl starts a function of that source, with its type arguments.
func (l *cellLowerer) forDecl(src *tree, from string, sub map[*types.TypeParam]types.Type) *declLowerer {
	return &declLowerer{cellLowerer: l, tree: src, from: from, sub: sub, facts: newFacts(), effects: map[ast.Expr]bool{}}
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

// forget drops the instances of a method that is redefined.
func (l *cellLowerer) forget(o *types.Func) {
	prefix := l.types.funcKey(o)
	for k := range l.funcs {
		if strings.HasPrefix(k, prefix) {
			drop(&l.undo, l.funcs, k)
		}
	}
}

// funcDecl lowers a declared function or an instance of one.
func (l *declLowerer) funcDecl(f *core.FuncName, d *decl, sig *types.Signature) {
	fn := l.function(l.st(sig).(*types.Signature)).lower(d.fd, d.fd.Recv, d.fd.Type, d.fd.Body)
	fn.Symbol, fn.From, fn.Go = f, d.from, l.named
	l.addFunc(fn)
}

// funcName is the lowered function with type arguments; its first use queues it
// for lowering.
func (l *cellLowerer) funcName(o *types.Func, targs []types.Type) *core.FuncName {
	o = o.Origin()
	k := l.instanceKey(o, targs)
	if f := l.funcs[k]; f != nil {
		return f
	}
	d := l.declOf(o)
	for _, t := range targs {
		l.bounded(t)
	}
	if d.fd.Body == nil {
		l.fail(d.fd, "the function %s, which has no body", o.Name())
	}
	// the object of the declaration: for a package from source not the importer's
	own, _ := d.info.Defs[d.fd.Name].(*types.Func)
	if own == nil {
		own = o
	}
	sig := own.Type().(*types.Signature)
	dl := l.forDecl(d.tree, d.from, substitution(sig, targs))
	dl.named, dl.parts = compiledName(own.Pkg().Path(), cmp.Or(d.from, declaredName(own)), len(targs) > 0), []ast.Node{d.fd.Body}
	if n, ok := l.initNumbers[o]; ok {
		dl.named += "." + strconv.Itoa(n)
	}
	f := &core.FuncName{Name: l.name("f") + "_" + o.Name(), T: dl.funcType(sig)}
	put(&l.undo, l.funcs, k, f)
	l.made[f] = origin{o, targs}
	l.queue = append(l.queue, func() { dl.funcDecl(f, d, sig) })
	return f
}

// funcType is the type of a function or method, the receiver first.
func (l *declLowerer) funcType(sig *types.Signature) *core.Type {
	var ps []*core.Type
	if r := sig.Recv(); r != nil {
		ps = append(ps, l.lt(r.Type()))
	}
	return l.intern(&core.Type{Kind: core.Func, Params: append(ps, l.ltTuple(sig.Params())...), Results: l.ltTuple(sig.Results())})
}

func (l *Lowerer) instanceKey(o *types.Func, targs []types.Type) string {
	k := l.types.funcKey(o)
	for _, t := range targs {
		k += l.key(t) + "|"
	}
	return k
}

func substitution(sig *types.Signature, targs []types.Type) map[*types.TypeParam]types.Type {
	if len(targs) == 0 {
		return nil
	}
	tp := sig.TypeParams()
	if sig.Recv() != nil {
		tp = sig.RecvTypeParams()
	}
	sub := map[*types.TypeParam]types.Type{}
	for i := range min(tp.Len(), len(targs)) {
		sub[tp.At(i)] = targs[i]
	}
	return sub
}

// methodFunc is the function that a concrete method is lowered to.
func (l *funcLowerer) methodFunc(o *types.Func) *core.FuncName {
	var targs []types.Type
	if n, ok := types.Unalias(deref(o.Type().(*types.Signature).Recv().Type())).(*types.Named); ok {
		for a := range n.TypeArgs().Types() {
			targs = append(targs, a)
		}
	}
	return l.funcName(o, targs)
}

// declOf finds a function's source, in the session or in a package that is
// lowered from source.
func (l *cellLowerer) declOf(o *types.Func) *decl {
	d := l.findDecl(o)
	if d == nil {
		l.missing(o)
	}
	if d.tree == nil {
		if err := l.restore(o, d); err != nil {
			panic(fmt.Errorf("%s doesn't compile again: %w", o.Name(), err))
		}
	}
	return d
}

func (l *Lowerer) findDecl(o *types.Func) *decl {
	if d := l.decls[o]; d != nil {
		return d
	}
	p := o.Pkg()
	if p == nil || p.Path() == UserPath || l.natives.Source == nil {
		return nil
	}
	return l.findSourceFunc(p.Path(), declName(o))
}

// findSourceFunc is a function, or Recv.Name for a method, of a package that is lowered
// from source.
func (l *Lowerer) findSourceFunc(path, name string) *decl {
	m := l.findSource(path)
	if pkg := l.packages[path]; m[name] == nil && pkg != nil {
		if files, err := pkg.Need(name); err == nil {
			l.addSource(m, pkg, files)
		}
	}
	return m[name]
}

// findSource are the functions, so far, of a package that is lowered from source.
func (l *Lowerer) findSource(path string) map[string]*decl {
	m := l.sources[path]
	if m == nil {
		if m = l.loadSource(path); m != nil {
			l.sources[path] = m
		}
	}
	return m
}

// sourceInit is the initialiser of variables of a package that is lowered from
// source.
type sourceInit struct {
	pkg *Package
	*types.Initializer
}

// sourceInits are the initialisers of variables that this cell is the first to need.
func (l *cellLowerer) sourceInits() []core.Stmt {
	var body []core.Stmt
	for len(l.inits) > 0 { // one may need another
		in := l.inits[0]
		l.inits = l.inits[1:]
		f := l.forDecl(&tree{in.pkg.Info, analyse(in.pkg.Info, in.pkg.Files, nil)}, "", nil).function(noSignature)
		f.initVar(in.Lhs, in.Rhs)
		l.drain()
		body = append(f.cur, body...)
	}
	return body
}

// sourceVar reports whether a native package's variable is lowered along with functions
// from source: only they use it. The first cell to use it initialises it.
func (l *cellLowerer) sourceVar(o *types.Var) bool {
	path := o.Pkg().Path()
	src := l.packages[path]
	if src == nil || src.Types != o.Pkg() || l.natives.Has(path, o.Name()) {
		return false
	}
	if l.globals[o] != nil {
		return true
	}
	for _, in := range src.Info.InitOrder {
		if slices.Contains(in.Lhs, o) {
			l.inits = append(l.inits, sourceInit{src, in})
		}
	}
	return true
}

// declName is a function's name, with its receiver's type for a method.
func declName(o *types.Func) string {
	if r := o.Signature().Recv(); r != nil {
		if n, ok := types.Unalias(deref(r.Type())).(*types.Named); ok {
			return n.Obj().Name() + "." + o.Name()
		}
	}
	return o.Name()
}

// loadSource reads a package that is lowered from source; nil if it isn't available now.
func (l *Lowerer) loadSource(path string) map[string]*decl {
	pkg, err := l.natives.Source(path)
	if err != nil {
		return nil
	}
	out := map[string]*decl{}
	if pkg == nil {
		return out
	}
	l.packages[path] = pkg
	l.addSource(out, pkg, pkg.Files)
	return out
}

// addSource adds the functions that are declared in files of a package.
func (l *Lowerer) addSource(out map[string]*decl, pkg *Package, files []*ast.File) {
	src := &tree{pkg.Info, analyse(pkg.Info, files, nil)}
	for _, f := range files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if o, ok := pkg.Info.Defs[fd.Name].(*types.Func); ok && o != nil {
				dd := &decl{fd: fd, tree: src}
				out[declName(o)], l.decls[o] = dd, dd
			}
		}
	}
}
