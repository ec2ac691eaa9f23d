package lower

import (
	"go/ast"
	"go/types"
	"strings"

	"riffle/internal/core"
	"riffle/internal/library"
)

// A native function is called directly if its parameters and results are exact: the
// values are passed as they are. Otherwise the call goes through rt, which converts
// functions by reflection, and ensures that those passed to it aren't called after an
// interrupt.

// direct reports whether a function is called directly.
func (l *Lowerer) direct(sig *types.Signature, spread bool) bool {
	if sig.Variadic() && spread {
		return false
	}
	for i := range sig.Params().Len() {
		t := parameterType(sig, i)
		if _, calls := t.Underlying().(*types.Signature); calls || !l.exact(t) {
			return false
		}
	}
	for v := range sig.Results().Variables() {
		if !l.exact(v.Type()) {
			return false
		}
	}
	return true
}

// isError reports whether t is error.
func isError(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() == nil && n.Obj().Name() == "error"
}

// mayWake notes the use of a member of a native package that may wake a goroutine later,
// without the run-time's knowledge: the user's other goroutines are not all that can end
// a wait for a channel then, and a deadlock can't be detected.
func (l *cellLowerer) mayWake(path, member string) {
	l.prog.Wakes = l.prog.Wakes || library.Of(path, member).Has(library.Wakes)
}

func (l *cellLowerer) nativeName(o types.Object, t *core.Type) core.Expr {
	path := o.Pkg().Path()
	if !l.natives.Has(path, o.Name()) {
		l.missing(o)
	}
	l.imports[path] = true
	l.mayWake(path, o.Name())
	return &core.NativeName{Path: path, Name: o.Name(), T: t}
}

// nativeVar is a variable of a native package, reached by its address: in programs
// natives are values, which don't change.
func (l *funcLowerer) nativeVar(o *types.Var) core.Expr {
	t := l.lt(o.Type())
	path, name := core.StringConst(o.Pkg().Path()), core.StringConst(o.Name())
	switch {
	case isInterface(o.Type()):
		return l.asInterface(l.rtValue(core.Empty, "LoadVar", path, name), l.lt(o.Type()))
	case t == core.Empty: // of a type that can't be spelled
		return l.nativeName(o, t)
	}
	l.nativeName(o, t)
	p := l.tmp(l.intern(core.PointerTo(t)), nil)
	l.rt("VarAddress", path, name, l.addrOf(p))
	return &core.Deref{X: p}
}

// nativeInterface is a native package's variable of interface type, as the target of an
// assignment; nil for other expressions.
func (l *declLowerer) nativeInterface(e ast.Expr) core.Expr {
	s, ok := e.(*ast.SelectorExpr)
	id := instIdent(e)
	if id == nil || ok && l.info.Selections[s] != nil {
		return nil
	}
	o, ok := l.obj(id).(*types.Var)
	if !ok || !isPackageVar(o) || fromSource(o.Pkg().Path()) || !isInterface(o.Type()) {
		return nil
	}
	return l.nativeName(o, core.Empty)
}

// finite guards functions that print or encode values: with one that contains itself they
// would never end. Package fmt has versions of its own.
func (l *funcLowerer) finite(path string, sig *types.Signature, args []core.Expr) {
	how := "print"
	switch path {
	case "text/template", "html/template", "log/slog", "testing":
	case "encoding/xml", "encoding/gob":
		how = strings.TrimPrefix(path, "encoding/")
	default:
		return
	}
	for i := range args {
		if t := parameterType(sig, i); isInterface(t) && l.exact(t) && t.Underlying().(*types.Interface).NumMethods() == 0 {
			args[i] = l.rtValue(core.Empty, "Finite", core.StringConst(how), l.argument(args[i]))
		}
	}
}

// parameterType is the type of argument i.
func parameterType(sig *types.Signature, i int) types.Type {
	last := sig.Params().Len() - 1
	t := sig.Params().At(min(i, last)).Type()
	if s, ok := t.(*types.Slice); ok && sig.Variadic() && i >= last {
		return s.Elem()
	}
	return t
}

