//go:build !js || riffle_all

package shim

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	htmltemplate "html/template"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"
	"text/template/parse"

	"riffle/internal/maketype"
	"riffle/internal/rt"
	"riffle/internal/typename"
)

// Templates select fields and methods by reflection, which doesn't find the
// user's. To execute a template with boxes we execute a copy in which each selection .A.B
// is a call of fieldFunc, and values whose kind matters pass through other functions of
// ours: the operands of if, with and or through truthFunc, those of lt through openFunc,
// those of eq through equalFunc, that of len through partsFunc, the function of call through callFunc, that of range through
// valuesFunc or, with two variables, entriesFunc, and what is printed through printFunc.

const (
	fieldFunc   = "ᐧfield"
	openFunc    = "ᐧopen"
	truthFunc   = "ᐧtruth"
	equalFunc   = "ᐧequal"
	partsFunc   = "ᐧparts"
	valuesFunc  = "ᐧvalues"
	entriesFunc = "ᐧentries"
	printFunc   = "ᐧprint"
	callFunc    = "ᐧcallable"
	valueFunc   = "ᐧvalue"
)

// passed matches the functions that pass a value on.
const passed = "(?:" + openFunc + "|" + truthFunc + "|" + equalFunc + "|" + partsFunc + "|" + valuesFunc + "|" + entriesFunc + "|" + printFunc + "|" + callFunc + "|" + valueFunc + ")"

// byKind are the template functions that depend on their operands' kinds, with the function
// through which the operands pass.
var byKind = map[string]string{"eq": equalFunc, "ne": equalFunc, "lt": openFunc, "le": openFunc, "gt": openFunc, "ge": openFunc,
	"len": partsFunc, "slice": partsFunc, "and": truthFunc, "or": truthFunc, "not": truthFunc,
	"html": valueFunc, "js": valueFunc, "urlquery": valueFunc}

// prepared is the template to execute instead of t, and the data to pass to it.
func (l *Library) prepared(t any, data any) (any, any, error) {
	if _, ok := rt.Boxed(data); !ok && !l.taught.Load() && (data == nil || !holdsAny(reflect.TypeOf(data)) && !rt.HoldsBoxes(data)) {
		return t, data, nil
	}
	if rt.HoldsItself(unbox(data)) { // it can be printed, but not taken apart
		return t, l.rt.ToNative(data), nil
	}
	s := l.selector()
	s.missing = missingKey(t)
	funcs := map[string]any{fieldFunc: s.get, openFunc: s.open, truthFunc: s.truth, equalFunc: s.compared, partsFunc: s.parts, valuesFunc: s.values, entriesFunc: s.entries, printFunc: s.shown, callFunc: s.callable, valueFunc: s.value,
		"index":   s.index,
		"print":   func(a ...any) string { return fmt.Sprint(l.operands(s.allValues(a))...) },
		"println": func(a ...any) string { return fmt.Sprintln(l.tied(s.allValues(a))...) },
		"printf":  func(f string, a ...any) string { f, a = l.verbs(f, s.allValues(a)); return fmt.Sprintf(f, a...) },
	}
	var err error
	switch tmpl := t.(type) {
	case *template.Template:
		var c *template.Template
		if c, err = tmpl.Clone(); err == nil {
			c.Funcs(funcs).Funcs(template.FuncMap{
				"html":     func(a ...any) string { return template.HTMLEscapeString(s.text(a)) },
				"js":       func(a ...any) string { return template.JSEscapeString(s.text(a)) },
				"urlquery": func(a ...any) string { return template.URLQueryEscaper(s.text(a)) },
			})
			for _, a := range c.Templates() {
				err = first(err, addRewritten(a.Tree, func(tr *parse.Tree) error { _, err := c.AddParseTree(a.Name(), tr); return err }))
			}
			t = c
		}
	case *htmltemplate.Template:
		var c *htmltemplate.Template
		if c, err = tmpl.Clone(); err == nil {
			funcs[printFunc] = s.printedHTML
			c.Funcs(funcs)
			for _, a := range c.Templates() {
				err = first(err, addRewritten(a.Tree, func(tr *parse.Tree) error { _, err := c.AddParseTree(a.Name(), tr); return err }))
			}
			t = c
		}
	}
	return t, s.entry(data), err
}

// addRewritten adds a rewritten copy of a template.
func addRewritten(tr *parse.Tree, add func(*parse.Tree) error) error {
	if tr == nil || tr.Root == nil {
		return nil
	}
	c := tr.Copy()
	rewriteList(c.Root)
	return add(c)
}

func rewriteList(l *parse.ListNode) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			rewritePipe(n.Pipe)
			if len(n.Pipe.Decl) == 0 && !escapes(n.Pipe) {
				n.Pipe.Cmds = append(n.Pipe.Cmds, call(last(n.Pipe), printFunc))
			}
		case *parse.TemplateNode:
			rewritePipe(n.Pipe)
		case *parse.IfNode:
			rewriteBranch(&n.BranchNode, truthFunc)
		case *parse.RangeNode:
			rewriteBranch(&n.BranchNode, map[bool]string{true: entriesFunc, false: valuesFunc}[len(n.Pipe.Decl) == 2])
		case *parse.WithNode:
			rewriteBranch(&n.BranchNode, truthFunc)
		}
	}
}

// escapes reports whether a pipeline ends with an escaper. Package html/template wants it
// there.
func escapes(p *parse.PipeNode) bool {
	id, ok := p.Cmds[len(p.Cmds)-1].Args[0].(*parse.IdentifierNode)
	return ok && (id.Ident == "html" || id.Ident == "urlquery")
}

