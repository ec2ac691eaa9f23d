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

// literals writes values as expressions that give the same bits in another process.
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
	// deepestLiteral bounds the nesting of values.
	deepestLiteral = 500
)

// unsendable is the panic of a value that can't be written.
type unsendable struct{ why string }

// literalOf is the value of a variable.
func (l *literals) literalOf(name string, t types.Type, v reflect.Value) (text string, err error) {
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
	l.writeValue(t, v)
	return l.b.String(), nil
}

func (l *literals) refuseValue(format string, args ...any) {
	panic(unsendable{fmt.Sprintf(l.from+" "+format, args...)})
}

func (l *literals) putText(text ...string) {
	for _, s := range text {
		l.b.WriteString(s)
		l.size += len(s)
	}
	if l.size > maxLiterals {
		l.refuseValue("makes it more than %d MB of values: make it in a function, so that each machine makes its own", maxLiterals>>20)
	}
}

// writeValue writes a value of a type, as that type.
func (l *literals) writeValue(t types.Type, v reflect.Value) {
	if l.deep++; l.deep > deepestLiteral {
		l.refuseValue("leads to itself, or is nested too deep: use values that don't refer to each other")
	}
	defer func() { l.deep-- }()
	l.refuseForeign(t, v)
	typ := func() string { return l.bundle.TypeText(t) }
	switch u := t.Underlying().(type) {
	case *types.Basic:
		l.basic(typ, v)
	case *types.Pointer:
		l.writePointee(t, u, v)
	case *types.Slice:
		if v.IsNil() {
			l.putText(typ(), "(nil)")
			return
		}
		l.writeList(typ(), u.Elem(), v)
	case *types.Array:
		l.writeList(typ(), u.Elem(), v)
	case *types.Map:
		l.mapping(typ(), u, v)
	case *types.Struct:
		l.writeStruct(typ(), u, v)
	case *types.Interface:
		l.dynamic(t, v)
	case *types.Signature:
		if name := shuffleOf(v); name != "" {
			l.putText(l.bundle.Package("riffle/shuffle"), ".", name)
			return
		}
		if !v.IsNil() {
			l.refuseValue("holds a function that has no name here: declare it with func, or write it in the call of the experiment")
		}
		l.putText("(", typ(), ")(nil)")
	case *types.Chan:
		if !v.IsNil() {
			l.refuseValue("holds a channel, which another machine can't reach: let trials use values, and return what they find")
		}
		l.putText("(", typ(), ")(nil)")
	default:
		l.refuseValue("has a type that can't be sent (%s)", typ())
	}
}

// shuffleOf returns the name of a shuffle of the library, "" for any other function.
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

