package reflect

import (
	"go/ast"
	"go/types"
	real "reflect"
	"slices"
	"strings"

	"riffle/internal/typename"
)

// Type is a type as the user wrote it. There is one for each type, so that == of
// interfaces compares types.
type Type = rtype

// rtype has the name that the library's types have under %T.
type rtype struct {
	m *Mirror
	t types.Type // nil if go/types doesn't know it
	l real.Type  // of its values at run time
	// exact says that l is the type itself, guessed that only its kind is known.
	exact, guessed bool
}

// Method is a method of a type.
type Method struct {
	Name, PkgPath string
	Type          any
	Func          Value
	Index         int
}

// IsExported reports whether the method is exported.
func (m Method) IsExported() bool { return m.PkgPath == "" }

// StructField is a field of a struct.
type StructField struct {
	Name, PkgPath string
	Type          any
	Tag           StructTag
	Offset        uintptr
	Index         []int
	Anonymous     bool
}

// IsExported reports whether the field is exported.
func (f StructField) IsExported() bool { return f.PkgPath == "" }

// String is the name that %T prints.
func (t *Type) String() string {
	if t.t == nil {
		return t.l.String()
	}
	return typename.Go(t.t)
}

// Name is the name without its package, empty for a type without one.
func (t *Type) Name() string {
	switch u := t.t.(type) {
	case *types.Basic:
		return typename.Go(u)
	case *types.Named:
		if p := u.Obj().Pkg(); p != nil {
			return strings.TrimPrefix(typename.Go(u), p.Name()+".")
		}
		return u.Obj().Name()
	case nil:
		return t.l.Name()
	}
	return ""
}

// PkgPath is the path of the package that declares the type.
func (t *Type) PkgPath() string {
	if t.t == nil {
		return t.l.PkgPath()
	}
	if n, ok := t.t.(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path()
	}
	return ""
}

// inner is the type of values without the struct that wraps those of a recursive type.
func (t *Type) inner() real.Type {
	if t.t != nil && !t.exact && t.l.Kind() == real.Struct {
		if _, ok := t.t.Underlying().(*types.Struct); !ok {
			return t.l.Field(0).Type
		}
	}
	return t.l
}

// Kind is the library's.
func (t *Type) Kind() Kind { return t.inner().Kind() }

// Size, Align and FieldAlign are the library's: values are laid out as in
// compiled Go.
func (t *Type) Size() uintptr { return t.inner().Size() }

// Align is the alignment of a variable.
func (t *Type) Align() int { return t.inner().Align() }

// FieldAlign is the alignment of a field.
func (t *Type) FieldAlign() int { return t.inner().FieldAlign() }

// Bits is the size of a number.
func (t *Type) Bits() int {
	t.must("Bits", t.Kind() >= real.Int && t.Kind() <= real.Complex128, "non-arithmetic Type "+t.String())
	return t.l.Bits()
}

// must panics as the library does for a type of the wrong kind.
func (t *Type) must(method string, ok bool, what string) {
	if !ok {
		fail("reflect: " + method + " of " + what)
	}
}

func (t *Type) of(method string, kinds ...Kind) {
	if !slices.Contains(kinds, t.Kind()) {
		t.must(method, false, map[bool]string{true: "invalid type ", false: "non-" + kinds[0].String() + " type "}[len(kinds) > 1]+t.String())
	}
}

// Comparable reports whether == works on its values.
func (t *Type) Comparable() bool {
	if t.exact {
		return t.l.Comparable()
	}
	return types.Comparable(t.t)
}

// ChanDir is the direction of a channel.
func (t *Type) ChanDir() ChanDir { t.of("ChanDir", real.Chan); return t.inner().ChanDir() }

// Len is the length of an array.
func (t *Type) Len() int { t.of("Len", real.Array); return t.inner().Len() }

// Elem is what a pointer, slice, array, map or channel holds.
func (t *Type) Elem() *Type {
	t.of("Elem", real.Array, real.Chan, real.Map, real.Pointer, real.Slice)
	if e, ok := t.under().(interface{ Elem() types.Type }); ok {
		return t.part(e.Elem(), real.Type.Elem)
	}
	return t.m.Native(t.l.Elem())
}

// Key is a map's.
func (t *Type) Key() *Type {
	t.of("Key", real.Map)
	if k, ok := t.under().(*types.Map); ok {
		return t.part(k.Key(), real.Type.Key)
	}
	return t.m.Native(t.l.Key())
}

// part is the Type of a part of t, whose Go type is a part of t's.
func (t *Type) part(p types.Type, of func(real.Type) real.Type) *Type {
	if t.guessed {
		return t.m.typeOf(p, nil)
	}
	return t.m.typeOf(p, of(t.inner()))
}

func (t *Type) under() types.Type {
	if t.t == nil {
		return nil
	}
	return t.t.Underlying()
}

// ---- fields ----

// NumField is the number of a struct's fields.
func (t *Type) NumField() int {
	t.of("NumField", real.Struct)
	if u, ok := t.under().(*types.Struct); ok && !t.exact {
		return u.NumFields()
	}
	return t.l.NumField()
}