func rewriteBranch(n *parse.BranchNode, through string) {
	if c := n.Pipe.Cmds[0]; len(n.Pipe.Cmds) == 1 && len(c.Args) == 1 { // errors are about the operand
		n.Pipe.Cmds[0] = call(c.Pos, through, c.Args[0])
		rewritePipe(n.Pipe)
	} else {
		rewritePipe(n.Pipe)
		n.Pipe.Cmds = append(n.Pipe.Cmds, call(last(n.Pipe), through))
	}
	rewriteList(n.List)
	rewriteList(n.ElseList)
}

// last is where the value of a pipeline comes from.
func last(p *parse.PipeNode) parse.Pos {
	args := p.Cmds[len(p.Cmds)-1].Args
	return args[0].Position()
}

// call is a command that calls one of our functions.
func call(pos parse.Pos, name string, args ...parse.Node) *parse.CommandNode {
	return &parse.CommandNode{NodeType: parse.NodeCommand, Pos: pos,
		Args: append([]parse.Node{parse.NewIdentifier(name).SetPos(pos)}, args...)}
}

func pipe(pos parse.Pos, cmds ...*parse.CommandNode) *parse.PipeNode {
	return &parse.PipeNode{NodeType: parse.NodePipe, Pos: pos, Cmds: cmds}
}

func rewritePipe(p *parse.PipeNode) {
	if p == nil {
		return
	}
	var cmds []*parse.CommandNode
	for _, c := range p.Cmds {
		if id, ok := c.Args[0].(*parse.IdentifierNode); ok && byKind[id.Ident] != "" && len(cmds) > 0 {
			cmds = append(cmds, call(c.Pos, byKind[id.Ident]))
		}
		rewriteCommand(c)
		cmds = append(cmds, c)
	}
	p.Cmds = cmds
}

func rewriteCommand(c *parse.CommandNode) {
	id, _ := c.Args[0].(*parse.IdentifierNode)
	for i, a := range c.Args {
		if inner, ok := a.(*parse.PipeNode); ok {
			rewritePipe(inner)
		}
		if i == 0 {
			continue
		}
		if base, path := selection(a); path != "" {
			c.Args[i] = pipe(a.Position(), call(a.Position(), fieldFunc, base, written(a.Position(), path)))
		}
		if id != nil && id.Ident == "call" && i == 1 {
			c.Args[i] = pipe(a.Position(), call(a.Position(), callFunc, c.Args[i]))
		}
		if id != nil && byKind[id.Ident] != "" {
			through := byKind[id.Ident]
			if i > 1 && through == partsFunc { // an index
				through = openFunc
			}
			c.Args[i] = pipe(a.Position(), call(a.Position(), through, c.Args[i]))
		}
	}
	if base, path := selection(c.Args[0]); path != "" {
		c.Pos = c.Args[0].Position()
		c.Args = append(call(c.Pos, fieldFunc, base, written(c.Pos, path)).Args, c.Args[1:]...)
	}
}

// written is an argument that errors show as the user wrote it.
func written(pos parse.Pos, s string) parse.Node {
	return &parse.StringNode{NodeType: parse.NodeString, Pos: pos, Quoted: s, Text: s}
}

// selection splits a node into what is selected from, and the names, with the variable that
// they begin with.
func selection(n parse.Node) (parse.Node, string) {
	switch n := n.(type) {
	case *parse.FieldNode:
		return &parse.DotNode{NodeType: parse.NodeDot, Pos: n.Pos}, "." + strings.Join(n.Ident, ".")
	case *parse.ChainNode:
		if inner, ok := n.Node.(*parse.PipeNode); ok {
			rewritePipe(inner)
		}
		return n.Node, "." + strings.Join(n.Field, ".")
	case *parse.VariableNode:
		if len(n.Ident) > 1 {
			v := *n
			v.Ident = n.Ident[:1]
			return &v, strings.Join(n.Ident, ".")
		}
	}
	return nil, ""
}

// selector selects from boxes.
type selector struct {
	l       *Library
	missing missing
	places  sync.Map // from types.Type to placeType
}

func (l *Library) selector() *selector { return &selector{l: l} }

// missing is a template's option missingkey.
type missing int

const (
	missingInvalid missing = iota
	missingZero
	missingError
)

// missingKey is what a template does about keys that a map hasn't.
func missingKey(t any) missing {
	v := reflect.ValueOf(t).Elem()
	if _, html := t.(*htmltemplate.Template); html {
		v = v.FieldByName("text").Elem()
	}
	if common := v.FieldByName("common"); common.IsNil() {
		return missingInvalid
	}
	return missing(v.FieldByName("option").FieldByName("missingKey").Int())
}

// absent is what a map gives for a name that it hasn't.
func (s *selector) absent(t types.Type, elem reflect.Type, name string) (any, iface, error) {
	switch s.missing {
	case missingError:
		return nil, iface{}, fmt.Errorf("map has no entry for key %q", name)
	case missingZero:
		return s.part(t, elem, reflect.Zero(elem))
	}
	return nil, iface{}, nil
}

// part is a value of type t, or, without one, of a Go type, and that type if it is an
// interface.
func (s *selector) part(t types.Type, g reflect.Type, v reflect.Value) (any, iface, error) {
	switch {
	case t != nil && types.IsInterface(t):
		return s.box(t, v), iface{typename.Go(t), t.Underlying().(*types.Interface).NumMethods()}, nil
	case t != nil:
		return s.box(t, v), iface{}, nil
	case g.Kind() == reflect.Interface:
		return s.entry(v.Interface()), iface{g.String(), g.NumMethod()}, nil
	}
	return s.entry(v.Interface()), iface{}, nil
}

// iface is what matters of a value's static type, if that is an interface.
type iface struct {
	name    string
	methods int
}

// selectError is an error about a selection, in package template's words.
type selectError struct {
	path string
	error
}

// Unwrap is the error without the place.
func (e *selectError) Unwrap() error { return e.error }

