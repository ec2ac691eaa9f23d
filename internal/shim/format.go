package shim

import (
	"fmt"
	"go/types"
	"io"
	"reflect"
	"strings"
	"unsafe"

	"riffle/internal/rt"
	"riffle/internal/typename"
)

// Printing follows the static types, as package fmt follows reflection: a boxed
// value is printed for every verb and flag as compiled Go prints it, with the
// user's type and field names and the methods of its parts.

// format prints a box for fmt.
func (l *Library) format(b rt.Box, f fmt.State, verb rune) {
	p := formatter{State: f, r: l.rt, verb: verb}
	p.value(b.T.T, reflect.ValueOf(b.V), 0, true)
}

// Hidden is the value of an unexported field, which fmt prints without its methods.
type Hidden struct {
	*rt.Runtime
	V    any
	Held bool // in an interface
}

// Format prints the value.
func (h Hidden) Format(f fmt.State, verb rune) {
	p := formatter{State: f, r: h.Runtime, verb: verb}
	depth := 0
	if h.Held {
		depth = 1
	}
	if rt.HoldsBoxes(h.V) {
		p.walk(reflect.ValueOf(h.V), depth, false)
		return
	}
	p.any(h.V, depth, false)
}

// Text is a value as a cell displays it: like %+v, with strings quoted, and with what
// pointers point to.
func (l *Library) Text(v any) string { return l.TextUpTo(v, 0) }

// TextUpTo is Text, cut off after about limit bytes if that isn't 0.
func (l *Library) TextUpTo(v any, limit int) string {
	if h, ok := v.(holder); ok {
		v = h.Held()
	}
	if x, ok := v.(reflect.Value); ok { // invalid, or of an unexported field
		return cutText(fmt.Sprintf("%+v", x), limit)
	}
	s := textState{plus: true, limit: limit}
	p := formatter{State: &s, r: l.rt, verb: 'v', cell: true, out: &s}
	p.any(v, 0, true)
	return cutText(s.String(), limit)
}

// textState is the fmt.State of %+v, or of %v.
type textState struct {
	strings.Builder
	plus  bool
	limit int // in bytes, 0 for none
}

// Width says that there is none.
func (*textState) Width() (int, bool) { return 0, false }

// Precision says that there is none.
func (*textState) Precision() (int, bool) { return 0, false }

// Flag reports the plus.
func (s *textState) Flag(c int) bool { return s.plus && c == '+' }

// formatter prints one operand. Depth counts the values that enclose a part; open says
// that none of them is an unexported field: only then does fmt see the part's methods.
type formatter struct {
	fmt.State
	r     *rt.Runtime
	verb  rune
	cell  bool
	out   *textState // of a cell's value, nil elsewhere
	path  []visit    // the slices and maps around the part
	seen  []visit    // what pointers in a cell's value point to, shown once
	deep  int        // pointers followed to the part
	inner bool       // the value is in a cell of a table, which is too small for a note
	wrong bool       // the verb of the directive is wrong for the value
}

func (p *formatter) plus() bool  { return p.verb == 'v' && p.Flag('+') && !p.wrong }
func (p *formatter) sharp() bool { return p.verb == 'v' && p.Flag('#') && !p.wrong }

func (p *formatter) write(s string) { io.WriteString(p.State, s) }

// format is the current directive, for a part.
func (p *formatter) format() string {
	f := fmt.FormatString(p.State, p.verb)
	if p.wrong {
		f = strings.NewReplacer("#", "", "+", "").Replace(f)
	}
	return f
}

// any prints the value in an interface.
func (p *formatter) any(v any, depth int, open bool) {
	b, boxed := rt.BoxOf(v)
	switch {
	case v == nil:
		p.write(p.null())
	case boxed:
		p.value(b.T.T, reflect.ValueOf(b.V), depth, open)
	default:
		p.native(reflect.ValueOf(v), depth, open)
	}
}

func (p *formatter) null() string {
	if p.cell {
		return "nil"
	}
	return "<nil>"
}

// value prints v, whose type in the user's source is t.
func (p *formatter) value(t types.Type, v reflect.Value, depth int, open bool) {
	rt.Nested()
	if open && p.methods(t, v) {
		return
	}
	switch {
	case v.Type().PkgPath() == "":
	case declaredBy(v.Type(), t):
		p.nativeStruct(v, depth)
		return
	default: // a native type has its own methods
		p.native(v, depth, open)
		return
	}
	v = unwrapRecursive(t, v)
	switch u := t.Underlying().(type) {
	case *types.Interface:
		p.dynamic(t, v, depth, open)
	case *types.Pointer:
		p.pointer(t, u, v, depth, open)
	case *types.Slice:
		p.list(t, u.Elem(), v, depth, open)
	case *types.Array:
		p.list(t, u.Elem(), v, depth, open)
	case *types.Struct:
		p.structure(t, u, v, depth, open)
	case *types.Map:
		p.mapping(t, u, v, depth, open)
	case *types.Signature, *types.Chan:
		p.address(t, v)
	default:
		p.basic(t, v, depth, open)
	}
}

