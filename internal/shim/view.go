package shim

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"

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
	decode bool
	busy   map[reflect.Type]bool // structs whose view is being made
	failed *types.Type           // the type whose hook has returned an error
	path   map[visit]bool        // the values enclosing the part whose view is being made
	late   *[]patch
}

// encoder describes an encoder.
type encoder struct {
	name string
	// marshal and unmarshal are the methods by which a value encodes and decodes itself,
	// in the order in which the encoder looks for them.
	marshal, unmarshal []hook
	// named encoders write the type's name around a struct.
	named bool
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
		"xml": xmlEncoder(text, rawText),
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
		path: map[visit]bool{}, late: new([]patch)}
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

var anyType = reflect.TypeFor[any]()

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
	return w.hookedBy(texts, t, w.decode)
}

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

// typeOf is the type of the view of values of type t, lowered to lt.
func (w *viewer) typeOf(t types.Type, lt reflect.Type, addressable bool) reflect.Type {
	if h, d := w.hooked(t, addressable); d != nil {
		return h.part
	}
	switch {
	case lt.Kind() == reflect.Interface && lt.NumMethod() > 0 && (!w.decode || w.name == "gob"):
		return anyType
	case lt.PkgPath() != "" && lt.Kind() != reflect.Interface:
		return lt
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return w.structType(t, u, lt, addressable)
	case *types.Pointer:
		if lt.Kind() == reflect.Pointer {
			return w.pointerType(w.typeOf(u.Elem(), lt.Elem(), true))
		}
	case *types.Slice:
		if lt.Kind() == reflect.Slice {
			return reflect.SliceOf(w.typeOf(u.Elem(), lt.Elem(), true))
		}
	case *types.Array:
		if lt.Kind() == reflect.Array {
			return reflect.ArrayOf(lt.Len(), w.typeOf(u.Elem(), lt.Elem(), addressable))
		}
	case *types.Interface:
		if w.decode && u.NumMethods() > 0 && w.name != "gob" {
			return undecodable
		}
	case *types.Map:
		if lt.Kind() == reflect.Map {
			return reflect.MapOf(w.keyType(u.Key(), lt.Key()), w.typeOf(u.Elem(), lt.Elem(), false))
		}
	}
	if lt.Kind() == reflect.Struct { // a recursive type other than a struct
		return anyType
	}
	return lt
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
	h, d := w.hookedKey(t)
	switch {
	case d == nil || lt.Kind() == reflect.String && !w.decode:
		return lt
	case h.part == reflect.TypeFor[rawText]():
		return h.part
	}
	return reflect.TypeFor[string]()
}

// structType is the type of a struct's view: the lowered struct itself if it needs none.
func (w *viewer) structType(t types.Type, u *types.Struct, lt reflect.Type, addressable bool) reflect.Type {
	if !w.needed(t, lt, map[reflect.Type]bool{}) {
		return lt
	}
	key := viewKey{w.name, w.decode, addressable, w.top(), lt}
	if made := w.l.views.get(key, w.r.Methods()); made != nil {
		return made
	}
	w.busy[lt] = true
	defer delete(w.busy, lt)
	var fields []reflect.StructField
	var patches []patch
	if n, ok := types.Unalias(t).(*types.Named); ok && w.named && !w.decode && key.top && !hasField(u, "XMLName") {
		fields = append(fields, reflect.StructField{Name: "XMLName", Type: xmlName,
			Tag: reflect.StructTag(`xml:"` + n.Obj().Name() + `"`)})
	}
	for i := range u.NumFields() {
		f := lt.Field(i)
		if !visible(u.Field(i), f) {
			continue
		}
		make := func() reflect.Type { return w.typeOf(u.Field(i).Type(), f.Type, addressable) }
		ft := w.placeholder(f.Type)
		if ft == nil {
			ft = make()
		} else {
			patches = append(patches, patch{field: len(fields), make: make})
		}
		fields = append(fields, reflect.StructField{Name: f.Name, Type: ft, Tag: f.Tag, Anonymous: f.Anonymous && isStruct(ft)})
	}
	if len(patches) > 0 { // a type that is going to change mustn't be shared
		fields[0].Tag += reflect.StructTag(fmt.Sprintf(" view:\"%d\"", w.l.views.next()))
	}
	s := reflect.StructOf(fields)
	w.l.views.put(key, s, w.r.Methods())
	for _, p := range patches {
		p.s = s
		*w.late = append(*w.late, p)
	}
	return s
}

// top reports whether the struct whose view is made next is the whole value.
func (w *viewer) top() bool { return w.named && len(w.busy) == 0 }