// noMember is the error about a name that a type hasn't.
type noMember struct{ name, shown string }

func (e *noMember) Error() string {
	return fmt.Sprintf("can't evaluate field %s in type %s", e.name, e.shown)
}

// get is {{x.path args}}. The path may begin with the variable that x is.
func (s *selector) get(x any, path string, args ...any) (reflect.Value, error) {
	names := strings.Split(path[strings.Index(path, ".")+1:], ".")
	var static iface
	for i, name := range names {
		var as []any
		if i == len(names)-1 {
			as = args
		}
		var err error
		if x, static, err = s.tried(x, static, name, as); err != nil {
			return reflect.Value{}, &selectError{path, err}
		}
	}
	if x == nil && static.methods > 0 { // package template tells it from what there isn't
		return reflect.Zero(errorType), nil
	}
	return reflect.ValueOf(x), nil
}

// tried is member, with an error if a method panics.
func (s *selector) tried(x any, of iface, name string, args []any) (y any, static iface, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("error calling %s: %w", name, s.l.panicked(v))
		}
	}()
	switch {
	case x == nil && of.name != "":
		return nil, iface{}, fmt.Errorf("nil pointer evaluating %s.%s", of.name, name)
	case x == nil && s.missing == missingError:
		return nil, iface{}, fmt.Errorf("nil data; no entry for key %q", name)
	case x == nil:
		return nil, iface{}, nil
	}
	y, static, err = s.member(x, name, args)
	if e, ok := err.(*noMember); ok && of.name != "" {
		e.shown = of.name
	}
	return y, static, err
}

// member is a field, a method's result or a map's element, and the name of its static type
// if that is an interface.
func (s *selector) member(x any, name string, args []any) (any, iface, error) {
	b, ok := rt.Boxed(s.pointer(x))
	if !ok {
		return s.nativeMember(reflect.ValueOf(x), name, args)
	}
	shown := b.T.Shown
	if p, ok := placeOf(x); ok {
		shown = s.l.rt.Descriptor(p.t).Shown
	}
	for !b.Has(name) { // a pointer to a pointer
		p, ok := b.T.T.Underlying().(*types.Pointer)
		if v := reflect.ValueOf(b.V); ok && v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Pointer {
			if inner, ok := rt.Boxed(s.pointer(s.box(p.Elem(), v.Elem()))); ok {
				b = inner
				continue
			}
		}
		break
	}
	if b.Has(name) && token.IsExported(name) {
		return s.call(b, name, args)
	}
	t, v := b.T.T, reflect.ValueOf(b.V)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if v.IsNil() {
			return nil, iface{}, fmt.Errorf("nil pointer evaluating %s.%s", b.T.Shown, name)
		}
		t, v = p.Elem(), v.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if f, _, _ := types.LookupFieldOrMethod(t, true, types.NewPackage("main", "main"), name); f != nil && !f.Exported() {
			return nil, iface{}, fmt.Errorf("%s is an unexported field of struct type %s", name, shown)
		}
		o, index, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if f, ok := o.(*types.Var); ok && f.Exported() {
			e, err := v.FieldByIndexErr(index)
			if err != nil {
				return nil, iface{}, fmt.Errorf("nil pointer evaluating %s.%s", b.T.Shown, name)
			}
			if len(args) > 0 {
				return nil, iface{}, errHasArguments(name)
			}
			return s.part(f.Type(), e.Type(), e)
		}
	case *types.Map:
		if types.AssignableTo(types.Typ[types.String], u.Key()) {
			if len(args) > 0 {
				return nil, iface{}, fmt.Errorf("%s is not a method but has arguments", name)
			}
			m := unwrapRecursive(t, v)
			if e := m.MapIndex(reflect.ValueOf(name)); e.IsValid() {
				return s.part(u.Elem(), e.Type(), e)
			}
			return s.absent(u.Elem(), m.Type().Elem(), name)
		}
	}
	return nil, iface{}, &noMember{name, shown}
}

// errHasArguments is the error about a field with arguments.
func errHasArguments(name string) error {
	return fmt.Errorf("%s has arguments but cannot be invoked as function", name)
}

func (s *selector) call(b rt.Box, name string, args []any) (any, iface, error) {
	o, _, _ := types.LookupFieldOrMethod(b.T.T, true, nil, name)
	sig := o.(*types.Func).Signature()
	n := sig.Params().Len()
	switch {
	case sig.Variadic() && len(args) < n-1:
		return nil, iface{}, fmt.Errorf("wrong number of args for %s: want at least %d got %d", name, n-1, len(args))
	case !sig.Variadic() && n != len(args):
		return nil, iface{}, fmt.Errorf("wrong number of args for %s: want %d got %d", name, n, len(args))
	}
	in, err := s.arguments(sig, b.T.Func(name).Type(), args)
	if err != nil {
		return nil, iface{}, err
	}
	out := b.Call(name, in...)
	if len(out) == 0 {
		return nil, iface{}, fmt.Errorf("can't call method/function %q with 0 results", name)
	}
	if err, ok := s.l.rt.ToNative(out[len(out)-1]).(error); ok && len(out) == 2 {
		return nil, iface{}, fmt.Errorf("error calling %s: %w", name, err)
	}
	return s.part(sig.Results().At(0).Type(), nil, reflect.ValueOf(out[0]))
}

