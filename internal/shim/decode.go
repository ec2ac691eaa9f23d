package shim

import (
	"encoding/json"
	"errors"
	"go/types"
	"reflect"
	"strings"

	"riffle/internal/maketype"
	"riffle/internal/rt"
	"riffle/internal/typename"
)

// To decode into a value of the user's, a decoder writes to a view of it, in which the
// parts that decode themselves stay raw; then the view is copied back and the user's
// methods get the raw parts.

// rawJSON keeps the JSON of a part.
type rawJSON struct{ data []byte }

// UnmarshalJSON keeps the data.
func (r *rawJSON) UnmarshalJSON(b []byte) error {
	r.data = append([]byte{}, b...)
	return nil
}

// rawText keeps the text of a part; it may be a key.
type rawText struct {
	text string
	set  bool
}

// UnmarshalText keeps the text.
func (r *rawText) UnmarshalText(b []byte) error {
	r.text, r.set = string(b), true
	return nil
}

// rawGob keeps the encoding that a part of a gob value makes of itself.
type rawGob struct {
	data []byte
	set  bool
}

// GobEncode returns the data.
func (r rawGob) GobEncode() ([]byte, error) { return r.data, nil }

// GobDecode keeps the data.
func (r *rawGob) GobDecode(b []byte) error {
	r.data, r.set = append([]byte{}, b...), true
	return nil
}

var rawGobType = reflect.TypeFor[rawGob]()

// heldGob is the view, in an interface, of a type whose values encode themselves: package
// gob tells types apart there.
func (w *viewer) heldGob(t *rt.Type) reflect.Type {
	_, named := types.Unalias(t.T).(*types.Named)
	return w.l.shown(t.T, maketype.Struct(t.Shown, named, false, []maketype.Field{{Name: "V", Type: rawGobType}}))
}

// encodedBy encodes a part by its method.
func encodedBy(method string) func(part) rawGob {
	return func(p part) rawGob {
		b, err := p.bytes(method)
		if err != nil {
			panic(unviewable{err})
		}
		return rawGob{b, true}
	}
}

// target is a value of the user's that is being decoded, and its view.
type target struct {
	w    *viewer
	t    types.Type
	v    reflect.Value
	view reflect.Value // a pointer
}

// newTarget is the target that x points to; ok is false if the decoder can write to x
// itself.
func (w *viewer) newTarget(x any) (tg *target, ok bool) {
	v := reflect.ValueOf(unbox(x))
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil, false
	}
	if b, boxed := rt.Boxed(x); boxed {
		p, ok := b.T.T.Underlying().(*types.Pointer)
		if !ok {
			return nil, false
		}
		return w.targetOf(p.Elem(), v.Elem()), true
	}
	if t := w.r.Source(v.Type().Elem()); holdsAny(v.Type().Elem()) && t != nil {
		return w.targetOf(t, v.Elem()), true
	}
	return nil, false
}

func (w *viewer) targetOf(t types.Type, v reflect.Value) *target {
	vt := w.wholeType(t, v.Type(), true)
	if w.alike(vt, v.Type()) {
		return &target{w, t, v, as(vt, v).Addr()}
	}
	tg := &target{w, t, v, reflect.New(vt)}
	w.fill(tg.view.Elem(), t, v)
	return tg
}

// unsuited is a value that a decoder will refuse, with the user's type.
func (w *viewer) unsuited(x any) any {
	b, ok := rt.Boxed(x)
	if !ok {
		return x
	}
	return reflect.Zero(w.l.shown(b.T.T, ownName(b, reflect.TypeOf(b.V)))).Interface()
}

// ownName is a lowered type with the name of a value's type.
func ownName(b rt.Box, lowered reflect.Type) reflect.Type {
	_, named := types.Unalias(b.T.T).(*types.Named)
	return maketype.Named(lowered, b.T.Shown, named)
}

// Named is a value as package encoding/binary gets it: as its fields and elements, which
// the package finds by reflection, under the name of its type.
func (l *Library) Named(v any) any {
	b, ok := rt.Boxed(v)
	x := reflect.ValueOf(l.rt.Unbox(v))
	if !ok || !x.IsValid() || x.Type().PkgPath() != "" {
		return l.rt.Unbox(v)
	}
	return as(ownName(b, x.Type()), x).Interface()
}

// finish copies the view back.
func (tg *target) finish() error { return tg.w.back(tg.t, tg.v, tg.view.Elem()) }

