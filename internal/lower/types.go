package lower

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
	"weak"

	"riffle/internal/core"
)

// typeTable interns the lowered types of a session.
type typeTable struct {
	byType  map[types.Type]*core.Type
	byKey   map[string]*core.Type
	structs map[string]structOf
	// interfaces are those of the session's, by the keys of their underlying types
	interfaces map[string]*core.Type
	making     map[*core.Type]bool   // structs whose fields are being lowered, and whether they hold themselves
	rec        map[string]*core.Type // recursive named types other than structs
	isRec      map[*types.Named]bool
	objs       map[weak.Pointer[types.TypeName]]int // the numbers of types
	numbers    int
	locals     map[localKey]*types.Named
}

func newTypeTable() typeTable {
	byKey := map[string]*core.Type{}
	for _, t := range []*core.Type{core.Bool, core.Int, core.Rune, core.Byte, core.String, core.Uint, core.Empty, core.Foreign, core.Defers, core.Iter, core.Desc} {
		byKey[t.String()] = t
	}
	return typeTable{
		byType:  map[types.Type]*core.Type{},
		byKey:   byKey,
		structs: map[string]structOf{},

		interfaces: map[string]*core.Type{},
		making:     map[*core.Type]bool{},
		rec:        map[string]*core.Type{},
		isRec:      map[*types.Named]bool{},
		objs:       map[weak.Pointer[types.TypeName]]int{},
		locals:     map[localKey]*types.Named{},
	}
}

// UserPath is the path of the packages that cells are checked as, and of
// programs: their types are lowered, all others are native.
const UserPath = "main"

// fromSource reports whether a package's types are lowered like the user's own.
func fromSource(path string) bool {
	switch path {
	case UserPath, "slices", "maps", "cmp", "iter":
		return true
	}
	return false
}

// helper reports whether only functions lowered from source use a type, in a package that
// also has native types: one declared in such a function, or for them.
func helper(t *types.TypeName) bool {
	return t.Parent() != t.Pkg().Scope() || t.Pkg().Path() == "sort" && !t.Exported()
}

// native reports whether t is a named type of a native package: it keeps its
// identity and its methods in lowered code. Instances of generic types don't
// exist natively; they are lowered from source.
func native(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.TypeArgs().Len() > 0 {
		return false
	}
	p := n.Obj().Pkg()
	return p != nil && !fromSource(p.Path()) && !helper(n.Obj())
}

// ofLibrary reports whether t is native or an instance of a generic type of the library's.
func ofLibrary(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && !fromSource(n.Obj().Pkg().Path())
}

// exact reports whether the lowered type is the Go type itself, so that a value
// of it changes no type where it comes into an interface.
func (l *Lowerer) exact(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Pointer:
		return l.exact(t.Elem())
	case *types.Slice:
		return l.exact(t.Elem())
	case *types.Array:
		return l.exact(t.Elem())
	case *types.Map:
		return l.exact(t.Elem()) && l.exact(t.Key())
	case *types.Chan:
		return l.exact(t.Elem()) || nativeInterface(t.Elem())
	case *types.Signature:
		return !t.Variadic() && l.exactTuple(t.Params()) && l.exactTuple(t.Results())
	case *types.Interface:
		return t.NumMethods() == 0 && t.NumEmbeddeds() == 0
	case *types.Named:
		return native(t) && !types.IsInterface(t) || nativeInterface(t)
	}
	return false
}

func (l *Lowerer) exactTuple(t *types.Tuple) bool {
	for v := range t.Variables() {
		if !l.exact(v.Type()) {
			return false
		}
	}
	return true
}

// nativeInterface reports whether t is an interface that native code declares, or
// error.
func nativeInterface(t types.Type) bool {
	return isError(t) || native(t) && types.IsInterface(t) && types.Unalias(t).(*types.Named).Obj().Exported()
}

