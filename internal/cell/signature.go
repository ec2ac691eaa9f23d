package cell

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/lower"
	"riffle/internal/magic"
	"riffle/internal/proto"
)

// Signature finds the call among whose arguments pos is, a byte offset of an unfinished
// source. It runs nothing and changes nothing.
func (c *Compiler) Signature(source string, pos int) (out proto.Signature) {
	defer func() {
		if recover() != nil { // as in Complete
			out = proto.Signature{}
		}
	}()
	pos = clampOffset(source, pos)
	if len(source) > longest {
		return proto.Signature{}
	}
	code, parts := c.goOnly(source)
	if _, ok := magic.At(parts, pos); ok {
		return proto.Signature{}
	}
	if at := newCursor(code, pos); at.in != inComment {
		if call := c.callAround(at); call != nil {
			return call.signature()
		}
	}
	return proto.Signature{}
}

// calling is a call being written.
type calling struct {
	p    *probe
	call *ast.CallExpr
	open int // where its arguments begin
	n    int // the argument that the cursor is in
}

// maxAroundCall is how many enclosing brackets may be tried as a call's: each is a source
// to check.
const maxAroundCall = 12

// callAround is the innermost call whose arguments a cursor is in, nil if there is
// none: the body of a function literal is no argument.
func (c *Compiler) callAround(at *cursor) *calling {
	for i := len(at.frames) - 1; i > max(0, len(at.frames)-maxAroundCall); i-- {
		switch f := at.frames[i]; {
		case f.tok == token.LBRACE && at.frames[i-1].fn:
			return nil
		case f.tok == token.LPAREN:
			if p := c.probe(at.argument(i)); p != nil {
				if call, n := p.argument(); call != nil {
					return &calling{p, call, f.pos + 1, n}
				}
			}
		}
	}
	return nil
}

// argument is a cursor that replaces all that has been written of the argument in a
// frame.
func (c *cursor) argument(i int) *cursor {
	at := *c
	at.frames = slices.Clone(c.frames[:i+1])
	at.start, at.end = at.frames[i].arg, max(c.pos, c.end)
	at.prefix, at.word = "", ""
	return &at
}

// argument is the call that has the cursor's identifier in an argument, and which.
func (p *probe) argument() (*ast.CallExpr, int) {
	for i := 1; p.up(i) != nil; i++ {
		switch n := p.up(i).(type) {
		case *ast.FuncLit:
			return nil, 0
		case *ast.CallExpr:
			if k := slices.Index(n.Args, p.up(i-1).(ast.Expr)); k >= 0 {
				return n, k
			}
		}
	}
	return nil, 0
}

// signature describes a call.
func (c *calling) signature() proto.Signature {
	fun := ast.Unparen(c.call.Fun)
	tv := c.p.info.Types[fun]
	switch {
	case tv.IsBuiltin():
		return c.builtin(fun)
	case tv.IsType():
		t := c.p.c.typeString(tv.Type)
		return proto.Signature{Name: t, Params: []string{"value"}, Active: active(c.n, 1, false), Doc: "converts a value to the type " + t, At: c.open}
	case tv.Type == nil:
		return proto.Signature{}
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return proto.Signature{}
	}
	out := proto.Signature{Name: callName(fun), At: c.open}
	if o := c.object(fun); o != nil {
		out.Doc = c.p.own(o.Name(), o).Doc
		if path, _ := documentedAs(o, ""); path != lower.UserPath {
			out.Doc = c.p.c.synopsis(o, c.owner(o, fun))
		}
	}
	sig = c.inferred(sig)
	out.Params = c.p.c.parameters(sig)
	out.Result = c.result(sig)
	out.Active = active(c.n, len(out.Params), sig.Variadic())
	return out
}

// callName is how a signature names a called function: NewLottery(40).Pick is Pick, since
// the line above says whose.
func callName(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.FuncLit:
		return "func"
	case *ast.SelectorExpr:
		switch f.X.(type) {
		case *ast.Ident, *ast.SelectorExpr:
		default:
			return f.Sel.Name
		}
	}
	return types.ExprString(fun)
}

