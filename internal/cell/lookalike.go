package cell

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"riffle/internal/proto"
)

// Some lines are right for the compiler and do something else than they look like to
// people who come from other languages. A note says so, once per session for each kind;
// whoever writes a file, or a function, knows what it does.

// lookalike is a kind of such lines.
type lookalike int

const (
	powerSign    lookalike = iota // 2^8
	commentSign                   // 7 // 2
	noRest                        // 1/2*3
	shortSleep                    // time.Sleep(1)
	plainVerb                     // fmt.Println("%d", 5)
	wrongVerbs                    // fmt.Printf("%d")
	numberAsText                  // string(n)
	byteOfText                    // s[0]
	uncalled                      // lotto.Pick
	floatEquals                   // x*3 == 0.3
	lookalikes
)

// lookalikeNotes explain lines of the cell that do something else than they look like.
func (b *builder) lookalikeNotes() (out []proto.Diagnostic) {
	src := b.f.src
	if src.Cell == 0 || src.File != "" || src.Restored != nil {
		return nil
	}
	note := func(kind lookalike, n ast.Node, what string) {
		if what == "" || b.c.explained[kind] {
			return
		}
		b.c.explained[kind] = true
		d := b.c.Diagnostic(n.Pos(), n.End(), what)
		d.Text = ""
		out = append(out, d)
	}
	for _, s := range b.f.body {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BinaryExpr:
				note(b.operatorLookalike(n))
			case *ast.CallExpr:
				note(b.callLookalike(n))
			}
			return true
		})
	}
	if e := b.f.lastExpr(); e != nil && !b.f.list {
		note(b.resultLookalike(ast.Unparen(e.X)))
	}
	return out
}

// operatorLookalike is about operators that other languages have for something else.
func (b *builder) operatorLookalike(e *ast.BinaryExpr) (lookalike, ast.Node, string) {
	x, xok := ast.Unparen(e.X).(*ast.BasicLit)
	y, yok := ast.Unparen(e.Y).(*ast.BasicLit)
	v := b.info.Types[e].Value
	switch {
	case e.Op == token.XOR && xok && yok && v != nil && (x.Value == "2" || x.Value == "10") && len(y.Value) <= 2:
		instead := fmt.Sprintf("math.Pow(%s, %s)", x.Value, y.Value)
		if x.Value == "2" {
			instead = "1<<" + y.Value + " or " + instead
		}
		return powerSign, e, fmt.Sprintf("^ is XOR in Go, so %s^%s is %s; the power is %s", x.Value, y.Value, v, instead)
	case e.Op == token.QUO && xok && yok && x.Kind == token.INT && y.Kind == token.INT && v != nil && x.Value != "0" && constant.Sign(v) == 0:
		return noRest, e, fmt.Sprintf("%s/%s is 0, since whole numbers are divided without a rest; %[1]s.0/%[2]s isn't", x.Value, y.Value)
	case (e.Op == token.EQL || e.Op == token.NEQ) && (yok && computedFloat(e.X, y) || xok && computedFloat(e.Y, x)):
		what := "a float64 that was computed is seldom exactly such a number; math.Abs(x-y) < 1e-9 asks whether they are close"
		if v != nil {
			what = "constants are exact in Go; in variables of type float64 the same sum may differ in the last bit"
		}
		return floatEquals, e, what
	}
	return lookalikes, nil, ""
}

// computedFloat reports whether a computed value is compared with a fraction.
func computedFloat(x ast.Expr, with *ast.BasicLit) bool {
	_, computed := ast.Unparen(x).(*ast.BinaryExpr)
	return computed && with.Kind == token.FLOAT && constant.ToInt(constant.MakeFromLiteral(with.Value, token.FLOAT, 0)).Kind() != constant.Int
}

// callLookalike is about calls that take something else than was given.
func (b *builder) callLookalike(call *ast.CallExpr) (lookalike, ast.Node, string) {
	if tv := b.info.Types[call.Fun]; tv.IsType() {
		return b.conversionLookalike(call, tv.Type)
	}
	f, ok := b.info.Uses[calleeName(call)].(*types.Func)
	if !ok || f.Pkg() == nil || len(call.Args) == 0 {
		return lookalikes, nil, ""
	}
	switch name := f.Pkg().Path() + "." + f.Name(); name {
	case "time.Sleep":
		if n, ok := call.Args[0].(*ast.BasicLit); ok && n.Value != "0" {
			return shortSleep, call, fmt.Sprintf("time.Sleep(%s) waits nanoseconds; time.Sleep(%[1]s * time.Second) waits seconds", n.Value)
		}
	case "fmt.Println", "fmt.Print":
		if verb := verbs().FindString(b.text(call.Args[0])); len(call.Args) > 1 && verb != "" {
			return plainVerb, call, fmt.Sprintf("fmt.%s writes %s as it is; fmt.Printf puts a value in its place", f.Name(), verb)
		}
	case "fmt.Printf", "fmt.Sprintf", "fmt.Errorf":
		return wrongVerbs, call, b.verbMistake(call)
	}
	return lookalikes, nil, ""
}

