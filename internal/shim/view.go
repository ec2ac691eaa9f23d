package shim

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"riffle/internal/maketype"
	"riffle/internal/rt"
	"riffle/internal/typename"
)

// Encoders inspect a value's type by reflection, which knows neither the user's types nor
// their methods. They get a view: a value of native types with the user's exported
// fields, in which a value that encodes itself is replaced by a hook.

// viewer makes views for one encoder.
type viewer struct {
	l *Library
	r *rt.Runtime
	encoder
	// decode says that the view will be written to.
	decode  bool
	busy    map[reflect.Type]bool // structs whose view is being made
	failed  *types.Type           // the type whose hook has returned an error
	path    map[visit]bool        // the values enclosing the part whose view is being made
	late    *[]patch
	like    map[reflect.Type]bool // see alike
	pointed map[uintptr]rt.Box    // pointers in interfaces by the pointers in their views
}

// encoder describes an encoder.
type encoder struct {
	name string
	// marshal and unmarshal are the methods by which a value encodes and decodes itself,
	// in the order in which the encoder looks for them.
	marshal, unmarshal []hook
	// endless encoders don't detect that a value contains itself.
	endless bool
}

// hook is a method that encoders look for, and the type of a part of a view
// that has it.
type hook struct {
	method string
	sig    reflect.Type
	part   reflect.Type
	make   func(part) any
}

func marshalHook[P, F any](method string, make func(part) P) hook {
	return hook{method, reflect.TypeFor[F](), reflect.TypeFor[P](), func(p part) any { return make(p) }}
}

func unmarshalHook[P, F any](method string) hook {
	return hook{method, reflect.TypeFor[F](), reflect.TypeFor[P](), nil}
}

type (
	encodes = func() ([]byte, error)
	decodes = func([]byte) error
)

// encoders are the library's, by the names that lowering uses.
var encoders = sync.OnceValue(func() map[string]encoder {
	text := marshalHook[*textPart, encodes]("MarshalText", func(p part) *textPart { return &textPart{p} })
	rawText := unmarshalHook[rawText, decodes]("UnmarshalText")
	return map[string]encoder{
		"json": {
			name:      "json",
			marshal:   []hook{marshalHook[*jsonPart, encodes]("MarshalJSON", func(p part) *jsonPart { return &jsonPart{p} }), text},
			unmarshal: []hook{unmarshalHook[rawJSON, decodes]("UnmarshalJSON"), rawText},
		},
		"xml":  xmlEncoder(rawText),
		"asn1": {name: "asn1", endless: true},
		"ast":  {name: "ast"},
		"gob": {
			name: "gob", endless: true,
			marshal: []hook{marshalHook[rawGob, encodes]("GobEncode", encodedBy("GobEncode")),
				marshalHook[rawGob, encodes]("MarshalBinary", encodedBy("MarshalBinary"))},
			unmarshal: []hook{unmarshalHook[rawGob, decodes]("GobDecode"), unmarshalHook[rawGob, decodes]("UnmarshalBinary")},
		},
	}
})

func (l *Library) newViewer(encoder string, decode bool) *viewer {
	return &viewer{l: l, r: l.rt, encoder: encoders()[encoder], decode: decode, busy: map[reflect.Type]bool{}, failed: new(types.Type),
		path: map[visit]bool{}, late: new([]patch), like: map[reflect.Type]bool{}, pointed: map[uintptr]rt.Box{}}
}

// unviewable is the panic for a value that can't have a view.
type unviewable struct{ err error }

// part is a value that encodes itself, in a view.
type part struct {
	w *viewer
	b rt.Box
}

// call calls a method whose last result is an error.
func (p *part) call(method string, args ...any) (any, error) {
	out := p.b.CallMethod(method, args...)
	err, _ := out[len(out)-1].(error)
	if err != nil {
		*p.w.failed = p.b.T.T
	}
	return out[0], err
}

func (p *part) bytes(method string) ([]byte, error) {
	out, err := p.call(method)
	b, _ := out.([]byte)
	return b, err
}

// jsonPart is a part with MarshalJSON.
type jsonPart struct{ part }

// MarshalJSON calls the user's method.
func (p *jsonPart) MarshalJSON() ([]byte, error) { return p.bytes("MarshalJSON") }

