package rt

import "reflect"

// A slice, array or map of an interface that the library declares holds it as native code
// does: a value of the user's is there as its face.

// load stores in a variable of lowered code what a place of native code may hold.
func (r *Runtime) load(to, v reflect.Value) {
	if v.Kind() != reflect.Interface || v.NumMethod() == 0 {
		to.Set(v)
		return
	}
	if v.IsNil() {
		to.SetZero()
		return
	}
	to.Set(reflect.ValueOf(r.FromNative(v.Interface())))
}

// Entry stores m[k] in *p, zero if there is none, and reports whether there is one.
func (r *Runtime) Entry(m, k, p any) bool {
	to, from := reflect.ValueOf(p).Elem(), reflect.ValueOf(m)
	v := from.MapIndex(r.give(from.Type().Key(), k))
	if !v.IsValid() {
		to.SetZero()
		return false
	}
	r.load(to, v)
	return true
}

// SetEntry is m[k] = v.
func (r *Runtime) SetEntry(m, k, v any) {
	to := reflect.ValueOf(m)
	to.SetMapIndex(r.give(to.Type().Key(), k), r.give(to.Type().Elem(), v))
}

// DeleteEntry is delete(m, k).
func (r *Runtime) DeleteEntry(m, k any) {
	from := reflect.ValueOf(m)
	if from.Len() > 0 {
		from.SetMapIndex(r.give(from.Type().Key(), k), reflect.Value{})
	}
}
