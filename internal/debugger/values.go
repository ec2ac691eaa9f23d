package debugger

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-dap"

	"riffle/internal/display/plain"
	"riffle/internal/rt"
)

// view holds the frames and values that the front end has asked about since the cell
// stopped. They are numbered, and the numbers are valid until the cell continues.
type view struct {
	frames []*rt.Frame
	nodes  []list
}

// list is something that has parts, in a call or in the session.
type list struct {
	frame *rt.Frame
	parts func() []node
}

func (v *view) resetView() { *v = view{} }

// frame numbers a call, from 1.
func (v *view) frame(f *rt.Frame) int {
	if i := slices.Index(v.frames, f); i >= 0 {
		return i + 1
	}
	v.frames = append(v.frames, f)
	return len(v.frames)
}

// numberNode numbers something that has parts, from 1.
func (v *view) numberNode(f *rt.Frame, parts func() []node) int {
	v.nodes = append(v.nodes, list{f, parts})
	return len(v.nodes)
}

// node is a value with a name: a variable, a field, an element.
type node struct {
	name  string
	path  string // the expression for it, "" for none
	value reflect.Value
	frame *rt.Frame // in which that means it, nil for the session
}

// errRunning says that there is nothing to look at.
var errRunning = errors.New("nothing is stopped there; the cell has gone on")

func (d *Debugger) frameOf(id int) (*rt.Frame, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if id < 1 || id > len(d.view.frames) {
		return nil, errRunning
	}
	return d.view.frames[id-1], nil
}

// visibleVariables are those of a call that exist where it is, the innermost of a name.
func (d *Debugger) visibleVariables(f *rt.Frame) []Variable {
	fn := d.functionOf(f)
	at := int(f.Site.Load())
	if fn == nil || at < 0 {
		return nil
	}
	var vs []Variable
	seen := map[string]bool{}
	for _, i := range slices.Backward(fn.sites[at].visible) {
		l := fn.locals[i]
		if !seen[l.name] && i < len(f.Locals) && f.Locals[i] != nil {
			seen[l.name] = true
			vs = append(vs, Variable{l.name, l.typ, f.Locals[i]})
		}
	}
	slices.Reverse(vs)
	return vs
}

func (d *Debugger) nodesOf(f *rt.Frame, vs []Variable) []node {
	nodes := make([]node, len(vs))
	for i, v := range vs {
		nodes[i] = node{v.Name, v.Name, d.world.Value(v.Type, v.Address), f}
	}
	return nodes
}

// errEvaluating is the answer while another expression hasn't ended.
var errEvaluating = errors.New("another expression is still being evaluated")

// evaluateAlone waits until nothing else is being evaluated, such as another goroutine's
// condition, but not for ever: an expression may never end. end ends the turn.
func (d *Debugger) evaluateAlone() (end func(), err error) {
	select {
	case d.evaluating <- struct{}{}:
		return func() { <-d.evaluating }, nil
	case <-time.After(patience / 2):
		return nil, errEvaluating
	}
}

// eval evaluates an expression in a call, nil for none.
func (d *Debugger) eval(expr string, f *rt.Frame) (reflect.Value, error) {
	var locals []Variable
	if f != nil {
		locals = d.visibleVariables(f)
	}
	end, err := d.evaluateAlone()
	if err != nil {
		return reflect.Value{}, err
	}
	defer end()
	x, ok, err := d.world.Eval(expr, locals)
	if err != nil || !ok {
		return reflect.Value{}, err
	}
	return reflect.ValueOf(x), nil
}

// maxText is the length of a value's text in the list of variables.
const maxText = 200