// arguments are those of a call of a method, lowered to f, as its parameters take them: the
// last is the slice that a variadic one is lowered to.
func (s *selector) arguments(sig *types.Signature, f reflect.Type, args []any) ([]any, error) {
	n := sig.Params().Len()
	var rest reflect.Value
	if sig.Variadic() {
		rest = reflect.MakeSlice(f.In(n), 0, 0)
	}
	var out []any
	for i, x := range args {
		t, lt := sig.Params().At(min(i, n-1)).Type(), f.In(min(i, n-1)+1)
		more := sig.Variadic() && i >= n-1
		if more {
			t, lt = t.(*types.Slice).Elem(), lt.Elem()
		}
		v, err := s.l.accepted(t, lt, x)
		switch {
		case err != nil:
			return nil, err
		case more:
			rest = reflect.Append(rest, v)
		default:
			out = append(out, v.Interface())
		}
	}
	if sig.Variadic() {
		out = append(out, rest.Interface())
	}
	return out, nil
}

// nativeMember is member for a value that reflection knows.
func (s *selector) nativeMember(v reflect.Value, name string, args []any) (any, iface, error) {
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Interface && !v.Elem().IsNil() {
		x, static, err := s.member(v.Elem().Interface(), name, args)
		if _, ok := err.(*noMember); ok {
			err = &noMember{name, v.Type().String()}
		}
		return x, static, err
	}
	if m := v.MethodByName(name); m.IsValid() {
		switch n := m.Type().NumIn(); {
		case m.Type().IsVariadic() && len(args) < n-1:
			return nil, iface{}, fmt.Errorf("wrong number of args for %s: want at least %d got %d", name, n-1, len(args))
		case !m.Type().IsVariadic() && len(args) != n:
			return nil, iface{}, fmt.Errorf("wrong number of args for %s: want %d got %d", name, n, len(args))
		case m.Type().NumOut() == 0:
			return nil, iface{}, fmt.Errorf("can't call method/function %q with 0 results", name)
		}
		var in []reflect.Value
		for i, a := range args {
			t := m.Type().In(min(i, m.Type().NumIn()-1))
			if m.Type().IsVariadic() && i >= m.Type().NumIn()-1 {
				t = t.Elem()
			}
			x, err := s.nativeArgument(t, s.value(a))
			if err != nil {
				return nil, iface{}, err
			}
			in = append(in, x)
		}
		out := m.Call(in)
		if len(out) == 2 && !out[1].IsNil() {
			return nil, iface{}, fmt.Errorf("error calling %s: %w", name, out[1].Interface().(error))
		}
		return s.part(nil, out[0].Type(), out[0])
	}
	e := reflect.Indirect(v)
	switch e.Kind() {
	case reflect.Struct:
		if f := e.FieldByName(name); f.IsValid() && f.CanInterface() {
			if len(args) > 0 {
				return nil, iface{}, errHasArguments(name)
			}
			return s.part(nil, f.Type(), f)
		}
	case reflect.Map:
		if reflect.TypeFor[string]().AssignableTo(e.Type().Key()) {
			if len(args) > 0 {
				return nil, iface{}, fmt.Errorf("%s is not a method but has arguments", name)
			}
			elem := e.Type().Elem()
			if x := e.MapIndex(reflect.ValueOf(name)); x.IsValid() {
				return s.part(nil, elem, x)
			}
			return s.absent(nil, elem, name)
		}
	}
	return nil, iface{}, &noMember{name, v.Type().String()}
}

// nativeArgument is x as an argument of a native function.
func (s *selector) nativeArgument(t reflect.Type, x any) (reflect.Value, error) {
	if x == nil || isBox(x) {
		return s.l.rt.Argument(t, x), nil
	}
	if v, ok := constant(t, x); ok {
		return v, nil
	}
	switch v := reflect.ValueOf(x); {
	case v.Type().AssignableTo(t):
		return v, nil
	case v.Kind() == reflect.Pointer && !v.IsNil() && v.Type().Elem().AssignableTo(t):
		return v.Elem(), nil
	case v.Type().ConvertibleTo(t) && !isBasic(t): // another form of the type
		return s.l.rt.Argument(t, x), nil
	}
	return reflect.Value{}, fmt.Errorf("wrong type for value; expected %s; got %s", t, rt.DynamicName(x))
}

// box is a part of type t as a template's value.
func (s *selector) box(t types.Type, v reflect.Value) any {
	if !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
		return nil
	}
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	x := v.Interface()
	if _, ok := rt.Boxed(x); ok {
		return s.entry(x)
	}
	if g, ok := s.l.rt.NativeType(t); types.IsInterface(t) || v.Type().PkgPath() != "" || ok && g == v.Type() {
		return x
	}
	if p := s.place(t, v); p != nil {
		return p
	}
	return s.entry(rt.Box{T: s.l.rt.Descriptor(t), V: x})
}

// entry is a value as the template gets it.
func (s *selector) entry(x any) any {
	if b, ok := rt.Boxed(x); ok {
		return s.l.rt.ToNative(b)
	}
	return x
}

// open makes the kind of a boxed value visible to templates.
func (s *selector) open(x any) any {
	d, v, ok := s.content(x)
	if !ok {
		return s.faced(x)
	}
	switch u := d.T.Underlying().(type) {
	case *types.Slice:
		return s.named(d, s.elements(u.Elem(), v))
	case *types.Array:
		return s.named(d, s.elements(u.Elem(), v))
	case *types.Map:
		if t, ok := s.l.rt.NativeType(u.Elem()); ok && t == v.Type().Elem() {
			return s.named(d, v.Interface())
		}
		m := reflect.MakeMap(reflect.MapOf(v.Type().Key(), anyType))
		for it := v.MapRange(); it.Next(); {
			e := reflect.New(anyType).Elem()
			setIfValid(e, reflect.ValueOf(s.box(u.Elem(), it.Value())))
			m.SetMapIndex(it.Key(), e)
		}
		return s.named(d, m.Interface())
	case *types.Basic:
		return v.Interface()
	case *types.Pointer, *types.Signature, *types.Chan:
		if v.IsNil() {
			return nil
		}
		if v.Kind() != reflect.Pointer {
			return v.Interface()
		}
	}
	return s.value(x)
}