func (l *funcLowerer) nativeCall(o *types.Func, sig *types.Signature, args []core.Expr, spread bool) []core.Expr {
	fun := l.nativeName(o, l.nativeSig(sig))
	switch {
	case logs(o):
		l.rt("Log", append([]core.Expr{l.placeHere(), core.StringConst(o.Name()), core.BoolConst(spread)}, l.arguments(args)...)...)
		return nil
	case o.FullName() == "runtime.Caller":
		return l.callResults(core.Rt("Caller"), []core.Expr{l.placeHere(), core.StringConst(l.here), args[0]}, sig)
	}
	l.finite(o.Pkg().Path(), sig, args)
	switch {
	case o.Pkg().Path() == "reflect":
		return l.reflective("Reflect", []core.Expr{fun}, sig, args, spread)
	case lends(o):
		return l.reflective("Lend", []core.Expr{fun}, sig, args, spread)
	case l.direct(sig, spread) && !library.OfFunc(o).Has(library.Blocks):
		return l.callResults(fun, l.arguments(args), sig)
	}
	return l.reflective("Native", []core.Expr{fun}, sig, args, spread)
}

// nativeSig is the type of a native function or method.
func (l *declLowerer) nativeSig(sig *types.Signature) *core.Type {
	t := &core.Type{Kind: core.Func, Params: l.ltTuple(sig.Params()), Results: l.ltTuple(sig.Results()), Variadic: sig.Variadic()}
	return l.intern(t)
}

func (l *funcLowerer) arguments(args []core.Expr) []core.Expr {
	out := make([]core.Expr, len(args))
	for i, a := range args {
		out[i] = l.argument(a)
	}
	return out
}

func (l *funcLowerer) nativeMethod(m method, recv core.Expr, args []core.Expr, spread bool) []core.Expr {
	switch x := recv.(type) {
	case *core.Addr:
		recv = l.spill(recv)
	case *core.Index:
		if x.X.Type().Kind == core.Map {
			recv = l.read(x)
		}
	}
	if m.obj.FullName() == "(reflect.Value).Pointer" {
		return []core.Expr{l.rtValue(l.lt(types.Typ[types.Uintptr]), "ValuePointer", l.argument(recv))}
	}
	if r := standIn(m); r != "" {
		return l.callResults(core.Rt(r), append([]core.Expr{recv}, args...), m.sig)
	}
	l.mayWake(m.obj.Pkg().Path(), library.Member(m.obj))
	if logs(m.obj) {
		l.rt("LogTo", append([]core.Expr{l.placeHere(), recv, core.StringConst(m.obj.Name()), core.BoolConst(spread)}, l.arguments(args)...)...)
		return nil
	}
	if logsTest(m.obj) {
		return l.logTest(m, recv, args, spread)
	}
	l.finite(m.obj.Pkg().Path(), m.sig, args)
	if m.obj.Pkg().Path() == "reflect" {
		return l.reflective("ReflectMethod", []core.Expr{l.argument(recv), core.StringConst(m.obj.Name())}, m.sig, args, spread)
	}
	if lends(m.obj) {
		return l.reflective("LendMethod", []core.Expr{l.argument(recv), core.StringConst(m.obj.Name())}, m.sig, args, spread)
	}
	if l.direct(m.sig, spread) && !library.OfFunc(m.obj).Has(library.Blocks) && m.obj.FullName() != logsTo {
		return l.callResults(&core.Method{X: l.selectable(recv), Name: m.obj.Name(), T: l.nativeSig(m.sig)}, l.arguments(args), m.sig)
	}
	return l.reflective("NativeMethod", []core.Expr{l.argument(recv), core.StringConst(m.obj.Name())}, m.sig, args, spread)
}

// logsTo is a method that the run-time has its own version of (rt.AddStandIns): it tells
// where the session writes.
const logsTo = "(*log.Logger).Writer"

// logs reports whether a function of package log, or a method of its Logger, writes a
// line, which may include the place of the call.
func logs(o *types.Func) bool {
	if o.Pkg().Path() != "log" {
		return false
	}
	switch strings.TrimSuffix(strings.TrimSuffix(o.Name(), "ln"), "f") {
	case "Print", "Fatal", "Panic":
		return true
	}
	return false
}

