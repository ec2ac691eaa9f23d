//go:build !js || riffle_all

package shim

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	htmltemplate "html/template"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"
	"text/template/parse"

	"riffle/internal/rt"
	"riffle/internal/typename"
)

// Templates select fields and methods by reflection, which doesn't find the
// user's. To execute a template with boxes we execute a copy in which each selection .A.B
// is a call of fieldFunc, and values whose kind matters, such as the operands of range,
// if, len and eq, pass through openFunc.

const (
	fieldFunc = "ᐧfield"
	openFunc  = "ᐧopen"
)

// byKind are the template functions that depend on their operands' kinds.
var byKind = map[string]bool{"eq": true, "ne": true, "lt": true, "le": true, "gt": true, "ge": true, "len": true,
	"index": true, "slice": true, "and": true, "or": true, "not": true}

// prepared is the template to execute instead of t, and the data to pass to it.
func (l *Library) prepared(t any, data any) (any, any, error) {
	if _, ok := rt.BoxOf(data); !ok && (data == nil || !holdsAny(reflect.TypeOf(data))) {
		return t, data, nil
	}
	if rt.HoldsItself(rt.Unbox(data)) { // it can be printed, but not taken apart
		return t, l.rt.ToNative(data), nil
	}
	s := &selector{l.rt}
	funcs := map[string]any{fieldFunc: s.get, openFunc: s.open}
	var err error
	switch tmpl := t.(type) {
	case *template.Template:
		var c *template.Template
		if c, err = tmpl.Clone(); err == nil {
			c.Funcs(funcs)
			for _, a := range c.Templates() {
				err = first(err, addRewritten(a.Tree, func(tr *parse.Tree) error { _, err := c.AddParseTree(a.Name(), tr); return err }))
			}
			t = c
		}
	case *htmltemplate.Template:
		var c *htmltemplate.Template
		if c, err = tmpl.Clone(); err == nil {
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
		case *parse.TemplateNode:
			rewritePipe(n.Pipe)
		case *parse.IfNode:
			rewriteBranch(&n.BranchNode, true)
		case *parse.RangeNode:
			rewriteBranch(&n.BranchNode, true)
		case *parse.WithNode:
			rewriteBranch(&n.BranchNode, false)
		}
	}
}

func rewriteBranch(n *parse.BranchNode, byKind bool) {
	rewritePipe(n.Pipe)
	if byKind {
		n.Pipe.Cmds = append(n.Pipe.Cmds, call(n.Pos, openFunc))
	}
	rewriteList(n.List)
	rewriteList(n.ElseList)
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
	for _, c := range p.Cmds {
		rewriteCommand(c)
	}
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
			c.Args[i] = pipe(a.Position(), call(a.Position(), fieldFunc, base, text(path)))
		}
		if id != nil && byKind[id.Ident] {
			c.Args[i] = pipe(a.Position(), call(a.Position(), openFunc, c.Args[i]))
		}
	}
	if base, path := selection(c.Args[0]); path != "" {
		c.Pos = c.Args[0].Position()
		c.Args = append(call(c.Pos, fieldFunc, base, text(path)).Args, c.Args[1:]...)
	}
}

func text(s string) parse.Node {
	return &parse.StringNode{NodeType: parse.NodeString, Quoted: fmt.Sprintf("%q", s), Text: s}
}

// selection splits a node into what is selected from, and the names.
func selection(n parse.Node) (parse.Node, string) {
	switch n := n.(type) {
	case *parse.FieldNode:
		return &parse.DotNode{NodeType: parse.NodeDot, Pos: n.Pos}, strings.Join(n.Ident, ".")
	case *parse.ChainNode:
		if inner, ok := n.Node.(*parse.PipeNode); ok {
			rewritePipe(inner)
		}
		return n.Node, strings.Join(n.Field, ".")
	case *parse.VariableNode:
		if len(n.Ident) > 1 {
			v := *n
			v.Ident = n.Ident[:1]
			return &v, strings.Join(n.Ident[1:], ".")
		}
	}
	return nil, ""
}

// selector selects from boxes.
type selector struct{ r *rt.Runtime }

// selectError is an error about a selection, in package template's words.
type selectError struct{ path, message string }

// Error is the message without the place.
func (e *selectError) Error() string { return e.message }

// get is {{x.path args}}.
func (s *selector) get(x any, path string, args ...any) (any, error) {
	names := strings.Split(path, ".")
	for i, name := range names {
		var as []any
		if i == len(names)-1 {
			as = args
		}
		var err error
		if x, err = s.member(x, name, as); err != nil {
			return nil, &selectError{"." + path, err.Error()}
		}
	}
	return x, nil
}

