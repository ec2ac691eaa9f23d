package cell

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"riffle/internal/near"
	"riffle/internal/proto"
)

// What an undefined name may have been meant as.

// explainUndefined says what an undefined name may have been meant as: first what the
// session knows of it, then misspelt names of the user's, names of other languages,
// misspelt names of Go and its packages.
func (b *builder) explainUndefined(d *proto.Diagnostic, name string, pos token.Pos) {
	if bd := b.c.bindings[name]; bd.held() {
		d.Message += " (" + bd.broken + ")"
		return
	}
	if bd := b.c.bindings[name]; bd != nil && bd.broken != "" {
		d.Message = fmt.Sprintf("%s no longer compiles %s", name, bd.broken)
		d.Hint = "declare " + name + " again"
		if bd.lacking {
			d.Message = bd.broken
			d.Hint += ", or %restore all runs everything again"
		}
		return
	}
	if err := b.c.unread[name]; err != nil {
		d.Message = fmt.Sprintf("%s can't be looked up: %v", name, err)
		return
	}
	if d.Hint = b.selfCall(name, pos); d.Hint != "" {
		return
	}
	if _, later := b.f.names[name]; later {
		d.Hint = name + " is declared further down in this cell"
		return
	}
	u := b.usage(pos)
	d.Hint = cmp.Or(advise(orderAdvice, d, d.Message), b.ofReceiver(name, pos), didYouMean("", near.Word(name, b.ownNames(pos, u))))
	if d.Hint != "" {
		return
	}
	if u.kind == assigned {
		d.Hint = declareHint
		return
	}
	d.Hint = cmp.Or(b.intent(d, pos), advise(undefinedAdvice, d, d.Message), b.likeName(name, u), advise(lateAdvice, d, d.Message))
	if d.Hint == "" && b.f.main != nil && !b.inMain(pos) && u.kind == called {
		d.Hint = "declare " + name + laterCall
	}
}

// laterCall ends the hint for a function that is called in the cell that declares it,
// before what it needs is declared.
const laterCall = " first, or leave the call to a later cell"

// kindOfUse is how a name is used: assigned with =, called, asked for a member,
// named as a type, or otherwise.
type kindOfUse int

const (
	read kindOfUse = iota
	assigned
	called
	qualifier
	asType
)

// usage is how a name is used at a place.
type usage struct {
	kind   kindOfUse
	member string // that is selected from a qualifier
}

func (b *builder) usage(pos token.Pos) (u usage) {
	for _, f := range b.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.ASSIGN && slices.ContainsFunc(n.Lhs, func(x ast.Expr) bool { id, ok := x.(*ast.Ident); return ok && id.Pos() == pos }) {
					u.kind = assigned
				}
			case *ast.CallExpr:
				if n.Fun.Pos() == pos {
					u.kind = called
				}
			case *ast.SelectorExpr:
				if id, ok := n.X.(*ast.Ident); ok && id.Pos() == pos {
					u = usage{qualifier, n.Sel.Name}
				}
			default:
				for _, t := range typesIn(n) {
					if id, ok := t.(*ast.Ident); ok && id.Pos() == pos {
						u.kind = asType
					}
				}
			}
			return true
		})
	}
	return u
}

// typesIn are the children of a node that are types.
func typesIn(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.Field:
		return []ast.Expr{elem(n.Type)}
	case *ast.ValueSpec:
		return []ast.Expr{elem(n.Type)}
	case *ast.TypeSpec:
		return []ast.Expr{elem(n.Type)}
	case *ast.CompositeLit:
		return []ast.Expr{elem(n.Type)}
	case *ast.ArrayType:
		return []ast.Expr{elem(n.Elt)}
	case *ast.MapType:
		return []ast.Expr{elem(n.Key), elem(n.Value)}
	case *ast.ChanType:
		return []ast.Expr{elem(n.Value)}
	case *ast.TypeAssertExpr:
		return []ast.Expr{elem(n.Type)}
	}
	return nil
}

// elem is the base of a pointer type, a parameter with ... or an instance.
func elem(t ast.Expr) ast.Expr {
	switch x := t.(type) {
	case *ast.StarExpr:
		return elem(x.X)
	case *ast.Ellipsis:
		return elem(x.Elt)
	case *ast.IndexExpr:
		return elem(x.X)
	case *ast.IndexListExpr:
		return elem(x.X)
	}
	return t
}