// lineOf is a value in one line.
func (d *Debugger) lineOf(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	text := ""
	switch v.Kind() {
	case reflect.String:
		text = strconv.Quote(v.String())
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		text = d.world.TypeText(v.Type())
		if v.IsNil() {
			text = "nil"
		}
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		if text = d.described(v, d.world.List); text == "" {
			text = "&" + d.lineOf(v.Elem())
		}
	default:
		text = d.described(v, d.world.Text)
	}
	if r := []rune(text); len(r) > maxText {
		text = string(r[:maxText]) + "…"
	}
	return text
}

// described is a value as it prints, or a description of one that can't be printed.
func (d *Debugger) described(v reflect.Value, print func(any) string) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("(%s)", d.world.TypeText(v.Type()))
		}
	}()
	return print(heldValue(v))
}

// heldValue is a value in an interface, nil for none.
func heldValue(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	return rt.Readable(v).Interface()
}

// dapVariable is a value for the front end.
func (d *Debugger) dapVariable(n node) dap.Variable {
	out := dap.Variable{Name: n.name, Value: d.lineOf(n.value), EvaluateName: n.path, Type: "nil"}
	if !n.value.IsValid() {
		return out
	}
	out.Type = d.world.TypeText(n.value.Type())
	if named, indexed := countParts(n.value); named+indexed > 0 {
		out.NamedVariables, out.IndexedVariables = named, indexed
		d.mu.Lock()
		out.VariablesReference = d.view.numberNode(n.frame, func() []node { return d.children(n) })
		d.mu.Unlock()
	}
	return out
}

// countParts counts what a value consists of.
func countParts(v reflect.Value) (named, indexed int) {
	if h, ok := plain.HeldIn(v); ok && h.Len >= 0 {
		return 0, h.Len
	}
	switch v.Kind() {
	case reflect.Struct:
		return v.NumField(), 0
	case reflect.Slice, reflect.Array:
		return 0, v.Len()
	case reflect.Map:
		return v.Len(), 0
	case reflect.Pointer:
		if v.IsNil() {
			return 0, 0
		}
		if named, indexed := countParts(v.Elem()); v.Elem().Kind() == reflect.Struct || named+indexed == 0 {
			return max(named, 1), indexed
		}
		return 1, 0
	case reflect.Interface:
		if e := v.Elem(); e.IsValid() {
			return countParts(e)
		}
	}
	return 0, 0
}

// children are the parts of a value. A pointer to a struct has the struct's fields, a list of
// the library what it holds.
func (d *Debugger) children(n node) (nodes []node) {
	v := n.value
	if h, ok := plain.HeldIn(v); ok && h.Len >= 0 {
		for x := range h.Values {
			nodes = append(nodes, node{name: strconv.Itoa(len(nodes)), value: reflect.ValueOf(x), frame: n.frame})
		}
		return nodes
	}
	switch v.Kind() {
	case reflect.Interface:
		return d.children(node{n.name, n.path + ".(" + d.world.TypeText(v.Elem().Type()) + ")", v.Elem(), n.frame})
	case reflect.Pointer:
		if e := v.Elem(); e.Kind() != reflect.Struct || e.NumField() == 0 {
			return []node{{"*" + n.name, "*" + n.path, e, n.frame}}
		}
		return d.children(node{n.name, n.path, v.Elem(), n.frame})
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			nodes = append(nodes, node{name, n.path + "." + name, plain.Field(v, i), n.frame})
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			nodes = append(nodes, node{strconv.Itoa(i), n.path + "[" + strconv.Itoa(i) + "]", v.Index(i), n.frame})
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			key := d.lineOf(it.Key())
			nodes = append(nodes, node{key, n.path + "[" + key + "]", it.Value(), n.frame})
		}
		slices.SortFunc(nodes, func(a, b node) int { return strings.Compare(a.name, b.name) })
	}
	return nodes
}

// pageOf returns the requested part of a list.
func pageOf(nodes []node, start, count int) []node {
	start = min(max(start, 0), len(nodes))
	nodes = nodes[start:]
	if count > 0 && count < len(nodes) {
		nodes = nodes[:count]
	}
	return nodes
}