// textPart is a part with MarshalText.
type textPart struct{ part }

// MarshalText calls the user's method.
func (p *textPart) MarshalText() ([]byte, error) { return p.bytes("MarshalText") }

var (
	anyType       = reflect.TypeFor[any]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

var (
	_ json.Marshaler           = (*jsonPart)(nil)
	_ encoding.TextMarshaler   = (*textPart)(nil)
	_ json.Unmarshaler         = (*rawJSON)(nil)
	_ encoding.TextUnmarshaler = (*rawText)(nil)
)

// hooked is how a value of type t encodes or decodes itself, and the type with the
// methods: t or, if values are addressable, *t.
func (w *viewer) hooked(t types.Type, addressable bool) (hook, *rt.Type) {
	return w.hookedBy(w.hooks(), t, addressable || w.decode)
}

// hookedKey is how a map key encodes itself: only as text.
func (w *viewer) hookedKey(t types.Type) (hook, *rt.Type) {
	var texts []hook
	for _, h := range w.hooks() {
		if strings.HasSuffix(h.method, "Text") {
			texts = append(texts, h)
		}
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok && !w.decode {
		for _, h := range texts {
			if d := w.r.PointerTo(p.Elem()); d != nil && d.Native(h.method) == h.sig {
				return h, d
			}
		}
	}
	return w.hookedBy(texts, t, w.decode)
}

// textKeys reports whether an encoder writes a map's keys, lowered to lt, as the texts that
// they encode themselves as; d is the type with the method, nil if each key's own type has
// it.
func (w *viewer) textKeys(t types.Type, lt reflect.Type) (d *rt.Type, ok bool) {
	if w.decode || lt.Kind() == reflect.String {
		return nil, false
	}
	if _, ok := t.Underlying().(*types.Interface); ok && w.name == "json" {
		m, _, _ := types.LookupFieldOrMethod(t, false, nil, "MarshalText")
		return nil, m != nil && types.Identical(m.Type(), marshalText)
	}
	_, d = w.hookedKey(t)
	return d, d != nil
}

// marshalText is the type of MarshalText.
var marshalText = types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(
	types.NewVar(0, nil, "", types.NewSlice(types.Typ[types.Byte])),
	types.NewVar(0, nil, "", types.Universe.Lookup("error").Type())), false)

func (w *viewer) hooks() []hook {
	if w.decode {
		return w.unmarshal
	}
	return w.marshal
}

func (w *viewer) hookedBy(hooks []hook, t types.Type, addressable bool) (hook, *rt.Type) {
	if _, ok := types.Unalias(t).(*types.Named); !ok {
		return hook{}, nil
	}
	for _, h := range hooks {
		if d := w.r.Known(t); d != nil && d.Native(h.method) == h.sig {
			return h, d
		}
		if d := w.r.PointerTo(t); addressable && d != nil && d.Native(h.method) == h.sig {
			return h, d
		}
	}
	return hook{}, nil
}

// typeOf is the type of the view of values of type t, lowered to lt. It has the user's
// name, which encoders write and which their errors mention.
func (w *viewer) typeOf(t types.Type, lt reflect.Type, addressable bool) reflect.Type {
	if h, d := w.hooked(t, addressable); d != nil {
		return h.part
	}
	if h, ok := w.held(t); ok {
		return h.part
	}
	if w.refused(t) {
		return w.l.shown(t, maketype.Named(reflect.TypeFor[chan struct{}](), typename.Go(t), true))
	}
	return w.unhooked(t, lt, addressable)
}

// unhooked is typeOf for a value that doesn't encode itself.
func (w *viewer) unhooked(t types.Type, lt reflect.Type, addressable bool) reflect.Type {
	switch {
	case lt.Kind() == reflect.Interface: // perhaps one of the library's, in its own slice
		lt = anyType
	case lt.PkgPath() != "":
		return lt
	}
	vt := w.plainType(t, lt, addressable)
	if _, ok := types.Unalias(t).(*types.Named); ok && vt.Kind() != reflect.Struct && vt.PkgPath() == "" && vt != anyType || types.IsInterface(t) && vt == anyType && typename.Go(t) != vt.String() {
		return w.l.shown(t, maketype.Named(vt, typename.Go(t), ok))
	}
	return vt
}

// plainType is typeOf without the name that t may have.
func (w *viewer) plainType(t types.Type, lt reflect.Type, addressable bool) reflect.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return w.structType(t, u, lt, addressable)
	case *types.Pointer:
		if lt.Kind() == reflect.Pointer {
			e := w.typeOf(u.Elem(), lt.Elem(), true)
			if types.IsInterface(u.Elem()) {
				return reflect.PointerTo(e)
			}
			return w.pointerType(e)
		}
	case *types.Slice:
		if lt.Kind() == reflect.Slice {
			e := w.typeOf(u.Elem(), lt.Elem(), true)
			return w.holding(u, e, reflect.SliceOf(e))
		}
	case *types.Array:
		if lt.Kind() == reflect.Array {
			e := w.typeOf(u.Elem(), lt.Elem(), addressable)
			return w.holding(u, e, reflect.ArrayOf(lt.Len(), e))
		}
	case *types.Map:
		if lt.Kind() == reflect.Map {
			k := w.keyType(u.Key(), lt.Key())
			if !w.takesKey(k) {
				return w.l.shown(u, maketype.Named(lt, typename.Go(u), false))
			}
			e := w.typeOf(u.Elem(), lt.Elem(), false)
			return w.holding(u, e, reflect.MapOf(k, e))
		}
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return reflect.TypeFor[unsafe.Pointer]()
		}
	case *types.Chan, *types.Signature:
		if lt.Kind() != reflect.Struct { // no encoder looks inside
			return w.l.shown(u, maketype.Named(lt, typename.Go(u), false))
		}
	}
	if lt.Kind() == reflect.Struct { // a recursive type other than a struct
		return anyType
	}
	return lt
}