// faced is x, or a copy with faces if it is a slice of the library's that holds boxes.
func (s *selector) faced(x any) any {
	xs, ok := x.([]any)
	if !ok || !slices.ContainsFunc(xs, isBox) {
		return x
	}
	out := make([]any, len(xs))
	for i, e := range xs {
		out[i] = s.entry(e)
	}
	return out
}

// truth is x, or open x where only that has the truth of x.
func (s *selector) truth(x any) any {
	o := s.open(x)
	seen, _ := template.IsTrue(x)
	if is, _ := template.IsTrue(o); is != seen {
		return o
	}
	return x
}

// named is an opened value under the name of its type, for errors.
func (s *selector) named(t *rt.Type, x any) any {
	_, named := types.Unalias(t.T).(*types.Named)
	v := reflect.ValueOf(x)
	return as(maketype.Named(v.Type(), t.Shown, named), v).Interface()
}

// parts is open for what pointers lead to.
func (s *selector) parts(x any) any {
	x = s.target(x)
	b, ok := rt.Boxed(s.value(x))
	if nilPointer(b) {
		return (*struct{})(nil)
	}
	if x = s.open(x); ok {
		if _, basic := b.T.T.Underlying().(*types.Basic); basic {
			return s.named(b.T, x)
		}
	}
	return x
}

// uncomparable is a struct that can't be compared. A type with its methods has the user's
// name.
type uncomparable struct {
	v any
	_ []int
}

// Format prints the value.
func (u uncomparable) Format(f fmt.State, verb rune) { fmt.Fprintf(f, fmt.FormatString(f, verb), u.v) }

// compared is open for values to compare.
func (s *selector) compared(x any) any {
	x = s.value(x)
	b, ok := rt.Boxed(x)
	if !ok {
		return x
	}
	if types.Comparable(b.T.T) {
		if _, array := b.T.T.Underlying().(*types.Array); array {
			return x
		}
		return s.open(x)
	}
	return renamed(uncomparable{v: b}, b.T.Shown)
}

// index is the template function index.
func (s *selector) index(item any, indexes ...any) (any, error) {
	for _, i := range indexes {
		item = s.target(item)
		v := reflect.Indirect(reflect.ValueOf(s.parts(item)))
		u, own, isMap := s.mapping(item)
		i = s.open(i)
		switch k := reflect.ValueOf(i); {
		case isMap:
			t := own.Type().Key()
			if !k.IsValid() || k.Kind() != t.Kind() && t.Kind() != reflect.Interface || !k.Type().ConvertibleTo(t) {
				return nil, wrongKey(i, typename.Go(u.Key()))
			}
			e := own.MapIndex(k.Convert(t))
			if !e.IsValid() {
				e = reflect.Zero(own.Type().Elem())
			}
			item = s.box(u.Elem(), e)
		case !v.IsValid() && item != nil:
			return nil, errors.New("index of nil pointer")
		case !v.IsValid():
			return nil, errors.New("index of untyped nil")
		case v.Kind() == reflect.Map:
			if !k.IsValid() || !k.Type().AssignableTo(v.Type().Key()) {
				return nil, wrongKey(i, v.Type().Key().String())
			}
			e := v.MapIndex(k)
			if !e.IsValid() {
				e = reflect.Zero(v.Type().Elem())
			}
			item = s.entry(e.Interface())
		case v.Kind() == reflect.Slice || v.Kind() == reflect.Array || v.Kind() == reflect.String:
			n := -1
			switch {
			case k.CanInt():
				n = int(k.Int())
			case k.CanUint():
				n = int(k.Uint())
			case !k.IsValid():
				return nil, errors.New("cannot index slice/array with nil")
			default:
				return nil, fmt.Errorf("cannot index slice/array with type %s", rt.DynamicName(i))
			}
			if n == v.Len() { // package template leaves it to reflect
				return nil, fmt.Errorf("reflect: %s index out of range", v.Kind())
			}
			if n < 0 || n > v.Len() {
				return nil, fmt.Errorf("index out of range: %d", n)
			}
			item = s.entry(v.Index(n).Interface())
		default:
			return nil, fmt.Errorf("can't index item of type %s", v.Type())
		}
	}
	return item, nil
}

func wrongKey(i any, want string) error {
	if i == nil {
		return fmt.Errorf("value is nil; should be of type %s", want)
	}
	return fmt.Errorf("value has type %s; should be %s", rt.DynamicName(i), want)
}

// target is what a pointer leads to.
func (s *selector) target(x any) any {
	for {
		b, ok := rt.Boxed(x)
		if v := reflect.ValueOf(x); !ok && v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Interface && !v.Elem().IsNil() {
			x = s.entry(v.Elem().Interface())
			continue
		}
		if !ok {
			return x
		}
		p, ok := b.T.T.Underlying().(*types.Pointer)
		v := reflect.ValueOf(b.V)
		if !ok || v.Kind() != reflect.Pointer || v.IsNil() {
			return x
		}
		x = s.box(p.Elem(), v.Elem())
	}
}

// values are what range goes through.
func (s *selector) values(x any) any {
	x = s.target(x)
	u, v, ok := s.mapping(x)
	if !ok {
		return s.sequence(x)
	}
	out := []any{}
	for _, k := range tables(s.l.rt).SortedKeys(v) {
		out = append(out, s.box(u.Elem(), v.MapIndex(k)))
	}
	return out
}

// entries are what range with two variables goes through.
func (s *selector) entries(x any) (any, error) {
	x = s.target(x)
	u, v, ok := s.mapping(x)
	if !ok {
		if b, ok := rt.Boxed(s.value(x)); ok && isInteger(b.T.T) {
			return nil, &rangeError{fmt.Errorf("can't use %v to iterate over more than one variable", b)}
		}
		return s.pairs(x), nil
	}
	return func(yield func(any, any) bool) {
		for _, k := range tables(s.l.rt).SortedKeys(v) {
			if !yield(s.box(u.Key(), k), s.box(u.Elem(), v.MapIndex(k))) {
				return
			}
		}
	}, nil
}

