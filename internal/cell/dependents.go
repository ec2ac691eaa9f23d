package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"riffle/internal/lower"
	"riffle/internal/proto"
)

// When a cell declares a name anew, the functions, methods and types of earlier
// cells that use it are compiled again with the cell, so that they see the
// newest declaration. One that no longer compiles is dropped: its binding is
// marked broken, with the reason.

// carry finds the declarations to compile again.
func (b *builder) carry() {
	changed := map[string]bool{}
	for n := range b.f.names {
		changed[n] = true
	}
	for _, m := range b.late {
		changed["."+m.Name()] = true
	}
	own := b.ownKeys()
	taken := map[string]bool{}
	for {
		var found []string
		for k, bd := range b.c.bindings {
			if d := bd.decl; d != nil && !own[k] && !taken[k] && affected(d, changed) && !b.replaced(d) {
				found = append(found, k)
			}
		}
		if len(found) == 0 {
			return
		}
		slices.Sort(found)
		for _, k := range found {
			d := b.c.bindings[k].decl
			taken[k] = true
			b.carried = append(b.carried, d)
			if d.recv != "" {
				changed["."+d.name] = true
			} else {
				changed[d.name] = true
			}
		}
	}
}

// replaced: the method stood in the cell of its type, which the cell declares
// again: there it is, or it is gone. Methods of other cells stay with the type.
func (b *builder) replaced(d *declared) bool {
	if _, again := b.f.names[d.recv]; d.recv == "" || !again {
		return false
	}
	t := b.c.bindings[d.recv]
	return t != nil && t.decl != nil && t.decl.src == d.src
}

// ownKeys are the declarations that the cell makes itself.
func (b *builder) ownKeys() map[string]bool {
	own := map[string]bool{}
	for n := range b.f.names {
		own[n] = true
	}
	for _, d := range b.f.ast.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil {
			own[baseName(fd.Recv)+"."+fd.Name.Name] = true
		}
	}
	for _, m := range b.late {
		own[recvName(m)+"."+m.Name()] = true
	}
	return own
}

// affected: the declaration uses a changed name. A method belongs to its type:
// it is compiled again with it.
func affected(d *declared, changed map[string]bool) bool {
	if d.recv != "" && changed[d.recv] {
		return true
	}
	for n := range d.uses {
		if changed[n] {
			return true
		}
	}
	return false
}