func isInterface(t types.Type) bool { return t != nil && types.IsInterface(t) }

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func defaultType(t types.Type) types.Type {
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		return types.Default(t)
	}
	return t
}

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

func hasInfo(t types.Type, i types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&i != 0
}

// lt is the lowered type of t, after substitution.
func (l *declLowerer) lt(t types.Type) *core.Type {
	t = types.Unalias(l.st(t))
	c := l.types.byType[t]
	if c == nil {
		c = l.makeType(t)
		if len(l.sub) == 0 { // substituted types are new each time
			put(&l.undo, l.types.byType, t, c)
		}
	}
	for _, path := range c.Uses() {
		l.imports[path] = true
	}
	return c
}

// intern returns the one type that is spelled like c.
func (l *cellLowerer) intern(c *core.Type) *core.Type {
	s := c.String()
	if have := l.types.byKey[s]; have != nil {
		return have
	}
	put(&l.undo, l.types.byKey, s, c)
	return c
}

func (l *declLowerer) makeType(t types.Type) *core.Type {
	switch t := t.(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.UntypedNil:
			return core.Empty
		case types.UnsafePointer:
			return l.intern(core.PointerTo(core.Byte))
		case types.Invalid:
			l.fail(nil, "the type %s", t)
		}
		return l.intern(&core.Type{Kind: core.Basic, Name: basicName(t)})
	case *types.Pointer:
		return l.intern(core.PointerTo(l.lt(t.Elem())))
	case *types.Slice:
		return l.intern(core.SliceOf(l.lt(t.Elem())))
	case *types.Array:
		return l.intern(&core.Type{Kind: core.Array, Elem: l.lt(t.Elem()), Len: t.Len()})
	case *types.Map:
		return l.intern(&core.Type{Kind: core.Map, Key: l.lt(t.Key()), Elem: l.lt(t.Elem())})
	case *types.Chan:
		return l.intern(&core.Type{Kind: core.Chan, Elem: l.lt(t.Elem()), Dir: chanDir(t)})
	case *types.Signature:
		return l.intern(&core.Type{Kind: core.Func, Params: l.ltTuple(t.Params()), Results: l.ltTuple(t.Results())})
	case *types.Interface:
		return l.interfaceType(t)
	case *types.Struct:
		return l.structType(t)
	case *types.Named:
		return l.namedType(t)
	}
	l.fail(nil, "the type %s", t)
	return nil
}

// interfaceType is the lowered type of an interface. Those with the same methods differ if
// they are different types, since a value's table of methods belongs to one of them.
func (l *declLowerer) interfaceType(t types.Type) *core.Type {
	u := t.Underlying().(*types.Interface)
	if u.NumMethods() == 0 {
		return core.Empty
	}
	if isError(t) {
		return l.intern(&core.Type{Kind: core.Interface, Name: "error"})
	}
	if nativeInterface(t) {
		o := types.Unalias(t).(*types.Named).Obj()
		if l.natives.Has(o.Pkg().Path(), o.Name()) {
			return l.intern(&core.Type{Kind: core.Interface, Path: o.Pkg().Path(), Name: o.Name()})
		}
	}
	k := l.key(t)
	if c := l.types.interfaces[k]; c != nil {
		return c
	}
	c := &core.Type{Kind: core.Interface, Path: core.TypesPath, Name: fmt.Sprintf("I%d", l.id()), Of: types.Unalias(t)}
	put(&l.undo, l.types.interfaces, k, c)
	return c
}

func basicName(t *types.Basic) string {
	switch n := types.Default(t).(*types.Basic).Name(); n {
	case "byte":
		return "uint8"
	case "rune":
		return "int32"
	default:
		return n
	}
}

func chanDir(t *types.Chan) core.Dir {
	switch t.Dir() {
	case types.SendOnly:
		return core.SendOnly
	case types.RecvOnly:
		return core.RecvOnly
	}
	return core.Both
}

