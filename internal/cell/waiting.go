package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/lower"
	"riffle/internal/proto"
)

// A function may use names that only a later cell declares. It waits then: it is kept with
// a body that panics and says what is missing, until a cell declares one of the names and
// compiles it again, as it does all that uses a name (dependents.go). A function whose
// signature has such a name isn't declared itself before.

// waits says what a function can't be called without.
type waits struct {
	fd     *ast.FuncDecl // of the cell's own, nil for one of an earlier cell
	recv   string        // its receiver's type
	name   string        // its own
	at     token.Pos     // of the first missing name
	names  []string      // the missing names as users write them: b, Deck.shuffle
	uses   []string      // the names whose declaration may change that: b, .shuffle
	hint   string        // what the first of them may be meant as
	whole  bool          // one is in the signature
	misfit string        // the error that isn't about a missing name
}

// missing is a name that isn't declared yet, what declares it, and what it may be meant as.
type missing struct{ name, use, hint string }

// wait lets functions wait for what isn't declared yet, if nothing else is wrong with the
// cell. It reports whether it found one, so that checking must start anew.
func (b *builder) wait(errs []types.Error) bool {
	if b.program() || b.f.src.Apart || b.f.src.Loop {
		return false
	}
	if b.waitOn(errs) {
		return true
	}
	found := map[*ast.FuncDecl]*waits{}
	for _, e := range errs {
		if b.carriedAt(e.Pos) != nil {
			continue
		}
		fd := b.functionAt(e.Pos)
		m := b.missingAt(fd, e)
		if m == nil && (fd == nil || !follows(e.Msg)) {
			return false
		}
		if found[fd] == nil {
			found[fd] = b.waitsOf(fd, e.Pos)
		}
		if m != nil {
			found[fd].add(m, inSignature(fd, e.Pos))
		}
	}
	if len(found) == 0 || b.run(found) {
		return false
	}
	for fd, w := range found {
		if len(w.names) == 0 || w.whole && !b.unknown(w) {
			return false
		}
		w.uses = append(w.uses, slices.Collect(maps.Keys(freeNames(fd)))...)
	}
	for fd, w := range found {
		if b.waiting = append(b.waiting, w); w.whole {
			b.hold(fd, w)
		} else {
			suspend(fd, w.at, w.why())
		}
	}
	return true
}

// follows reports whether an error may follow from another one: from the results of an
// unknown function that are passed on, or from a type that doesn't implement an interface.
func follows(msg string) bool {
	return strings.HasPrefix(msg, "not enough arguments in call to ") || strings.HasPrefix(msg, "impossible type assertion: ") ||
		strings.HasPrefix(msg, "impossible type switch case: ") || compares().MatchString(msg)
}

// compares fits an error about a comparison, of an interface with a type that lacks methods.
var compares = pattern(`^invalid operation: .+ [=!]= .+ \(mismatched types `)

// waitOn lets functions of earlier cells that wait go on waiting. What doesn't fit them
// when it is declared at last makes them wait for another declaration.
func (b *builder) waitOn(errs []types.Error) (found bool) {
	for _, e := range errs {
		d := b.carriedAt(e.Pos)
		if d == nil || d.waits == "" {
			continue
		}
		fd := b.functionAt(e.Pos)
		m := b.missingAt(fd, e)
		if fd == nil || m == nil && inSignature(fd, e.Pos) {
			continue
		}
		w := b.goOn[d]
		if w == nil {
			w = &waits{recv: d.recv, name: d.name, at: e.Pos}
			b.goOn[d], found = w, true
		}
		switch {
		case m != nil:
			w.add(m, inSignature(fd, e.Pos))
			found = found || w.whole
		case w.misfit == "" && (len(w.names) == 0 || !follows(e.Msg)):
			w.misfit = plain(e.Msg)
		}
	}
	b.carried = slices.DeleteFunc(slices.Clone(b.carried), func(d *declared) bool { return b.goOn[d] != nil && b.goOn[d].whole })
	return found
}

// waitsOf is that of a function of the cell.
func (b *builder) waitsOf(fd *ast.FuncDecl, at token.Pos) *waits {
	w := &waits{fd: fd, name: fd.Name.Name, at: at}
	if fd.Recv != nil {
		w.recv = baseName(fd.Recv)
	}
	for _, l := range b.lates {
		if l.fd == fd {
			w.recv, w.name = l.base.Obj().Name(), l.name
		}
	}
	return w
}

func (w *waits) add(m *missing, whole bool) {
	w.whole = w.whole || whole
	if slices.Contains(w.names, m.name) {
		return
	}
	if len(w.names) == 0 {
		w.hint = m.hint
	}
	w.names, w.uses = append(w.names, m.name), append(w.uses, m.use)
}

// key is how a binding names the function.
func (w *waits) key() string { return (&declared{recv: w.recv, name: w.name}).key() }

