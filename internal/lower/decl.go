package lower

import (
	"go/ast"
	"go/types"
	"strings"
)

// tree is checked source, with what the analysis found about its variables.
type tree struct {
	info *types.Info
	vars *varInfo
}

// decl is a function with source.
type decl struct {
	fd *ast.FuncDecl
	*tree
	from string // its name as the user knows it
}

// declLowerer lowers one declared function, or an instance of a generic one,
// with the closures in it.
type declLowerer struct {
	*cellLowerer
	*tree
	from  string // the function's name as the user knows it
	sub   map[*types.TypeParam]types.Type
	facts facts
}

// forDecl starts a function of that source, with the arguments of its type
// parameters.
func (l *cellLowerer) forDecl(src *tree, from string, sub map[*types.TypeParam]types.Type) *declLowerer {
	return &declLowerer{cellLowerer: l, tree: src, from: from, sub: sub, facts: newFacts()}
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
func (l *cellLowerer) forget(o *types.Func) {
	prefix := l.types.funcKey(o)
	for k := range l.funcs {
		if strings.HasPrefix(k, prefix) {
			drop(&l.undo, l.funcs, k)
		}
	}
}

// funcDecl lowers a declared function or an instance of one.
func (l *cellLowerer) funcDecl(name string, d *decl, sig *types.Signature, sub map[*types.TypeParam]types.Type) {
	dl := l.forDecl(d.tree, d.from, sub)
	fn := dl.function(dl.st(sig).(*types.Signature)).lower(d.fd, d.fd.Recv, d.fd.Type, d.fd.Body)
	fn.Name, fn.From = name, d.from
	l.addFunc(fn)
}

// funcName is the lowered name of a function with type arguments; it is lowered
// when first asked for.
func (l *funcLowerer) funcName(o *types.Func, targs []types.Type) string {
	o = o.Origin()
	d := l.declOf(o)
	k := l.instanceKey(o, targs)
	if n := l.funcs[k]; n != "" {
		return n
	}
	for _, t := range targs {
		l.bounded(t)
	}
	if d.fd.Body == nil {
		l.fail(d.fd, "the function %s, which has no body", o.Name())
	}
	n := l.name("f") + "_" + o.Name()
	put(&l.undo, l.funcs, k, n)
	// the object of the declaration: for a package from source another
	// one than the importer's
	own, _ := d.info.Defs[d.fd.Name].(*types.Func)
	if own == nil {
		own = o
	}
	sig := own.Type().(*types.Signature)
	sub := substitution(sig, targs)
	l.queue = append(l.queue, func() { l.funcDecl(n, d, sig, sub) })
	return n
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

// methodFunc is the lowered name of a concrete method.
func (l *funcLowerer) methodFunc(o *types.Func) string {
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
		l.fail(nil, "%s", o.FullName())
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
	return l.findSource(p.Path())[declName(o)]
}

// findSource are the functions of a package that is lowered from source.
func (l *Lowerer) findSource(path string) map[string]*decl {
	if l.sources[path] == nil {
		l.sources[path] = l.loadSource(path)
	}
	return l.sources[path]
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

func (l *Lowerer) loadSource(path string) map[string]*decl {
	pkg, err := l.natives.Source(path)
	out := map[string]*decl{}
	if err != nil {
		return out
	}
	l.packages[path] = pkg
	src := &tree{pkg.Info, analyse(pkg.Info, pkg.Files, nil)}
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if o, ok := pkg.Info.Defs[fd.Name].(*types.Func); ok && o != nil {
				dd := &decl{fd, src, ""}
				out[declName(o)], l.decls[o] = dd, dd
			}
		}
	}
	return out
}