// visible reports whether encoders see a field: it is exported, or an embedded
// struct.
func visible(f *types.Var, lowered reflect.StructField) bool {
	return token.IsExported(f.Name()) || lowered.Anonymous
}

func isStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct
}

func hasField(u *types.Struct, name string) bool {
	for f := range u.Fields() {
		if f.Name() == name {
			return true
		}
	}
	return false
}

// needed reports whether an encoder would misread a lowered value of type t: it would
// miss a hook, the name of a struct, or the type in an interface.
func (w *viewer) needed(t types.Type, lt reflect.Type, seen map[reflect.Type]bool) bool {
	if _, d := w.hooked(t, true); d != nil {
		return true
	}
	if seen[lt] || lt.PkgPath() != "" && lt.Kind() != reflect.Interface {
		return false
	}
	seen[lt] = true
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return !w.decode || w.name == "gob" || u.NumMethods() > 0 && !w.named // xml skips them
	case *types.Struct:
		if w.named && !w.decode && len(seen) == 1 {
			return true
		}
		for i := range u.NumFields() {
			if visible(u.Field(i), lt.Field(i)) && w.needed(u.Field(i).Type(), lt.Field(i).Type, seen) {
				return true
			}
		}
	case *types.Map:
		return lt.Kind() != reflect.Map || w.needed(u.Key(), lt.Key(), seen) || w.needed(u.Elem(), lt.Elem(), seen)
	case interface{ Elem() types.Type }: // pointers, slices, arrays
		if _, ok := u.(*types.Chan); !ok {
			return lt.Kind() == reflect.Struct || w.needed(u.Elem(), lt.Elem(), seen)
		}
	}
	return false
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
	v := w.dynamic(x)
	if !v.IsValid() {
		return nil, nil
	}
	view = v.Interface()
	if w.endless && rt.LeadsBack(view, w.encodes) {
		return nil, errors.New(w.name + ": " + errKnot.Error())
	}
	return view, nil
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
	b, ok := rt.BoxOf(x)
	if !ok {
		return w.generic(reflect.ValueOf(x))
	}
	return w.static(b.T.T, reflect.ValueOf(b.V), false)
}

// static is the view of a value of type t, whose own view may be in progress.
func (w *viewer) static(t types.Type, v reflect.Value, addressable bool) reflect.Value {
	fresh := *w
	fresh.busy = map[reflect.Type]bool{}
	if u := unwrapRecursive(t, v); u != v {
		t, v = t.Underlying(), u
	}
	view := reflect.New(fresh.wholeType(t, v.Type(), addressable)).Elem()
	fresh.fill(view, t, v)
	return view
}

// wholeType is typeOf for a type all of whose parts are known afterwards.
func (w *viewer) wholeType(t types.Type, lt reflect.Type, addressable bool) reflect.Type {
	vt := w.typeOf(t, lt, addressable)
	w.busy[nil] = true // what is made now is inside something
	defer delete(w.busy, nil)
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
	n    int
}

type viewKey struct {
	encoder                  string
	decode, addressable, top bool
	lowered                  reflect.Type
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

func (t *viewTable) next() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	return t.n
}

// generic is the view of a native value: its interfaces may hold boxes.
func (w *viewer) generic(v reflect.Value) reflect.Value {
	if !v.IsValid() || !holdsAny(v.Type()) {
		return v
	}
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			return w.dynamic(v.Elem().Interface())
		}
	case reflect.Slice:
		if v.Len() > 0 {
			return w.genericSlice(v)
		}
	case reflect.Map:
		if v.Len() > 0 {
			return w.genericMap(v)
		}
	}
	return v
}

func (w *viewer) genericSlice(v reflect.Value) reflect.Value {
	c := reflect.MakeSlice(viewOf(v.Type()), v.Len(), v.Len())
	w.within(nil, v, func() {
		for i := range v.Len() {
			setIfValid(c.Index(i), w.generic(v.Index(i)))
		}
	})
	return c
}

func (w *viewer) genericMap(v reflect.Value) reflect.Value {
	c := reflect.MakeMapWithSize(viewOf(v.Type()), v.Len())
	w.within(nil, v, func() {
		for it := v.MapRange(); it.Next(); {
			e := reflect.New(c.Type().Elem()).Elem()
			setIfValid(e, w.generic(it.Value()))
			c.SetMapIndex(it.Key(), e)
		}
	})
	return c
}

func setIfValid(e, v reflect.Value) {
	if v.IsValid() {
		e.Set(v)
	}
}