// refuseForeign refuses values whose fields are private to the library.
func (l *literals) refuseForeign(t types.Type, v reflect.Value) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || types.IsInterface(n) {
		return
	}
	if cell.Draws(types.NewPointer(t)) || cell.Draws(t) {
		l.refuseValue("is a generator of its own, or has one, and would draw the same numbers on every machine: use the one that trials are given")
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok || usersOwn(n.Obj()) || v.IsZero() {
		return
	}
	for f := range st.Fields() {
		if !f.Exported() {
			l.refuseValue("holds %s, whose inside is not to be seen: make it in a function that trials call", withArticle(shownType(n)))
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
		l.putText(typ(), "(", strconv.Quote(v.String()), ")")
	case v.Kind() == reflect.Bool:
		l.putText(typ(), "(", strconv.FormatBool(v.Bool()), ")")
	case v.CanInt():
		l.putText(typ(), "(", strconv.FormatInt(v.Int(), 10), ")")
	case v.Kind() == reflect.Uintptr || v.Kind() == reflect.UnsafePointer:
		l.refuseValue("holds an address, which means nothing on another machine")
	case v.CanUint():
		l.putText(typ(), "(", strconv.FormatUint(v.Uint(), 10), ")")
	case v.CanFloat():
		l.putText(typ(), "(", l.floatLiteral(v.Float(), v.Type().Bits()), ")")
	case v.CanComplex():
		bits := v.Type().Bits() / 2
		l.putText(typ(), "(complex(", l.floatLiteral(real(v.Complex()), bits), ", ", l.floatLiteral(imag(v.Complex()), bits), "))")
	}
}

// floatLiteral is a number in its bits, where a constant would lose them: a negative zero,
// infinities, and NaN.
func (l *literals) floatLiteral(x float64, bits int) string {
	if x == 0 && math.Signbit(x) || math.IsInf(x, 0) || math.IsNaN(x) {
		m := l.bundle.Package("math")
		if bits == 32 {
			return fmt.Sprintf("%s.Float32frombits(%#x)", m, math.Float32bits(float32(x)))
		}
		return fmt.Sprintf("%s.Float64frombits(%#x)", m, math.Float64bits(x))
	}
	return "float" + strconv.Itoa(bits) + "(" + strconv.FormatFloat(x, 'g', -1, bits) + ")"
}

// writePointee writes the variable that a pointer points to. Two pointers to the same
// would be two to different variables.
func (l *literals) writePointee(t types.Type, u *types.Pointer, v reflect.Value) {
	if v.IsNil() {
		l.putText("(", l.bundle.TypeText(t), ")(nil)")
		return
	}
	if elem := v.Type().Elem(); elem.Size() > 0 {
		if l.met[v.Pointer()] {
			l.refuseValue("leads to a place to which another pointer leads, or to itself: use values, or indices of a slice")
		}
		l.met[v.Pointer()] = true
	}
	elem := l.bundle.TypeText(u.Elem())
	l.putText("func() ", l.bundle.TypeText(t), " { p := new(", elem, "); *p = ")
	l.writeValue(u.Elem(), v.Elem())
	l.putText("; return p }()")
}

func (l *literals) writeList(typ string, elem types.Type, v reflect.Value) {
	l.putText(typ, "{")
	for i := range v.Len() {
		l.writeValue(elem, v.Index(i))
		l.putText(", ")
	}
	l.putText("}")
}

func (l *literals) mapping(typ string, u *types.Map, v reflect.Value) {
	if v.IsNil() {
		l.putText(typ, "(nil)")
		return
	}
	// By statements, as a literal can't have the constant key 1 twice, in interfaces.
	l.putText("func() ", typ, " { m := ", typ, "{}; ")
	whole := l.b.String()
	var entries []string
	for it := v.MapRange(); it.Next(); {
		l.b.Reset()
		l.putText("m[")
		l.writeValue(u.Key(), it.Key())
		l.putText("] = ")
		l.writeValue(u.Elem(), it.Value())
		entries = append(entries, l.b.String())
	}
	slices.Sort(entries) // the same value is always written alike
	l.b.Reset()
	l.b.WriteString(whole + strings.Join(append(entries, ""), "; "))
	l.putText("return m }()")
}

func (l *literals) writeStruct(typ string, u *types.Struct, v reflect.Value) {
	l.putText(typ, "{")
	for i := range u.NumFields() {
		if f := u.Field(i); f.Name() != "_" && (f.Exported() || usersOwn(f)) {
			l.putText(f.Name(), ": ")
			l.writeValue(f.Type(), v.Field(i))
			l.putText(", ")
		}
	}
	l.putText("}")
}

// usersOwn reports whether the user has declared an object.
func usersOwn(o types.Object) bool { return o.Pkg() != nil && o.Pkg().Path() == lower.UserPath }

// dynamic writes what an interface holds.
func (l *literals) dynamic(as types.Type, v reflect.Value) {
	if v.IsNil() {
		l.putText("(", l.bundle.TypeText(as), ")(nil)")
		return
	}
	x := v.Interface()
	t := l.s.dynamicType(x)
	if t == nil {
		l.refuseValue("holds a value of type %s, which can't be sent", reflect.TypeOf(rt.Unbox(x)))
	}
	if old, outdated := l.bundle.Outdated(t); outdated {
		l.refuseValue("holds a value of a type %s that was declared again since", old)
	}
	if unnamed(t) {
		l.refuseValue("holds a value of the library's own (%s), whose inside is not to be seen: make it in a function that trials call", shownType(as))
	}
	l.bundle.Type(t)
	l.writeValue(t, reflect.ValueOf(rt.Unbox(x)))
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

// dynamicType returns the type of a value in an interface, nil if it is unknown.
func (s *Session) dynamicType(x any) types.Type {
	if t := rt.TypeOf(x); t != nil {
		return t.T
	}
	return s.forms.Source(reflect.TypeOf(x))
}
