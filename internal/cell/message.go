package cell

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/proto"
)

// Messages are those of go/types and go/parser, without our internals: package main,
// marked names. Hints are added for the classic mistakes.

var mainPrefix = pattern(`\bmain\.`)

// plain is a checker's message without our names.
func plain(msg string) string {
	return declaredAt().ReplaceAllString(mainPrefix().ReplaceAllString(demangle(msg), ""), "")
}

// declaredAt is a place in the laid-out file, which means nothing to the user.
var declaredAt = pattern(` \(declared at [^()]*\)`)

// plainSyntax is a parser's message without what the laid-out file adds. A
// cell's last brace may be ours, a program's is not.
func plainSyntax(msg string, atEnd, program bool) string {
	end := "the end of the cell"
	if program {
		end = "the end of the file"
	}
	msg = strings.ReplaceAll(demangle(msg), "found 'EOF'", "found "+end)
	if atEnd {
		msg = strings.ReplaceAll(msg, "found '}'", "found "+end)
	}
	return msg
}

// syntaxHint advises on a syntax error.
func syntaxHint(d *proto.Diagnostic, msg string, program bool) string {
	hint := ""
	if !program {
		hint = advise(cellSyntaxAdvice, d, msg)
	}
	if !program && hint == "" && otherCall().MatchString(d.Text) {
		hint = wanted(d, noneOwn, untyped)
	}
	return cmp.Or(hint, advise(syntaxAdvice, d, msg))
}

// explain adds a hint to a checker's error: from the session if it knows something,
// otherwise from the tables.
func (b *builder) explain(d *proto.Diagnostic, e types.Error) {
	switch {
	case strings.HasPrefix(d.Message, "undefined: ") && !strings.Contains(d.Message, "."):
		b.explainUndefined(d, strings.TrimPrefix(d.Message, "undefined: "), e.Pos)
	case strings.HasPrefix(d.Message, "too many return values") && b.inMain(e.Pos) && !b.inFunction(e.Pos):
		d.Message = "the statements of a cell return nothing"
		d.Hint = "the last expression of a cell is displayed; return values from a function"
	case b.outdated(e.Pos) || sameTypeName(d.Message):
		d.Hint = "the type was declared again since this value was made: make a new value of the newest type"
	default:
		d.Hint = cmp.Or(advise(javaAdvice, d, oneLine(d.Message)), b.intent(d, e.Pos), b.likeMember(d, e.Pos), b.missingMethod(d.Message), pointerMissing(d.Message), lastIndex(d.Message), b.braced(d.Message))
	}
	if d.Hint == "" {
		d.Hint = b.advise(d)
	}
	b.explainCall(d, e.Pos)
}

// explainCall names the parameters of a wrongly called function, and says where to read
// about it.
func (b *builder) explainCall(d *proto.Diagnostic, pos token.Pos) {
	counted := strings.Contains(d.Message, "\twant (")
	if !counted && !strings.Contains(d.Message, " value in argument to ") {
		return
	}
	call := b.callAt(pos)
	if call == nil {
		return
	}
	sig, ok := b.info.Types[call.Fun].Type.(*types.Signature)
	if !ok {
		return
	}
	if head, _, _ := strings.Cut(d.Message, "\twant ("); counted {
		takes := types.NewSignatureType(nil, nil, nil, sig.Params(), nil, sig.Variadic())
		d.Message = head + "\twant " + strings.TrimPrefix(b.c.typeString(takes), "func")
	}
	name := b.askedAs(call.Fun)
	if _, _, askable := proto.Question("?" + name); d.Hint == "" && askable && !b.program() {
		d.Hint = "?" + name + " says what it takes"
		if !counted {
			d.Hint = b.c.withParameter(types.ExprString(call.Fun), sig, argumentAt(call, pos)) + "; " + d.Hint
		}
	}
}

// argumentAt is the index of the argument around a place.
func argumentAt(call *ast.CallExpr, pos token.Pos) int {
	return slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return arg.Pos() <= pos && pos < arg.End() })
}

// withParameter is a call with the parameter that an argument is for: NewLottery(max int, …).
func (c *Compiler) withParameter(name string, sig *types.Signature, arg int) string {
	list := c.parameters(sig)
	i := active(max(arg, 0), len(list), sig.Variadic())
	if i < 0 {
		return name + "(…)"
	}
	text := list[i]
	if i > 0 {
		text = "…, " + text
	}
	if i < len(list)-1 {
		text += ", …"
	}
	return name + "(" + text + ")"
}

// askedAs is how a user asks about a function: a method by its type.
func (b *builder) askedAs(fun ast.Expr) string {
	if sel, ok := ast.Unparen(fun).(*ast.SelectorExpr); ok && b.info.Selections[sel] != nil {
		return strings.TrimPrefix(b.c.typeString(b.info.Selections[sel].Recv()), "*") + "." + sel.Sel.Name
	}
	return types.ExprString(fun)
}

// callAt is the innermost call whose arguments are around a place.
func (b *builder) callAt(pos token.Pos) (call *ast.CallExpr) {
	for _, f := range b.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && c.Lparen <= pos && pos < c.End() {
				call = c
			}
			return true
		})
	}
	return call
}

// advise is the tables' hint for a checker's error.
func (b *builder) advise(d *proto.Diagnostic) string {
	msg, own := oneLine(d.Message), cellAdvice
	if b.program() {
		own = programAdvice
	}
	return cmp.Or(advise(memberAdvice, d, msg), advise(checkAdvice, d, msg), advise(own, d, msg))
}

// program reports whether the source is a program, in which there are no cells.
func (b *builder) program() bool { return b.f.main == nil }

var placeInFile = pattern(` at cell:(\d+):(\d+)`)

// places replaces places of the laid-out file in a message by the user's.
func (b *builder) places(msg string) string {
	return placeInFile().ReplaceAllStringFunc(msg, func(s string) string {
		m := placeInFile().FindStringSubmatch(s)
		line, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		f := b.c.fset.File(b.f.ast.FileStart)
		if f == nil || line > f.LineCount() {
			return ""
		}
		return " at " + b.place(f.LineStart(line)+token.Pos(col-1))
	})
}

// place is a position as users see it.
func (b *builder) place(pos token.Pos) string {
	return b.c.Diagnostic(pos, pos, "").Place()
}

// inMain reports whether a place is in the cell's statements.
func (b *builder) inMain(pos token.Pos) bool {
	return b.f.main != nil && pos > b.f.main.Body.Lbrace && pos < b.f.main.Body.Rbrace
}

// inFunction reports whether a place is in a function literal among the cell's
// statements, not in the statements themselves.
func (b *builder) inFunction(pos token.Pos) (in bool) {
	ast.Inspect(b.f.main, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Body.Pos() < pos && pos < lit.Body.End() {
			in = true
		}
		return !in
	})
	return in
}
