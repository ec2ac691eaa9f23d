package export

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"riffle/internal/cell"
)

// declText is a function, type or constants with the program's names.
func (t *translator) declText(d *decl) string {
	var more []change
	fd, _ := d.Node.(*ast.FuncDecl)
	if d.version > 0 {
		_, at := t.compiler.At(fd.Name.Pos())
		more = append(more, change{at, at + len(d.method), versionName(d)})
	}
	text := t.edited(d.unit, d.Checkable, more...)
	if g, ok := d.Node.(*ast.GenDecl); ok && g.Tok == token.TYPE && !strings.HasPrefix(text, "type") {
		text = "type " + text
	}
	if d.Stub {
		text += fmt.Sprintf(" {\n\tpanic(%q)\n}", d.key()+" has no body: it was only declared")
	}
	if d.version == 1 {
		text = t.dispatcher(d) + "\n" + text
	}
	return text
}

func versionName(d *decl) string { return fmt.Sprintf("%s_%d", d.method, d.version) }

// methodVar is the variable that holds the method as it is now.
func (t *translator) methodVar(d *decl) string {
	name, _ := t.nameOf(d.recv)
	return "now" + strings.ToUpper(name[:1]) + name[1:] + strings.ToUpper(d.method[:1]) + d.method[1:]
}

// receiver is the type of a method's receiver as an expression.
func (t *translator) receiver(d *decl) (text string, pointer bool) {
	name, _ := t.nameOf(d.recv)
	if _, ok := types.Unalias(d.Func.Signature().Recv().Type()).(*types.Pointer); ok {
		return "*" + name, true
	}
	return name, false
}

// dispatcher is a method whose body changes in the course of the program, and the
// variable that says which it has.
func (t *translator) dispatcher(d *decl) string {
	s := d.Func.Signature()
	var params, args []string
	for i := range s.Params().Len() {
		typ := s.Params().At(i).Type()
		text, ok := t.typeText(typ)
		arg := fmt.Sprintf("a%d", i)
		if s.Variadic() && i == s.Params().Len()-1 {
			text, ok = t.typeText(typ.(*types.Slice).Elem())
			text, arg = "..."+text, arg+"..."
		}
		if !ok {
			t.refuse(d.Source.Diagnostic(d.Start, d.End, "the method has a parameter of a type without a name"))
		}
		params, args = append(params, fmt.Sprintf("a%d %s", i, text)), append(args, arg)
	}
	w := typeWriter{t: t, ok: true}
	results := w.signature(types.NewSignatureType(nil, nil, nil, nil, s.Results(), false))[2:]
	ret := ""
	if s.Results().Len() > 0 {
		ret = "return "
	}
	recv, _ := t.receiver(d)
	call := t.methodVar(d) + "(" + strings.Join(append([]string{"r"}, args...), ", ") + ")"
	return fmt.Sprintf("// %s is declared more than once; %s is the one that holds.\nfunc (r %s) %s(%s)%s { %s%s }\n\nvar %s func(%s)%s\n",
		d.method, t.methodVar(d), recv, d.method, strings.Join(params, ", "), results, ret, call,
		t.methodVar(d), strings.Join(append([]string{"r " + recv}, params...), ", "), results)
}

// switchTo makes a version of a method the current one.
func (t *translator) switchTo(d *decl) string {
	if d.version == 0 {
		return ""
	}
	recv, pointer := t.receiver(d)
	if pointer {
		recv = "(" + recv + ")"
	}
	return fmt.Sprintf("%s = %s.%s", t.methodVar(d), recv, versionName(d))
}

// statement is a statement of a cell's top level in the program.
func (w *blockWriter) statement(u *unit, p cell.Checkable) string {
	switch n := p.Node.(type) {
	case *ast.GenDecl:
		return w.varDecl(u, p, n)
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return w.define(u, p, n)
		}
	case *ast.ExprStmt:
		return w.expression(u, p, n)
	}
	return w.edited(u, p)
}

// target is a variable on the left side: its entity, nil for the blank one.
func (w *blockWriter) target(u *unit, id *ast.Ident) *entity {
	if id.Name == "_" {
		return nil
	}
	return w.session[w.object(u, id)]
}

// fresh are the variables among the targets that main has yet to declare. plain says
// that := is right for them all.
func (w *blockWriter) fresh(u *unit, ids []*ast.Ident) (fresh []*entity, plain bool) {
	plain = true
	for _, id := range ids {
		e := w.target(u, id)
		switch {
		case e == nil:
		case !e.global && !e.standing:
			fresh = append(fresh, e)
		case e.global:
			plain = false
		}
	}
	return fresh, plain && len(fresh) > 0
}