func (l *declLowerer) ltTuple(t *types.Tuple) []*core.Type {
	var ts []*core.Type
	for v := range t.Variables() {
		ts = append(ts, l.lt(v.Type()))
	}
	return ts
}

func (l *declLowerer) namedType(t *types.Named) *core.Type {
	for a := range t.TypeArgs().Types() {
		l.bounded(a)
	}
	switch {
	case types.IsInterface(t):
		return l.interfaceType(t)
	case native(t):
		path, name := t.Obj().Pkg().Path(), t.Obj().Name()
		if !t.Obj().Exported() {
			return core.Empty // binary.BigEndian's: only its methods are used
		}
		if !l.natives.Has(path, name) {
			l.missing(t.Obj())
		}
		return l.intern(&core.Type{Kind: core.Native, Path: path, Name: name})
	case l.recursive(t):
		return l.recType(t)
	}
	if n := l.libraryStruct(t); n != nil {
		return l.lt(n)
	}
	return l.lt(l.sourceType(t).Underlying())
}

// libraryStruct is the library's type that a type of the user's was declared by, as Stamp in
// type Stamp time.Time, if that is a struct with fields that only the library knows.
func (l *declLowerer) libraryStruct(t *types.Named) types.Type {
	u, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range u.Fields() {
		if f.Exported() || fromSource(f.Pkg().Path()) {
			continue
		}
		scope := f.Pkg().Scope()
		for _, name := range scope.Names() {
			o := scope.Lookup(name)
			if _, ok := o.(*types.TypeName); ok && o.Exported() && o.Type().Underlying() == u && l.natives.Has(f.Pkg().Path(), name) {
				return o.Type()
			}
		}
		return nil
	}
	return nil
}

// sourceType is the instance of a generic type of a native package as its
// source declares it.
func (l *cellLowerer) sourceType(t *types.Named) types.Type {
	p := t.Obj().Pkg()
	if p == nil || fromSource(p.Path()) || t.TypeArgs().Len() == 0 {
		return t
	}
	l.findSource(p.Path())
	src := l.packages[p.Path()]
	if src == nil {
		l.missing(t.Obj())
	}
	o, ok := src.Types.Scope().Lookup(t.Obj().Name()).(*types.TypeName)
	if !ok {
		return t
	}
	var args []types.Type
	for a := range t.TypeArgs().Types() {
		args = append(args, a)
	}
	r, err := types.Instantiate(l.ctx, o.Type(), args, false)
	if err != nil {
		return t
	}
	return r
}

// structOf is what a struct type is lowered to.
type structOf struct {
	t       *types.Struct
	lowered *core.Type
}

// structType makes one native struct for identical struct types. Types whose fields are
// lowered to the same types share it, unless they are recursive: Go never frees a struct
// type made by reflection.
func (l *declLowerer) structType(t *types.Struct) *core.Type {
	k := l.key(t)
	if c := l.types.structs[k].lowered; c != nil {
		if _, open := l.types.making[c]; open {
			l.types.making[c] = true
		}
		return c
	}
	c := &core.Type{Kind: core.Struct, Name: fmt.Sprintf("S%d", l.id())}
	put(&l.undo, l.types.structs, k, structOf{t, c})
	put(&l.undo, l.types.making, c, false)
	for i := range t.NumFields() {
		f := t.Field(i)
		ft := l.lt(f.Type())
		native := ft.Kind == core.Native || ft.Kind == core.Pointer && ft.Elem.Kind == core.Native
		c.Fields = append(c.Fields, core.StructField{Name: fieldName(t, i), Type: ft, Tag: fieldTag(t, i), Embedded: embeddedStruct(f) && !native})
	}
	recursive := l.types.making[c]
	delete(l.types.making, c)
	if !recursive {
		if have := l.types.byKey[fieldsKey(c)]; have != nil {
			put(&l.undo, l.types.structs, k, structOf{t, have})
			return have
		}
		put(&l.undo, l.types.byKey, fieldsKey(c), c)
	}
	l.structs = append(l.structs, c)
	return c
}