// holding is the type of a container, in whose text a part isn't named.
func (w *viewer) holding(t types.Type, elem, made reflect.Type) reflect.Type {
	if elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	if elem.PkgPath() == reflect.TypeFor[part]().PkgPath() {
		return w.l.shown(t, maketype.Named(made, typename.Go(t), false))
	}
	return made
}

// takesKey reports whether an encoder takes maps with keys of type k. Otherwise only the
// map's type matters.
func (w *viewer) takesKey(k reflect.Type) bool {
	switch w.name {
	case "xml":
		return false
	case "json":
		return k.Kind() <= reflect.Uintptr && k.Kind() != reflect.Bool || k.Kind() == reflect.String ||
			k.PkgPath() != "" && k.Kind() != reflect.Interface || k.Implements(textMarshaler)
	}
	return true
}

// held is the hook that keeps what is decoded into an interface with methods: only its
// value, if it is a pointer, tells what to do with it.
func (w *viewer) held(t types.Type) (hook, bool) {
	u, ok := t.Underlying().(*types.Interface)
	if ok && w.decode && u.NumMethods() > 0 && w.name != "gob" && w.name != "asn1" {
		return w.unmarshal[0], true
	}
	return hook{}, false
}

// refused reports whether an encoder refuses all values of type t, with an error that names
// it, although it takes some of those in it: package asn1 wants interfaces without methods.
func (w *viewer) refused(t types.Type) bool {
	u, ok := t.Underlying().(*types.Interface)
	return ok && w.name == "asn1" && u.NumMethods() > 0
}

// shown notes which type of the user's a view has the name of.
func (l *Library) shown(t types.Type, view reflect.Type) reflect.Type {
	l.views.of.Store(view, t)
	return view
}

// pointerType is a pointer to a view, or the view itself if it can be nil.
func (w *viewer) pointerType(e reflect.Type) reflect.Type {
	if e == anyType {
		return e
	}
	for _, h := range w.marshal {
		if e == h.part {
			return e
		}
	}
	return reflect.PointerTo(e)
}

// keyType is the type of a map key's view: that of its text if it has one.
func (w *viewer) keyType(t types.Type, lt reflect.Type) reflect.Type {
	if _, ok := w.textKeys(t, lt); ok {
		return reflect.TypeFor[string]()
	}
	if h, d := w.hookedKey(t); d != nil && w.decode {
		return h.part
	}
	return w.unhooked(t, lt, false)
}