func idents(list []ast.Expr) (ids []*ast.Ident) {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// define is a := statement: as it is, or an assignment.
func (w *blockWriter) define(u *unit, p cell.Checkable, n *ast.AssignStmt) string {
	fresh, plain := w.fresh(u, idents(n.Lhs))
	if plain {
		stand(fresh)
		return w.edited(u, p)
	}
	_, at := w.compiler.At(n.TokPos)
	return w.declareAll(fresh) + w.edited(u, p, change{at, at + 2, "="})
}

func stand(list []*entity) {
	for _, e := range list {
		e.standing = true
	}
}

func (w *blockWriter) declareAll(list []*entity) (text string) {
	for _, e := range list {
		text += w.variable(e)
	}
	stand(list)
	return text
}

// varDecl is a var declaration: as it is, or assignments.
func (w *blockWriter) varDecl(u *unit, p cell.Checkable, n *ast.GenDecl) string {
	whole := true
	var all []*entity
	for _, s := range n.Specs {
		for _, id := range s.(*ast.ValueSpec).Names {
			e := w.target(u, id)
			whole = whole && (e == nil || !e.global && !e.standing)
			if e != nil {
				all = append(all, e)
			}
		}
	}
	if whole {
		stand(all)
		return w.edited(u, p)
	}
	text := ""
	for _, s := range n.Specs {
		text += w.valueSpec(u, p, s.(*ast.ValueSpec))
	}
	return text
}

func (w *blockWriter) valueSpec(u *unit, p cell.Checkable, s *ast.ValueSpec) string {
	fresh, _ := w.fresh(u, s.Names)
	text := w.declareAll(fresh)
	if len(s.Values) == 0 {
		return text
	}
	var names []string
	for _, id := range s.Names {
		name := "_"
		if e := w.target(u, id); e != nil {
			name = e.name
		}
		names = append(names, name)
	}
	_, start := w.compiler.At(s.Values[0].Pos())
	_, end := w.compiler.At(s.Values[len(s.Values)-1].End())
	var values strings.Builder
	values.WriteString(w.editedNode(u, s, p.Source, start, end))
	return text + strings.Join(names, ", ") + " = " + values.String() + "\n"
}

// expression is an expression as a statement: shown, or only evaluated.
func (w *blockWriter) expression(u *unit, p cell.Checkable, n *ast.ExprStmt) string {
	text := w.edited(u, p)
	list := u.List && n == u.Show
	if call, ok := n.X.(*ast.CallExpr); ok && !list {
		if id, ok := call.Fun.(*ast.Ident); ok && strings.HasPrefix(id.Name, "ᐧlist") {
			list = true
		}
	}
	if u.shows && n == u.Show {
		return w.show(u, n, text, list)
	}
	if list {
		args := n.X.(*ast.CallExpr).Args
		return strings.Repeat("_, ", len(args)-1) + "_ = " + text
	}
	if u.Kept != nil && n == u.Show {
		if e := w.session[u.Kept]; e.name != "" { // in a script it isn't shown, and yet used
			return w.keep(e, text)
		}
	}
	if w.isStatement(u, n.X) {
		return text
	}
	if tv := u.Info.Types[n.X]; tv.IsNil() || tv.IsType() || tv.IsBuiltin() {
		return "// " + text
	} else if tv.Value != nil && tooLarge(tv) {
		return "// " + text
	}
	return "_ = " + text
}

// keep declares the variable that holds a displayed value.
func (w *blockWriter) keep(e *entity, text string) string {
	switch _, iface := e.obj.Type().Underlying().(*types.Interface); {
	case e.standing || e.global:
		return e.name + " = " + text
	case iface:
		e.standing = true
		typ, _ := w.typeText(e.obj.Type())
		return fmt.Sprintf("var %s %s = %s", e.name, typ, text)
	}
	e.standing = true
	return e.name + " := " + text
}

// isStatement reports whether Go takes an expression for a statement.
func (w *blockWriter) isStatement(u *unit, e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return x.Op == token.ARROW
	case *ast.CallExpr:
		fun := u.Info.Types[x.Fun]
		if fun.IsType() {
			return false
		}
		if !fun.IsBuiltin() {
			return true
		}
		switch f := ast.Unparen(x.Fun).(type) {
		case *ast.Ident:
			return map[string]bool{"clear": true, "close": true, "copy": true, "delete": true, "panic": true, "print": true, "println": true, "recover": true}[f.Name]
		}
	}
	return false
}

// tooLarge reports whether a constant has no type that holds it.
func tooLarge(tv types.TypeAndValue) bool {
	b, ok := tv.Type.(*types.Basic)
	if !ok || b.Kind() != types.UntypedInt {
		return false
	}
	_, err := strconv.ParseInt(tv.Value.ExactString(), 10, 64)
	return err != nil
}