// logsTest reports whether a method of a test writes a line with the place of the call.
func logsTest(o *types.Func) bool {
	switch recv, name, _ := strings.Cut(o.FullName(), ")."); strings.TrimSuffix(name, "f") {
	case "Log", "Error", "Fatal", "Skip":
		return recv == "(*testing.common" || recv == "(testing.TB"
	}
	return false
}

func (l *funcLowerer) logTest(m method, recv core.Expr, args []core.Expr, spread bool) []core.Expr {
	l.rt("LogTest", append([]core.Expr{l.placeHere(), l.argument(recv), core.StringConst(m.obj.Name()), core.BoolConst(spread)}, l.arguments(args)...)...)
	return nil
}

// placeHere is the place of the current statement, for a native.
func (l *cellLowerer) placeHere() core.Expr { return core.IntConst(int64(l.at)) }

// standIn is the native that replaces a method which may wait for ever, so that an
// interrupt ends the wait, or which may end the process; "" for none.
func standIn(m method) string {
	if m.obj.Pkg() == nil || !library.OfFunc(m.obj).Has(library.Replaced) {
		return ""
	}
	return strings.Replace(library.Member(m.obj), ".", "", 1)
}

// lends reports whether a function or method may call a function argument later and on
// its own goroutine: rt wraps it so that a panic there ends only that call.
func lends(o *types.Func) bool {
	if f := library.OfFunc(o); !f.Has(library.Wakes) && !f.Has(library.CallsLater) {
		return false
	}
	for v := range o.Signature().Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// reflective: rt.Native(f, spread, n, &results…, args…).
func (l *funcLowerer) reflective(name string, head []core.Expr, sig *types.Signature, args []core.Expr, spread bool) []core.Expr {
	outs, refs := l.outs(sig)
	all := append(head, core.BoolConst(spread && sig.Variadic()), core.IntConst(int64(len(outs))))
	all = append(append(all, refs...), l.arguments(args)...)
	l.rt(name, all...)
	return outs
}

// named maps functions that use the parameter names of their first argument, a function,
// as labels to functions that take those names first.
var named = map[string]string{
	"riffle/stdlib/display/widget.Interact": "InteractNamed",
	"riffle/stdlib/display/widget.interact": "InteractNamed", // spelled as in Python
}

// worded maps functions that show the text of their first argument to functions that take
// the text first.
var worded = map[string]string{"riffle/shuffle.Assert": "AssertNamed"}

// withNames adds the names or the text to a call of such a function: a value doesn't have
// them.
func (l *funcLowerer) withNames(o *types.Func, sig *types.Signature, x *ast.CallExpr, args []core.Expr) (*types.Func, *types.Signature, []core.Expr) {
	to, label := named[o.FullName()], l.parameterNames
	if to == "" {
		to, label = worded[o.FullName()], l.sourceText
	}
	if to == "" {
		return o, sig, args
	}
	text, ok := label(x.Args[0])
	if !ok {
		return o, sig, args
	}
	o = o.Pkg().Scope().Lookup(to).(*types.Func)
	return o, o.Signature(), append([]core.Expr{core.StringConst(text)}, args...)
}

// sourceText is an expression as the user wrote it, on one line.
func (l *funcLowerer) sourceText(x ast.Expr) (string, bool) {
	if l.natives.Text == nil {
		return "", false
	}
	_, text, _ := strings.Cut(l.natives.Text(x), "\n") // below where it is from
	return strings.Join(strings.Fields(text), " "), text != ""
}

// parameterNames are the names of a function's parameters, separated by spaces.
func (l *funcLowerer) parameterNames(x ast.Expr) (string, bool) {
	f, ok := l.typeOf(x).Underlying().(*types.Signature)
	if !ok {
		return "", false
	}
	var names []string
	for p := range f.Params().Variables() {
		name := p.Name()
		if name == "" {
			name = "_"
		}
		names = append(names, name)
	}
	return strings.Join(names, " "), true
}