// structType is the type of a struct's view.
func (w *viewer) structType(t types.Type, u *types.Struct, lt reflect.Type, addressable bool) reflect.Type {
	key := viewKey{w.name, types.Unalias(t), w.decode, addressable, lt}
	if made := w.l.views.get(key, w.r.Methods()); made != nil {
		return made
	}
	w.busy[lt] = true
	defer delete(w.busy, lt)
	fields := make([]maketype.Field, u.NumFields())
	var patches []patch
	for i := range fields {
		f, lf := u.Field(i), lt.Field(i)
		fields[i] = maketype.Field{Name: f.Name(), Tag: u.Tag(i), Type: lf.Type, Embedded: f.Embedded()}
		if !w.visible(f) {
			continue
		}
		make := func() reflect.Type { return w.fieldType(f, u.Tag(i), lf.Type, addressable) }
		if ft := w.placeholder(lf.Type); ft != nil {
			fields[i].Type = ft
			patches = append(patches, patch{field: i, make: make})
		} else {
			fields[i].Type = make()
		}
	}
	_, named := types.Unalias(t).(*types.Named)
	s := w.l.shown(t, maketype.Struct(typename.Go(t), named, len(patches) > 0, fields))
	w.l.views.put(key, s, w.r.Methods())
	for _, p := range patches {
		p.s = s
		*w.late = append(*w.late, p)
	}
	return s
}

// fieldType is the type of a field's view. A value that says itself whether it is zero
// becomes an interface, which is nil if it says so.
func (w *viewer) fieldType(f *types.Var, tag string, lt reflect.Type, addressable bool) reflect.Type {
	if !w.decode && w.hasOption(reflect.StructTag(tag), "omitzero") && w.saysZero(f.Type()) != nil {
		return anyType
	}
	return w.typeOf(f.Type(), lt, addressable)
}

// visible reports whether encoders see a field: it is exported, or an embedded struct. XML
// has all that is embedded.
func (w *viewer) visible(f *types.Var) bool {
	_, ok := deref(f.Type()).Underlying().(*types.Struct)
	return f.Exported() || f.Embedded() && (ok || w.name == "xml")
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// alike reports whether a value of a view has the very form of the lowered value: the
// encoder can have the value itself.
func (w *viewer) alike(view, lowered reflect.Type) bool {
	if view.PkgPath() != "" || lowered.PkgPath() != "" || view.Kind() != lowered.Kind() {
		return view == lowered
	}
	switch view.Kind() {
	case reflect.Interface:
		return false
	case reflect.Pointer, reflect.Slice:
		return w.alike(view.Elem(), lowered.Elem())
	case reflect.Array:
		return view.Len() == lowered.Len() && w.alike(view.Elem(), lowered.Elem())
	case reflect.Map:
		k := view.Key()
		if k == lowered.Key() && view.Elem() == lowered.Elem() && !w.takesKey(k) {
			return true
		}
		return (k == lowered.Key() || k.Kind() == lowered.Key().Kind() && k.Kind() <= reflect.Complex128 || k.Kind() == reflect.String) &&
			w.alike(k, lowered.Key()) && w.alike(view.Elem(), lowered.Elem())
	case reflect.Struct:
		return w.alikeFields(view, lowered)
	}
	return true
}

func (w *viewer) alikeFields(view, lowered reflect.Type) bool {
	if known, ok := w.like[view]; ok {
		return known
	}
	w.like[view] = true // until something inside is not
	for i := range view.NumField() {
		if f := view.Field(i); (f.IsExported() || f.Anonymous) && !w.alike(f.Type, lowered.Field(i).Type) {
			w.like[view] = false
			break
		}
	}
	return w.like[view]
}

// as is a value in the form of its view's type, which is alike.
func as(view reflect.Type, v reflect.Value) reflect.Value {
	if v.Type() == view {
		return v
	}
	if !v.CanAddr() {
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		v = c
	}
	return reflect.NewAt(view, v.Addr().UnsafePointer()).Elem()
}

// view is what the encoder gets for x.
func (w *viewer) view(x any) (view any, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case unviewable:
			err = p.err
		default:
			panic(p)
		}
	}()
	y, reflected := w.reflected(x)
	v := w.dynamic(y)
	if !v.IsValid() {
		return nil, nil
	}
	view = v.Interface()
	if reflected {
		defer func() { view = reflect.ValueOf(view) }()
	}
	if w.endless && rt.LeadsBack(view, w.encodes) {
		return nil, errors.New(w.name + ": " + errKnot.Error())
	}
	return view, nil
}