// active is the parameter that an argument is for, -1 for none.
func active(n, params int, variadic bool) int {
	switch {
	case n < params:
		return n
	case variadic:
		return params - 1
	}
	return -1
}

// object is the declared object of a call's function, nil if it is the value of an
// expression.
func (c *calling) object(fun ast.Expr) types.Object {
	switch f := fun.(type) {
	case *ast.Ident:
		return c.p.info.Uses[f]
	case *ast.SelectorExpr:
		return c.p.info.Uses[f.Sel]
	case *ast.IndexExpr:
		return c.object(f.X)
	case *ast.IndexListExpr:
		return c.object(f.X)
	}
	return nil
}

// owner is the type under which the called member is documented.
func (c *calling) owner(o types.Object, fun ast.Expr) string {
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if s := c.p.info.Selections[sel]; s != nil {
			return ownerOf(o, s.Recv(), s.Index())
		}
	}
	return ""
}

// parameters are parameters as Go writes them.
func (c *Compiler) parameters(sig *types.Signature) []string {
	var out []string
	last := sig.Params().Len() - 1
	for i := range last + 1 {
		v := sig.Params().At(i)
		t := c.typeString(v.Type())
		if i == last && sig.Variadic() {
			t = "..." + strings.TrimPrefix(t, "[]")
		}
		out = append(out, strings.TrimSpace(demangle(v.Name())+" "+t))
	}
	return out
}

// result is what follows the parameters, with the type parameters that are still open.
func (c *calling) result(sig *types.Signature) string {
	plain := types.NewSignatureType(nil, nil, nil, nil, sig.Results(), false)
	return strings.TrimSpace(strings.TrimPrefix(c.p.c.typeString(plain), "func()"))
}

// parameter is the one that the argument at the cursor is for, nil for none.
func (c *calling) parameter() *types.Var {
	t := c.p.info.Types[ast.Unparen(c.call.Fun)]
	if t.Type == nil || t.IsType() || t.IsBuiltin() {
		return nil
	}
	sig, ok := t.Type.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	if i := active(c.n, sig.Params().Len(), sig.Variadic()); i >= 0 {
		return sig.Params().At(i)
	}
	return nil
}

// builtin is the signature of a predeclared function, as its documentation writes it.
func (c *calling) builtin(fun ast.Expr) proto.Signature {
	name := types.ExprString(fun)
	decl, _ := c.p.c.decl("builtin", name)
	open, end := parenthesized(decl)
	if open < 0 {
		return proto.Signature{}
	}
	params := strings.Split(decl[open+1:end], ", ")
	if params[0] == "" {
		params = nil
	}
	out := proto.Signature{Name: name, Params: params, Result: strings.TrimSpace(decl[end+1:]), At: c.open}
	variadic := len(params) > 0 && strings.Contains(params[len(params)-1], "...")
	out.Active = active(c.n, len(params), variadic)
	if o := types.Universe.Lookup(name); o != nil {
		out.Doc = c.p.c.synopsis(o, "")
	}
	return out
}

// parenthesized are the offsets of the first parentheses of a declaration, -1 if there
// are none.
func parenthesized(decl string) (open, end int) {
	open = strings.IndexByte(decl, '(')
	if open < 0 {
		return -1, -1
	}
	return open, open + strings.IndexByte(decl[open:], ')')
}

