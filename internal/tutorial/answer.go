package tutorial

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"sync"

	"riffle/internal/display/cols"
)

// answer is a cell that has run, seen as steps look at it: what it calls and shows,
// not how it is written.
type answer struct {
	file  *ast.File // nil if the source is no Go
	value string
}

// read parses a cell: its statements as the body of a function, or declarations.
func read(source, value string) *answer {
	a := &answer{value: strings.TrimSpace(cols.Plain(value))}
	for _, text := range []string{"package p; func _() {\n" + source + "\n}", "package p\n" + source} {
		if f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution); err == nil {
			a.file = f
			break
		}
	}
	return a
}

// find reports whether a node satisfies f.
func (a *answer) find(f func(ast.Node) bool) (found bool) {
	if a.file == nil {
		return false
	}
	ast.Inspect(a.file, func(n ast.Node) bool {
		found = found || n != nil && f(n)
		return !found
	})
	return found
}

// calls wants a call of a function or method.
func calls(name string) func(*answer) bool {
	return func(a *answer) bool {
		return a.find(func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			return ok && called(c) == name
		})
	}
}

// callsOnName wants a call of a method of a variable.
func callsOnName(name string) func(*answer) bool {
	return func(a *answer) bool {
		return a.find(func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || called(c) != name {
				return false
			}
			sel, ok := c.Fun.(*ast.SelectorExpr)
			if !ok {
				return false
			}
			_, ok = sel.X.(*ast.Ident)
			return ok
		})
	}
}

// called is the name of the function that is called.
func called(c *ast.CallExpr) string {
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// declaresShuffle wants a function that takes a deck and a generator.
func declaresShuffle(a *answer) bool {
	return a.find(func(n ast.Node) bool {
		f, ok := n.(*ast.FuncType)
		if !ok || f.Params.NumFields() != 2 {
			return false
		}
		last := f.Params.List[len(f.Params.List)-1].Type
		if sel, ok := last.(*ast.SelectorExpr); ok {
			last = sel.Sel
		}
		id, ok := last.(*ast.Ident)
		return ok && id.Name == "PRNG"
	})
}

// shows wants a value whose text matches.
func shows(pattern string) func(*answer) bool {
	re := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	return func(a *answer) bool { return re().MatchString(a.value) }
}

func either(f, g func(*answer) bool) func(*answer) bool {
	return func(a *answer) bool { return f(a) || g(a) }
}

func both(f, g func(*answer) bool) func(*answer) bool {
	return func(a *answer) bool { return f(a) && g(a) }
}