// member is a field, a method's result or a map's element.
func (s *selector) member(x any, name string, args []any) (any, error) {
	b, ok := rt.BoxOf(x)
	if !ok {
		return s.nativeMember(reflect.ValueOf(x), name, args)
	}
	if b.Has(name) && token.IsExported(name) {
		return s.call(b, name, args)
	}
	t, v := b.T.T, reflect.ValueOf(b.V)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if v.IsNil() {
			return nil, fmt.Errorf("nil pointer evaluating %s.%s", b.T.Shown, name)
		}
		t, v = p.Elem(), v.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		o, index, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if f, ok := o.(*types.Var); ok && f.Exported() {
			e, err := v.FieldByIndexErr(index)
			if err != nil {
				return nil, fmt.Errorf("nil pointer evaluating %s.%s", b.T.Shown, name)
			}
			return s.box(f.Type(), e), noArguments(name, args)
		}
	case *types.Map:
		if len(args) > 0 {
			return nil, fmt.Errorf("%s is not a method but has arguments", name)
		}
		if v.Type().Key().Kind() == reflect.String {
			if e := v.MapIndex(reflect.ValueOf(name).Convert(v.Type().Key())); e.IsValid() {
				return s.box(u.Elem(), e), nil
			}
			return nil, nil
		}
	}
	return nil, fmt.Errorf("can't evaluate field %s in type %s", name, b.T.Shown)
}

// noArguments is the error about a field with arguments.
func noArguments(name string, args []any) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("%s has arguments but cannot be invoked as function", name)
}

func (s *selector) call(b rt.Box, name string, args []any) (any, error) {
	o, _, _ := types.LookupFieldOrMethod(b.T.T, true, nil, name)
	sig := o.(*types.Func).Signature()
	n := sig.Params().Len()
	switch {
	case sig.Variadic() && len(args) < n-1:
		return nil, fmt.Errorf("wrong number of args for %s: want at least %d got %d", name, n-1, len(args))
	case sig.Variadic():
		args = append(slices.Clone(args[:n-1]), s.pack(b.T.Func(name).Type().In(n), args[n-1:]))
	case n != len(args):
		return nil, fmt.Errorf("wrong number of args for %s: want %d got %d", name, n, len(args))
	}
	out := b.Call(name, args...)
	if len(out) == 0 {
		return nil, fmt.Errorf("can't call method/function %q with 0 results", name)
	}
	if err, ok := out[len(out)-1].(error); ok && len(out) == 2 {
		return nil, fmt.Errorf("error calling %s: %w", name, err)
	}
	return s.box(sig.Results().At(0).Type(), reflect.ValueOf(out[0])), nil
}

// pack makes the slice that a variadic parameter is lowered to.
func (s *selector) pack(t reflect.Type, args []any) any {
	xs := reflect.MakeSlice(t, len(args), len(args))
	for i, a := range args {
		xs.Index(i).Set(s.r.Argument(t.Elem(), a))
	}
	return xs.Interface()
}

// nativeMember is member for a value that reflection knows.
func (s *selector) nativeMember(v reflect.Value, name string, args []any) (any, error) {
	if !v.IsValid() {
		return nil, fmt.Errorf("nil data; no entry for key %q", name)
	}
	if m := v.MethodByName(name); m.IsValid() {
		var in []reflect.Value
		for i, a := range args {
			t := m.Type().In(min(i, m.Type().NumIn()-1))
			if m.Type().IsVariadic() && i >= m.Type().NumIn()-1 {
				t = t.Elem()
			}
			in = append(in, s.r.Argument(t, a))
		}
		out := m.Call(in)
		if len(out) == 2 && !out[1].IsNil() {
			return nil, fmt.Errorf("error calling %s: %w", name, out[1].Interface().(error))
		}
		return out[0].Interface(), nil
	}
	e := reflect.Indirect(v)
	switch e.Kind() {
	case reflect.Struct:
		if f := e.FieldByName(name); f.IsValid() && f.CanInterface() {
			return f.Interface(), noArguments(name, args)
		}
	case reflect.Map:
		if len(args) > 0 {
			return nil, fmt.Errorf("%s is not a method but has arguments", name)
		}
		if e.Type().Key().Kind() == reflect.String {
			if x := e.MapIndex(reflect.ValueOf(name).Convert(e.Type().Key())); x.IsValid() {
				return x.Interface(), nil
			}
			return nil, nil
		}
	}
	return nil, fmt.Errorf("can't evaluate field %s in type %s", name, v.Type())
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
	if _, ok := rt.BoxOf(x); ok {
		return x
	}
	d := s.r.Known(t)
	if d == nil || v.Type().PkgPath() != "" {
		return x
	}
	return s.entry(rt.Box{T: d, V: x})
}