// viewOf is the type of the view of a slice or map of interfaces.
func viewOf(t reflect.Type) reflect.Type {
	switch {
	case !holdsAny(t):
	case t.Kind() == reflect.Interface:
		return anyType
	case t.Kind() == reflect.Slice:
		return reflect.SliceOf(viewOf(t.Elem()))
	case t.Kind() == reflect.Map:
		return reflect.MapOf(t.Key(), viewOf(t.Elem()))
	}
	return t
}

// holdsAny reports whether a native type is a slice or map of interfaces, at any depth.
// One with a name of its own may encode itself.
func holdsAny(t reflect.Type) bool {
	if t.Name() != "" && t.Kind() != reflect.Interface {
		return false
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Slice, reflect.Map:
		return holdsAny(t.Elem())
	}
	return false
}

// fill makes dst the view of v, of type t.
func (w *viewer) fill(dst reflect.Value, t types.Type, v reflect.Value) {
	if dst.Type() == undecodable {
		return
	}
	if h, d := w.hooked(t, v.CanAddr()); d != nil && h.part == dst.Type() {
		w.fillPart(dst, h, d, v)
		return
	}
	if dst.Type() == v.Type() && !w.needed(t, v.Type(), map[reflect.Type]bool{}) {
		dst.Set(v)
		return
	}
	if v.Kind() == reflect.Interface || dst.Kind() == reflect.Interface {
		w.fillAny(dst, t, v)
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		w.fillPointer(dst, u, v)
	case *types.Struct:
		w.fillStruct(dst, t, u, v)
	case *types.Slice:
		if !v.IsNil() {
			dst.Set(reflect.MakeSlice(dst.Type(), v.Len(), v.Len()))
			w.within(t, v, func() { w.fillElements(dst, u.Elem(), v) })
		}
	case *types.Array:
		w.fillElements(dst, u.Elem(), v)
	case *types.Map:
		if !v.IsNil() && !w.decode {
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
		if !v.IsNil() {
			setIfValid(dst, w.dynamic(v.Elem().Interface()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			w.within(t, v, func() { dst.Set(w.static(t, v, false)) })
		}
	default:
		dst.Set(w.static(t, v, v.CanAddr()))
	}
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

// fillStruct fills a view's fields. These have names, so the names of their types don't
// matter.
func (w *viewer) fillStruct(dst reflect.Value, t types.Type, u *types.Struct, v reflect.Value) {
	inner := *w
	inner.named = false
	for i := range u.NumFields() {
		f := v.Type().Field(i)
		if !visible(u.Field(i), f) {
			continue
		}
		if e := dst.FieldByName(f.Name); e.IsValid() && !w.omitted(f, u.Field(i).Type(), v.Field(i)) {
			inner.fill(e, u.Field(i).Type(), v.Field(i))
		}
	}
}

// omitted reports whether an encoder would omit a field because of its value. It can't
// tell for a part that encodes itself: so an omitted part stays nil.
func (w *viewer) omitted(f reflect.StructField, t types.Type, v reflect.Value) bool {
	_, options, _ := strings.Cut(f.Tag.Get(w.name), ",")
	for o := range strings.SplitSeq(options, ",") {
		if o == "omitempty" && empty(v) || o == "omitzero" && w.isZero(t, v) {
			return true
		}
	}
	return false
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
	if d := w.r.Known(t); d != nil && d.Native("IsZero") == reflect.TypeFor[func() bool]() {
		return rt.Box{T: d, V: v.Interface()}.CallMethod("IsZero")[0].(bool)
	}
	return v.IsZero()
}

func (w *viewer) fillElements(dst reflect.Value, elem types.Type, v reflect.Value) {
	for i := range v.Len() {
		w.fill(dst.Index(i), elem, v.Index(i))
	}
}

func (w *viewer) fillMap(dst reflect.Value, u *types.Map, v reflect.Value) {
	dst.Set(reflect.MakeMapWithSize(dst.Type(), v.Len()))
	for it := v.MapRange(); it.Next(); {
		k := it.Key()
		if dst.Type().Key() != k.Type() {
			k = reflect.ValueOf(w.keyText(u.Key(), k))
		}
		e := reflect.New(dst.Type().Elem()).Elem()
		w.fill(e, u.Elem(), it.Value())
		dst.SetMapIndex(k, e)
	}
}

// keyText is the text of a map's key that has one.
func (w *viewer) keyText(t types.Type, k reflect.Value) string {
	_, d := w.hookedKey(t)
	p := part{w, rt.Box{T: d, V: k.Interface()}}
	text, _ := p.bytes("MarshalText")
	return string(text)
}
