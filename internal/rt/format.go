package rt

import (
	"fmt"
	"go/types"
	"io"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// Printing follows the static types: a boxed value is printed as compiled Go
// prints it, with the user's type and field names and the methods String and
// Error of its parts.

// typeTable finds the descriptor of a part's type.
type typeTable struct {
	sync.RWMutex
	descs []*Type
	cache map[types.Type]*Type
}

// AddType makes a descriptor known to printing.
func (r *Runtime) AddType(t *Type) {
	r.types.Lock()
	defer r.types.Unlock()
	r.types.descs = append(r.types.descs, t)
	r.types.cache = nil
	t.rt = r
}

// lookup is the descriptor of a type, nil if it has none.
func (t *typeTable) lookup(gt types.Type) *Type {
	t.RLock()
	d, ok := t.cache[gt]
	t.RUnlock()
	if ok {
		return d
	}
	t.Lock()
	defer t.Unlock()
	for _, c := range t.descs {
		if types.Identical(c.T, gt) {
			d = c
			break
		}
	}
	if t.cache == nil {
		t.cache = map[types.Type]*Type{}
	}
	t.cache[gt] = d
	return d
}

// style is how a value is printed: %v, %+v, %#v, or as a cell's value.
type style struct {
	plus, sharp, cell bool
}

// Format makes fmt print boxes; %v and %s follow the types, other verbs print
// the value in the box.
func (b Box) Format(f fmt.State, verb rune) {
	if verb == 'T' {
		io.WriteString(f, b.T.Shown)
		return
	}
	if verb != 'v' && verb != 's' && verb != 'q' {
		fmt.Fprintf(f, fmt.FormatString(f, verb), b.V)
		return
	}
	s := b.T.rt.sprint(b, style{plus: f.Flag('+'), sharp: f.Flag('#') && verb == 'v'})
	if verb == 'q' {
		s = strconv.Quote(s)
	}
	if w, ok := f.Width(); ok {
		flag := ""
		if f.Flag('-') {
			flag = "-"
		}
		s = fmt.Sprintf("%"+flag+"*s", w, s)
	}
	io.WriteString(f, s)
}

// Text is a value as a cell displays it: like %+v, with strings quoted.
func (r *Runtime) Text(v any) string { return r.sprint(v, style{cell: true, plus: true}) }

func (r *Runtime) sprint(v any, s style) string {
	p := &formatter{r: r, style: s}
	p.any(v, 0)
	return p.b.String()
}

type formatter struct {
	r *Runtime
	b strings.Builder
	style
}

// any prints a value of unknown static type.
func (p *formatter) any(v any, depth int) {
	switch b := v.(type) {
	case nil:
		p.b.WriteString(p.null())
	case Box:
		p.value(b.T.T, reflect.ValueOf(b.V), depth)
	default:
		p.native(reflect.ValueOf(v), depth)
	}
}

func (p *formatter) null() string {
	if p.cell {
		return "nil"
	}
	return "<nil>"
}

// value prints v, whose type in the user's source is t.
func (p *formatter) value(t types.Type, v reflect.Value, depth int) {
	if p.method(t, v) {
		return
	}
	u := t.Underlying()
	if v.IsValid() && v.Kind() == reflect.Struct && v.NumField() == 1 && v.Type().Field(0).Name == "V" {
		if _, ok := u.(*types.Struct); !ok {
			v = v.Field(0) // a recursive type
		}
	}
	switch u := u.(type) {
	case *types.Interface:
		if !v.IsValid() || v.IsNil() {
			p.b.WriteString(p.null())
			return
		}
		p.any(v.Elem().Interface(), depth)
	case *types.Pointer:
		p.pointer(t, u, v, depth)
	case *types.Slice, *types.Array:
		p.list(t, u, v, depth)
	case *types.Struct:
		p.structure(t, u, v, depth)
	case *types.Map:
		p.mapping(t, u, v, depth)
	case *types.Basic:
		p.basic(t, v)
	default:
		p.native(v, depth)
	}
}

// method prints by the value's Error or String, if its type has one.
func (p *formatter) method(t types.Type, v reflect.Value) bool {
	if p.sharp || !v.IsValid() {
		return false
	}
	if _, ok := types.Unalias(t).(*types.Basic); ok {
		return false
	}
	d := p.r.types.lookup(t)
	if d == nil {
		return false
	}
	for _, name := range []string{"Error", "String"} {
		m := d.method(name)
		if !m.IsValid() || m.Type().NumIn() != 1 || m.Type().NumOut() != 1 || m.Type().Out(0).Kind() != reflect.String {
			continue
		}
		p.b.WriteString(p.call(m, v))
		return true
	}
	return false
}

// call calls String or Error; a panic in it prints as fmt prints it.
func (p *formatter) call(m, v reflect.Value) (s string) {
	defer func() {
		x := recover()
		if x == nil {
			return
		}
		if unstoppable(x) {
			panic(x)
		}
		if v.Kind() == reflect.Pointer && v.IsNil() {
			s = "<nil>"
			return
		}
		s = fmt.Sprintf("%%!v(PANIC=String method: %v)", Translate(x))
	}()
	return m.Call([]reflect.Value{p.r.arg(m.Type().In(0), v.Interface())})[0].String()
}

func (p *formatter) pointer(t types.Type, u *types.Pointer, v reflect.Value, depth int) {
	if v.IsNil() {
		if p.sharp {
			p.b.WriteString("(" + shownType(t) + ")(nil)")
			return
		}
		p.b.WriteString(p.null())
		return
	}
	switch u.Elem().Underlying().(type) {
	case *types.Struct, *types.Slice, *types.Array, *types.Map:
		if depth == 0 {
			p.b.WriteByte('&')
			p.value(u.Elem(), v.Elem(), depth+1)
			return
		}
	}
	if p.sharp {
		fmt.Fprintf(&p.b, "(%s)(%#x)", shownType(t), v.Pointer())
		return
	}
	fmt.Fprintf(&p.b, "%#x", v.Pointer())
}

func shownType(t types.Type) string {
	s := types.TypeString(t, func(p *types.Package) string { return p.Name() })
	return strings.ReplaceAll(s, "interface{}", "interface {}")
}

func (p *formatter) list(t, u types.Type, v reflect.Value, depth int) {
	var el types.Type
	switch u := u.(type) {
	case *types.Slice:
		el = u.Elem()
		if p.sharp && v.IsNil() {
			p.b.WriteString(shownType(t) + "(nil)")
			return
		}
	case *types.Array:
		el = u.Elem()
	}
	open, sep, end := "[", " ", "]"
	if p.sharp {
		open, sep, end = shownType(t)+"{", ", ", "}"
	}
	p.b.WriteString(open)
	for i := range v.Len() {
		if i > 0 {
			p.b.WriteString(sep)
		}
		p.value(el, v.Index(i), depth+1)
	}
	p.b.WriteString(end)
}

func (p *formatter) structure(t types.Type, u *types.Struct, v reflect.Value, depth int) {
	open, sep := "{", " "
	if p.sharp {
		open, sep = shownType(t)+"{", ", "
	}
	p.b.WriteString(open)
	lowered := 0
	for i := range u.NumFields() {
		if i > 0 {
			p.b.WriteString(sep)
		}
		if p.plus || p.sharp {
			p.b.WriteString(u.Field(i).Name() + ":")
		}
		p.value(u.Field(i).Type(), v.Field(lowered), depth+1)
		lowered++
	}
	p.b.WriteByte('}')
}

func (p *formatter) mapping(t types.Type, u *types.Map, v reflect.Value, depth int) {
	if p.sharp && v.IsNil() {
		p.b.WriteString(shownType(t) + "(nil)")
		return
	}
	open, sep, end := "map[", " ", "]"
	if p.sharp {
		open, sep, end = shownType(t)+"{", ", ", "}"
	}
	p.b.WriteString(open)
	for i, k := range sortedKeys(v) {
		if i > 0 {
			p.b.WriteString(sep)
		}
		p.value(u.Key(), k, depth+1)
		p.b.WriteByte(':')
		p.value(u.Elem(), v.MapIndex(k), depth+1)
	}
	p.b.WriteString(end)
}

// sortedKeys orders keys as fmt does.
func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return compareKeys(keys[i], keys[j]) < 0 })
	return keys
}