// declaredBy reports whether n is the native struct that a type of the user's was declared by.
func declaredBy(n reflect.Type, t types.Type) bool {
	d, ok := types.Unalias(t).(*types.Named)
	return ok && n.Kind() == reflect.Struct && d.TypeArgs().Len() == 0 && (d.Obj().Name() != n.Name() || d.Obj().Pkg().Path() != n.PkgPath())
}

// unwrapRecursive takes a recursive type's value out of its struct.
func unwrapRecursive(t types.Type, v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Struct || v.NumField() != 1 || v.Type().Field(0).Name != "V" {
		return v
	}
	if _, ok := t.Underlying().(*types.Struct); ok {
		return v
	}
	return v.Field(0)
}

// methods prints by the value's own method, if it has one for the verb.
func (p *formatter) methods(t types.Type, v reflect.Value) (done bool) {
	if _, ok := types.Unalias(t).(*types.Basic); ok || !v.IsValid() {
		return false
	}
	d := p.r.Known(t)
	if d == nil {
		return false
	}
	if m := d.Func("Format"); isFormat(m) {
		defer p.caught("Format", v, &done)
		m.Call([]reflect.Value{p.r.Argument(m.Type().In(0), v.Interface()), reflect.ValueOf(p.State), reflect.ValueOf(p.verb)})
		return true
	}
	if p.sharp() {
		return p.text(d, v, "GoString", "%s")
	}
	if !strings.ContainsRune("vsxXq", p.verb) {
		return false
	}
	return p.text(d, v, "Error", p.format()) || p.text(d, v, "String", p.format())
}

func isFormat(m reflect.Value) bool {
	if !m.IsValid() {
		return false
	}
	t := m.Type()
	return t.NumIn() == 3 && t.NumOut() == 0 && t.In(1).Kind() == reflect.Interface && t.In(2) == reflect.TypeFor[rune]()
}

// text prints the string that a method returns, if there is such a method.
func (p *formatter) text(d *rt.Type, v reflect.Value, name, format string) (done bool) {
	m := d.Func(name)
	if !m.IsValid() || m.Type().NumIn() != 1 || m.Type().NumOut() != 1 || m.Type().Out(0).Kind() != reflect.String {
		return false
	}
	defer p.caught(name, v, &done)
	fmt.Fprintf(p.State, format, m.Call([]reflect.Value{p.r.Argument(m.Type().In(0), v.Interface())})[0].String())
	return true
}

// caught prints a panic of a method as fmt does, which completes the value.
func (p *formatter) caught(method string, v reflect.Value, done *bool) {
	x := recover()
	*done = *done || x != nil
	switch {
	case x == nil:
	case rt.Unstoppable(x):
		panic(x)
	case v.Kind() == reflect.Pointer && v.IsNil():
		p.r.Left()
		p.write(p.null())
	default:
		p.r.Left()
		p.write(fmt.Sprintf("%%!%c(PANIC=%s method: %v)", p.verb, method, p.r.Translate(x)))
	}
}

// dynamic prints what an interface inside a value holds.
func (p *formatter) dynamic(t types.Type, v reflect.Value, depth int, open bool) {
	switch {
	case v.IsValid() && !v.IsNil():
		p.any(v.Elem().Interface(), depth+1, open)
	case p.sharp():
		p.write(typename.Go(t) + "(nil)")
	default:
		p.write(p.null())
	}
}

func (p *formatter) pointer(t types.Type, u *types.Pointer, v reflect.Value, depth int, open bool) {
	if depth == 0 && !v.IsNil() {
		switch u.Elem().Underlying().(type) {
		case *types.Struct, *types.Slice, *types.Array, *types.Map:
			p.note(v)
			p.write("&")
			p.value(u.Elem(), v.Elem(), depth+1, open)
			return
		}
	}
	if native(v.Type()) && !declaredBy(v.Type().Elem(), u.Elem()) {
		p.native(v, depth, open)
		return
	}
	if p.cell && !v.IsNil() {
		p.target(v, func() { p.value(u.Elem(), v.Elem(), depth+1, open) })
		return
	}
	p.address(t, v)
}

// native reports whether a type is a native package's named type, or a pointer to one.
func native(t reflect.Type) bool {
	return t.PkgPath() != "" || t.Kind() == reflect.Pointer && t.Elem().PkgPath() != ""
}

