package export

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// how says how a value is printed so that it looks as in a cell.
type how int

const (
	asIs   how = iota // fmt.Println does it
	char              // fmt.Printf with %q and the number
	quoted            // fmt.Printf with %q
	shown             // package show: strings in quotes, tables, what pointers lead to
	drawn             // package figures: what riffle draws
)

// show prints what a cell displays.
func (w *blockWriter) show(u *unit, n *ast.ExprStmt, text string, list bool) string {
	if list {
		most := asIs
		for _, a := range n.X.(*ast.CallExpr).Args {
			most = max(most, amongOthers(w.how(u.Info.Types[a]), u.Info.Types[a].Type))
		}
		return w.printed(most, text, len(n.X.(*ast.CallExpr).Args), w.errorLast(u, n))
	}
	tv := u.Info.Types[n.X]
	if tuple, ok := tv.Type.(*types.Tuple); ok {
		most := asIs
		for v := range tuple.Variables() {
			most = max(most, amongOthers(howType(v.Type()), v.Type()))
		}
		if most == quoted {
			most = shown
		}
		return w.printed(most, text, tuple.Len(), w.errorLast(u, n))
	}
	before := ""
	if u.Kept != nil {
		if e := w.session[u.Kept]; e.name != "" {
			before, text = w.keep(e, text)+"\n", e.name
		}
	}
	switch {
	case tv.IsNil():
		return before + w.imports.of("fmt") + `.Println("nil")`
	case tv.Value != nil && tooLarge(tv):
		return fmt.Sprintf("%s.Println(%q) // %s", w.imports.of("fmt"), tv.Value.ExactString(), strings.ReplaceAll(text, "\n", " "))
	}
	return before + w.printed(w.how(tv), text, 1, w.errorLast(u, n))
}

// amongOthers is how a value is printed beside others: one with several lines has a line
// of its own.
func amongOthers(h how, t types.Type) how {
	if _, basic := types.Unalias(t).(*types.Basic); h == asIs && !basic {
		return shown
	}
	return h
}

// errorLast reports whether the last of the values is an error that isn't shown if nil: a
// call's nil error isn't worth a line.
func (w *blockWriter) errorLast(u *unit, n *ast.ExprStmt) bool {
	types := w.shownTypes(u, n)
	last := types[len(types)-1]
	_, call := ast.Unparen(n.X).(*ast.CallExpr)
	return last == errorType && (len(types) > 1 || call)
}

func (w *blockWriter) shownTypes(u *unit, n *ast.ExprStmt) (list []types.Type) {
	if u.List {
		for _, a := range n.X.(*ast.CallExpr).Args {
			list = append(list, u.Info.Types[a].Type)
		}
		return list
	}
	if tuple, ok := u.Info.Types[n.X].Type.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			list = append(list, v.Type())
		}
		return list
	}
	return []types.Type{u.Info.Types[n.X].Type}
}

var errorType = types.Universe.Lookup("error").Type()

// printed is the call that prints n values.
func (w *blockWriter) printed(h how, text string, n int, errorLast bool) string {
	switch {
	case h == quoted && n > 1:
		h = shown
	case h == char && n > 1:
		h = asIs
	}
	name := "Values"
	if errorLast {
		name = "Results"
	}
	if w.opts.Module == "" { // a single file
		switch {
		case h == shown && n == 1:
			return fmt.Sprintf(`%s.Printf("%%+v\n", %s)`, w.imports.of("fmt"), text)
		case h == shown:
			h = asIs
		case h == drawn:
			return fmt.Sprintf("%s.Display(%s)", w.imports.of(displayPath), text)
		}
	}
	switch h {
	case asIs:
		return fmt.Sprintf("%s.Println(%s)", w.imports.of("fmt"), text)
	case char:
		return fmt.Sprintf(`%s.Printf("%%q (%%[1]d)\n", %s)`, w.imports.of("fmt"), text)
	case quoted:
		return fmt.Sprintf(`%s.Printf("%%q\n", %s)`, w.imports.of("fmt"), text)
	case shown:
		return fmt.Sprintf("%s.%s(%s)", w.imports.of(showPath), name, text)
	}
	return fmt.Sprintf("%s.%s(%s)", w.imports.of(figuresPath), name, text)
}

// how is how a value is printed.
func (w *blockWriter) how(tv types.TypeAndValue) how {
	if tv.Type == nil || tv.IsNil() {
		return shown
	}
	if tv.Value != nil && tooLarge(tv) {
		return shown
	}
	return howType(tv.Type)
}

func howType(t types.Type) how {
	if draws(t) {
		return drawn
	}
	if b, ok := types.Unalias(t).(*types.Basic); ok {
		switch {
		case b.Info()&types.IsString != 0:
			return quoted
		case b.Name() == "rune" || b.Kind() == types.UntypedRune:
			return char
		case b.Kind() == types.UnsafePointer || b.Kind() == types.UntypedNil:
			return shown
		}
		return asIs
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return shown
	}
	if hasText(t) {
		return asIs
	}
	return shown
}

// hasText reports whether values print themselves.
func hasText(t types.Type) bool { return hasMethod(t, "Error", "String") }

// hasMethod reports whether a type has a method of one of the names that has one result
// and no parameters.
func hasMethod(t types.Type, names ...string) bool {
	for _, name := range names {
		o, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		if f, ok := o.(*types.Func); ok && f.Signature().Params().Len() == 0 && f.Signature().Results().Len() == 1 {
			return true
		}
	}
	return false
}

// draws reports whether riffle may draw values of a type, or those that it leads to.
func draws(t types.Type) bool {
	t = types.Unalias(t)
	if hasMethod(t, "Render", "SimpleRender") { // which may give the text too
		return true
	}
	switch u := t.(type) {
	case *types.Pointer:
		return draws(u.Elem())
	case *types.Slice:
		return draws(u.Elem())
	case *types.Named:
		if p := u.Obj().Pkg(); p != nil {
			switch path := p.Path(); {
			case path == shufflePath:
				return false
			case strings.HasPrefix(path, "riffle/"), strings.HasPrefix(path, "image"), strings.HasPrefix(path, "gonum.org/v1/plot"):
				return true
			}
		}
	}
	if i, ok := t.Underlying().(*types.Interface); ok {
		return t != errorType && !i.IsComparable()
	}
	return false
}