// back copies the view of a value of type t to dst.
func (w *viewer) back(t types.Type, dst, view reflect.Value) error {
	if w.alike(view.Type(), dst.Type()) {
		dst.Set(as(dst.Type(), view))
		return nil
	}
	if args, raw, err := kept(view); raw {
		if _, ok := w.held(t); ok && err == nil && args != nil {
			return w.backHeld(t, dst, args)
		}
		if args == nil || err != nil {
			return err
		}
		return w.unmarshal1(t, dst, args)
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if w.refused(t) {
			return nil
		}
		return w.backInterface(dst, view)
	case *types.Struct:
		return w.backStruct(t, u, dst, view)
	case *types.Pointer:
		return w.backPointer(u, dst, view)
	case *types.Slice:
		if view.IsNil() {
			dst.SetZero()
			return nil
		}
		if dst.IsNil() || view.Cap() != dst.Cap() {
			grown := reflect.MakeSlice(dst.Type(), view.Len(), view.Cap())
			reflect.Copy(grown, dst) // with what no decoder sees
			dst.Set(grown)
		}
		dst.SetLen(view.Len())
		return w.backElements(u.Elem(), dst, view)
	case *types.Array:
		return w.backElements(u.Elem(), dst, view)
	case *types.Map:
		return w.backMap(u, dst, view)
	}
	return nil
}

// kept are the arguments for a decoding method if a part was kept raw; nil if there was
// nothing to keep.
func kept(view reflect.Value) (args []any, raw bool, err error) {
	switch r := view.Interface().(type) {
	case rawJSON:
		if r.data != nil {
			args = []any{r.data}
		}
	case rawText:
		if r.set {
			args = []any{[]byte(r.text)}
		}
	case rawGob:
		if r.set {
			args = []any{r.data}
		}
	default:
		return keptXML(r)
	}
	return args, true, err
}

// unmarshal1 passes what was kept to the user's method.
func (w *viewer) unmarshal1(t types.Type, dst reflect.Value, args []any) error {
	h, d := w.hooked(t, true)
	if p, ok := t.Underlying().(*types.Pointer); d == nil && ok { // a pointer is kept as what it points to
		if dst.IsNil() {
			dst.Set(reflect.New(dst.Type().Elem()))
		}
		return w.unmarshal1(p.Elem(), dst.Elem(), args)
	}
	if d == nil {
		h, d = w.hookedKey(t)
	}
	if _, ok := d.T.(*types.Pointer); ok {
		dst = dst.Addr()
	}
	err, _ := rt.Box{T: d, V: dst.Interface()}.CallMethod(h.method, args...)[0].(error)
	return err
}

// backInterface copies back what a decoder has put into an interface, or left there.
func (w *viewer) backInterface(dst, view reflect.Value) error {
	if view.IsNil() {
		dst.SetZero()
		return nil
	}
	v := view.Elem()
	if v.Kind() == reflect.Pointer {
		if b, ok := w.pointed[v.Pointer()]; ok {
			return w.back(b.T.T.Underlying().(*types.Pointer).Elem(), reflect.ValueOf(b.V).Elem(), v.Elem())
		}
	}
	d := w.l.gobs.described(v.Type())
	if d.t == nil {
		return w.backNative(d, dst, v)
	}
	if d.held {
		v = v.Field(0)
	}
	x := reflect.New(d.lowered).Elem()
	err := w.back(d.t.T, x, v)
	b := rt.NewBox(d.t, x.Interface())
	if dst.NumMethod() > 0 { // kept as native code keeps it
		w.r.Store(dst.Addr().Interface(), b)
		return err
	}
	dst.Set(reflect.ValueOf(b))
	return err
}

// backNative copies back a value of a type of the library's, which may hold the user's.
func (w *viewer) backNative(d gobType, dst, v reflect.Value) error {
	lt := v.Type()
	if d.lowered != nil {
		lt = d.lowered
	}
	t := w.r.Source(lt)
	if w.name != "gob" || !holdsAny(lt) || t == nil {
		dst.Set(v)
		return nil
	}
	x := reflect.New(lt).Elem()
	err := w.back(t, x, v)
	dst.Set(x)
	return err
}

// backHeld decodes what was kept for an interface with methods into the pointer that it
// holds.
func (w *viewer) backHeld(t types.Type, dst reflect.Value, args []any) error {
	data, isJSON := args[0].([]byte)
	if isJSON && string(data) == "null" {
		dst.SetZero()
		return nil
	}
	var x any
	if !dst.IsNil() {
		x = dst.Elem().Interface()
	}
	if v := reflect.ValueOf(unbox(x)); v.Kind() != reflect.Pointer || v.IsNil() {
		if !isJSON {
			return nil // as package xml does
		}
		return &json.UnmarshalTypeError{Value: jsonKind(data), Type: UserType{anyType, t}}
	}
	fresh := w.l.newViewer(w.name, true)
	tg, ok := fresh.newTarget(x)
	if ok {
		x = tg.view.Interface()
	}
	var err error
	if isJSON {
		err = json.Unmarshal(data, x)
	} else {
		err = decodeXML(args, x)
	}
	if ok {
		err = first(err, tg.finish())
	}
	return err
}

// jsonKind is what a decoder calls a piece of JSON.
func jsonKind(data []byte) string {
	switch data[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	}
	return "number"
}

