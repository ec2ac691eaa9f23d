package session

import (
	"fmt"
	"go/types"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/lower"
	"riffle/internal/rt"
	"riffle/shuffle"
)

// literals writes values as expressions from which another process makes the same, in
// bits.
type literals struct {
	s      *Session
	bundle *cell.Bundle
	b      strings.Builder
	from   string           // the variable
	met    map[uintptr]bool // pointers
	deep   int
	size   int // of all texts
}

const (
	// maxLiterals bounds the text of all values, in bytes.
	maxLiterals = 4 << 20
	// deepestLiteral bounds values in values.
	deepestLiteral = 500
)

// unsendable is the panic of a value that can't be written.
type unsendable struct{ why string }

// of is the value of a variable.
func (l *literals) of(name string, t types.Type, v reflect.Value) (text string, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case unsendable:
			err = fmt.Errorf("%s", e.why)
		default:
			panic(e)
		}
	}()
	if old, outdated := l.bundle.Outdated(t); outdated {
		return "", fmt.Errorf("%s is of a type %s that was declared again since: give it a value of the new one", name, old)
	}
	l.from, l.deep = name, 0
	l.b.Reset()
	l.value(t, v)
	return l.b.String(), nil
}

func (l *literals) refuse(format string, args ...any) {
	panic(unsendable{fmt.Sprintf(l.from+" "+format, args...)})
}

func (l *literals) put(text ...string) {
	for _, s := range text {
		l.b.WriteString(s)
		l.size += len(s)
	}
	if l.size > maxLiterals {
		l.refuse("makes it more than %d MB of values: make it in a function, so that each machine makes its own", maxLiterals>>20)
	}
}

// value writes a value of a type, as that type.
func (l *literals) value(t types.Type, v reflect.Value) {
	if l.deep++; l.deep > deepestLiteral {
		l.refuse("leads to itself, or is nested too deep: use values that don't refer to each other")
	}
	defer func() { l.deep-- }()
	l.foreign(t, v)
	typ := func() string { return l.bundle.TypeText(t) }
	switch u := t.Underlying().(type) {
	case *types.Basic:
		l.basic(typ, v)
	case *types.Pointer:
		l.pointer(t, u, v)
	case *types.Slice:
		if v.IsNil() {
			l.put(typ(), "(nil)")
			return
		}
		l.list(typ(), u.Elem(), v)
	case *types.Array:
		l.list(typ(), u.Elem(), v)
	case *types.Map:
		l.mapping(typ(), u, v)
	case *types.Struct:
		l.structure(typ(), u, v)
	case *types.Interface:
		l.dynamic(t, v)
	case *types.Signature:
		if name := shuffleOf(v); name != "" {
			l.put(l.bundle.Package("riffle/shuffle"), ".", name)
			return
		}
		if !v.IsNil() {
			l.refuse("holds a function that has no name here: declare it with func, or write it in the call of the experiment")
		}
		l.put("(", typ(), ")(nil)")
	case *types.Chan:
		if !v.IsNil() {
			l.refuse("holds a channel, which another machine can't reach: let trials use values, and return what they find")
		}
		l.put("(", typ(), ")(nil)")
	default:
		l.refuse("has a type that can't be sent (%s)", typ())
	}
}

// shuffleOf is the name of the library's shuffle that a function is, "" if it is none.
func shuffleOf(v reflect.Value) string {
	if v.Type() != reflect.TypeFor[shuffle.Shuffler]() || v.IsNil() {
		return ""
	}
	for _, e := range shuffle.Shufflers() {
		if e.Takes == "" && reflect.ValueOf(e.Shuffler).Pointer() == v.Pointer() {
			return e.Name
		}
	}
	return ""
}

// foreign refuses values whose inside is the library's own.
func (l *literals) foreign(t types.Type, v reflect.Value) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || types.IsInterface(n) {
		return
	}
	if cell.Draws(types.NewPointer(t)) || cell.Draws(t) {
		l.refuse("is a generator of its own, or has one, and would draw the same numbers on every machine: use the one that trials are given")
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok || usersOwn(n.Obj()) || v.IsZero() {
		return
	}
	for f := range st.Fields() {
		if !f.Exported() {
			l.refuse("holds %s, whose inside is not to be seen: make it in a function that trials call", withArticle(shownType(n)))
		}
	}
}