// address prints a pointer, a channel or a function.
func (p *formatter) address(t types.Type, v reflect.Value) {
	switch {
	case p.cell && v.Kind() == reflect.Func:
		p.function(typename.Go(t), v)
	case p.cell && v.Kind() == reflect.Chan:
		p.channel(typename.Go(t), v)
	case p.cell && v.IsNil():
		p.write(p.null())
	case p.sharp() && v.IsNil():
		p.write("(" + typename.Go(t) + ")(nil)")
	case p.sharp():
		p.write(fmt.Sprintf("(%s)(%#x)", typename.Go(t), v.Pointer()))
	case !strings.ContainsRune("vpbodxX", p.verb):
		p.badVerb(typename.Go(t), func(inner *formatter) { inner.value(t, v, 0, false) })
	default:
		p.leaf(t, v.UnsafePointer())
	}
}

// badVerb prints a pointer, a channel or a function with a verb that is wrong for it.
func (p *formatter) badVerb(typ string, value func(inner *formatter)) {
	p.write(fmt.Sprintf("%%!%c(%s=", p.verb, typ))
	inner := *p
	inner.verb, inner.wrong = 'v', true
	value(&inner)
	p.write(")")
}

// plain is the verb that means %v where flags aren't those of %+v and %#v.
func plain(v any) rune {
	switch k := reflect.ValueOf(v).Kind(); {
	case k >= reflect.Int && k <= reflect.Uintptr:
		return 'd'
	case k >= reflect.Float32 && k <= reflect.Complex128:
		return 'g'
	case k == reflect.Bool:
		return 't'
	case k == reflect.String:
		return 's'
	}
	return 'p'
}

func (p *formatter) list(t, elem types.Type, v reflect.Value, depth int, open bool) {
	if strings.ContainsRune("sqxX", p.verb) && v.Type().Elem().Kind() == reflect.Uint8 {
		b := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(b), v)
		p.leaf(t, b)
		return
	}
	if p.sharp() && v.Kind() == reflect.Slice && v.IsNil() {
		p.write(typename.Go(t) + "(nil)")
		return
	}
	if v.Kind() == reflect.Slice {
		if p.again(v) {
			return
		}
		defer p.back()
	}
	open1, sep, end := p.brackets("[", "]", t)
	p.write(open1)
	for i := range v.Len() {
		if p.full(v.Len()-i, depth) {
			break
		}
		if i > 0 {
			p.write(sep)
		}
		p.value(elem, v.Index(i), depth+1, open)
	}
	p.write(end)
}

// brackets are the delimiters around and between the parts of a value.
func (p *formatter) brackets(open, end string, t types.Type) (string, string, string) {
	if p.sharp() {
		return typename.Go(t) + "{", ", ", "}"
	}
	return open, " ", end
}

func (p *formatter) structure(t types.Type, u *types.Struct, v reflect.Value, depth int, open bool) {
	begin, sep, end := p.brackets("{", "}", t)
	p.write(begin)
	for i := range u.NumFields() {
		if i > 0 {
			p.write(sep)
		}
		f := u.Field(i)
		if p.plus() || p.sharp() {
			p.write(f.Name() + ":")
		}
		p.value(f.Type(), v.Field(i), depth+1, open && (f.Exported() || p.cell))
	}
	p.write(end)
}

func (p *formatter) mapping(t types.Type, u *types.Map, v reflect.Value, depth int, open bool) {
	if p.sharp() && v.IsNil() {
		p.write(typename.Go(t) + "(nil)")
		return
	}
	if p.again(v) {
		return
	}
	defer p.back()
	begin, sep, end := p.brackets("map[", "]", t)
	p.write(begin)
	for i, k := range tables(p.r).SortedKeys(v) {
		if p.full(v.Len()-i, depth) {
			break
		}
		if i > 0 {
			p.write(sep)
		}
		p.value(u.Key(), k, depth+1, open)
		p.write(":")
		p.value(u.Elem(), v.MapIndex(k), depth+1, open)
	}
	p.write(end)
}

// basic prints a value of a basic type, a user's or a native one.
func (p *formatter) basic(t types.Type, v reflect.Value, depth int, open bool) {
	switch {
	case v.Type().PkgPath() != "":
		p.native(v, depth, open)
	case v.Kind() == reflect.String && p.cell:
		p.quote(v.String())
	default:
		p.leaf(t, v.Interface())
	}
}

// leaf makes fmt print a value in place of one of type t. If the verb is wrong, fmt names
// the value's type.
func (p *formatter) leaf(t types.Type, v any) {
	if p.wrong {
		f := fmt.FormatString(p.State, plain(v))
		if v == unsafe.Pointer(nil) { // 'p' would print a number
			f = strings.ReplaceAll(strings.TrimSuffix(f, "p"), "#", "") + "v"
		}
		fmt.Fprintf(p.State, f, v)
		return
	}
	s := fmt.Sprintf(p.format(), v)
	if rest, bad := strings.CutPrefix(s, fmt.Sprintf("%%!%c(%T=", p.verb, v)); bad {
		s = fmt.Sprintf("%%!%c(%s=", p.verb, typename.Go(t)) + rest
	}
	p.write(s)
}