func (w *viewer) backStruct(t types.Type, u *types.Struct, dst, view reflect.Value) error {
	var errs error
	for i := range u.NumFields() {
		if w.visible(u.Field(i)) {
			errs = first(errs, inField(w.back(u.Field(i).Type(), dst.Field(i), rt.Readable(view.Field(i))), t, u, i))
		}
	}
	return errs
}

func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

func (w *viewer) backPointer(u *types.Pointer, dst, view reflect.Value) error {
	if view.IsNil() {
		dst.SetZero()
		return nil
	}
	if dst.IsNil() {
		dst.Set(reflect.New(dst.Type().Elem()))
	}
	return w.back(u.Elem(), dst.Elem(), view.Elem())
}

func (w *viewer) backElements(elem types.Type, dst, view reflect.Value) error {
	var errs error
	for i := range view.Len() {
		errs = first(errs, w.back(elem, dst.Index(i), view.Index(i)))
	}
	return errs
}

func (w *viewer) backMap(u *types.Map, dst, view reflect.Value) error {
	if view.IsNil() {
		dst.SetZero()
		return nil
	}
	if dst.IsNil() {
		dst.Set(reflect.MakeMap(dst.Type()))
	}
	var errs error
	for it := view.MapRange(); it.Next(); {
		k, e := reflect.New(dst.Type().Key()).Elem(), reflect.New(dst.Type().Elem()).Elem()
		errs = first(errs, w.back(u.Key(), k, it.Key()))
		errs = first(errs, w.back(u.Elem(), e, it.Value()))
		dst.SetMapIndex(k, e)
	}
	return errs
}

// UserType is the Go type of values of the user's type T, under the user's name.
type UserType struct {
	reflect.Type
	T types.Type
}

// String is the user's name.
func (t UserType) String() string { return typename.Go(t.T) }

// rename makes the types in an encoder's error the user's.
func (w *viewer) rename(err error, targets []*target) {
	user := func(t *reflect.Type) {
		if u, ok := w.l.views.of.Load(*t); ok {
			*t = UserType{*t, u.(types.Type)}
		}
	}
	var marshal *json.MarshalerError
	if errors.As(err, &marshal) && *w.failed != nil {
		marshal.Type = UserType{marshal.Type, *w.failed}
	}
	var unmarshal *json.UnmarshalTypeError
	if errors.As(err, &unmarshal) && unmarshal.Type != nil {
		user(&unmarshal.Type)
		if len(targets) == 1 {
			w.renamePart(unmarshal, targets[0].t)
		}
	}
	var unsupported *json.UnsupportedTypeError
	if errors.As(err, &unsupported) && unsupported.Type != nil {
		user(&unsupported.Type)
	}
	var invalid *json.InvalidUnmarshalError
	if errors.As(err, &invalid) && invalid.Type != nil {
		user(&invalid.Type)
	}
}

// inField adds the field in which a value was refused, as the decoder does for its own
// errors.
func inField(err error, t types.Type, u *types.Struct, i int) error {
	var e *json.UnmarshalTypeError
	if errors.As(err, &e) {
		if e.Struct == "" || u.Field(i).Embedded() && jsonName(u, i) == u.Field(i).Name() {
			e.Struct = reflectName(t)
		}
		e.Field = strings.TrimSuffix(jsonName(u, i)+"."+e.Field, ".")
	}
	return err
}

// renamePart names the user's type in an error about a part, or pointers to one, in a value
// of type t.
func (w *viewer) renamePart(e *json.UnmarshalTypeError, t types.Type) {
	part, depth := e.Type, 0
	for part.Kind() == reflect.Pointer {
		part, depth = part.Elem(), depth+1
	}
	if part != reflect.TypeFor[rawText]() {
		return
	}
	t = w.fieldAt(t, strings.FieldsFunc(e.Field, func(r rune) bool { return r == '.' }))
	if t == nil {
		return
	}
	for range depth {
		t = types.NewPointer(t)
	}
	e.Type = UserType{e.Type, t}
}

// reflectName is the name that reflection gives a type.
func reflectName(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return strings.TrimPrefix(typename.Go(n), n.Obj().Pkg().Name()+".")
}

// fieldAt is the type of the value at the end of a path of names in JSON, where a decoder
// found text that it refused.
func (w *viewer) fieldAt(t types.Type, path []string) types.Type {
	for {
		if u, ok := t.Underlying().(*types.Struct); ok && len(path) > 0 {
			i := 0
			for i < u.NumFields() && jsonName(u, i) != path[0] {
				i++
			}
			if i == u.NumFields() {
				return nil
			}
			t, path = u.Field(i).Type(), path[1:]
			continue
		}
		if _, d := w.hooked(t, true); d != nil {
			return t
		}
		e, ok := t.Underlying().(interface{ Elem() types.Type })
		if !ok {
			return nil
		}
		t = e.Elem()
	}
}

// jsonName is a field's name in JSON.
func jsonName(u *types.Struct, i int) string {
	name, _, _ := strings.Cut(reflect.StructTag(u.Tag(i)).Get("json"), ",")
	if name == "" {
		return u.Field(i).Name()
	}
	return name
}