// baseName is the type name in a receiver.
func baseName(recv *ast.FieldList) string {
	if len(recv.List) == 0 {
		return ""
	}
	t := recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// layCarried lays the carried declarations out as a second file.
func (b *builder) layCarried() Errors {
	b.again, b.origin = nil, map[ast.Decl]*declared{}
	for fd := range b.late {
		if fd.Pos() < b.f.ast.FileStart || fd.Pos() > b.f.ast.FileEnd {
			delete(b.late, fd)
		}
	}
	if len(b.carried) == 0 {
		return nil
	}
	y := &layout{}
	y.glue("package main\n")
	for _, d := range b.carried {
		if !strings.HasPrefix(d.src.Text[d.start:], "func") && !strings.HasPrefix(d.src.Text[d.start:], "type") {
			y.glue("type ")
		}
		y.add(d.src, d.start, d.end)
		y.glue("\n")
	}
	f, err := b.c.parseLayout(y)
	if err != nil {
		return b.c.parseErrors(y, err)
	}
	for i, d := range f.Decls {
		b.origin[d] = b.carried[i]
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil && !b.declaresType(baseName(fd.Recv)) {
			b.late[fd] = b.carried[i].method
			asFunction(fd)
		}
	}
	b.useResultsIn(f)
	b.again = f
	b.files = append(b.files, f)
	return nil
}

// declaresType reports whether the cell or what it carries declares a type.
func (b *builder) declaresType(name string) bool {
	if _, ok := b.f.names[name]; ok {
		return true
	}
	for _, d := range b.carried {
		if d.recv == "" && d.name == name {
			return true
		}
	}
	return false
}

// asFunction turns a method declaration into a function with the receiver
// first.
func asFunction(fd *ast.FuncDecl) {
	fd.Type.Params = &ast.FieldList{
		Opening: fd.Type.Params.Opening,
		List:    append(append([]*ast.Field{}, fd.Recv.List...), fd.Type.Params.List...),
		Closing: fd.Type.Params.Closing,
	}
	if len(fd.Recv.List[0].Names) == 0 && len(fd.Type.Params.List) > 1 && len(fd.Type.Params.List[1].Names) > 0 {
		fd.Recv.List[0].Names = []*ast.Ident{{NamePos: fd.Recv.List[0].Pos(), Name: "_"}}
	}
	name := *fd.Name
	name.Name = mark + "m" + fmt.Sprint(int(fd.Pos())) + fd.Name.Name
	fd.Recv, fd.Name = nil, &name
}

// lateMethods finds the cell's methods of types of earlier cells. They are
// checked as functions; new ones are added to their types first, so that the
// cell can call them.
func (b *builder) lateMethods() Errors {
	type late struct {
		fd   *ast.FuncDecl
		name string
		base *types.Named
	}
	var lates []late
	for _, d := range b.f.ast.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Recv == nil || len(fd.Recv.List) == 0 {
			continue
		}
		name := baseName(fd.Recv)
		if _, own := b.f.names[name]; own {
			continue
		}
		bd := b.c.bindings[name]
		if bd == nil || bd.obj == nil || bd.obj.Pkg() == nil || bd.obj.Pkg().Path() != lower.UserPath {
			// go/types takes it for granted that a method's type is in the
			// package or nowhere
			if o, _ := b.c.lookup(name); o != nil {
				return Errors{b.c.Diagnostic(fd.Recv.Pos(), fd.Recv.End(), "cannot define new methods on non-local type "+name)}
			}
			continue
		}
		if n, ok := types.Unalias(bd.obj.Type()).(*types.Named); ok {
			lates = append(lates, late{fd, fd.Name.Name, n})
		}
	}
	if len(lates) == 0 {
		return nil
	}
	for _, l := range lates {
		if l.base.TypeParams().Len() > 0 {
			d := b.c.Diagnostic(l.fd.Name.Pos(), l.fd.Name.End(), "methods of a generic type must be declared in the cell of the type")
			return Errors{d}
		}
		asFunction(l.fd)
	}
	sigs := b.signatures()
	for _, l := range lates {
		if m := b.lateMethod(l.fd, l.name, l.base, sigs[l.fd]); m != nil {
			b.late[l.fd] = m
		}
	}
	return nil
}

// signatures checks the declarations of the cell without their bodies.
func (b *builder) signatures() map[*ast.FuncDecl]*types.Signature {
	f := *b.f.ast
	b.pkg = b.c.freshPackage()
	b.c.resolve(b.pkg, &f, b.declared())
	info := newInfo()
	conf := types.Config{Importer: b.c.config.Importer, Error: func(error) {}, IgnoreFuncBodies: true, DisableUnusedImportCheck: true}
	types.NewChecker(&conf, b.c.fset, b.pkg, info).Files([]*ast.File{&f})
	out := map[*ast.FuncDecl]*types.Signature{}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			if o, ok := info.Defs[fd.Name].(*types.Func); ok && o != nil {
				out[fd] = o.Signature()
			}
		}
	}
	return out
}

