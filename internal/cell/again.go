package cell

import (
	"errors"
	"go/ast"
	"go/types"
	"runtime"
	"slices"
	"strings"
)

// What go/types knows of a function is many times the size of its source. A sweep drops
// it where only a later cell can need it: one that instantiates a generic function with
// other types, or is the first to call a function. The source is then checked again. All
// names in it still mean what they did: a cell that would change that first restores what
// it is about to make outdated.

// repeatable reports whether the source of a function can be checked again.
func (c *Compiler) repeatable(o *types.Func) bool {
	bd := c.bindings[bindingKey(o)]
	if bd == nil || bd.obj != o || bd.broken != "" || bd.decl == nil || bd.decl.stub || bd.decl.waits != "" {
		return false
	}
	if bd.decl.recv != "" && !c.current(o) {
		return false
	}
	for _, name := range bd.decl.uses {
		if strings.HasPrefix(name, mark) { // a displayed value
			return false
		}
	}
	return !c.usesBroken(bd.decl)
}

// usesBroken reports whether a declaration uses a function or method that no longer
// compiles: its source wouldn't either, though it is what a call of it must reach.
func (c *Compiler) usesBroken(d *declared) bool {
	for m, why := range c.phantom {
		if _, uses := slices.BinarySearch(d.uses, "."+m.Name()); uses && why != "" {
			return true
		}
	}
	return slices.ContainsFunc(d.uses, func(name string) bool { bd := c.bindings[name]; return bd != nil && bd.broken != "" })
}

// bindingKey is the session's key for a function or method.
func bindingKey(o *types.Func) string {
	if o.Signature().Recv() == nil {
		return o.Name()
	}
	return recvName(o) + "." + o.Name()
}

// again checks the source of a repeatable function, in a file of its own.
func (c *Compiler) again(o *types.Func) (*ast.FuncDecl, *types.Info, error) {
	defer c.wholly()()
	y := &layout{}
	y.glue("package main\n")
	y.addDecl(c.bindings[bindingKey(o)].decl)
	f, err := c.parseLayout(y)
	if err != nil {
		return nil, nil, err
	}
	fd := f.Decls[0].(*ast.FuncDecl)
	if fd.Recv == nil {
		rename(fd)
	} else if errs := c.asFunction(fd); errs != nil {
		return nil, nil, errors.New(errs[0].Message)
	}
	scope, imports := *c.pkg.Scope(), c.pkg.Imports()
	defer func() {
		*c.pkg.Scope() = scope
		c.pkg.SetImports(imports)
	}()
	c.resolve(c.freshPackage(), f, nil)
	info := newInfo()
	conf := types.Config{Importer: c.config.Importer, Sizes: types.SizesFor("gc", runtime.GOARCH), DisableUnusedImportCheck: true}
	return fd, info, types.NewChecker(&conf, c.fset, c.pkg, info).Files([]*ast.File{f})
}

// rename gives a function another name, so that its own name inside it means what it
// means in the session.
func rename(fd *ast.FuncDecl) {
	own := fd.Name.Obj
	ast.Inspect(fd, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && own != nil && id.Obj == own {
			id.Obj = nil
		}
		return true
	})
	fd.Name = &ast.Ident{NamePos: fd.Name.NamePos, Name: mark + "again"}
}

// restore checks again the functions that the cell's names make outdated, if a sweep
// dropped what was known of them. A failure is reported when the function is needed.
func (b *builder) restore() {
	if len(b.c.dots) > b.dots { // which may give any name another meaning
		for _, bd := range b.c.bindings {
			b.restoreOne(bd)
		}
		return
	}
	for k := range b.ownKeys() {
		b.restoreOne(b.c.bindings[k])
	}
	for _, d := range b.concerned {
		b.restoreOne(b.c.bindings[d.key()])
	}
	for _, bd := range b.c.bindings {
		if bd.decl != nil && b.replaced(bd.decl) {
			b.restoreOne(bd)
		}
	}
}

func (b *builder) restoreOne(bd *binding) {
	if bd == nil {
		return
	}
	if o, ok := bd.obj.(*types.Func); ok && b.c.repeatable(o) {
		b.c.lower.Restore(o)
	}
}
