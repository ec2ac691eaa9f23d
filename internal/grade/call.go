package grade

import (
	"go/ast"
	"go/parser"
	"slices"
	"strings"

	"riffle/internal/proto"
)

// comparison are the beginnings of what check.Equal and check.Near say.
var comparison = []string{"wrong: got ", "wrong: element "}

// withCall puts the compared expression before a message that has only the result and the
// wanted value: "hits(a, b): got 3, want 2". That is the first argument of the check in
// the test, if it mentions one of the student's names.
func withCall(message string, at []proto.Diagnostic, test string, answers []string) string {
	body, isWrong := strings.CutPrefix(message, "wrong: ")
	if !isWrong || !slices.ContainsFunc(comparison, func(c string) bool { return strings.HasPrefix(message, c) }) {
		return message
	}
	i := slices.IndexFunc(at, func(d proto.Diagnostic) bool { return d.File == testFile && d.Line > 0 })
	if i < 0 {
		return message
	}
	if call := comparedAnswer(test, at[i].Line, answers); call != "" {
		return "wrong: " + call + ": " + body
	}
	return message
}

// longest is the largest number of lines of a check.
const longest = 6

// comparedAnswer is the source of the first argument of the check that begins on a line of
// a test, or "" if there is none that mentions an answer.
func comparedAnswer(test string, line int, answers []string) string {
	lines := strings.Split(test, "\n")
	for end := line; end <= min(len(lines), line+longest); end++ {
		source := strings.TrimRight(strings.TrimSpace(strings.Join(lines[line-1:end], "\n")), ";")
		e, err := parser.ParseExpr(source)
		if err != nil {
			continue
		}
		arg := gotArgument(e)
		if arg == nil || !mentionsNames(arg, answers) {
			return ""
		}
		return strings.Join(strings.Fields(source[arg.Pos()-1:arg.End()-1]), " ")
	}
	return ""
}

// gotArgument is got in check.Equal(got, want).Must() and its like.
func gotArgument(e ast.Expr) ast.Expr {
	must, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := must.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Must" {
		return nil
	}
	call, ok := sel.X.(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return nil
	}
	return call.Args[0]
}

func mentionsNames(e ast.Expr, names []string) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && slices.Contains(names, id.Name)
		return !found
	})
	return found
}
