package shim

import (
	"encoding/json"
	"errors"
	"go/types"
	"reflect"
	"strings"

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
	b, boxed := rt.BoxOf(x)
	if !boxed {
		return nil, false
	}
	p, isPtr := b.T.T.Underlying().(*types.Pointer)
	v := reflect.ValueOf(b.V)
	if !isPtr || v.Kind() != reflect.Pointer || v.IsNil() {
		return nil, false
	}
	return w.targetOf(p.Elem(), v.Elem())
}

func (w *viewer) targetOf(t types.Type, v reflect.Value) (*target, bool) {
	vt := w.wholeType(t, v.Type(), true)
	if w.direct(t, v.Type(), vt) {
		return nil, false
	}
	tg := &target{w, t, v, reflect.New(vt)}
	w.fill(tg.view.Elem(), t, v)
	return tg, true
}

// direct reports whether decoding to the view sets the value itself. What gob puts into
// an interface must still become one of the user's values.
func (w *viewer) direct(t types.Type, lowered, view reflect.Type) bool {
	return view == lowered && !(w.name == "gob" && w.needed(t, lowered, map[reflect.Type]bool{}))
}

// undecodable is the view of an interface with methods: no decoder knows what to
// put there.
var undecodable = reflect.TypeFor[interface{ undecodable() }]()

// finish copies the view back.
func (tg *target) finish() error { return tg.w.back(tg.t, tg.v, tg.view.Elem()) }

// back copies the view of a value of type t to dst.
func (w *viewer) back(t types.Type, dst, view reflect.Value) error {
	if view.Type() == undecodable {
		return nil
	}
	if args, raw, err := kept(view); raw {
		if args == nil || err != nil {
			return err
		}
		return w.unmarshal1(t, dst, args)
	}
	if w.direct(t, dst.Type(), view.Type()) {
		dst.Set(view)
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return w.backInterface(dst, view)
	case *types.Struct:
		return w.backStruct(u, dst, view)
	case *types.Pointer:
		return w.backPointer(u, dst, view)
	case *types.Slice:
		if view.IsNil() {
			return nil
		}
		dst.Set(reflect.MakeSlice(dst.Type(), view.Len(), view.Len()))
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

// backInterface copies back a value of a registered type.
func (w *viewer) backInterface(dst, view reflect.Value) error {
	if view.IsNil() {
		return nil
	}
	v := view.Elem()
	d := w.l.gobs.described(v.Type())
	if d.t == nil {
		dst.Set(v)
		return nil
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

func (w *viewer) backStruct(u *types.Struct, dst, view reflect.Value) error {
	var errs error
	for i := range u.NumFields() {
		f := dst.Type().Field(i)
		if e := view.FieldByName(f.Name); e.IsValid() && visible(u.Field(i), f) {
			errs = first(errs, inField(w.back(u.Field(i).Type(), dst.Field(i), e), u, i))
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

// rename puts the user's names of types into an encoder's error about x.
func (w *viewer) rename(err error, x any) {
	var marshal *json.MarshalerError
	if errors.As(err, &marshal) && *w.failed != nil {
		marshal.Type = UserType{marshal.Type, *w.failed}
	}
	var unmarshal *json.UnmarshalTypeError
	b, ok := rt.BoxOf(x)
	if !errors.As(err, &unmarshal) || !ok {
		return
	}
	p, ok := b.T.T.Underlying().(*types.Pointer)
	if !ok || unmarshal.Struct != "" {
		return
	}
	place := fieldAt{t: p.Elem()}
	if unmarshal.Field != "" {
		place = place.follow(strings.Split(unmarshal.Field, "."))
		unmarshal.Struct = place.in
	}
	if t := shownAs(place.t, unmarshal.Type); t != nil {
		unmarshal.Type = UserType{unmarshal.Type, t}
	}
}

// shownAs is the user's type, in t or its parts, that was lowered to the given type.
func shownAs(t types.Type, lowered reflect.Type) types.Type {
	for lowered.PkgPath() == "" {
		u := t.Underlying()
		if kindName(u) == lowered.Kind().String() {
			return t
		}
		e, ok := u.(interface{ Elem() types.Type })
		if !ok {
			break
		}
		t = e.Elem()
	}
	return nil
}

// kindName is the kind of a type as reflection names it.
func kindName(u types.Type) string {
	switch u := u.(type) {
	case *types.Basic:
		return types.Typ[u.Kind()].Name()
	case *types.Struct:
		return "struct"
	case *types.Slice:
		return "slice"
	case *types.Array:
		return "array"
	case *types.Map:
		return "map"
	case *types.Pointer:
		return "ptr"
	case *types.Interface:
		return "interface"
	}
	return ""
}

// inField adds the field in which a user's method failed, as the decoder does for its own
// errors.
func inField(err error, u *types.Struct, i int) error {
	var e *json.UnmarshalTypeError
	if errors.As(err, &e) {
		e.Field = strings.TrimSuffix(jsonName(u, i)+"."+e.Field, ".")
	}
	return err
}

// jsonName is a field's name in JSON.
func jsonName(u *types.Struct, i int) string {
	name, _, _ := strings.Cut(reflect.StructTag(u.Tag(i)).Get("json"), ",")
	if name == "" {
		return u.Field(i).Name()
	}
	return name
}

// fieldAt is a field that a decoder names: its type, and the name of the struct
// that holds it. An embedded struct's fields count as those of the outer one.
type fieldAt struct {
	t  types.Type
	in string
}

// follow is the field at the end of a path of names in JSON.
func (f fieldAt) follow(path []string) fieldAt {
	embedded := false
	for t := f.t; ; {
		switch u := t.Underlying().(type) {
		case *types.Struct:
			i := fieldNamed(u, path[0])
			if i < 0 {
				return f
			}
			if n, ok := types.Unalias(t).(*types.Named); !embedded {
				if f.in = ""; ok {
					f.in = n.Obj().Name()
				}
			}
			embedded = u.Field(i).Embedded() && jsonName(u, i) == u.Field(i).Name()
			t = u.Field(i).Type()
			if f.t, path = t, path[1:]; len(path) == 0 {
				return f
			}
		case interface{ Elem() types.Type }:
			t = u.Elem()
		default:
			return f
		}
	}
}

func fieldNamed(u *types.Struct, name string) int {
	for i := range u.NumFields() {
		if jsonName(u, i) == name {
			return i
		}
	}
	return -1
}