// reflected is what a reflect.Value of the user's holds, if x is one.
func (w *viewer) reflected(x any) (any, bool) {
	if v, ok := w.r.Library(x).(reflect.Value); ok && v.IsValid() && v.CanInterface() {
		return w.r.FromNative(v.Interface()), true
	}
	return x, false
}

// encodes reports whether an encoder visits a field.
func (w *viewer) encodes(f reflect.StructField) bool {
	return f.IsExported() && f.Tag.Get(w.name) != "-"
}

// within makes the view of what v points to.
func (w *viewer) within(t types.Type, v reflect.Value, make func()) {
	at := visit{v.Pointer(), 0, v.Type()}
	if v.Kind() == reflect.Slice {
		at.n = v.Len()
	}
	if w.path[at] {
		what := v.Type().String()
		if t != nil {
			what = typename.Go(t)
		}
		panic(unviewable{w.cycle(v, what)})
	}
	w.path[at] = true
	defer delete(w.path, at)
	make()
}

// cycle is the encoder's error about a value that contains itself.
func (w *viewer) cycle(v reflect.Value, what string) error {
	if w.name == "json" {
		return &json.UnsupportedValueError{Value: v, Str: "encountered a cycle via " + what}
	}
	return errors.New(w.name + ": " + errKnot.Error())
}

// dynamic is the view of the value in an interface.
func (w *viewer) dynamic(x any) reflect.Value {
	b, ok := rt.Boxed(x)
	if !ok {
		return w.generic(reflect.ValueOf(x))
	}
	return w.static(b.T.T, reflect.ValueOf(b.V), false)
}

// inInterface is the view of the value in an interface that is itself in a value.
func (w *viewer) inInterface(x any) reflect.Value {
	v := w.dynamic(x)
	b, ok := rt.Boxed(x)
	if !ok || !v.IsValid() || v.Type() != rawGobType {
		return v
	}
	held := reflect.New(w.heldGob(b.T)).Elem()
	held.Field(0).Set(v)
	return held
}

// static is the view of a value of type t, whose own view may be in progress.
func (w *viewer) static(t types.Type, v reflect.Value, addressable bool) reflect.Value {
	fresh := w.inside()
	if u := unwrapRecursive(t, v); u != v {
		t, v = t.Underlying(), u
	}
	vt := fresh.wholeType(t, v.Type(), addressable)
	if fresh.alike(vt, v.Type()) {
		return as(vt, v)
	}
	view := reflect.New(vt).Elem()
	fresh.fill(view, t, v)
	return view
}

// wholeType is typeOf for a type all of whose parts are known afterwards.
func (w *viewer) wholeType(t types.Type, lt reflect.Type, addressable bool) reflect.Type {
	vt := w.typeOf(t, lt, addressable)
	for len(*w.late) > 0 {
		p := (*w.late)[0]
		*w.late = (*w.late)[1:]
		maketype.SetField(p.s, p.field, p.make())
	}
	return vt
}

// patch is a field of a view that leads back to an enclosing struct.
type patch struct {
	s     reflect.Type
	field int
	make  func() reflect.Type
}

type unknown struct{}

// placeholder has the layout of a type that leads back to a struct whose view is
// being made, nil for others.
func (w *viewer) placeholder(lt reflect.Type) reflect.Type {
	switch lt.Kind() {
	case reflect.Pointer:
		if w.leadsToBusy(lt, map[reflect.Type]bool{}) {
			return reflect.TypeFor[*unknown]()
		}
	case reflect.Slice:
		if w.leadsToBusy(lt, map[reflect.Type]bool{}) {
			return reflect.TypeFor[[]unknown]()
		}
	case reflect.Map:
		if w.leadsToBusy(lt, map[reflect.Type]bool{}) {
			return reflect.TypeFor[map[int]unknown]()
		}
	}
	return nil
}