// Field is a struct's field.
func (t *Type) Field(i int) StructField {
	t.of("Field", real.Struct)
	if i < 0 || i >= t.NumField() {
		fail("reflect: Field index out of bounds")
	}
	u, ok := t.under().(*types.Struct)
	if !ok || t.exact {
		f := t.l.Field(i)
		return StructField{f.Name, f.PkgPath, t.m.Native(f.Type), f.Tag, f.Offset, f.Index, f.Anonymous}
	}
	v := u.Field(i)
	out := StructField{Name: v.Name(), Tag: StructTag(u.Tag(i)), Index: []int{i}, Anonymous: v.Embedded()}
	out.Type = t.part(v.Type(), func(l real.Type) real.Type { return l.Field(i).Type })
	if !t.guessed {
		out.Offset = t.l.Field(i).Offset
	}
	if !v.Exported() && v.Pkg() != nil {
		out.PkgPath = v.Pkg().Path()
	}
	return out
}

// Fields are all fields.
func (t *Type) Fields() func(yield func(StructField) bool) {
	t.of("Fields", real.Struct)
	return each(t.NumField, t.Field)
}

func each[T any](n func() int, at func(int) T) func(yield func(T) bool) {
	return func(yield func(T) bool) {
		for i := range n() {
			if !yield(at(i)) {
				return
			}
		}
	}
}

// FieldByIndex follows a path through embedded fields.
func (t *Type) FieldByIndex(index []int) StructField {
	var f StructField
	for i, x := range index {
		if i > 0 {
			t = f.Type.(*Type)
			if t.Kind() == real.Pointer && t.Elem().Kind() == real.Struct {
				t = t.Elem()
			}
		}
		f = t.Field(x)
	}
	return f
}

// FieldByName finds a field, also in embedded structs.
func (t *Type) FieldByName(name string) (StructField, bool) {
	return t.FieldByNameFunc(func(s string) bool { return s == name })
}

// FieldByNameFunc finds the one field at the least depth whose name matches.
func (t *Type) FieldByNameFunc(match func(string) bool) (found StructField, ok bool) {
	t.of("FieldByNameFunc", real.Struct)
	depth := 0
	for _, f := range t.visible() {
		switch {
		case !match(f.Name) || depth > 0 && len(f.Index) > depth:
		case depth == len(f.Index):
			ok = false // two at the same depth hide each other
		default:
			found, ok, depth = f, true, len(f.Index)
		}
	}
	if !ok {
		return StructField{}, false
	}
	return found, true
}

// visible are the fields of a struct and of those embedded in it, least depth
// first.
func (t *Type) visible() []StructField {
	type level struct {
		t     *Type
		index []int
	}
	var out []StructField
	seen := map[*Type]bool{t: true}
	for queue := []level{{t, nil}}; len(queue) > 0; queue = queue[1:] {
		for f := range queue[0].t.Fields() {
			f.Index = append(slices.Clone(queue[0].index), f.Index...)
			out = append(out, f)
			e := f.Type.(*Type)
			if e.Kind() == real.Pointer {
				e = e.Elem()
			}
			if f.Anonymous && e.Kind() == real.Struct && !seen[e] {
				seen[e] = true
				queue = append(queue, level{e, f.Index})
			}
		}
	}
	return out
}

// VisibleFields are the fields of a struct that a selector reaches, each
// embedded struct's after it.
func (m *Mirror) VisibleFields(t *Type) []StructField {
	if t.Kind() != real.Struct {
		fail("reflect.VisibleFields of non-struct type")
	}
	var out []StructField
	for _, f := range t.visible() {
		if g, ok := t.FieldByName(f.Name); ok && slices.Equal(g.Index, f.Index) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b StructField) int { return slices.Compare(a.Index, b.Index) })
	return out
}

// ---- functions ----

// IsVariadic reports whether the last parameter takes any number of values.
func (t *Type) IsVariadic() bool {
	t.of("IsVariadic", real.Func)
	if s, ok := t.under().(*types.Signature); ok {
		return s.Variadic()
	}
	return t.l.IsVariadic()
}

// NumIn is the number of a function's parameters.
func (t *Type) NumIn() int { t.of("NumIn", real.Func); return t.inner().NumIn() }

// NumOut is the number of a function's results.
func (t *Type) NumOut() int { t.of("NumOut", real.Func); return t.inner().NumOut() }

// In is a parameter's type.
func (t *Type) In(i int) *Type {
	t.of("In", real.Func)
	if s, ok := t.under().(*types.Signature); ok {
		return t.part(s.Params().At(i).Type(), func(l real.Type) real.Type { return l.In(i) })
	}
	return t.m.Native(t.l.In(i))
}

// Out is a result's type.
func (t *Type) Out(i int) *Type {
	t.of("Out", real.Func)
	if s, ok := t.under().(*types.Signature); ok {
		return t.part(s.Results().At(i).Type(), func(l real.Type) real.Type { return l.Out(i) })
	}
	return t.m.Native(t.l.Out(i))
}

