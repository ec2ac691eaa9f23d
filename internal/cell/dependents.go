package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"riffle/internal/proto"
)

// When a cell redeclares a name, the functions, methods and types of earlier cells that
// use it are compiled again with the cell, so that they see the newest declaration. One
// that no longer compiles is dropped: its binding is marked broken, with the reason.

// carry finds the declarations to compile again.
func (b *builder) carry() {
	if b.f.src.Apart {
		return // nobody else sees what it declares
	}
	changed := map[string]bool{}
	for n := range b.f.names {
		changed[n] = true
	}
	for _, m := range b.late {
		changed["."+m.Name()] = true
	}
	refreshed := map[string]bool{} // types that kept their declaration but not their methods
	for _, c := range b.changed {
		refreshed[c.base.Obj().Name()] = true
	}
	if len(changed)+len(refreshed) == 0 {
		return
	}
	own := b.ownKeys()
	taken := map[string]bool{}
	for {
		var found []string
		for k, bd := range b.c.bindings {
			if d := bd.decl; d != nil && !own[k] && !taken[k] && (affected(d, changed) || bd.isFunc() && affected(d, refreshed)) && !b.replaced(d) {
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
			b.concerned, b.carried = append(b.concerned, d), append(b.carried, d)
			if d.recv != "" {
				changed["."+d.name] = true
			} else {
				changed[d.name] = true
			}
		}
	}
}

// replaced reports whether a method was declared in the same cell as its type, which this
// cell declares again: the cell replaces or drops it. Methods of other cells stay with
// the type.
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

// affected reports whether a declaration uses a changed name. A method is compiled
// again with its type.
func affected(d *declared, changed map[string]bool) bool {
	if d.recv != "" && changed[d.recv] {
		return true
	}
	if len(d.uses) < len(changed) {
		return slices.ContainsFunc(d.uses, func(n string) bool { return changed[n] })
	}
	for n := range changed {
		if _, uses := slices.BinarySearch(d.uses, n); uses {
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
	b.carried = slices.DeleteFunc(slices.Clone(b.carried), b.homeless)
	if len(b.carried) == 0 {
		return nil
	}
	y := &layout{}
	y.glue("package main\n")
	for _, d := range b.carried {
		y.addDecl(d)
	}
	f, err := b.c.parseLayout(y)
	if err != nil {
		return b.c.parseErrors(y, err)
	}
	var orphans []lateMethod
	for i, d := range f.Decls {
		b.origin[d] = b.carried[i]
		fd, ok := d.(*ast.FuncDecl)
		if b.carried[i].stub {
			giveBody(fd)
		}
		if w := b.goOn[b.carried[i]]; w != nil {
			suspend(fd, w.at, w.why())
		} else if at, is := b.halted[b.carried[i]]; is {
			suspend(fd, at, b.carried[i].key()+" no longer compiles "+b.reason(b.carried[i]))
		}
		if !ok || fd.Recv == nil || b.declaresType(baseName(fd.Recv)) {
			continue
		}
		if errs := b.c.asFunction(fd); errs != nil {
			return errs
		}
		switch m := b.carried[i].method; {
		case b.c.current(m):
			b.late[fd] = m
		case b.adopted[b.carried[i]] != nil:
			b.late[fd] = b.adopted[b.carried[i]]
		default:
			orphans = append(orphans, lateMethod{fd, b.carried[i].name, b.c.methodBase(b.carried[i].recv)})
		}
	}
	b.adopt(f, orphans)
	b.useResultsIn(f)
	b.again = f
	b.files = append(b.files, f)
	return nil
}

// homeless reports whether a declaration is a method whose receiver's name is no longer a
// type that can have it. It stays marked as it is.
func (b *builder) homeless(d *declared) bool {
	if d.recv == "" || b.declaresType(d.recv) || b.c.current(d.method) {
		return false
	}
	base := b.c.methodBase(d.recv)
	if base != nil && d.method == nil {
		return false
	}
	return base == nil || base.TypeParams().Len() != d.method.Signature().RecvTypeParams().Len() || cannotHave(base, d.name) != ""
}

// current reports whether a method belongs to the type that its receiver's name means
// now. It doesn't if that was declared again and the method didn't compile with it.
func (c *Compiler) current(m *types.Func) bool {
	if m == nil {
		return false
	}
	n := receiverType(m)
	return n != nil && c.methodBase(n.Obj().Name()) == n.Origin()
}

// methodBase is the session's type of that name, nil for an alias or anything else.
func (c *Compiler) methodBase(name string) *types.Named {
	bd := c.bindings[name]
	if bd == nil || bd.obj == nil {
		return nil
	}
	if n, ok := bd.obj.Type().(*types.Named); ok && n.Obj() == bd.obj {
		return n
	}
	return nil
}

// adopt adds carried methods to a type that was declared again without them.
func (b *builder) adopt(f *ast.File, orphans []lateMethod) {
	if len(orphans) == 0 {
		return
	}
	sigs := b.signatures(b.f.ast, f)
	for _, l := range orphans {
		if m := b.enter(l, sigs[l.fd]); m != nil {
			b.late[l.fd], b.adopted[b.origin[l.fd]] = m, m
		}
	}
	b.refreshInstances()
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

// phantomUses reports uses of methods that have no body.
func (b *builder) phantomUses() {
	for s, sel := range b.info.Selections {
		m, ok := sel.Obj().(*types.Func)
		if !ok {
			continue
		}
		m = m.Origin()
		why, gone := b.c.phantom[m]
		if !gone || slices.Contains(slices.Collect(maps.Values(b.late)), m) {
			continue
		}
		msg := fmt.Sprintf("%s undefined (type %s has no field or method %s)", types.ExprString(s), sel.Recv(), m.Name())
		if why != "" {
			msg = fmt.Sprintf("%s no longer compiles %s", types.ExprString(s), why)
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

// drop removes a declaration from what is carried, and records the reason. A function
// with an error in its body stays, and panics with the reason: its callers must not reach
// what it was before.
func (b *builder) drop(d *declared, e types.Error) bool {
	i := slices.Index(b.carried, d)
	if i < 0 {
		return false
	}
	if b.why[d] == "" {
		b.dropped, b.why[d] = append(b.dropped, d), plain(e.Msg)
	}
	if fd := b.functionAt(e.Pos); fd != nil && fd.Body != nil && !inSignature(fd, e.Pos) {
		b.halted[d] = e.Pos
		return true
	}
	b.carried = slices.Delete(slices.Clone(b.carried), i, i+1)
	return true
}

// markBroken keeps the declarations that no longer compile. A method loses its
// body only if its type is still the one of that name: values of an older type keep
// theirs.
func (b *builder) markBroken() {
	for _, d := range b.dropped {
		if m := b.adopted[d]; m != nil {
			d.method = m
		}
		if d.method != nil && b.c.current(d.method) {
			b.c.phantom[d.method] = b.reason(d)
		}
	}
	for _, d := range b.dropped {
		if bd := b.c.bindings[d.key()]; bd != nil {
			bd.broken, d.waits = b.reason(d), ""
			if d.recv == "" {
				bd.obj = nil // after all methods have looked up their type
			}
		}
	}
}

// reason says which cell broke a declaration, and why.
func (b *builder) reason(d *declared) string {
	if b.f.src.undefines {
		return "since a variable that it uses has no value after %restore"
	}
	if b.f.src.Cell > 0 {
		return fmt.Sprintf("since cell %d: %s", b.f.src.Cell, b.why[d])
	}
	return "here: " + b.why[d]
}

// notes name the declarations that this cell broke or left undefined.
func (b *builder) notes() []proto.Diagnostic {
	out := slices.Concat(b.stubNotes(), b.waitingNotes(), b.printNotes(), b.lookalikeNotes())
	if b.f.src.undefines {
		return out
	}
	for _, d := range b.dropped {
		n := d.src.Diagnostic(d.start, d.start, fmt.Sprintf("%s no longer compiles: %s", d.key(), b.why[d]))
		n.Text = ""
		out = append(out, n)
	}
	return out
}