// ownNames are the names of the cell and the session that can be used like that.
func (b *builder) ownNames(pos token.Pos, u usage) []string {
	var names []string
	for n := range b.f.names {
		if o := b.pkg.Scope().Lookup(n); o != nil && u.suits(o) {
			names = append(names, n)
		}
	}
	for n, bd := range b.c.bindings {
		if bd.broken == "" && !strings.Contains(n, ".") && (bd.obj == nil && u.kind == qualifier || bd.obj != nil && u.suits(bd.obj)) {
			names = append(names, n)
		}
	}
	for s := b.scopeAt(pos); s != nil && s != b.pkg.Scope(); s = s.Parent() {
		for _, n := range s.Names() {
			if o := s.Lookup(n); o.Pos() < pos && !strings.Contains(n, mark) && u.suits(o) {
				names = append(names, n)
			}
		}
	}
	return names
}

// suits reports whether an object can be used like that.
func (u usage) suits(o types.Object) bool {
	_, isType := o.(*types.TypeName)
	_, isPackage := o.(*types.PkgName)
	switch u.kind {
	case asType:
		return isType
	case qualifier:
		if isPackage {
			return true
		}
		found, _, _ := types.LookupFieldOrMethod(o.Type(), true, o.Pkg(), u.member)
		return found != nil
	case assigned:
		_, isVar := o.(*types.Var)
		return isVar
	case called:
		_, isSignature := o.Type().Underlying().(*types.Signature)
		_, isBuiltin := o.(*types.Builtin)
		return isType || isSignature || isBuiltin
	}
	return !isPackage
}

// scopeAt is the innermost scope around a place.
func (b *builder) scopeAt(pos token.Pos) *types.Scope {
	for _, f := range b.files {
		if s := b.info.Scopes[f]; s != nil && f.FileStart <= pos && pos <= f.FileEnd {
			return s.Innermost(pos)
		}
	}
	return nil
}

// likeName is the hint for a misspelt name of the environment, of Go, or of a package.
func (b *builder) likeName(name string, u usage) string {
	if b.program() {
		if hint := b.toImport(name, u); hint != "" {
			return hint
		}
	}
	if u.kind == qualifier {
		var packages []string
		for _, p := range b.c.packageNames() {
			packages = append(packages, p.Text)
		}
		return didYouMean("the package ", near.Word(name, packages))
	}
	words := universeNames(u)
	if !b.program() {
		words = append(words, b.environmentNames(u)...)
	}
	return didYouMean("", near.Word(name, words))
}

// toImport is the hint for a package that a program doesn't import.
func (b *builder) toImport(name string, u usage) string {
	if o := b.c.environment(name); o != nil {
		return fmt.Sprintf("a program imports it: import %q, and write %s.%s", o.Pkg().Path(), o.Pkg().Name(), name)
	}
	if u.kind != qualifier || b.c.config.Auto == nil {
		return ""
	}
	if path := b.c.autoImport(name, map[string]bool{u.member: true}); path != "" {
		return fmt.Sprintf("a program imports it: import %q", path)
	}
	return ""
}

// environmentNames are the names of the environment that can be used like that.
func (b *builder) environmentNames(u usage) (names []string) {
	for n, o := range b.c.wholeEnvironment() {
		if u.suits(o) {
			names = append(names, n)
		}
	}
	return names
}

// universeNames are Go's own names that can be used like that.
func universeNames(u usage) []string {
	return slices.DeleteFunc(types.Universe.Names(), func(n string) bool {
		o := types.Universe.Lookup(n)
		return n == "nil" || u.kind == qualifier || o.Type() == nil || !u.suits(o)
	})
}

func didYouMean(prefix, like string) string {
	if like == "" {
		return ""
	}
	return "did you mean " + prefix + like + "?"
}

// Similar is a name of the session, the environment or Go of which name may be a
// misspelling, empty if there is none.
func (c *Compiler) Similar(name string) string {
	words := slices.Concat(types.Universe.Names(), slices.Collect(maps.Keys(c.wholeEnvironment())))
	for n, b := range c.bindings {
		if b.broken == "" && !strings.Contains(n, ".") {
			words = append(words, n)
		}
	}
	return near.Word(name, words)
}

