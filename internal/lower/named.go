package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"riffle/internal/core"
)

// A program may ask which functions have called it, and what a function is called. The
// answers are as in compiled Go, where a function literal is named after the function
// around it: main.deal, main.(*Deck).Cut, main.deal.func1, main.deal.func1.2.

// goName is a function's name in compiled Go.
func goName(o *types.Func, generic bool) string {
	if o.Pkg() == nil { // of error
		return o.FullName()
	}
	return compiledName(o.Pkg().Path(), declaredName(o), generic)
}

// compiledName is the name in compiled Go of a function that the user knows as name, such
// as (T).Cut.
func compiledName(path, name string, generic bool) string {
	dots := ""
	if generic {
		dots = "[...]"
	}
	recv, method, ok := strings.Cut(name, ").")
	switch {
	case !ok:
		return path + "." + name + dots
	case strings.HasPrefix(recv, "(*"):
		return path + "." + recv + dots + ")." + method
	}
	return path + "." + recv[1:] + dots + "." + method
}

// literals are the names of the function literals in a part of the function with that
// name, beginning with number n. It returns the next number.
func literals(names map[*ast.FuncLit]string, part ast.Node, name string, n int) int {
	first := ".func"
	if strings.Contains(name, first) { // in a literal
		first = "."
	}
	ast.Inspect(part, func(m ast.Node) bool {
		lit, ok := m.(*ast.FuncLit)
		if !ok {
			return true
		}
		n++
		names[lit] = name + first + strconv.Itoa(n)
		literals(names, lit.Body, names[lit], 0)
		return false
	})
	return n
}

// literal is the name of a function literal.
func (l *declLowerer) literal(x *ast.FuncLit) string {
	if l.lits == nil {
		l.lits = map[*ast.FuncLit]string{}
		n := 0
		for _, part := range l.parts {
			n = literals(l.lits, part, l.named, n)
		}
	}
	return l.lits[x]
}

// asked notes what a unit asks about functions.
func (l *cellLowerer) asked(u *Unit) {
	for _, o := range u.Info.Uses {
		if o.Pkg() == nil {
			continue
		}
		switch o.Pkg().Path() {
		case "runtime":
			switch o.Name() {
			case "FuncForPC":
				l.names = true
			case "Callers", "Stack":
				l.frames = true
			case "Caller":
				l.frames = l.frames || !onlyHere(u)
			}
		case "runtime/debug":
			l.frames = l.frames || o.Name() == "Stack" || o.Name() == "PrintStack"
		case "log":
			l.frames = l.frames || o.Name() == "Output"
		case "log/slog":
			l.frames = l.frames || o.Name() == "AddSource"
		}
	}
	l.prog.Frames = l.frames
}

// onlyHere reports whether a unit asks runtime.Caller for nothing but its own places.
func onlyHere(u *Unit) bool {
	here := map[*ast.Ident]bool{}
	look := func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		f, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if v := u.Info.Types[call.Args[0]].Value; ok && v != nil && v.Kind() == constant.Int && constant.Sign(v) == 0 {
			here[f.Sel] = true
		}
		return true
	}
	for _, f := range u.Files {
		ast.Inspect(f, look)
	}
	for _, s := range u.Main {
		ast.Inspect(s, look)
	}
	for _, spec := range u.Inits {
		ast.Inspect(spec, look)
	}
	for id, o := range u.Info.Uses {
		if f, ok := o.(*types.Func); ok && f.FullName() == "runtime.Caller" && !here[id] {
			return false
		}
	}
	return true
}

// nameValue tells the run-time the name of a function value, and where it is declared, if
// anybody asks.
func (l *funcLowerer) nameValue(f core.Expr, name string, declared token.Pos) core.Expr {
	if !l.names || name == "" {
		return f
	}
	f = l.spill(f)
	l.rt("NameFunc", f, core.StringConst(name), core.IntConst(int64(declared)))
	return f
}

// methodName is the name of a selected method.
func methodName(sel *types.Selection) string {
	n, ok := types.Unalias(deref(sel.Recv())).(*types.Named)
	return goName(sel.Obj().(*types.Func).Origin(), ok && n.TypeArgs().Len() > 0)
}