func (w *viewer) leadsToBusy(lt reflect.Type, seen map[reflect.Type]bool) bool {
	if w.busy[lt] {
		return true
	}
	if seen[lt] || lt.PkgPath() != "" {
		return false
	}
	seen[lt] = true
	switch lt.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return w.leadsToBusy(lt.Elem(), seen)
	case reflect.Map:
		return w.leadsToBusy(lt.Elem(), seen) || w.leadsToBusy(lt.Key(), seen)
	case reflect.Struct:
		for i := range lt.NumField() {
			if w.leadsToBusy(lt.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// viewTable caches the struct types of views, as long as no type gets another method.
type viewTable struct {
	mu   sync.Mutex
	made map[viewKey]madeView
	of   sync.Map // from the type of a view to the user's type whose name it has
}

type viewKey struct {
	encoder             string
	t                   types.Type
	decode, addressable bool
	lowered             reflect.Type
}

type madeView struct {
	t       reflect.Type
	methods int64 // when the table was made
}

func (t *viewTable) get(k viewKey, methods int64) reflect.Type {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.made[k]; m.methods == methods {
		return m.t
	}
	return nil
}

func (t *viewTable) put(k viewKey, s reflect.Type, methods int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.made == nil {
		t.made = map[viewKey]madeView{}
	}
	t.made[k] = madeView{s, methods}
}

// generic is the view of a native value: its interfaces may hold boxes.
func (w *viewer) generic(v reflect.Value) reflect.Value {
	if !v.IsValid() || !holdsAny(v.Type()) || w.refusesMap(v.Type()) {
		return v
	}
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			return w.inInterface(v.Elem().Interface())
		}
	case reflect.Array:
		c := reflect.New(w.viewOf(v.Type())).Elem()
		for i := range v.Len() {
			setIfValid(c.Index(i), w.generic(v.Index(i)))
		}
		return c
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if !v.IsNil() {
			return w.genericParts(v)
		}
	}
	return v
}

// genericParts is the view of what a pointer, slice or map leads to.
func (w *viewer) genericParts(v reflect.Value) (c reflect.Value) {
	t := w.viewOf(v.Type())
	w.within(nil, v, func() {
		switch v.Kind() {
		case reflect.Pointer:
			c = reflect.New(t.Elem())
			setIfValid(c.Elem(), w.generic(v.Elem()))
		case reflect.Slice:
			c = reflect.MakeSlice(t, v.Len(), v.Len())
			for i := range v.Len() {
				setIfValid(c.Index(i), w.generic(v.Index(i)))
			}
		case reflect.Map:
			c = reflect.MakeMapWithSize(t, v.Len())
			for it := v.MapRange(); it.Next(); {
				k, e := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
				if w.keysOfTexts(v.Type().Key()) {
					k.SetString(w.keyText(v.Type().String(), nil, it.Key()))
				} else {
					setIfValid(k, w.generic(it.Key()))
				}
				setIfValid(e, w.generic(it.Value()))
				c.SetMapIndex(k, e)
			}
		}
	})
	return c
}

func setIfValid(e, v reflect.Value) {
	if v.IsValid() {
		e.Set(v)
	}
}

// refusesMap reports whether an encoder refuses all maps of a native type, with an error
// that names it.
func (w *viewer) refusesMap(t reflect.Type) bool {
	return t.Kind() == reflect.Map && !w.takesKey(t.Key())
}

// viewOf is the type of the view of a native type that holds interfaces: their values may
// have no methods there.
func (w *viewer) viewOf(t reflect.Type) reflect.Type {
	if !holdsAny(t) || w.refusesMap(t) {
		return t
	}
	switch t.Kind() {
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return maketype.Named(anyType, t.String(), t.Name() != "")
		}
		return anyType
	case reflect.Slice:
		return reflect.SliceOf(w.viewOf(t.Elem()))
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), w.viewOf(t.Elem()))
	case reflect.Pointer:
		return reflect.PointerTo(w.viewOf(t.Elem()))
	case reflect.Map:
		k := w.viewOf(t.Key())
		if w.keysOfTexts(t.Key()) {
			k = reflect.TypeFor[string]()
		}
		return reflect.MapOf(k, w.viewOf(t.Elem()))
	}
	return t
}