func compareKeys(a, b reflect.Value) int {
	for a.Kind() == reflect.Interface && !a.IsNil() {
		a = reflect.ValueOf(Unbox(a.Elem().Interface()))
	}
	for b.Kind() == reflect.Interface && !b.IsNil() {
		b = reflect.ValueOf(Unbox(b.Elem().Interface()))
	}
	switch {
	case a.CanInt() && b.CanInt():
		return order(a.Int(), b.Int())
	case a.CanUint() && b.CanUint():
		return order(a.Uint(), b.Uint())
	case a.CanFloat() && b.CanFloat():
		return order(a.Float(), b.Float())
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return strings.Compare(a.String(), b.String())
	case a.Kind() == reflect.Bool && b.Kind() == reflect.Bool:
		return order(btoi(a.Bool()), btoi(b.Bool()))
	case a.Kind() == reflect.Struct && a.Type() == b.Type():
		for i := range a.NumField() {
			if c := compareKeys(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
		return 0
	case a.Kind() == reflect.Array && a.Type() == b.Type():
		for i := range a.Len() {
			if c := compareKeys(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
		return 0
	}
	return strings.Compare(a.Kind().String(), b.Kind().String())
}

func order[T int | int64 | uint64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// basic prints a value of a user's type with a basic underlying type, or of a
// basic type.
func (p *formatter) basic(t types.Type, v reflect.Value) {
	switch {
	case v.Kind() == reflect.String && (p.cell || p.sharp):
		p.b.WriteString(strconv.Quote(v.String()))
	case p.sharp:
		fmt.Fprintf(&p.b, "%#v", v.Interface())
	default:
		fmt.Fprint(&p.b, v.Interface())
	}
}

var (
	stringerType  = reflect.TypeFor[fmt.Stringer]()
	formatterType = reflect.TypeFor[fmt.Formatter]()
)

// native prints a value that reflection knows.
func (p *formatter) native(v reflect.Value, depth int) {
	switch {
	case !v.IsValid():
		p.b.WriteString(p.null())
	case v.Kind() == reflect.Interface:
		if v.IsNil() {
			p.b.WriteString(p.null())
			return
		}
		p.any(v.Elem().Interface(), depth)
	case !p.cell || !v.CanInterface():
		p.fmt(v)
	case printsItself(v):
		fmt.Fprint(&p.b, v)
	default:
		p.nativeCell(v, depth)
	}
}

func printsItself(v reflect.Value) bool {
	t := v.Type()
	return t.Implements(errorType) || t.Implements(stringerType) || t.Implements(formatterType)
}

func (p *formatter) fmt(v reflect.Value) {
	switch {
	case p.sharp:
		fmt.Fprintf(&p.b, "%#v", v)
	case p.plus:
		fmt.Fprintf(&p.b, "%+v", v)
	default:
		fmt.Fprint(&p.b, v)
	}
}

// nativeCell prints a native value as a cell's value.
func (p *formatter) nativeCell(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		p.b.WriteString(strconv.Quote(v.String()))
	case reflect.Slice, reflect.Array:
		p.b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				p.b.WriteByte(' ')
			}
			p.native(v.Index(i), depth+1)
		}
		p.b.WriteByte(']')
	case reflect.Map:
		p.b.WriteString("map[")
		for i, k := range sortedKeys(v) {
			if i > 0 {
				p.b.WriteByte(' ')
			}
			p.native(k, depth+1)
			p.b.WriteByte(':')
			p.native(v.MapIndex(k), depth+1)
		}
		p.b.WriteByte(']')
	case reflect.Pointer:
		if depth == 0 && !v.IsNil() && v.Elem().Kind() == reflect.Struct && !printsItself(v) {
			p.fmt(v)
			return
		}
		p.nilOr(v)
	case reflect.Func:
		p.function(v)
	case reflect.Chan, reflect.UnsafePointer:
		p.nilOr(v)
	default:
		p.fmt(v)
	}
}

func (p *formatter) nilOr(v reflect.Value) {
	if v.IsNil() {
		p.b.WriteString(p.null())
		return
	}
	p.fmt(v)
}

// function prints a function by its type: its address says nothing.
func (p *formatter) function(v reflect.Value) {
	if v.IsNil() {
		p.b.WriteString(p.null())
		return
	}
	p.b.WriteString(v.Type().String() + " {…}")
}