// selfCall is the hint for a function literal that uses the variable it initialises.
func (b *builder) selfCall(name string, pos token.Pos) (hint string) {
	is := func(target, value ast.Expr) {
		id, ok := target.(*ast.Ident)
		lit, isLit := ast.Unparen(value).(*ast.FuncLit)
		if ok && isLit && id.Name == name && lit.Pos() < pos && pos < lit.End() {
			t := demangle(types.ExprString(lit.Type))
			hint = fmt.Sprintf("a function literal can call itself if its variable is declared before: var %s %s, then %s = %s { … }", name, t, name, t)
		}
	}
	for _, f := range b.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i := range min(len(n.Lhs), len(n.Rhs)) {
					is(n.Lhs[i], n.Rhs[i])
				}
			case *ast.ValueSpec:
				for i := range min(len(n.Names), len(n.Values)) {
					is(n.Names[i], n.Values[i])
				}
			}
			return true
		})
	}
	return hint
}

// ofReceiver is the hint for a field or method that a method uses without its
// receiver.
func (b *builder) ofReceiver(name string, pos token.Pos) string {
	for _, f := range b.files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil || pos < fd.Body.Pos() || pos > fd.Body.End() {
				continue
			}
			recv := receiver(fd)
			if recv == nil {
				return ""
			}
			o := b.info.Defs[recv]
			if o == nil || recv.Name == "_" {
				return ""
			}
			if found, _, _ := types.LookupFieldOrMethod(o.Type(), true, b.pkg, name); found != nil {
				return didYouMean(recv.Name+".", name)
			}
		}
	}
	return ""
}

// receiver is the name of a method's receiver, nil for none: a method of a type
// of an earlier cell is a function with the receiver first.
func receiver(fd *ast.FuncDecl) *ast.Ident {
	list := fd.Recv
	if list == nil && strings.HasPrefix(fd.Name.Name, mark+"m") {
		list = fd.Type.Params
	}
	if list == nil || len(list.List) == 0 || len(list.List[0].Names) == 0 {
		return nil
	}
	return list.List[0].Names[0]
}

// likeMember suggests another member of a package or of a value's type.
func (b *builder) likeMember(d *proto.Diagnostic, pos token.Pos) string {
	s := b.selectorAt(pos)
	if s == nil {
		return ""
	}
	if id, ok := s.X.(*ast.Ident); ok {
		if p, ok := b.info.Uses[id].(*types.PkgName); ok {
			members := slices.DeleteFunc(p.Imported().Scope().Names(), func(n string) bool { return !token.IsExported(n) })
			return didYouMean(id.Name+".", near.Word(s.Sel.Name, members))
		}
	}
	t := b.info.Types[s.X].Type
	if t == nil || !strings.Contains(d.Message, "undefined") {
		return ""
	}
	return didYouMean("", near.Word(s.Sel.Name, b.usableMembers(t)))
}

// usableMembers are the members of a type that a cell can name: those of a library's type
// that are exported.
func (b *builder) usableMembers(t types.Type) []string {
	return slices.DeleteFunc(memberNames(t), func(name string) bool {
		o, _, _ := types.LookupFieldOrMethod(t, true, b.pkg, name)
		return o == nil && !token.IsExported(name)
	})
}

// selectorAt is the selector whose member is at a place.
func (b *builder) selectorAt(pos token.Pos) (found *ast.SelectorExpr) {
	for _, f := range b.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Pos() == pos {
				found = s
			}
			return found == nil
		})
	}
	return found
}

// memberNames are the methods and fields of a type.
func memberNames(t types.Type) []string {
	var names []string
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for m := range types.NewMethodSet(t).Methods() {
		names = append(names, m.Obj().Name())
	}
	u := t.Underlying()
	if p, ok := u.(*types.Pointer); ok {
		u = p.Elem().Underlying()
	}
	if st, ok := u.(*types.Struct); ok {
		for f := range st.Fields() {
			names = append(names, f.Name())
		}
	}
	return names
}