// keysOfTexts is textKeys for an interface of the library's.
func (w *viewer) keysOfTexts(t reflect.Type) bool {
	return w.name == "json" && t.Kind() == reflect.Interface && t.Implements(textMarshaler)
}

// holdsAny reports whether a native type holds interfaces in slices, maps and the like, at
// any depth. One with a name of its own may encode itself.
func holdsAny(t reflect.Type) bool {
	if t.Name() != "" && t.Kind() != reflect.Interface {
		return false
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Map:
		return holdsAny(t.Key()) || holdsAny(t.Elem())
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return holdsAny(t.Elem())
	}
	return false
}

// fill makes dst the view of v, of type t.
func (w *viewer) fill(dst reflect.Value, t types.Type, v reflect.Value) {
	if h, d := w.hooked(t, v.CanAddr()); d != nil && h.part == dst.Type() {
		w.fillPart(dst, h, d, v)
		return
	}
	if _, ok := w.held(t); ok || w.refused(t) {
		return
	}
	if w.alike(dst.Type(), v.Type()) {
		dst.Set(as(dst.Type(), v))
		return
	}
	if v.Kind() == reflect.Interface || dst.Kind() == reflect.Interface {
		w.fillAny(dst, t, v)
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if v.Kind() == reflect.Pointer {
			dst.SetPointer(v.UnsafePointer())
		}
	case *types.Pointer:
		w.fillPointer(dst, u, v)
	case *types.Struct:
		w.fillStruct(dst, u, v)
	case *types.Slice:
		if !v.IsNil() {
			n := v.Len()
			if w.decode { // decoders fill what the slice has room for
				n = v.Cap()
			}
			dst.Set(reflect.MakeSlice(dst.Type(), n, v.Cap()))
			w.within(t, v, func() { w.fillElements(dst, u.Elem(), v.Slice(0, n)) })
			dst.SetLen(v.Len())
		}
	case *types.Array:
		w.fillElements(dst, u.Elem(), v)
	case *types.Map:
		if !v.IsNil() {
			dst.Set(reflect.MakeMap(dst.Type()))
			w.within(t, v, func() { w.fillMap(dst, u, v) })
		}
	}
}

// fillPart makes dst a part that encodes itself by a method of d. Parts count as empty
// only if nil, so a zero value that omitempty should drop can't be recognised here.
func (w *viewer) fillPart(dst reflect.Value, h hook, d *rt.Type, v reflect.Value) {
	if w.decode { // what is captured is decoded afterwards
		return
	}
	if _, ok := d.T.(*types.Pointer); ok {
		v = v.Addr()
	}
	dst.Set(reflect.ValueOf(h.make(part{w, rt.Box{T: d, V: v.Interface()}})))
}