// inferred replaces the type parameters of a signature that follow from the arguments
// before the cursor. The checker infers none for an incomplete call.
func (c *calling) inferred(sig *types.Signature) *types.Signature {
	open := sig.TypeParams()
	if open.Len() == 0 {
		return sig
	}
	known := map[*types.TypeParam]types.Type{}
	for i, arg := range c.call.Args {
		t := c.p.info.Types[arg].Type
		if k := active(i, sig.Params().Len(), sig.Variadic()); i < c.n && k >= 0 && t != nil && t != types.Typ[types.Invalid] {
			p := sig.Params().At(k).Type()
			if k == sig.Params().Len()-1 && sig.Variadic() {
				p = p.(*types.Slice).Elem()
			}
			unify(known, p, types.Default(t))
		}
	}
	c.explicit(known, open)
	args := make([]types.Type, open.Len())
	for i := range args {
		args[i] = cmp.Or[types.Type](known[open.At(i)], open.At(i))
	}
	if t, err := types.Instantiate(nil, sig, args, false); err == nil {
		return t.(*types.Signature)
	}
	return sig
}

// explicit records the type arguments that the call names.
func (c *calling) explicit(known map[*types.TypeParam]types.Type, open *types.TypeParamList) {
	var named []ast.Expr
	switch f := ast.Unparen(c.call.Fun).(type) {
	case *ast.IndexExpr:
		named = []ast.Expr{f.Index}
	case *ast.IndexListExpr:
		named = f.Indices
	}
	for i, e := range named[:min(len(named), open.Len())] {
		if t := c.p.info.Types[e].Type; t != nil {
			known[open.At(i)] = t
		}
	}
}

// unify records what type parameters must be for a parameter to have an argument's type.
func unify(known map[*types.TypeParam]types.Type, param, arg types.Type) {
	if tp, ok := types.Unalias(param).(*types.TypeParam); ok {
		if known[tp] != nil {
			return // else [S ~[]S] would never end
		}
		known[tp] = arg
		// For a parameter such as S ~[]E, S determines E.
		if core, ok := coreType(tp); ok {
			unify(known, core, arg)
		}
		return
	}
	if p, ok := types.Unalias(param).(*types.Named); ok {
		a, ok := types.Unalias(arg).(*types.Named)
		if !ok || p.Origin() != a.Origin() {
			return
		}
		for i := range p.TypeArgs().Len() {
			unify(known, p.TypeArgs().At(i), a.TypeArgs().At(i))
		}
		return
	}
	unifyParts(known, param, arg.Underlying())
}

// unifyParts is unify for composite types.
func unifyParts(known map[*types.TypeParam]types.Type, param, arg types.Type) {
	switch p := types.Unalias(param).(type) {
	case *types.Slice:
		if a, ok := arg.(*types.Slice); ok {
			unify(known, p.Elem(), a.Elem())
		}
	case *types.Array:
		if a, ok := arg.(*types.Array); ok {
			unify(known, p.Elem(), a.Elem())
		}
	case *types.Pointer:
		if a, ok := arg.(*types.Pointer); ok {
			unify(known, p.Elem(), a.Elem())
		}
	case *types.Chan:
		if a, ok := arg.(*types.Chan); ok {
			unify(known, p.Elem(), a.Elem())
		}
	case *types.Map:
		if a, ok := arg.(*types.Map); ok {
			unify(known, p.Key(), a.Key())
			unify(known, p.Elem(), a.Elem())
		}
	case *types.Signature:
		if a, ok := arg.(*types.Signature); ok {
			unifyTuples(known, p.Params(), a.Params())
			unifyTuples(known, p.Results(), a.Results())
		}
	}
}

func unifyTuples(known map[*types.TypeParam]types.Type, p, a *types.Tuple) {
	for i := range min(p.Len(), a.Len()) {
		unify(known, p.At(i).Type(), a.At(i).Type())
	}
}

// coreType is the single type that a type parameter's constraint allows, as ~[]E does.
func coreType(tp *types.TypeParam) (types.Type, bool) {
	c, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok || c.NumEmbeddeds() != 1 {
		return nil, false
	}
	u, ok := types.Unalias(c.EmbeddedType(0)).(*types.Union)
	if !ok || u.Len() != 1 {
		return nil, false
	}
	return u.Term(0).Type(), true
}