func isInteger(t types.Type) bool {
	u, ok := t.Underlying().(*types.Basic)
	return ok && u.Info()&types.IsInteger != 0
}

// rangeError is package template's error about what range can't go through.
type rangeError struct{ error }

// sequence is what range goes through if x is no map.
func (s *selector) sequence(x any) any {
	b, _ := rt.Boxed(s.value(x))
	v := reflect.ValueOf(b.V)
	seq := func(t types.Type) any {
		return func(yield func(any) bool) {
			for e := range v.Seq() {
				if !yield(s.box(t, e)) {
					return
				}
			}
		}
	}
	switch u := typeOfBox(b).(type) {
	case *types.Basic:
		if u.Info()&types.IsInteger == 0 {
			return x
		}
		return seq(b.T.T)
	case *types.Chan:
		if v.IsNil() || u.Dir() == types.SendOnly {
			break
		}
		return seq(u.Elem())
	case *types.Signature:
		if v.Type().CanSeq() && !v.IsNil() {
			return seq(yielded(u, 0))
		}
	case *types.Pointer:
		return x
	}
	return s.open(x)
}

// pairs is what range with two variables goes through if x is no map.
func (s *selector) pairs(x any) any {
	b, _ := rt.Boxed(s.value(x))
	v := reflect.ValueOf(b.V)
	switch u := typeOfBox(b).(type) {
	case *types.Basic, *types.Pointer:
		return x
	case *types.Chan:
		if v.IsNil() || u.Dir() == types.SendOnly {
			break
		}
		return func(yield func(any, any) bool) {
			i := 0
			for e := range v.Seq() {
				if !yield(i, s.box(u.Elem(), e)) {
					return
				}
				i++
			}
		}
	case *types.Signature:
		if v.Type().CanSeq2() && !v.IsNil() {
			return func(yield func(any, any) bool) {
				for k, e := range v.Seq2() {
					if !yield(s.box(yielded(u, 0), k), s.box(yielded(u, 1), e)) {
						return
					}
				}
			}
		}
	}
	return s.open(x)
}

// yielded is the type of a value that an iterator yields.
func yielded(iterator *types.Signature, i int) types.Type {
	return iterator.Params().At(0).Type().Underlying().(*types.Signature).Params().At(i).Type()
}

// nilPointer reports whether a box has one.
func nilPointer(b rt.Box) bool {
	_, ok := typeOfBox(b).(*types.Pointer)
	v := reflect.ValueOf(b.V)
	return ok && v.Kind() == reflect.Pointer && v.IsNil()
}

// mapping is a map of the user's.
func (s *selector) mapping(x any) (*types.Map, reflect.Value, bool) {
	t, v, ok := s.content(x)
	if !ok {
		return nil, reflect.Value{}, false
	}
	u, ok := t.T.Underlying().(*types.Map)
	return u, v, ok
}

// text is what html escapes: the operands as they are printed, with what
// pointers lead to.
func (s *selector) text(a []any) string {
	if len(a) == 1 {
		if text, ok := a[0].(string); ok {
			return text
		}
	}
	out := make([]any, len(a))
	for i, x := range a {
		if x == nil {
			x = "<no value>"
		}
		x = s.printed(x)
		for v := reflect.ValueOf(x); !isBox(x) && v.Kind() == reflect.Pointer && !v.IsNil() && !textual(x) && v.Elem().Kind() != reflect.Chan && v.Elem().Kind() != reflect.Func; v = reflect.ValueOf(x) {
			x = v.Elem().Interface()
		}
		out[i] = x
	}
	return fmt.Sprint(s.l.operands(out)...)
}

// shown is printed for package text/template.
func (s *selector) shown(v reflect.Value) reflect.Value {
	if !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
		return v
	}
	return reflect.ValueOf(s.printed(v.Interface()))
}

// escapers are the templates' escapers as functions.
func (l *Library) escapers() map[string]reflect.Value {
	escaper := func(escape func(...any) string) reflect.Value {
		return reflect.ValueOf(func(a ...any) string { return escape(l.selector().text(a)) })
	}
	return map[string]reflect.Value{
		"HTMLEscaper":     escaper(template.HTMLEscaper),
		"JSEscaper":       escaper(template.JSEscaper),
		"URLQueryEscaper": escaper(template.URLQueryEscaper),
	}
}

// printed is what is printed for a value: what pointers lead to, up to one that has a
// text.
func (s *selector) printed(x any) any {
	x = s.pointer(x)
	for {
		b, ok := rt.Boxed(x)
		switch v := reflect.ValueOf(x); {
		case !ok && v.Kind() == reflect.Pointer && !v.IsNil() && !textual(x) && pointedAny(v.Elem()):
			x = v.Elem().Interface()
		case !ok:
			return s.l.tied([]any{x})[0]
		case b.Has("String"), b.Has("Error"), b.Has("Format"):
			return x
		default:
			p, ok := typeOfBox(b).(*types.Pointer)
			v := reflect.ValueOf(b.V)
			if !ok || v.Kind() != reflect.Pointer || v.IsNil() {
				return x
			}
			if v = v.Elem(); v.Kind() == reflect.Interface && v.IsNil() {
				return x
			}
			x = s.box(p.Elem(), reflect.ValueOf(v.Interface()))
		}
	}
}

