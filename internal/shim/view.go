package shim

import (
	"encoding"
	"encoding/json"
	"encoding/xml"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"riffle/internal/rt"
)

// Encoders look at a value's type by reflection, which knows neither the user's
// types nor their methods. They get a view: a value of native types with the
// user's exported fields, in which a value that encodes itself is a hook.

// viewer makes views for one encoder.
type viewer struct {
	r *rt.Runtime
	// marshal and unmarshal are the methods by which a value encodes and
	// decodes itself, in the order in which the encoder asks for them.
	marshal, unmarshal []hook
	// named encoders write the type's name around a struct.
	named bool
	// decode says that the view is to be written.
	decode bool
	busy   map[reflect.Type]bool // structs whose view is being made
	failed *types.Type           // the type whose hook has returned an error
}

// hook is a method that encoders look for, and the type of a part of a view
// that has it.
type hook struct {
	method string
	part   reflect.Type
	make   func(part) any
}

func marshalHook[P any](method string, make func(part) P) hook {
	return hook{method, reflect.TypeFor[P](), func(p part) any { return make(p) }}
}

var textHook = marshalHook("MarshalText", func(p part) *textPart { return &textPart{p} })

func jsonViewer(r *rt.Runtime) *viewer {
	return &viewer{r: r, busy: map[reflect.Type]bool{}, failed: new(types.Type),
		marshal: []hook{marshalHook("MarshalJSON", func(p part) *jsonPart { return &jsonPart{p} }), textHook},
		unmarshal: []hook{{method: "UnmarshalJSON", part: reflect.TypeFor[rawJSON]()},
			{method: "UnmarshalText", part: reflect.TypeFor[rawText]()}},
	}
}

func xmlViewer(r *rt.Runtime) *viewer {
	return &viewer{r: r, busy: map[reflect.Type]bool{}, failed: new(types.Type), named: true,
		marshal: []hook{marshalHook("MarshalXML", func(p part) *xmlPart { return &xmlPart{p} }),
			marshalHook("MarshalXMLAttr", func(p part) *attrPart { return &attrPart{p} }), textHook},
		unmarshal: []hook{{method: "UnmarshalText", part: reflect.TypeFor[rawText]()}},
	}
}

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

// xmlPart is a part with MarshalXML.
type xmlPart struct{ part }

// MarshalXML calls the user's method.
func (p *xmlPart) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	_, err := p.call("MarshalXML", e, start)
	return err
}

// attrPart is a part with MarshalXMLAttr.
type attrPart struct{ part }

// MarshalXMLAttr calls the user's method.
func (p *attrPart) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	out, err := p.call("MarshalXMLAttr", name)
	a, _ := out.(xml.Attr)
	return a, err
}

var anyType = reflect.TypeFor[any]()

var (
	_ json.Marshaler           = (*jsonPart)(nil)
	_ encoding.TextMarshaler   = (*textPart)(nil)
	_ xml.Marshaler            = (*xmlPart)(nil)
	_ xml.MarshalerAttr        = (*attrPart)(nil)
	_ json.Unmarshaler         = (*rawJSON)(nil)
	_ encoding.TextUnmarshaler = (*rawText)(nil)
)

// hooked is how a value of type t encodes or decodes itself, and by the methods
// of which type: t or, where values can be addressed, *t.
func (w *viewer) hooked(t types.Type, addressable bool) (hook, *rt.Type) {
	return w.hookedBy(w.hooks(), t, addressable || w.decode)
}