// fieldsKey is equal for structs with the same fields.
func fieldsKey(c *core.Type) string {
	var b strings.Builder
	b.WriteString("struct{")
	for _, f := range c.Fields {
		fmt.Fprintf(&b, "%s %s %t%q;", f.Name, f.Type, f.Embedded, f.Tag)
	}
	return b.String()
}

// fieldName is the lowered name of a field: reflection can only make exported ones.
func fieldName(t *types.Struct, i int) string {
	f := t.Field(i)
	if token.IsExported(f.Name()) {
		return f.Name()
	}
	return fmt.Sprintf("F%d%s", i, f.Name())
}

// embeddedStruct reports whether a field is an embedded struct of the user's, or
// a pointer to one. Native ones have methods that a type made by reflection can't
// promote.
func embeddedStruct(f *types.Var) bool {
	_, ok := deref(f.Type()).Underlying().(*types.Struct)
	return f.Embedded() && ok && !native(deref(f.Type()))
}

// fieldTag keeps encoders away from fields that the user did not export, and
// from embedded native structs without data, such as a sync.Mutex.
func fieldTag(t *types.Struct, i int) string {
	f := t.Field(i)
	if embeddedStruct(f) || token.IsExported(f.Name()) && !(f.Embedded() && opaque(f.Type())) {
		return t.Tag(i)
	}
	return strings.TrimSpace(t.Tag(i) + ` json:"-" xml:"-"`)
}

// opaque reports whether a type is a struct without exported fields.
func opaque(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Exported() {
			return false
		}
	}
	return true
}

// recType is the struct{V T} that a recursive type other than a struct becomes.
func (l *declLowerer) recType(t *types.Named) *core.Type {
	k := l.key(t)
	if c := l.types.rec[k]; c != nil {
		return c
	}
	c := &core.Type{Kind: core.Struct, Name: fmt.Sprintf("R%d", l.id())}
	put(&l.undo, l.types.rec, k, c)
	c.Fields = []core.StructField{{Name: "V", Type: l.lt(t.Underlying())}}
	l.structs = append(l.structs, c)
	return c
}

// recursive reports whether a named type other than a struct contains itself without a
// struct in between.
func (l *Lowerer) recursive(n *types.Named) bool {
	if r, ok := l.types.isRec[n]; ok {
		return r
	}
	r := false
	if _, ok := n.Underlying().(*types.Struct); !ok && !native(n) {
		r = l.reaches(n.Underlying(), l.key(n), map[string]bool{})
	}
	l.types.isRec[n] = r
	return r
}

// reaches looks for the named type with key k in t, not through structs.
func (l *Lowerer) reaches(t types.Type, k string, seen map[string]bool) bool {
	sub := func(t types.Type) bool { return l.reaches(t, k, seen) }
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return sub(t.Elem())
	case *types.Slice:
		return sub(t.Elem())
	case *types.Array:
		return sub(t.Elem())
	case *types.Chan:
		return sub(t.Elem())
	case *types.Map:
		return sub(t.Elem()) || sub(t.Key())
	case *types.Signature:
		for v := range t.Params().Variables() {
			if sub(v.Type()) {
				return true
			}
		}
		for v := range t.Results().Variables() {
			if sub(v.Type()) {
				return true
			}
		}
	case *types.Named:
		tk := l.key(t)
		if tk == k {
			return true
		}
		if seen[tk] || native(t) || types.IsInterface(t) {
			return false
		}
		if _, ok := t.Underlying().(*types.Struct); ok {
			return false
		}
		seen[tk] = true
		return sub(t.Underlying())
	}
	return false
}

func (l *declLowerer) isRec(t types.Type) bool {
	n, ok := types.Unalias(l.st(t)).(*types.Named)
	return ok && l.recursive(n)
}