// shownType is a type as users write it.
func shownType(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

func (l *literals) basic(typ func() string, v reflect.Value) {
	switch {
	case v.Kind() == reflect.String:
		l.put(typ(), "(", strconv.Quote(v.String()), ")")
	case v.Kind() == reflect.Bool:
		l.put(typ(), "(", strconv.FormatBool(v.Bool()), ")")
	case v.CanInt():
		l.put(typ(), "(", strconv.FormatInt(v.Int(), 10), ")")
	case v.Kind() == reflect.Uintptr || v.Kind() == reflect.UnsafePointer:
		l.refuse("holds an address, which means nothing on another machine")
	case v.CanUint():
		l.put(typ(), "(", strconv.FormatUint(v.Uint(), 10), ")")
	case v.CanFloat():
		l.put(typ(), "(", l.float(v.Float(), v.Type().Bits()), ")")
	case v.CanComplex():
		bits := v.Type().Bits() / 2
		l.put(typ(), "(complex(", l.float(real(v.Complex()), bits), ", ", l.float(imag(v.Complex()), bits), "))")
	}
}

// float is a number in its bits, where a constant would lose them: a negative zero,
// infinities, and what is no number.
func (l *literals) float(x float64, bits int) string {
	if x == 0 && math.Signbit(x) || math.IsInf(x, 0) || math.IsNaN(x) {
		m := l.bundle.Package("math")
		if bits == 32 {
			return fmt.Sprintf("%s.Float32frombits(%#x)", m, math.Float32bits(float32(x)))
		}
		return fmt.Sprintf("%s.Float64frombits(%#x)", m, math.Float64bits(x))
	}
	return "float" + strconv.Itoa(bits) + "(" + strconv.FormatFloat(x, 'g', -1, bits) + ")"
}

// pointer writes what a pointer leads to. Two pointers to the same would be two to
// different variables.
func (l *literals) pointer(t types.Type, u *types.Pointer, v reflect.Value) {
	if v.IsNil() {
		l.put("(", l.bundle.TypeText(t), ")(nil)")
		return
	}
	if elem := v.Type().Elem(); elem.Size() > 0 {
		if l.met[v.Pointer()] {
			l.refuse("leads to a place to which another pointer leads, or to itself: use values, or indices of a slice")
		}
		l.met[v.Pointer()] = true
	}
	elem := l.bundle.TypeText(u.Elem())
	l.put("func() ", l.bundle.TypeText(t), " { p := new(", elem, "); *p = ")
	l.value(u.Elem(), v.Elem())
	l.put("; return p }()")
}

func (l *literals) list(typ string, elem types.Type, v reflect.Value) {
	l.put(typ, "{")
	for i := range v.Len() {
		l.value(elem, v.Index(i))
		l.put(", ")
	}
	l.put("}")
}

func (l *literals) mapping(typ string, u *types.Map, v reflect.Value) {
	if v.IsNil() {
		l.put(typ, "(nil)")
		return
	}
	// By statements, as a literal can't have the constant key 1 twice, in interfaces.
	l.put("func() ", typ, " { m := ", typ, "{}; ")
	whole := l.b.String()
	var entries []string
	for it := v.MapRange(); it.Next(); {
		l.b.Reset()
		l.put("m[")
		l.value(u.Key(), it.Key())
		l.put("] = ")
		l.value(u.Elem(), it.Value())
		entries = append(entries, l.b.String())
	}
	slices.Sort(entries) // the same value is always written alike
	l.b.Reset()
	l.b.WriteString(whole + strings.Join(append(entries, ""), "; "))
	l.put("return m }()")
}

func (l *literals) structure(typ string, u *types.Struct, v reflect.Value) {
	l.put(typ, "{")
	for i := range u.NumFields() {
		if f := u.Field(i); f.Name() != "_" && (f.Exported() || usersOwn(f)) {
			l.put(f.Name(), ": ")
			l.value(f.Type(), v.Field(i))
			l.put(", ")
		}
	}
	l.put("}")
}

// usersOwn reports whether an object is the user's.
func usersOwn(o types.Object) bool { return o.Pkg() != nil && o.Pkg().Path() == lower.UserPath }

// dynamic writes what an interface holds.
func (l *literals) dynamic(as types.Type, v reflect.Value) {
	if v.IsNil() {
		l.put("(", l.bundle.TypeText(as), ")(nil)")
		return
	}
	x := v.Interface()
	t := l.s.typeOf(x)
	if t == nil {
		l.refuse("holds a value of type %s, which can't be sent", reflect.TypeOf(rt.Unbox(x)))
	}
	if old, outdated := l.bundle.Outdated(t); outdated {
		l.refuse("holds a value of a type %s that was declared again since", old)
	}
	if unnamed(t) {
		l.refuse("holds a value of the library's own (%s), whose inside is not to be seen: make it in a function that trials call", shownType(as))
	}
	l.bundle.Type(t)
	l.value(t, reflect.ValueOf(rt.Unbox(x)))
}

// unnamed reports whether a type is one of the library's that has no name outside of it,
// or a pointer to one.
func unnamed(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && !n.Obj().Exported() && !usersOwn(n.Obj())
}

// typeOf is the type of a value in an interface, nil if it can't be told.
func (s *Session) typeOf(x any) types.Type {
	if t := rt.TypeOf(x); t != nil {
		return t.T
	}
	return s.forms.Source(reflect.TypeOf(x))
}
