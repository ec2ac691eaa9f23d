package cell

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/lower"
	"riffle/internal/proto"
)

// A function may use a name that no cell has declared yet: it is pending. Its signature
// is checked and it is declared, with a body that panics and names what is missing; its
// source is kept. A cell that declares a missing name compiles it again, as it does with
// all that use what a cell declares (dependents.go). Where the cell's own statements may
// call it, or the name is one that somebody misspelt or took from another language, the
// error remains an error.

// missing is what a pending function uses and nobody has declared: a name, or a method of
// a type.
type missing struct {
	name string // as in source, or Type.method
	hint string
	pos  token.Pos
}

// pending is a function, method or carried declaration of the cell whose body waits.
type pending struct {
	missing []missing
	uses    []string // as declared.uses: the function hasn't its own body now
}

// wait makes the functions pending in whose bodies all errors are, if that is possible. It
// reports whether the cell must be checked again.
func (b *builder) wait(errs []types.Error) bool {
	if b.program() || b.f.src.Apart || len(errs) == 0 {
		return false
	}
	found := map[*ast.FuncDecl]*pending{}
	for _, e := range errs {
		fd := bodyAt(b.f.ast.Decls, e.Pos)
		if fd == nil {
			return false
		}
		if found[fd] == nil {
			found[fd] = &pending{uses: sortedNames(fd)}
		}
		if m, ok := b.missingAt(e, fd); ok {
			found[fd].add(m)
		} else if !follows(e.Msg) {
			return false
		}
	}
	for _, p := range found {
		if len(p.missing) == 0 {
			return false
		}
	}
	if b.runs(found) {
		return false
	}
	for fd, p := range found {
		b.pending[fd] = p
		p.strip(fd, shownName(fd, b.late[fd]))
	}
	return true
}

// follows reports whether an error may follow from another one: from the results of an
// unknown function that are passed on, or from a type that doesn't implement an interface.
func follows(msg string) bool {
	return strings.HasPrefix(msg, "not enough arguments in call to ") || strings.HasPrefix(msg, "impossible type assertion: ") ||
		strings.HasPrefix(msg, "impossible type switch case: ") || strings.Contains(msg, " (mismatched types ")
}

// add adds what is missing, once. The source doesn't have the name of a method that is
// needed for an interface.
func (p *pending) add(m missing) {
	if slices.ContainsFunc(p.missing, func(n missing) bool { return n.name == m.name }) {
		return
	}
	p.missing = append(p.missing, m)
	if _, method, ok := strings.Cut(m.name, "."); ok {
		if i, found := slices.BinarySearch(p.uses, "."+method); !found {
			p.uses = slices.Insert(p.uses, i, "."+method)
		}
	}
}

// names is what is missing; nil for nil.
func (p *pending) names() (names []string) {
	if p == nil {
		return nil
	}
	for _, m := range p.missing {
		names = append(names, m.name)
	}
	return names
}

// text says what is missing, and what may have been meant.
func (p *pending) text(function string) string {
	text := lacks(function, p.names())
	if len(p.missing) == 1 && p.missing[0].hint != "" {
		text += ": " + p.missing[0].hint
	}
	return text
}

// lacks says what a function uses and nobody has declared.
func lacks(function string, names []string) string {
	verb := "isn't"
	if len(names) > 1 {
		verb = "aren't"
	}
	return fmt.Sprintf("%s uses %s, which %s declared yet", function, enumerate(names), verb)
}

// strip gives a function a body that panics in the place of its own.
func (p *pending) strip(fd *ast.FuncDecl, name string) {
	at := fd.Name.Pos()
	call := &ast.CallExpr{
		Fun:    &ast.Ident{NamePos: at, Name: "panic"},
		Lparen: at,
		Args:   []ast.Expr{&ast.BasicLit{ValuePos: at, Kind: token.STRING, Value: strconv.Quote(p.text(name))}},
		Rparen: at,
	}
	fd.Body = &ast.BlockStmt{Lbrace: fd.Body.Lbrace, List: []ast.Stmt{&ast.ExprStmt{X: call}}, Rbrace: fd.Body.Rbrace}
}

// shownName is a function's name, or a method's with its type; a method of a type of an
// earlier cell has become a function.
func shownName(fd *ast.FuncDecl, late *types.Func) string {
	switch {
	case late != nil:
		return recvName(late) + "." + late.Name()
	case fd.Recv != nil:
		return baseName(fd.Recv) + "." + fd.Name.Name
	}
	return fd.Name.Name
}

// bodyAt is the function in whose body a place is, nil for none.
func bodyAt(decls []ast.Decl, pos token.Pos) *ast.FuncDecl {
	for _, d := range decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && fd.Body.Lbrace < pos && pos < fd.Body.Rbrace {
			return fd
		}
	}
	return nil
}

// missingAt is what an error in a function's body is about, if that may come later.
func (b *builder) missingAt(e types.Error, fd *ast.FuncDecl) (missing, bool) {
	msg := plain(e.Msg)
	if name, ok := strings.CutPrefix(msg, "undefined: "); ok && token.IsIdentifier(name) && fd.Name.Name != name {
		d := b.diagnostic(e)
		m := missing{name: name, hint: d.Hint, pos: e.Pos}
		return m, d.Message == msg && (d.Hint == "" || b.mayCome(name, e.Pos, &d))
	}
	return b.missingMethodAt(e, fd)
}