// Ins are all parameters' types.
func (t *Type) Ins() func(yield func(any) bool) {
	t.of("Ins", real.Func)
	return each(t.NumIn, func(i int) any { return t.In(i) })
}

// Outs are all results' types.
func (t *Type) Outs() func(yield func(any) bool) {
	t.of("Outs", real.Func)
	return each(t.NumOut, func(i int) any { return t.Out(i) })
}

// ---- methods ----

// methods are the names of the exported methods in order, and for an interface
// of all.
func (t *Type) methods() (names []string) {
	if t.exact {
		for i := range t.l.NumMethod() {
			names = append(names, t.l.Method(i).Name)
		}
		return names
	}
	all := types.IsInterface(t.t)
	for s := range types.NewMethodSet(t.t).Methods() {
		if all || ast.IsExported(s.Obj().Name()) {
			names = append(names, s.Obj().Name())
		}
	}
	slices.Sort(names)
	return names
}

// NumMethod is the number of exported methods.
func (t *Type) NumMethod() int { return len(t.methods()) }

// Method is an exported method.
func (t *Type) Method(i int) Method {
	names := t.methods()
	if i < 0 || i >= len(names) {
		fail("reflect: Method index out of bounds")
	}
	out, _ := t.MethodByName(names[i])
	return out
}

// MethodByName finds an exported method.
func (t *Type) MethodByName(name string) (Method, bool) {
	i := slices.Index(t.methods(), name)
	if i < 0 {
		return Method{}, false
	}
	if t.exact {
		f, _ := t.l.MethodByName(name)
		return Method{f.Name, f.PkgPath, t.m.Native(f.Type), t.m.value(f.Func), f.Index}, true
	}
	sig := t.signature(name)
	out := Method{Name: name, Index: i}
	if types.IsInterface(t.t) {
		out.Type = t.m.typeOf(sig, nil)
		return out, true
	}
	params := []*types.Var{types.NewParam(0, nil, "", t.t)}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	full := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
	if f := t.m.rt.Descriptor(t.t).Func(name); f.IsValid() {
		out.Func = Value{v: f, t: t.m.typeOf(full, f.Type())}
		out.Type = out.Func.t
	} else {
		out.Type = t.m.typeOf(full, nil)
	}
	return out, true
}

// Methods are all exported methods.
func (t *Type) Methods() func(yield func(Method) bool) { return each(t.NumMethod, t.Method) }

// signature is a method's, without the receiver.
func (t *Type) signature(name string) *types.Signature {
	for s := range types.NewMethodSet(t.t).Methods() {
		if s.Obj().Name() == name {
			sig := s.Type().(*types.Signature)
			return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
		}
	}
	return nil
}

// ---- relations ----

// Implements reports whether the type has the methods of an interface.
func (t *Type) Implements(u *Type) bool {
	if u == nil {
		fail("reflect: nil type passed to Type.Implements")
	}
	if u.Kind() != real.Interface {
		fail("reflect: non-interface type passed to Type.Implements")
	}
	return t.satisfies(u)
}

// satisfies reports whether u is an interface whose methods t has. The library's types
// that go/types doesn't know are asked themselves.
func (t *Type) satisfies(u *Type) bool {
	i, ok := u.under().(*types.Interface)
	switch {
	case !ok:
		return false
	case t.t != nil:
		return types.Implements(t.t, i)
	}
	return t.l.Kind() != real.Interface && t.m.rt.Missing(real.Zero(t.l).Interface(), i) == ""
}

// AssignableTo reports whether a value can be assigned to a variable of type u.
func (t *Type) AssignableTo(u *Type) bool {
	if t.t == nil || u.t == nil {
		return t == u || t.satisfies(u)
	}
	return types.AssignableTo(t.t, u.t)
}

// ConvertibleTo reports whether a value can be converted to type u.
func (t *Type) ConvertibleTo(u *Type) bool {
	if t.t == nil || u.t == nil {
		return t == u || t.satisfies(u)
	}
	return types.ConvertibleTo(t.t, u.t)
}

// OverflowInt and the like report whether a number doesn't fit.
func (t *Type) OverflowInt(x int64) bool { return t.l.OverflowInt(x) }

// OverflowUint is OverflowInt for unsigned numbers.
func (t *Type) OverflowUint(x uint64) bool { return t.l.OverflowUint(x) }

// OverflowFloat is OverflowInt for floating-point numbers.
func (t *Type) OverflowFloat(x float64) bool { return t.l.OverflowFloat(x) }

// OverflowComplex is OverflowInt for complex numbers.
func (t *Type) OverflowComplex(x complex128) bool { return t.l.OverflowComplex(x) }

// CanSeq reports whether range gives one value.
func (t *Type) CanSeq() bool { return t.inner().CanSeq() }

// CanSeq2 reports whether range gives two values.
func (t *Type) CanSeq2() bool { return t.inner().CanSeq2() }
