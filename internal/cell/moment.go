package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A late method is added to its type before the cell is checked, with the signature that
// a first check found. But each check makes its own objects for the types that the cell
// declares. So a signature that mentions one of them is right only once the final check
// has found it, and that run also checks the callers against it. go/types checks types
// first, then everything else in source order. The late methods come first, followed by a
// constant whose value needs a size, which go/types has to ask us for: at that moment we
// set their signatures.

const momentMark = mark + "moment"

// moment is a types.Sizes that calls then when asked for the size of a certain type.
type moment struct {
	types.Sizes
	of   *types.Named
	then func()
}

func (m moment) Sizeof(t types.Type) int64 {
	if t == m.of {
		m.then()
		return 0
	}
	return m.Sizes.Sizeof(t)
}

// declaresTypes reports whether the cell or what it carries declares types.
func (b *builder) declaresTypes() bool {
	return slices.ContainsFunc(b.files, func(f *ast.File) bool { return slices.ContainsFunc(f.Decls, isType) })
}

// mends reports whether the cell carries a declaration that didn't compile before: the
// signature of such a method may mention older types.
func (b *builder) mends() bool {
	return slices.ContainsFunc(b.carried, func(d *declared) bool { return b.c.bindings[d.key()].broken != "" })
}

func isType(d ast.Decl) bool {
	g, ok := d.(*ast.GenDecl)
	return ok && g.Tok == token.TYPE
}

// signaturesFirst arranges the files so that the late methods have this check's
// signatures before anything that uses them is checked.
func (b *builder) signaturesFirst(sizes types.Sizes) types.Sizes {
	o := types.NewTypeName(token.NoPos, b.pkg, momentMark, nil)
	t := types.NewNamed(o, types.NewStruct(nil, nil), nil)
	b.pkg.Scope().Parent().Insert(o)
	cell := b.files[0]
	slices.Reverse(b.files) // carried declarations first: none of them is a value
	var first, rest []ast.Decl
	for _, d := range cell.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && b.late[fd] != nil {
			first = append(first, d)
		} else {
			rest = append(rest, d)
		}
	}
	cell.Decls = slices.Concat(first, []ast.Decl{momentDecl(cell.Pos())}, rest)
	addImport(cell, mark+"unsafe", "unsafe")
	return moment{sizes, t, b.reenter}
}

// momentDecl is const _ = unsafe.Sizeof(ᐧmoment{}).
func momentDecl(pos token.Pos) ast.Decl {
	id := func(name string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: name} }
	size := &ast.CallExpr{
		Fun:    &ast.SelectorExpr{X: id(mark + "unsafe"), Sel: id("Sizeof")},
		Args:   []ast.Expr{&ast.CompositeLit{Type: id(momentMark), Lbrace: pos, Rbrace: pos}},
		Lparen: pos, Rparen: pos,
	}
	return &ast.GenDecl{TokPos: pos, Tok: token.CONST, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{id("_")}, Values: []ast.Expr{size}}}}
}

// reenter gives the late methods the signatures that the running check has found.
func (b *builder) reenter() {
	for fd, m := range b.late {
		if f, ok := b.info.Defs[fd.Name].(*types.Func); ok && f.Signature() != nil {
			b.enter(lateMethod{fd, m.Name(), receiverType(m).Origin()}, f.Signature())
		}
	}
	if len(b.changed) > 0 {
		b.refreshInstances()
	}
}