// why is the sentence that says what the function waits for.
func (w *waits) why() string {
	if w.misfit != "" {
		return fmt.Sprintf("%s doesn't fit what it waited for: %s", w.key(), w.misfit)
	}
	verb := "isn't"
	if len(w.names) > 1 {
		verb = "aren't"
	}
	text := fmt.Sprintf("%s uses %s, which %s declared yet", w.key(), enumerate(w.names), verb)
	if w.hint != "" && len(w.names) == 1 {
		text += ": " + w.hint
	}
	return text
}

// functionAt is the function of the cell, or of what it carries, that a place is in.
func (b *builder) functionAt(pos token.Pos) *ast.FuncDecl {
	for _, f := range b.files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Pos() <= pos && pos < fd.End() && fd.Name.Name != mainFunc {
				return fd
			}
		}
	}
	return nil
}

// inSignature reports whether a place is in a function and not in its body.
func inSignature(fd *ast.FuncDecl, pos token.Pos) bool { return fd != nil && pos < fd.Body.Lbrace }

// missingAt is the name that an error in a function is about, nil unless a later cell may
// declare it.
func (b *builder) missingAt(fd *ast.FuncDecl, e types.Error) *missing {
	if fd == nil || fd.Body == nil {
		return nil
	}
	msg := plain(e.Msg)
	if name, ok := strings.CutPrefix(msg, "undefined: "); ok {
		return b.missingName(fd, name, e)
	}
	if s := b.selectorAt(e.Pos); s != nil && strings.Contains(msg, " has no field or method ") {
		hint := b.diagnostic(e).Hint
		if n := b.own(b.info.Types[s.X].Type); n != nil && (b.calls(fd, s) || hint == "" && !assigns(fd, s)) {
			return &missing{n.Obj().Name() + "." + s.Sel.Name, "." + s.Sel.Name, hint}
		}
	}
	if m := lacksMethod().FindStringSubmatch(msg); m != nil {
		if bd := b.nowMeans(m[1]); bd != nil && b.own(bd.Type()) != nil {
			return &missing{m[1] + "." + m[2], "." + m[2], ""}
		}
	}
	return nil
}

// lacksMethod fits the errors about a type that lacks a method of an interface.
var lacksMethod = pattern(`\*?(\w+)(?:\[[^ ]*\])?\)? (?:does not (?:implement|satisfy)|cannot have dynamic type) .*\(missing method (\w+)\)`)

// missingName is an undefined name, nil for one that a function has for another reason
// than the order of cells: a word of another language, a local name out of its scope.
func (b *builder) missingName(fd *ast.FuncDecl, name string, e types.Error) *missing {
	bd := b.c.bindings[name]
	broken := bd != nil && bd.broken != "" && !bd.held()
	if strings.Contains(name, ".") || broken || b.c.unread[name] != nil || declaresInside(fd, name) {
		return nil
	}
	d := b.c.Diagnostic(e.Pos, e.Pos, "undefined: "+name)
	if b.selfCall(name, e.Pos) != "" || b.ofReceiver(name, e.Pos) != "" {
		return nil
	}
	for _, t := range []table{orderAdvice, lateAdvice, memberAdvice, checkAdvice, cellAdvice} {
		if advise(t, &d, d.Message) != "" {
			return nil
		}
	}
	word := advise(undefinedAdvice, &d, d.Message) // of another language, or the name of a function of the user's, as sum
	if word != "" && (b.usage(e.Pos).kind != called || ast.IsExported(name)) {
		return nil
	}
	m := &missing{name: name, use: name}
	if bd.held() {
		m.hint = bd.broken
	} else if hint := b.diagnostic(e).Hint; !strings.HasSuffix(hint, laterCall) {
		m.hint = hint
	}
	return m
}

// declaresInside reports whether a function declares a local name.
func declaresInside(fd *ast.FuncDecl, name string) (found bool) {
	ast.Inspect(fd, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && id.Obj != nil && fd.Type.Pos() <= id.Obj.Pos() && id.Obj.Pos() < fd.End() {
			found = true
		}
		return !found
	})
	return found && fd.Name.Name != name
}

// calls reports whether a function calls what a selector selects.
func (b *builder) calls(fd *ast.FuncDecl, s *ast.SelectorExpr) (found bool) {
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && ast.Unparen(c.Fun) == s {
			found = true
		}
		return !found
	})
	return found
}

// assigns reports whether a function assigns to what a selector selects: it is a field.
func assigns(fd *ast.FuncDecl, s *ast.SelectorExpr) (found bool) {
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, func(x ast.Expr) bool { return x == s })
		case *ast.IncDecStmt:
			found = found || n.X == s
		}
		return !found
	})
	return found
}

// own is the user's type, or what it points to, if later cells can give it methods.
func (b *builder) own(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != lower.UserPath || cannotHave(n, "") != "" || b.nowMeans(n.Obj().Name()) != n.Origin().Obj() {
		return nil
	}
	return n
}