// hookedKey is how a key of a map encodes itself: as a text only.
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
		if d := w.r.Known(t); d != nil && d.Func(h.method).IsValid() {
			return h, d
		}
		if d := w.r.PointerTo(t); addressable && d != nil && d.Func(h.method).IsValid() {
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
	if lt.PkgPath() != "" {
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
		if w.decode && u.NumMethods() > 0 {
			return undecodable
		}
	case *types.Map:
		if lt.Kind() == reflect.Map {
			return reflect.MapOf(w.keyType(u.Key(), lt.Key()), w.typeOf(u.Elem(), lt.Elem(), false))
		}
	}
	if lt.Kind() == reflect.Struct { // a recursive type that is no struct
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

// keyType is the view of a map's key; one that has a text is that text.
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

// structType is the lowered struct itself where it needs no view, so that
// recursive types stay as they are. Where a struct that needs one contains
// itself, the inner one is of any type.
func (w *viewer) structType(t types.Type, u *types.Struct, lt reflect.Type, addressable bool) reflect.Type {
	if w.busy[lt] {
		if w.decode {
			return reflect.TypeFor[rawJSON]()
		}
		return anyType
	}
	if !w.needed(t, lt, map[reflect.Type]bool{}) {
		return lt
	}
	w.busy[lt] = true
	defer delete(w.busy, lt)
	var fields []reflect.StructField
	if n, ok := types.Unalias(t).(*types.Named); ok && w.named && !w.decode && len(w.busy) == 1 && !hasField(u, "XMLName") {
		fields = append(fields, reflect.StructField{Name: "XMLName", Type: reflect.TypeFor[xml.Name](),
			Tag: reflect.StructTag(`xml:"` + n.Obj().Name() + `"`)})
	}
	for i := range u.NumFields() {
		if f := lt.Field(i); visible(u.Field(i), f) {
			ft := w.typeOf(u.Field(i).Type(), f.Type, addressable)
			fields = append(fields, reflect.StructField{Name: f.Name, Type: ft, Tag: f.Tag, Anonymous: f.Anonymous && isStruct(ft)})
		}
	}
	return reflect.StructOf(fields)
}

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

// needed reports whether an encoder would be misled by a lowered value of type
// t: it would miss a hook, the name of a struct, or the type in an interface.
func (w *viewer) needed(t types.Type, lt reflect.Type, seen map[reflect.Type]bool) bool {
	if _, d := w.hooked(t, true); d != nil {
		return true
	}
	if seen[lt] || lt.PkgPath() != "" {
		return false
	}
	seen[lt] = true
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return !w.decode || u.NumMethods() > 0 && !w.named // xml skips them
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
func (w *viewer) view(x any) any {
	v := w.dynamic(x)
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

// dynamic is the view of the value in an interface.
func (w *viewer) dynamic(x any) reflect.Value {
	b, ok := rt.BoxOf(x)
	if !ok {
		return w.generic(reflect.ValueOf(x))
	}
	return w.static(b.T.T, reflect.ValueOf(b.V), false)
}

// static is the view of a value of type t, whose own view may be under way.
func (w *viewer) static(t types.Type, v reflect.Value, addressable bool) reflect.Value {
	fresh := *w
	fresh.busy = map[reflect.Type]bool{}
	if u := unwrapRecursive(t, v); u != v {
		t, v = t.Underlying(), u
	}
	view := reflect.New(fresh.typeOf(t, v.Type(), addressable)).Elem()
	fresh.fill(view, t, v)
	return view
}

// generic is the view of a native value: boxes may be in its interfaces.
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
		if !v.IsNil() {
			c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			for i := range v.Len() {
				setIfValid(c.Index(i), w.generic(v.Index(i)))
			}
			return c
		}
	case reflect.Map:
		if !v.IsNil() {
			c := reflect.MakeMapWithSize(v.Type(), v.Len())
			for it := v.MapRange(); it.Next(); {
				e := reflect.New(v.Type().Elem()).Elem()
				setIfValid(e, w.generic(it.Value()))
				c.SetMapIndex(it.Key(), e)
			}
			return c
		}
	}
	return v
}

func setIfValid(e, v reflect.Value) {
	if v.IsValid() {
		e.Set(v)
	}
}

// holdsAny reports whether a native type is a slice or map of interfaces, or of
// such.
func holdsAny(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0
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
		w.fillPart(dst, d, v)
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
			w.fillElements(dst, u.Elem(), v)
		}
	case *types.Array:
		w.fillElements(dst, u.Elem(), v)
	case *types.Map:
		w.fillMap(dst, u, v)
	}
}

// fillPart makes dst a part that encodes itself by the methods of d. A zero
// value whose field may be omitted when empty can't be told here; parts are
// never empty but for nil.
func (w *viewer) fillPart(dst reflect.Value, d *rt.Type, v reflect.Value) {
	if w.decode { // what is captured is decoded afterwards
		return
	}
	if _, ok := d.T.(*types.Pointer); ok {
		v = v.Addr()
	}
	for _, h := range w.marshal {
		if h.part == dst.Type() {
			dst.Set(reflect.ValueOf(h.make(part{w, rt.Box{T: d, V: v.Interface()}})))
		}
	}
}

func (w *viewer) fillAny(dst reflect.Value, t types.Type, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			setIfValid(dst, w.dynamic(v.Elem().Interface()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			dst.Set(w.static(t, v, false))
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
		w.fillPart(dst, d, v.Elem())
		return
	}
	p := reflect.New(dst.Type().Elem())
	w.fill(p.Elem(), u.Elem(), v.Elem())
	dst.Set(p)
}

// fillStruct fills a view's fields, which have names: the types' don't matter.
func (w *viewer) fillStruct(dst reflect.Value, t types.Type, u *types.Struct, v reflect.Value) {
	inner := *w
	inner.named = false
	for i := range u.NumFields() {
		f := v.Type().Field(i)
		if !visible(u.Field(i), f) {
			continue
		}
		if e := dst.FieldByName(f.Name); e.IsValid() {
			inner.fill(e, u.Field(i).Type(), v.Field(i))
		}
	}
}

func (w *viewer) fillElements(dst reflect.Value, elem types.Type, v reflect.Value) {
	for i := range v.Len() {
		w.fill(dst.Index(i), elem, v.Index(i))
	}
}

func (w *viewer) fillMap(dst reflect.Value, u *types.Map, v reflect.Value) {
	if v.IsNil() || w.decode {
		return
	}
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