func (w *viewer) fillAny(dst reflect.Value, t types.Type, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		switch {
		case v.IsNil():
		case w.decode:
			w.fillHeld(dst, v.Elem())
		default:
			setIfValid(dst, w.inInterface(v.Elem().Interface()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			w.within(t, v, func() { dst.Set(w.static(t, v, false)) })
		}
	default:
		dst.Set(w.static(t, v, v.CanAddr()))
	}
}

// fillHeld makes dst the view of what an interface holds that is decoded into: a decoder
// follows a pointer and replaces anything else.
func (w *viewer) fillHeld(dst, v reflect.Value) {
	dst.Set(v)
	b, ok := rt.Boxed(v.Interface())
	if !ok {
		return
	}
	x := reflect.ValueOf(b.V)
	if p, ok := b.T.T.Underlying().(*types.Pointer); ok && x.Kind() == reflect.Pointer && !x.IsNil() {
		view := reflect.New(w.inside().wholeType(p.Elem(), x.Type().Elem(), true))
		if w.alike(view.Type().Elem(), x.Type().Elem()) {
			view = as(view.Type(), x)
		} else {
			w.within(b.T.T, x, func() { w.fill(view.Elem(), p.Elem(), x.Elem()) })
		}
		w.pointed[view.Pointer()] = b
		dst.Set(view)
	}
}

// inside is the viewer for a value whose own view isn't being made yet.
func (w *viewer) inside() *viewer {
	fresh := *w
	fresh.busy = map[reflect.Type]bool{}
	return &fresh
}

func (w *viewer) fillPointer(dst reflect.Value, u *types.Pointer, v reflect.Value) {
	if v.IsNil() {
		return
	}
	if h, d := w.hooked(u.Elem(), true); d != nil && dst.Type() == h.part {
		w.fillPart(dst, h, d, v.Elem())
		return
	}
	p := reflect.New(dst.Type().Elem())
	w.within(types.NewPointer(u.Elem()), v, func() { w.fill(p.Elem(), u.Elem(), v.Elem()) })
	dst.Set(p)
}

// fillStruct fills a view's fields.
func (w *viewer) fillStruct(dst reflect.Value, u *types.Struct, v reflect.Value) {
	for i := range u.NumFields() {
		f := u.Field(i)
		if !w.visible(f) || !w.decode && w.omitted(reflect.StructTag(u.Tag(i)), f.Type(), v.Field(i)) {
			continue
		}
		w.fill(rt.Readable(dst.Field(i)), f.Type(), v.Field(i))
	}
}

// omitted reports whether an encoder would omit a field because of its value. It can't
// tell for a part that encodes itself: so an omitted part stays nil.
func (w *viewer) omitted(tag reflect.StructTag, t types.Type, v reflect.Value) bool {
	return w.hasOption(tag, "omitempty") && empty(v) || w.hasOption(tag, "omitzero") && w.isZero(t, v)
}

// hasOption reports whether a field's tag has an option of the encoder's.
func (w *viewer) hasOption(tag reflect.StructTag, option string) bool {
	_, options, _ := strings.Cut(tag.Get(w.name), ",")
	return slices.Contains(strings.Split(options, ","), option)
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// isZero asks the value's own method, if it has one.
func (w *viewer) isZero(t types.Type, v reflect.Value) bool {
	d := w.saysZero(t)
	switch {
	case d == nil || v.Kind() == reflect.Pointer && v.IsNil():
		return v.IsZero()
	case !types.Identical(d.T, t):
		v = v.Addr()
	}
	return rt.Box{T: d, V: v.Interface()}.CallMethod("IsZero")[0].(bool)
}

// saysZero is the type whose method IsZero says whether a value of type t is zero, nil if
// there is none.
func (w *viewer) saysZero(t types.Type) *rt.Type {
	if d := w.r.Known(t); d != nil && d.Native("IsZero") == reflect.TypeFor[func() bool]() {
		return d
	}
	return nil
}

func (w *viewer) fillElements(dst reflect.Value, elem types.Type, v reflect.Value) {
	for i := range v.Len() {
		w.fill(dst.Index(i), elem, v.Index(i))
	}
}

func (w *viewer) fillMap(dst reflect.Value, u *types.Map, v reflect.Value) {
	if w.decode { // a decoder only adds entries
		return
	}
	d, text := w.textKeys(u.Key(), v.Type().Key())
	for it := v.MapRange(); it.Next(); {
		k, e := reflect.New(dst.Type().Key()).Elem(), reflect.New(dst.Type().Elem()).Elem()
		if text {
			k.SetString(w.keyText(typename.Go(u), d, it.Key()))
		} else {
			w.fill(k, u.Key(), it.Key())
		}
		w.fill(e, u.Elem(), it.Value())
		dst.SetMapIndex(k, e)
	}
}

// keyText is the text of a key of a map of type m, which has the method of d or, if d is
// nil, its own.
func (w *viewer) keyText(m string, d *rt.Type, k reflect.Value) string {
	if k.Kind() == reflect.Pointer && k.IsNil() {
		return ""
	}
	x := k.Interface()
	if d != nil {
		x = rt.Box{T: d, V: x}
	}
	own, ok := w.r.ToNative(x).(encoding.TextMarshaler)
	if !ok {
		panic("unexpected map key type") // as package json
	}
	text, err := own.MarshalText()
	if err != nil {
		panic(unviewable{fmt.Errorf("json: encoding error for type %q: %q", m, err.Error())})
	}
	return string(text)
}