// nowMeans is what a name of the cell or the session means now.
func (b *builder) nowMeans(name string) types.Object {
	if o := b.pkg.Scope().Lookup(name); o != nil {
		return o
	}
	if bd := b.c.bindings[name]; bd != nil {
		return bd.obj
	}
	return nil
}

// unknown reports whether a function's name means nothing yet, so that nobody can mean
// something else by it while the function isn't declared.
func (b *builder) unknown(w *waits) bool {
	if bd := b.c.bindings[w.key()]; bd != nil {
		return bd.held()
	}
	return w.recv != "" || b.c.environment(w.name) == nil
}

// run reports whether the cell's statements mention one of the functions, by name,
// themselves or through others of the cell.
func (b *builder) run(found map[*ast.FuncDecl]*waits) bool {
	uses := map[string]bool{}
	for _, s := range b.f.body {
		maps.Copy(uses, freeNames(s))
		if spec := b.f.inits[s]; spec != nil {
			maps.Copy(uses, freeNames(spec))
		}
	}
	seen := map[*ast.FuncDecl]bool{}
	for again := len(uses) > 0; again; {
		again = false
		for _, d := range b.f.ast.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || seen[fd] {
				continue
			}
			w := b.waitsOf(fd, fd.Pos())
			if uses[w.name] && w.recv == "" || uses["."+w.name] && w.recv != "" {
				if found[fd] != nil {
					return true
				}
				seen[fd], again = true, true
				maps.Copy(uses, freeNames(fd))
			}
		}
	}
	return false
}

// suspend gives a function a body that panics and says why, at a place.
func suspend(fd *ast.FuncDecl, at token.Pos, why string) {
	call := &ast.CallExpr{
		Fun:    &ast.Ident{NamePos: at, Name: "panic"},
		Lparen: at,
		Args:   []ast.Expr{&ast.BasicLit{ValuePos: at, Kind: token.STRING, Value: strconv.Quote(why)}},
		Rparen: at,
	}
	fd.Body = &ast.BlockStmt{Lbrace: fd.Body.Lbrace, List: []ast.Stmt{&ast.ExprStmt{X: call}}, Rbrace: fd.Body.Rbrace}
}

// hold takes a function out of the cell: it can't be declared yet.
func (b *builder) hold(fd *ast.FuncDecl, w *waits) {
	b.f.ast.Decls = slices.DeleteFunc(slices.Clone(b.f.ast.Decls), func(d ast.Decl) bool { return d == fd })
	delete(b.late, fd)
	if w.recv == "" {
		delete(b.f.names, w.name)
	}
}

// waitsIn is what a function of the cell, or one that it compiled again, waits for, nil
// for nothing.
func (b *builder) waitsIn(fd *ast.FuncDecl) *waits {
	if d := b.origin[fd]; d != nil {
		return b.goOn[d]
	}
	for _, w := range b.waiting {
		if w.fd == fd {
			return w
		}
	}
	return nil
}

// commitWaiting records for a declaration what it waits for.
func (b *builder) commitWaiting(decl *declared, w *waits) {
	if decl.waits = ""; w == nil {
		return
	}
	decl.waits = w.why()
	decl.uses = append(slices.Clone(decl.uses), w.uses...)
	slices.Sort(decl.uses)
	decl.uses = slices.Compact(decl.uses)
}

// commitHeld makes bindings of the functions that aren't declared yet.
func (b *builder) commitHeld() {
	for _, w := range b.waiting {
		if w.whole {
			src, start := b.c.locate(w.fd.Pos())
			_, end := b.c.locate(w.fd.End())
			d := &declared{src: src, start: start, end: end, recv: w.recv, name: w.name}
			b.commitWaiting(d, w)
			b.c.bind(&binding{name: w.key(), cell: b.f.src.Cell, decl: d, broken: d.waits})
		}
	}
	for d, w := range b.goOn {
		if bd := b.c.bindings[d.key()]; w.whole && bd != nil && bd.decl == d {
			b.commitWaiting(d, w)
			bd.broken = d.waits
		}
	}
}

// held reports whether a function isn't declared because its signature uses what isn't.
func (b *binding) held() bool { return b != nil && b.obj == nil && b.decl != nil && b.decl.waits != "" }

// waitingNotes say what the cell's functions wait for, and which functions of earlier
// cells don't fit what they waited for.
func (b *builder) waitingNotes() (out []proto.Diagnostic) {
	list := slices.Clone(b.waiting)
	for _, w := range b.goOn {
		if w.misfit != "" {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(v, w *waits) int { return int(v.at - w.at) })
	for _, w := range list {
		n := b.c.Diagnostic(w.at, w.at, w.why())
		n.Text = ""
		out = append(out, n)
	}
	return out
}
