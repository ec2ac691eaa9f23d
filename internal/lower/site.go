package lower

import (
	"go/ast"
	"go/types"
	"strings"

	"riffle/internal/core"
)

// An experiment may be played in another process, which gets the text of its call. What
// the text mentions of the enclosing function must go with it. So a call of an experiment
// is announced: rt.Site(moment, declarations, names, statements, values…). The moment
// identifies the meaning of the text's names, the declarations are of local types and
// constants, the names are those of the values, and the statements end with the call.
// After the call, rt.Site with empty texts withdraws it: an experiment that starts some
// other way, such as through a function variable, isn't the announced one.

// oldMark ends the name of an older variable that the text calls by the name of a newer
// one.
const oldMark = "ᐧold"

// site is the call of an experiment.
type site struct {
	*funcLowerer
	call         *ast.CallExpr
	seen         map[types.Object]bool
	vars         []*types.Var
	declarations []string
	statements   []string
	why          string // why the call can't go anywhere
}

// siteOver announces that the call has returned.
func (l *funcLowerer) siteOver() {
	nothing := core.StringConst("")
	l.rt("Site", core.IntConst(0), nothing, nothing, nothing)
}

// site announces the call of a native function if it is an experiment, and reports
// whether it did.
func (l *funcLowerer) site(o *types.Func, x *ast.CallExpr) (announced bool) {
	if l.natives.Experiment == nil || !l.natives.Experiment(o) {
		return false
	}
	text := l.natives.Text(x)
	if text == "" {
		return false
	}
	s := &site{funcLowerer: l, call: x, seen: map[types.Object]bool{}}
	s.look(x)
	moment := core.IntConst(int64(l.natives.Moment()))
	if s.why != "" {
		l.rt("Site", moment, core.StringConst(""), core.StringConst(s.why), core.StringConst(""))
		return true
	}
	var names []string
	var values []core.Expr
	for _, v := range s.vars {
		names = append(names, s.name(v))
		values = append(values, s.value(v))
	}
	lines := func(list []string) core.Expr { return core.StringConst(strings.Join(list, "\n")) }
	l.rt("Site", append([]core.Expr{moment, lines(s.declarations), lines(names), lines(append(s.statements, text))}, values...)...)
	return true
}

// short is a package's name in the text of a type.
func short(p *types.Package) string {
	if p.Path() == UserPath {
		return ""
	}
	return p.Name()
}

// name is a variable's name, followed by its type if that is an interface, which the
// value doesn't reveal.
func (s *site) name(v *types.Var) string {
	name := strings.TrimSuffix(v.Name(), oldMark)
	if t := s.st(v.Type()); isInterface(t) {
		name += " " + types.TypeString(t, short)
	}
	return name
}

// value is a variable's value in an interface.
func (s *site) value(v *types.Var) core.Expr {
	x := s.variable(v)
	if isInterface(s.st(v.Type())) {
		return s.spillTyped(core.Empty, x)
	}
	return s.spillTyped(core.Empty, s.box(v.Type(), x))
}

// look records what a part of the text mentions.
func (s *site) look(n ast.Node) {
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			if o := s.info.Uses[id]; o != nil && (o.Pos() < n.Pos() || o.Pos() >= n.End()) {
				s.mention(o)
			}
		}
		return s.why == ""
	})
}

// mention records an object, once.
func (s *site) mention(o types.Object) {
	if s.seen[o] || o.Pkg() == nil || o.Pkg().Path() != UserPath {
		return
	}
	s.seen[o] = true
	local := o.Parent() != nil && o.Parent() != o.Pkg().Scope()
	switch o := o.(type) {
	case *types.Var:
		if !o.IsField() {
			s.variableOf(o)
		}
	case *types.TypeName:
		if local {
			s.localType(o)
		}
	case *types.Const:
		if local {
			s.declarations = append(s.declarations, ConstText(o, short))
		}
	}
}

// variableOf records a local variable. A function that it is declared with is sent as
// text.
func (s *site) variableOf(o *types.Var) {
	if isPackageVar(o) && !strings.HasSuffix(o.Name(), oldMark) {
		return
	}
	if !isPackageVar(o) && (o.Parent() == nil || !o.Parent().Contains(s.call.Pos())) {
		s.why = o.Name() + " is out of reach where the experiment begins: declare it where the call sees it"
		return
	}
	s.types(o.Type(), map[types.Type]bool{})
	if x := s.given(o); x != nil {
		s.look(x)
		s.statements = append(s.statements, o.Name()+" := "+s.natives.Text(x))
		return
	}
	s.vars = append(s.vars, o)
}

// given is the function that a variable is declared with, if its text stands alone.
func (s *site) given(o *types.Var) ast.Expr {
	x := s.tree.vars.values[o]
	if x == nil || !Portable(s.info, x) {
		return nil
	}
	return x
}

// localType declares a type of the function.
func (s *site) localType(o *types.TypeName) {
	spec := s.tree.vars.specs[o]
	if spec == nil { // a type parameter
		s.why = "the experiment is in a function with the type parameter " + o.Name() + ": call it in a function without"
		return
	}
	s.look(spec)
	s.declarations = append(s.declarations, "type "+s.natives.Text(spec))
}

// types records the local types in a type.
func (s *site) types(t types.Type, seen map[types.Type]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		s.mention(t.Origin().Obj())
		for a := range t.TypeArgs().Types() {
			s.types(a, seen)
		}
	case *types.TypeParam:
		s.mention(t.Obj())
	case *types.Pointer:
		s.types(t.Elem(), seen)
	case *types.Slice:
		s.types(t.Elem(), seen)
	case *types.Array:
		s.types(t.Elem(), seen)
	case *types.Map:
		s.types(t.Key(), seen)
		s.types(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			s.types(f.Type(), seen)
		}
	}
}

// Portable reports whether the text of a function means the same whenever it is
// evaluated: a literal, a declared function, or a call with constants and such functions.
func Portable(info *types.Info, x ast.Expr) bool {
	x = ast.Unparen(x)
	if info.Types[x].Value != nil {
		return true
	}
	switch x := x.(type) {
	case *ast.FuncLit:
		return true
	case *ast.CallExpr:
		if !info.Types[x.Fun].IsType() && !Portable(info, x.Fun) {
			return false
		}
		for _, a := range x.Args {
			if !Portable(info, a) {
				return false
			}
		}
		return true
	case *ast.IndexExpr:
		return info.Types[x.Index].IsType() && Portable(info, x.X)
	}
	var id *ast.Ident
	switch x := x.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		if info.Selections[x] != nil {
			return false
		}
		id = x.Sel
	default:
		return false
	}
	f, ok := info.Uses[id].(*types.Func)
	return ok || f == nil && isLibraryVar(info.Uses[id])
}

// isLibraryVar reports whether an object is one of the library's variables, which hold
// shuffles.
func isLibraryVar(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && !v.IsField() && v.Pkg() != nil && strings.HasPrefix(v.Pkg().Path(), "riffle/")
}