// mayCome reports whether a name for which there is a hint may be declared later: a
// function of the user's, as sum may be one, or a name that is like another one by
// chance. The rest are words of other languages.
func (b *builder) mayCome(name string, pos token.Pos, d *proto.Diagnostic) bool {
	u, hint := b.usage(pos), d.Hint
	if u.kind == called && !ast.IsExported(name) && hint == cmp.Or(advise(undefinedAdvice, d, d.Message), advise(lateAdvice, d, d.Message)) {
		return true
	}
	return hint == didYouMean("", b.likeOwn(name, pos, u)) || hint == b.likeName(name, u)
}

// missingMethodAt is the method of one of the user's types that a function needs and that
// nobody has declared: it selects it, or needs it for an interface.
func (b *builder) missingMethodAt(e types.Error, fd *ast.FuncDecl) (m missing, ok bool) {
	if found := implements().FindStringSubmatch(plain(e.Msg)); found != nil && b.isOwnType(found[1]) {
		return missing{name: found[1] + "." + found[2], pos: e.Pos}, true
	}
	if !noMember().MatchString(e.Msg) {
		return m, false
	}
	var called *ast.SelectorExpr
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			called, _ = ast.Unparen(n.Fun).(*ast.SelectorExpr)
		case *ast.AssignStmt:
			ok = ok || slices.ContainsFunc(n.Lhs, func(x ast.Expr) bool { s, is := x.(*ast.SelectorExpr); return is && s.Sel.Pos() == e.Pos })
		case *ast.SelectorExpr:
			t := ownType(b.info.TypeOf(n.X))
			if n.Sel.Pos() != e.Pos || t == nil || ok {
				return true
			}
			m = missing{t.Obj().Name() + "." + n.Sel.Name, b.likeMember(&proto.Diagnostic{Message: plain(e.Msg)}, e.Pos), e.Pos}
			ok = n == called || m.hint == ""
			return false
		}
		return true
	})
	return m, ok && m.name != ""
}

var (
	implements = pattern(`\*?(\w+)\)? does not (?:implement|satisfy) .+ \(missing method (\w+)\)$`)
	noMember   = pattern(` undefined \(type .+ has no field or method \w+\)$`)
)

// ownType is the type of the user's that a type is, or points to; nil if it is none that
// can get methods.
func ownType(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(n) || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != lower.UserPath {
		return nil
	}
	return n
}

// isOwnType reports whether a name is one of the user's types.
func (b *builder) isOwnType(name string) bool {
	o := b.pkg.Scope().Lookup(name)
	if bd := b.c.bindings[name]; o == nil && bd != nil {
		o = bd.obj
	}
	t, ok := o.(*types.TypeName)
	return ok && ownType(t.Type()) != nil
}

// runs reports whether the cell's statements may call one of some functions, directly or
// by functions of the cell.
func (b *builder) runs(some map[*ast.FuncDecl]*pending) bool {
	used := map[string]bool{"init": true}
	note := func(names map[string]bool) {
		for n := range names {
			used[n] = true
		}
	}
	for _, s := range b.f.body {
		note(freeNames(s))
	}
	for _, spec := range b.f.inits {
		for _, v := range spec.Values {
			note(freeNames(v))
		}
	}
	reached := map[*ast.FuncDecl]bool{}
	for again := true; again; {
		again = false
		for _, d := range b.f.ast.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || reached[fd] {
				continue
			}
			name := fd.Name.Name
			if m := b.late[fd]; m != nil {
				name = "." + m.Name()
			} else if fd.Recv != nil {
				name = "." + name
			}
			if !used[name] {
				continue
			}
			if some[fd] != nil || b.pending[fd] != nil {
				return true
			}
			reached[fd], again = true, true
			note(freeNames(fd.Body))
		}
	}
	return false
}

// stillWaits keeps a carried declaration pending whose error is that something is missing
// still. It reports whether it does.
func (b *builder) stillWaits(d *declared, e types.Error) bool {
	if d.missing == nil {
		return false
	}
	var fd *ast.FuncDecl
	for decl, of := range b.origin {
		if of == d {
			fd, _ = decl.(*ast.FuncDecl)
		}
	}
	if fd == nil || fd.Body == nil || e.Pos <= fd.Body.Lbrace || e.Pos >= fd.Body.Rbrace {
		return false
	}
	name, undefined := strings.CutPrefix(plain(e.Msg), "undefined: ")
	m, ok := missing{name: name}, undefined && token.IsIdentifier(name)
	if !ok {
		m, ok = b.missingMethodAt(e, fd)
	}
	if ok {
		if b.waiting[d] == nil {
			b.waiting[d] = &pending{uses: slices.Clone(d.uses)}
		}
		b.waiting[d].add(m)
	}
	return ok || b.waiting[d] != nil && follows(e.Msg)
}

// pendingNotes say what the functions that the cell declares wait for, one note each.
func (b *builder) pendingNotes() []proto.Diagnostic {
	var notes []proto.Diagnostic
	for _, d := range b.f.ast.Decls {
		fd, ok := d.(*ast.FuncDecl)
		p := b.pending[fd]
		if !ok || p == nil {
			continue
		}
		first := p.missing[0]
		n := b.c.Diagnostic(first.pos, first.pos, p.text(shownName(fd, b.late[fd])))
		n.Text = ""
		notes = append(notes, n)
	}
	slices.SortStableFunc(notes, func(x, y proto.Diagnostic) int {
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
	})
	return notes
}