// entry opens what has no methods of its own.
func (s *selector) entry(x any) any {
	b, ok := rt.BoxOf(x)
	if !ok || b.Has("String") || b.Has("Error") || b.Has("Format") {
		return x
	}
	return s.open(x)
}

// open makes the kind of a boxed value visible to templates.
func (s *selector) open(x any) any {
	b, ok := rt.BoxOf(x)
	if !ok {
		return x
	}
	v := unwrapRecursive(b.T.T, reflect.ValueOf(b.V))
	switch u := b.T.T.Underlying().(type) {
	case *types.Slice:
		return s.elements(u.Elem(), v)
	case *types.Array:
		return s.elements(u.Elem(), v)
	case *types.Map:
		m := reflect.MakeMap(reflect.MapOf(v.Type().Key(), anyType))
		for it := v.MapRange(); it.Next(); {
			e := reflect.New(anyType).Elem()
			setIfValid(e, reflect.ValueOf(s.box(u.Elem(), it.Value())))
			m.SetMapIndex(it.Key(), e)
		}
		return m.Interface()
	case *types.Basic:
		return v.Interface()
	case *types.Pointer:
		if v.IsNil() {
			return nil
		}
	}
	return x
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
	args := append([]any{}, rest...)
	args[len(args)-1] = data
	l.rt.NativeMethod(t, name, false, nout, args...)
	if nout == 1 && args[0] != nil {
		result := reflect.ValueOf(args[0]).Elem()
		if err, ok := result.Interface().(error); ok {
			result.Set(reflect.ValueOf(selected(err)))
		}
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
	if !errors.As(err, &s) {
		if m := written(message); m != message {
			return executeError{err, m}
		}
		return err
	}
	before, rest, ok := strings.Cut(message, "<"+fieldFunc)
	if _, after, found := strings.Cut(rest, ">: error calling "+fieldFunc+": "); ok && found {
		message = before + "<" + s.path + ">: " + after
	}
	return executeError{err, message}
}

var (
	opened = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\(` + openFunc + ` ([^()]*)\)`)
	})
	fetched = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\(` + fieldFunc + ` (?:\.|(\$\w*)) "([\w.]+)"\)`)
	})
)

// written restores a template's nodes in a message to how the user wrote them.
func written(message string) string {
	for {
		m := opened().ReplaceAllString(fetched().ReplaceAllString(message, "$1.$2"), "$1")
		if m == message {
			return m
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
		if b, ok := rt.BoxOf(it.Value().Interface()); ok {
			f = l.openFunction(b)
		}
		out.SetMapIndex(it.Key(), f)
	}
	return out.Interface()
}

// openFunction wraps a function so that it takes and returns boxes for types of the
// user's.
func (l *Library) openFunction(b rt.Box) reflect.Value {
	f := reflect.ValueOf(b.V)
	sig, ok := b.T.T.Underlying().(*types.Signature)
	if !ok || f.Kind() != reflect.Func {
		return f
	}
	s := &selector{l.rt}
	in := make([]reflect.Type, sig.Params().Len())
	for i := range in {
		in[i] = l.openType(sig.Params().At(i).Type(), f.Type().In(i))
	}
	out := make([]reflect.Type, sig.Results().Len())
	for i := range out {
		out[i] = l.openType(sig.Results().At(i).Type(), f.Type().Out(i))
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, sig.Variadic()), func(args []reflect.Value) []reflect.Value {
		for i, a := range args {
			args[i] = l.rt.Argument(f.Type().In(i), a.Interface())
		}
		results := f.Call(args)
		for i, x := range results {
			results[i] = l.rt.Argument(out[i], s.box(sig.Results().At(i).Type(), x))
		}
		return results
	})
}

// openType is any for types of the user's.
func (l *Library) openType(t types.Type, lt reflect.Type) reflect.Type {
	switch {
	case typename.Go(t) == "error":
		return errorType
	case l.rt.Known(t) == nil && !types.IsInterface(t) && lt.String() == typename.Go(t):
		return lt
	case lt.Kind() == reflect.Slice:
		return reflect.SliceOf(l.openType(t.Underlying().(*types.Slice).Elem(), lt.Elem()))
	}
	return anyType
}