// lateMethod is the method that a function stands for: the type's own if it has
// one of that name and signature, or a new one.
func (b *builder) lateMethod(fd *ast.FuncDecl, name string, base *types.Named, sig *types.Signature) *types.Func {
	if sig == nil || sig.Params().Len() == 0 || mentionsInvalid(sig) {
		return nil // checking the body reports it
	}
	var ps []*types.Var
	for i := 1; i < sig.Params().Len(); i++ {
		ps = append(ps, sig.Params().At(i))
	}
	ms := types.NewSignatureType(sig.Params().At(0), nil, nil, types.NewTuple(ps...), sig.Results(), sig.Variadic())
	for m := range base.Methods() {
		if m.Name() == name {
			same := types.Identical(m.Type(), ms)
			if same && samePointer(m, ms) {
				return m
			}
			why := "has another signature, " + b.c.typeString(m.Type())
			if same {
				why = "has the receiver type " + b.c.typeString(m.Signature().Recv().Type())
			}
			b.f.errs = append(b.f.errs, types.Error{Pos: fd.Name.Pos(), Msg: fmt.Sprintf("the method %s of %s %s: declare the type again together with this method", name, base.Obj().Name(), why)})
			return nil
		}
	}
	m := types.NewFunc(fd.Name.Pos(), base.Obj().Pkg(), name, ms)
	base.AddMethod(m)
	b.added = append(b.added, m)
	return m
}

func samePointer(m *types.Func, sig *types.Signature) bool {
	_, a := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	_, b := types.Unalias(sig.Recv().Type()).(*types.Pointer)
	return a == b
}

func mentionsInvalid(sig *types.Signature) bool {
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range t.Variables() {
			if strings.Contains(v.Type().String(), "invalid type") {
				return true
			}
		}
	}
	return false
}

// abandon: the cell failed after methods were added to types of earlier cells.
// They can't be removed; they count as undefined until a cell declares them.
func (b *builder) abandon() {
	b.c.dots = b.c.dots[:b.dots]
	for _, m := range b.added {
		b.c.phantom[m] = ""
	}
}

// phantomUses reports uses of methods that have no body.
func (b *builder) phantomUses() {
	for s, sel := range b.info.Selections {
		m, ok := sel.Obj().(*types.Func)
		if !ok {
			continue
		}
		why, gone := b.c.phantom[m]
		if !gone || slices.Contains(slices.Collect(maps.Values(b.late)), m) {
			continue
		}
		msg := fmt.Sprintf("%s undefined (type %s has no field or method %s)", types.ExprString(s), sel.Recv(), m.Name())
		if why != "" {
			msg = fmt.Sprintf("%s no longer compiles: %s", types.ExprString(s), why)
		}
		b.errs = append(b.errs, types.Error{Fset: b.c.fset, Pos: s.Sel.Pos(), Msg: msg})
	}
}

// carriedAt is the carried declaration at a position.
func (b *builder) carriedAt(pos token.Pos) *declared {
	if b.again == nil || pos < b.again.FileStart || pos > b.again.FileEnd {
		return nil
	}
	for d, o := range b.origin {
		if pos >= d.Pos() && pos <= d.End() {
			return o
		}
	}
	return b.carried[0]
}

// drop takes a declaration out of what is carried, with the reason.
func (b *builder) drop(d *declared, e types.Error) bool {
	i := slices.Index(b.carried, d)
	if i < 0 {
		return false
	}
	b.carried = slices.Delete(slices.Clone(b.carried), i, i+1)
	b.dropped = append(b.dropped, d)
	if b.why == nil {
		b.why = map[*declared]string{}
	}
	b.why[d] = plain(e.Msg)
	return true
}

// markBroken keeps a declaration that no longer compiles.
func (c *Compiler) markBroken(d *declared, cell int, why string) {
	if cell > 0 {
		why = fmt.Sprintf("since cell %d: %s", cell, why)
	}
	if d.method != nil {
		c.phantom[d.method] = why
	}
	if b := c.bindings[d.key()]; b != nil {
		b.broken = why
		if d.recv == "" {
			b.obj = nil
		}
	}
}

// notes tell of the declarations that this cell broke.
func (b *builder) notes() []proto.Diagnostic {
	var out []proto.Diagnostic
	for _, d := range b.dropped {
		n := d.src.Diagnostic(d.start, d.start, fmt.Sprintf("%s no longer compiles: %s", d.key(), b.why[d]))
		n.Text = ""
		out = append(out, n)
	}
	return out
}