// renamed is a value, whose methods matter, with another name of its type, for errors.
func renamed[T any](x T, name string) any {
	t := reflect.TypeFor[T]()
	made, ok := renames.Load(renaming{t, name})
	if !ok {
		made, _ = renames.LoadOrStore(renaming{t, name}, maketype.WithMethods(t, name, maketype.Methods(t)))
	}
	v := reflect.New(made.(reflect.Type))
	*(*T)(v.UnsafePointer()) = x
	return v.Elem().Interface()
}

type renaming struct {
	t    reflect.Type
	name string
}

// renames are made types, which live for ever, by renaming.
var renames sync.Map

// printedHTML is printed for package html/template, which in scripts writes the JSON of
// what encodes itself, as all boxes do, before it looks for a String.
func (s *selector) printedHTML(x any) any {
	x = s.printed(s.value(x))
	if k, ok := x.(knot); ok {
		return renamed(k, shownType(k))
	}
	b, ok := rt.Boxed(x)
	if ok && b.Has("Error") && !b.Has("MarshalJSON") && !b.Has("String") && !nilPointer(b) {
		if err, ok := s.l.rt.ToNative(b).(error); ok {
			return scripted{err, s.l}
		}
	}
	if !ok || !b.Has("String") || b.Has("Error") || b.Has("Format") || b.Has("MarshalJSON") || nilPointer(b) {
		return x
	}
	return fmt.Sprint(s.l.rt.ToNative(b))
}

// scripted is an error of the user's, which scripts get as JSON.
type scripted struct {
	error
	l *Library
}

// MarshalJSON encodes the value.
func (e scripted) MarshalJSON() ([]byte, error) { return e.l.valueJSON(e.error) }

// textual reports whether package template prints x by a method.
func textual(x any) bool {
	switch x.(type) {
	case error, fmt.Stringer:
		return true
	}
	return false
}

// pointedAny reports whether what a pointer leads to may hold the user's values: if not,
// package template prints it as well as we.
func pointedAny(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return !v.IsNil()
	case reflect.Slice, reflect.Array, reflect.Map:
		return true
	}
	return false
}

func (s *selector) elements(t types.Type, v reflect.Value) []any {
	out := make([]any, v.Len())
	for i := range out {
		out[i] = s.box(t, v.Index(i))
	}
	return out
}

// execute calls Execute or ExecuteTemplate, whose last argument is the data.
func (l *Library) execute(recv any, name string, nout int, rest []any) {
	t, data, err := l.prepared(recv, rest[len(rest)-1])
	if err != nil {
		l.rt.NativeMethod(recv, name, false, nout, rest...)
		return
	}
	f := reflect.ValueOf(t).MethodByName(name)
	in := make([]reflect.Value, len(rest)-nout)
	for i, x := range rest[nout:] {
		if i == len(in)-1 { // slices and maps are the user's own
			x = data
		} else {
			x = l.rt.ToNative(x)
		}
		in[i] = l.rt.Argument(f.Type().In(i), x)
	}
	var out []reflect.Value
	l.rt.Calling(f, reflect.ValueOf(t), func() { out = f.Call(in) })
	if nout == 0 || rest[0] == nil {
		return
	}
	result := reflect.ValueOf(rest[0]).Elem()
	result.SetZero()
	if err, ok := out[0].Interface().(error); ok {
		result.Set(reflect.ValueOf(l.rt.FromNative(selected(err))))
	}
}

// executeError is a template's error without our functions in it.
type executeError struct {
	error
	message string
}

// Error is the message as in compiled Go.
func (e executeError) Error() string { return e.message }

// Unwrap is the template's own error.
func (e executeError) Unwrap() error { return e.error }

func selected(err error) error {
	var s *selectError
	message := err.Error()
	if errors.As(err, &s) {
		before, rest, ok := strings.Cut(message, "<"+fieldFunc)
		if _, after, found := strings.Cut(rest, ">: error calling "+fieldFunc+": "); ok && found {
			message = before + "<" + s.path + ">: " + after
		}
	}
	var r *rangeError
	if errors.As(err, &r) {
		message = strings.Replace(message, "error calling "+entriesFunc+": ", "", 1)
	}
	message = asWritten(message)
	if message == err.Error() {
		return err
	}
	return executeError{err, message}
}

var (
	opened = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\(` + passed + ` ([^()]*)\)`)
	})
	fetched = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\(?` + fieldFunc + ` (?:\.|\$\w*|(\([^()]*\))) ([$.][\w.]*)\)?`)
	})
	piped = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(` \| ` + passed)
	})
	named = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(passed + " ")
	})
	// atOurs is the place of an error in one of our functions, for the operand itself.
	atOurs = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("<" + passed + ">")
	})
)

// asWritten restores a template's nodes in a message to how the user wrote them.
func asWritten(message string) string {
	message = atOurs().ReplaceAllString(message, "<.>")
	for {
		m := opened().ReplaceAllString(piped().ReplaceAllString(fetched().ReplaceAllString(message, "$1$2"), ""), "$1")
		if m == message {
			return named().ReplaceAllString(m, "")
		}
		message = m
	}
}

// functions makes the functions of a FuncMap callable by templates: boxed ones accept
// both boxes and values.
func (l *Library) functions(funcs any) any {
	v := reflect.ValueOf(funcs)
	if v.Kind() != reflect.Map || v.IsNil() {
		return funcs
	}
	out := reflect.MakeMap(v.Type())
	for it := v.MapRange(); it.Next(); {
		f := it.Value().Elem()
		b, opened := rt.Boxed(it.Value().Interface())
		if opened {
			f = l.openFunction(b)
			l.taught.Store(true)
		} else if f.Kind() == reflect.Func && rt.TakesAny(f.Type()) {
			f = l.rt.Given(f)
			l.taught.Store(true)
		}
		if f.Kind() == reflect.Func && !f.IsNil() {
			f = l.panicsNative(f, opened)
		}
		out.SetMapIndex(it.Key(), f)
	}
	return out.Interface()
}