// under is the lowered underlying type: what a recursive type holds.
func (l *declLowerer) under(t types.Type) *core.Type {
	if l.isRec(t) {
		return l.lt(l.st(t).Underlying())
	}
	return l.lt(t)
}

// funcKey identifies functions, as namedKey does types.
func (t *typeTable) funcKey(o *types.Func) string {
	if p := o.Pkg(); p != nil && p.Path() != UserPath {
		return o.FullName() + "|"
	}
	return fmt.Sprintf("%p|", o)
}

// key is equal for identical types and different for others.
func (l *Lowerer) key(t types.Type) string {
	var b strings.Builder
	l.writeKey(&b, t)
	return b.String()
}

func (l *Lowerer) writeKey(b *strings.Builder, t types.Type) {
	elem := func(s string, t types.Type) {
		b.WriteString(s)
		l.writeKey(b, t)
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		b.WriteString(t.Name())
	case *types.Pointer:
		elem("*", t.Elem())
	case *types.Slice:
		elem("[]", t.Elem())
	case *types.Array:
		elem(fmt.Sprintf("[%d]", t.Len()), t.Elem())
	case *types.Map:
		elem("map[", t.Key())
		elem("]", t.Elem())
	case *types.Chan:
		elem(fmt.Sprintf("chan%d ", t.Dir()), t.Elem())
	case *types.Signature:
		l.tupleKey(b, "func", t.Params())
		fmt.Fprint(b, t.Variadic())
		l.tupleKey(b, "", t.Results())
	case *types.Struct:
		l.structKey(b, t)
	case *types.Interface:
		l.interfaceKey(b, t)
	case *types.Named:
		l.namedKey(b, t)
	case *types.TypeParam:
		fmt.Fprintf(b, "$%p", t)
	default:
		b.WriteString(t.String())
	}
}

func (l *Lowerer) tupleKey(b *strings.Builder, head string, t *types.Tuple) {
	b.WriteString(head + "(")
	for v := range t.Variables() {
		l.writeKey(b, v.Type())
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

func (l *Lowerer) structKey(b *strings.Builder, t *types.Struct) {
	b.WriteString("struct{")
	for i := range t.NumFields() {
		f := t.Field(i)
		if !f.Exported() && f.Pkg() != nil {
			b.WriteString(f.Pkg().Path() + ".")
		}
		b.WriteString(f.Name() + " ")
		l.writeKey(b, f.Type())
		fmt.Fprintf(b, " %t%q;", f.Embedded(), t.Tag(i))
	}
	b.WriteByte('}')
}

func (l *Lowerer) interfaceKey(b *strings.Builder, t *types.Interface) {
	b.WriteString("interface{")
	for i := range t.NumMethods() {
		b.WriteString(t.Method(i).Id())
		l.writeKey(b, t.Method(i).Type())
		b.WriteByte(';')
	}
	b.WriteByte('}')
}

// namedKey identifies types by their declaration: two cells may each have a Card. Other
// packages' types are identified by name, since the packages may be imported and also
// checked from source.
func (l *Lowerer) namedKey(b *strings.Builder, t *types.Named) {
	o := t.Origin().Obj()
	p := o.Pkg()
	switch {
	case p == nil:
		b.WriteString(o.Name())
	case p.Path() != UserPath && o.Parent() == p.Scope():
		b.WriteString(p.Path() + "." + o.Name())
	default:
		n, ok := l.types.objs[weak.Make(o)]
		if !ok {
			l.types.numbers++
			n = l.types.numbers
			l.types.objs[weak.Make(o)] = n
		}
		fmt.Fprintf(b, "%s#%d", o.Name(), n)
	}
	for a := range t.TypeArgs().Types() {
		b.WriteByte('[')
		l.writeKey(b, a)
		b.WriteByte(']')
	}
}
