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

// Messages are go/types' and go/parser's own, without what only we know:
// package main, marked names. Hints are added for the classic mistakes.

var mainPrefix = pattern(`\bmain\.`)

// plain is a checker's message without our names.
func plain(msg string) string {
	return declaredAt().ReplaceAllString(mainPrefix().ReplaceAllString(demangle(msg), ""), "")
}

// declaredAt is a place in the laid-out file, which says nothing to the user.
var declaredAt = pattern(` \(declared at [^()]*\)`)

// plainSyntax is a parser's message without what the laid-out file adds.
func plainSyntax(msg string, atEnd bool) string {
	msg = demangle(msg)
	if atEnd {
		msg = strings.ReplaceAll(msg, "found '}'", "found the end of the cell")
	}
	return strings.ReplaceAll(msg, "found 'EOF'", "found the end of the cell")
}

// elseHint is for an else whose if has ended with its line.
const elseHint = "else stands behind the } of its if, on the same line: } else {"

// syntaxHint advises on a syntax error.
func syntaxHint(msg, line string) string { return advise(syntaxAdvice, msg+"\n"+line) }

// explain adds a hint to a checker's error.
func (b *builder) explain(d *proto.Diagnostic, e types.Error) {
	msg := d.Message
	switch {
	case strings.HasPrefix(msg, "undefined: "):
		b.explainUndefined(d, strings.TrimPrefix(msg, "undefined: "), e.Pos)
	case strings.Contains(msg, " undefined (type "):
		b.explainMember(d, e.Pos)
	case strings.HasPrefix(msg, "too many return values") && b.inMain(e.Pos) && !b.inFunction(e.Pos):
		d.Message = "the statements of a cell return nothing"
		d.Hint = "the last expression of a cell is displayed; return values from a function"
	case sameTypeName(msg):
		d.Hint = "the type was declared again since this value was made: make a new value of the newest type"
	case strings.Contains(msg, "cannot indirect") && strings.Contains(d.Text, "**"):
		d.Hint = "Go has no ** operator: math.Pow(x, y) is a power"
	default:
		d.Hint = cmp.Or(pointerMissing(msg), lastIndex(msg))
	}
	d.Hint = cmp.Or(d.Hint, advise(checkAdvice, d.Message))
}

// inMain: the position is in the cell's statements.
func (b *builder) inMain(pos token.Pos) bool {
	return b.f.main != nil && pos > b.f.main.Body.Lbrace && pos < b.f.main.Body.Rbrace
}

var assignedTypes = pattern(`type (\S+)\) as (\S+) value`)

// sameTypeName: the message says that a T is no T, two types of one name.
func sameTypeName(msg string) bool {
	m := assignedTypes().FindStringSubmatch(msg)
	return m != nil && m[1] == m[2]
}

var (
	addressWanted = pattern(`^cannot use (\S+) \((variable|value) of .*?type (\S+)\) as \*(\S+) value`)
	valueWanted   = pattern(`^cannot use (\S+) \(.* of .*?type \*(\S+)\) as (\S+) value`)
)

// pointerMissing is the hint for a T that is used as a *T, or the other way round.
func pointerMissing(msg string) string {
	if m := addressWanted().FindStringSubmatch(msg); m != nil && m[3] == m[4] {
		if m[2] == "variable" || strings.HasSuffix(m[1], "}") {
			return "a pointer is wanted: write " + strings.ReplaceAll("&"+m[1], "&*", "")
		}
		return "a pointer is wanted: put the value into a variable x, and write &x"
	}
	if m := valueWanted().FindStringSubmatch(msg); m != nil && m[2] == m[3] {
		return "the value is wanted, not the pointer: write *" + m[1]
	}
	return ""
}

// explainUndefined says where an undefined name may come from.
func (b *builder) explainUndefined(d *proto.Diagnostic, name string, pos token.Pos) {
	if strings.Contains(name, ".") {
		b.explainMember(d, pos)
		return
	}
	if bd := b.c.bindings[name]; bd != nil && bd.broken != "" {
		d.Message = fmt.Sprintf("%s no longer compiles %s", name, bd.broken)
		d.Hint = "declare " + name + " again"
		return
	}
	if _, later := b.f.names[name]; later {
		d.Hint = name + " is declared further down in this cell"
		return
	}
	if b.useAt(pos) == assigned {
		d.Hint = declareHint
		return
	}
	if d.Hint = advise(parameterAdvice, d.Text); d.Hint != "" {
		return
	}
	if here := elsewhere[name]; here != "" {
		d.Hint = "in Go this is " + here
		return
	}
	if like := b.c.similar(name, slices.Collect(maps.Keys(b.f.names))...); like != "" {
		d.Hint = "did you mean " + like + "?"
		return
	}
	if !b.inMain(pos) && b.f.main != nil && b.useAt(pos) == called {
		d.Hint = "functions that need each other belong in one cell"
	}
}

// explainMember proposes another member of a package or of a value's type.
func (b *builder) explainMember(d *proto.Diagnostic, pos token.Pos) {
	s := b.selectorAt(pos)
	if s == nil {
		return
	}
	prefix := ""
	var members []string
	if id, ok := s.X.(*ast.Ident); ok {
		if p, ok := b.info.Uses[id].(*types.PkgName); ok {
			prefix, members = id.Name+".", p.Imported().Scope().Names()
			members = slices.DeleteFunc(members, func(n string) bool { return !token.IsExported(n) })
		}
	}
	if t := b.info.Types[s.X].Type; prefix == "" && t != nil {
		members = memberNames(t)
	}
	if like := near.Word(s.Sel.Name, members); like != "" {
		d.Hint = "did you mean " + prefix + like + "?"
	}
}

// selectorAt is the selector whose member stands at a position.
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

// similar is a name of the session, of the environment or of more that differs by
// a slip.
func (c *Compiler) similar(name string, more ...string) string {
	c.environment("")
	words := slices.Concat(more, types.Universe.Names(), slices.Collect(maps.Keys(c.env)))
	for n, b := range c.bindings {
		if b.broken == "" && !strings.Contains(n, ".") {
			words = append(words, n)
		}
	}
	return near.Word(name, words)
}