// conversionLookalike is about the text of a number.
func (b *builder) conversionLookalike(call *ast.CallExpr, to types.Type) (lookalike, ast.Node, string) {
	if len(call.Args) != 1 || to != types.Typ[types.String] {
		return lookalikes, nil, ""
	}
	from, ok := b.info.TypeOf(call.Args[0]).(*types.Basic)
	if !ok || from.Info()&types.IsInteger == 0 || from.Kind() == types.Byte || from.Kind() == types.Rune || from.Kind() == types.UntypedRune {
		return lookalikes, nil, ""
	}
	return numberAsText, call, "string makes the character with that number of an integer; fmt.Sprint writes its digits"
}

// text is the value of a constant text, "" of all else.
func (b *builder) text(x ast.Expr) string {
	if v := b.info.Types[x].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return ""
}

// verbs fits the verbs of a format, and what isn't looked at: %%, [ and *.
var verbs = pattern(`%[-+# 0]*\d*(?:\.\d+)?([a-zA-Z])`)

// verbMistake says what is wrong with the verbs of a format, where that is easy to see.
func (b *builder) verbMistake(call *ast.CallExpr) string {
	format, values := strings.ReplaceAll(b.text(call.Args[0]), "%%", ""), call.Args[1:]
	if format == "" || call.Ellipsis.IsValid() || strings.ContainsAny(format, "[*") {
		return ""
	}
	found := verbs().FindAllStringSubmatch(format, -1)
	if len(found) != strings.Count(format, "%") {
		return ""
	}
	if len(found) != len(values) {
		return fmt.Sprintf("the format has %s for %s", counted(len(found), "verb"), counted(len(values), "value"))
	}
	for i, verb := range found {
		t, ok := b.info.TypeOf(values[i]).(*types.Basic)
		if !ok {
			continue
		}
		is := t.Info()
		switch letter := verb[1]; {
		case letter == "d" && is&(types.IsString|types.IsFloat|types.IsBoolean) != 0,
			letter == "s" && is&(types.IsNumeric|types.IsBoolean) != 0,
			strings.Contains("fge", letter) && is&(types.IsString|types.IsInteger|types.IsBoolean) != 0:
			return fmt.Sprintf("%s can't write a value of type %s; %%v writes any", verb[0], types.Default(t))
		}
	}
	return ""
}

// counted writes a number and a word, as in 2 verbs.
func counted(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprint(n, " ", word)
}

// resultLookalike is about what a cell ends with.
func (b *builder) resultLookalike(x ast.Expr) (lookalike, ast.Node, string) {
	switch x := x.(type) {
	case *ast.BasicLit, *ast.Ident, *ast.CallExpr:
		if b.commentBehind(x) {
			return commentSign, x, "// begins a comment in Go; / divides, whole numbers without a rest"
		}
	case *ast.IndexExpr:
		if t, ok := b.info.TypeOf(x.X).(*types.Basic); ok && t.Info()&types.IsString != 0 {
			return byteOfText, x, fmt.Sprintf("that is a byte of the text, a number; string(%s) is the character", types.ExprString(x))
		}
	}
	var name *ast.Ident
	switch x := x.(type) {
	case *ast.Ident:
		name = x
	case *ast.SelectorExpr:
		name = x.Sel
	}
	if f, ok := b.info.Uses[name].(*types.Func); ok {
		call := types.ExprString(x) + "()"
		if f.Signature().Params().Len() > 0 {
			call = types.ExprString(x) + "(…)"
		}
		return uncalled, x, "that is the function itself; " + call + " calls it"
	}
	return lookalikes, nil, ""
}

// commentBehind reports whether a number stands in a comment right behind a number.
func (b *builder) commentBehind(x ast.Expr) bool {
	t, ok := b.info.TypeOf(x).(*types.Basic)
	if !ok || t.Info()&types.IsNumeric == 0 {
		return false
	}
	d := b.c.Diagnostic(x.Pos(), x.End(), "")
	line := []rune(d.Text)
	end := d.EndColumn - 1 - d.Cut
	return end > 0 && end <= len(line) && numberInComment().MatchString(string(line[end:]))
}

var numberInComment = pattern(`^ *// *[0-9.]+ *$`)