// callable is a function that the template function call can call.
func (s *selector) callable(x any) any {
	f := reflect.ValueOf(x)
	b, ok := rt.Boxed(x)
	if _, is := typeOfBox(b).(*types.Signature); ok && is {
		f = s.l.openFunction(b)
	} else if ok = false; f.Kind() == reflect.Func && rt.TakesAny(f.Type()) {
		f = s.l.rt.Given(f)
	}
	if f.Kind() != reflect.Func || f.IsNil() {
		return x
	}
	return s.l.panicsNative(f, ok).Interface()
}

// panicsNative is a function that panics with what package template makes of its panic.
// Unless it is opened, it takes the values at places.
func (l *Library) panicsNative(f reflect.Value, opened bool) reflect.Value {
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	s := l.selector()
	return reflect.MakeFunc(f.Type(), func(in []reflect.Value) []reflect.Value {
		defer func() {
			if v := recover(); v != nil {
				panic(l.panicked(v))
			}
		}()
		if !opened {
			s.valuesFor(f.Type(), in)
		}
		return call(in)
	})
}

// panicked is the error that package template makes of a panic.
func (l *Library) panicked(v any) error {
	v = l.rt.ToNative(l.rt.Translate(v))
	if err, ok := v.(error); ok {
		return err
	}
	return fmt.Errorf("%v", v)
}

// openFunction wraps a function so that it takes and returns what templates have for
// values of the user's types.
func (l *Library) openFunction(b rt.Box) reflect.Value {
	f := reflect.ValueOf(b.V)
	sig, ok := b.T.T.Underlying().(*types.Signature)
	if !ok || f.Kind() != reflect.Func {
		return f
	}
	s := l.selector()
	in := make([]reflect.Type, sig.Params().Len())
	for i := range in {
		in[i] = l.openType(sig.Params().At(i).Type(), f.Type().In(i))
		if sig.Variadic() && i == len(in)-1 && in[i] == anyType {
			in[i] = reflect.TypeFor[[]any]()
		}
	}
	out := make([]reflect.Type, sig.Results().Len())
	for i := range out {
		out[i] = l.openType(sig.Results().At(i).Type(), f.Type().Out(i))
	}
	accepted := func(t types.Type, lt reflect.Type, x any) reflect.Value {
		v, err := l.accepted(t, lt, x)
		if err != nil {
			panic(err)
		}
		return v
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, sig.Variadic()), func(args []reflect.Value) []reflect.Value {
		for i, a := range args {
			t := sig.Params().At(i).Type()
			if xs, ok := a.Interface().([]any); ok && sig.Variadic() && i == len(args)-1 {
				list := reflect.MakeSlice(f.Type().In(i), len(xs), len(xs))
				for k, x := range xs {
					list.Index(k).Set(accepted(t.(*types.Slice).Elem(), list.Type().Elem(), x))
				}
				args[i] = list
				continue
			}
			args[i] = accepted(t, f.Type().In(i), a.Interface())
		}
		results := f.Call(args)
		for i, x := range results {
			results[i] = l.rt.Argument(out[i], l.rt.ToNative(s.box(sig.Results().At(i).Type(), x)))
		}
		return results
	})
}

// accepted is x as an argument of type t, lowered to lt.
func (l *Library) accepted(t types.Type, lt reflect.Type, x any) (reflect.Value, error) {
	x = l.selector().passed(t, x)
	b, boxed := rt.Boxed(x)
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if x != nil && l.rt.Missing(l.rt.FromNative(x), u) != "" {
			break
		}
		return l.rt.Argument(lt, l.rt.FromNative(x)), nil
	default:
		if p, ok := typeOfBox(b).(*types.Pointer); ok && !types.AssignableTo(b.T.T, t) && types.AssignableTo(p.Elem(), t) {
			v := reflect.ValueOf(b.V)
			if v.IsNil() {
				return v, fmt.Errorf("dereference of nil pointer of type %s", typename.Go(t))
			}
			return v.Elem(), nil
		}
		if v, ok := constant(lt, x); ok {
			return v, nil
		}
		if boxed && !types.AssignableTo(b.T.T, t) || !boxed && x != nil && (l.openType(t, lt) == anyType || isBasic(lt) && reflect.TypeOf(x) != lt) {
			break
		}
		return l.rt.Argument(lt, x), nil
	}
	return reflect.Value{}, fmt.Errorf("wrong type for value; expected %s; got %s", typename.Go(t), rt.DynamicName(x))
}

// isBasic reports whether values of t have no parts.
func isBasic(t reflect.Type) bool {
	return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String
}

// constant is x as an argument of a basic type, if x may be a constant in a template's text.
func constant(t reflect.Type, x any) (v reflect.Value, ok bool) {
	v = reflect.ValueOf(x)
	var n float64
	switch x := x.(type) {
	case int:
		n = float64(x)
	case float64:
		n = x
	case bool, string, complex128:
		if v.Kind() != t.Kind() {
			return v, false
		}
		return v.Convert(t), true
	default:
		return v, false
	}
	switch k := t.Kind(); {
	case k < reflect.Int || k > reflect.Float64:
		return v, false
	case k < reflect.Float32 && n != math.Trunc(n), k >= reflect.Uint && k < reflect.Float32 && n < 0:
		return v, false
	}
	return v.Convert(t), true
}

func typeOfBox(b rt.Box) types.Type {
	if b.T == nil {
		return nil
	}
	return b.T.T.Underlying()
}

// openType is any for types of the user's.
func (l *Library) openType(t types.Type, lt reflect.Type) reflect.Type {
	if typename.Go(t) == "error" {
		return errorType
	}
	if g, ok := l.rt.NativeType(t); ok && g == lt {
		return lt
	}
	return anyType
}
