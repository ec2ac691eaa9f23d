package rt

import (
	"go/types"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"riffle/internal/rtype"
)

// In a run-time with made types (Config.MadeTypes) a value of one of the user's types is in
// an interface as itself: under a Go type of its own (package rtype), which has the memory
// of the type that lowered code has for it. So a value changes its type where it comes into
// an interface and where it leaves it, and nothing else. A type that can't be made, such as
// one of half the memory, has boxes.

// makesTypes says that some run-time of this process makes types.
var makesTypes atomic.Bool

// CanMakeTypes reports whether Go types can be made in this program: it was built with a
// Go whose types are known.
func CanMakeTypes() bool { return rtype.Check() == nil }

// MakesTypes reports whether the run-time makes types.
func (r *Runtime) MakesTypes() bool { return r != nil && r.maker != nil }

// Interface is the Go type of an interface.
func (r *Runtime) Interface(t types.Type) reflect.Type {
	i, err := r.maker.Type(t)
	if err != nil {
		panic(err)
	}
	return i
}

// made is what a Type knows of its Go type.
type made struct {
	once   sync.Once
	exists atomic.Bool  // typ isn't nil
	typ    reflect.Type // nil if there is none
	memory reflect.Type // what lowered code has for it
	word   uintptr      // the first word of an interface value of that
}

// MemoryWordAt is where a Type has the first word of an interface value of the type that
// lowered code has for it, if there is a made type.
const MemoryWordAt = unsafe.Offsetof(Type{}.made) + unsafe.Offsetof(made{}.word)

// TypeOf is the Type of a value of a made type or of a box, else nil.
func TypeOf(x any) *Type {
	if b, ok := x.(Box); ok {
		return b.T
	}
	return madeType(x)
}

// composites are the Types of made types that carry no tag: those that reflection makes of
// others, such as slices. None of them is another session's, since they mention its types.
var composites sync.Map // reflect.Type → *Type

// SetMemory sets the Go type that lowered code has for values of t, if it isn't known.
func (t *Type) SetMemory(m reflect.Type) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.made.memory == nil {
		t.made.memory = m
	}
}

// Memory is what SetMemory has set.
func (t *Type) Memory() reflect.Type {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.made.memory
}

// Made is the Go type of values of t in an interface, nil if they are boxes.
func (t *Type) Made() reflect.Type {
	if !t.rt.MakesTypes() || t.Memory() == nil {
		return nil
	}
	t.made.once.Do(t.makeType)
	return t.made.typ
}

func (t *Type) makeType() {
	m, err := t.rt.maker.Type(t.T)
	if err != nil || !sameMemory(m, t.made.memory, map[[2]reflect.Type]bool{}) {
		return
	}
	zero := reflect.Zero(t.made.memory).Interface()
	t.made.typ, t.made.word = m, (*[2]uintptr)(unsafe.Pointer(&zero))[0]
	switch {
	case rtype.Made(m):
		rtype.SetTag(m, unsafe.Pointer(t))
	case ownType(t.T):
		composites.Store(m, t)
	default:
		t.exact = m
	}
	t.made.exists.Store(true)
	t.enterMethods() // a pointer's type is as old as that of what it points to
}

// enterMethods gives the made type the methods that a later cell has declared.
func (t *Type) enterMethods() {
	if !t.made.exists.Load() {
		return
	}
	of := types.Unalias(t.T)
	if p, ok := of.(*types.Pointer); ok {
		of = types.Unalias(p.Elem())
	}
	if rtype.Made(t.made.typ) {
		t.rt.maker.AddMethods(of)
	}
}

// ownType reports whether a type mentions one that a Maker makes: it can't be another
// session's, or native code's.
func ownType(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() != nil
	case *types.Pointer:
		return ownType(t.Elem())
	case *types.Slice:
		return ownType(t.Elem())
	case *types.Array:
		return ownType(t.Elem())
	case *types.Chan:
		return ownType(t.Elem())
	case *types.Map:
		return ownType(t.Key()) || ownType(t.Elem())
	case *types.Signature:
		return ownTuple(t.Params()) || ownTuple(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() || ownType(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		return t.NumMethods() > 0
	}
	return false
}

func ownTuple(t *types.Tuple) bool {
	for v := range t.Variables() {
		if ownType(v.Type()) {
			return true
		}
	}
	return false
}

// madeType is the Type of a value in an interface, nil if the value isn't of a made type.
func madeType(v any) *Type {
	if v == nil || !makesTypes.Load() {
		return nil
	}
	t := reflect.TypeOf(v)
	if rtype.Made(t) {
		return (*Type)(rtype.Tag(t))
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Array, reflect.Chan, reflect.Func, reflect.Pointer, reflect.Struct:
		if t.Name() == "" {
			if d, ok := composites.Load(t); ok {
				return d.(*Type)
			}
		}
	}
	return nil
}

// sameMemory reports whether values of two types have the same memory: the parts that
// lowered code has, under whatever names.
func sameMemory(a, b reflect.Type, met map[[2]reflect.Type]bool) bool {
	if a == b || met[[2]reflect.Type{a, b}] {
		return true
	}
	met[[2]reflect.Type{a, b}] = true
	if b.Kind() == reflect.Struct && a.Kind() != reflect.Struct && b.NumField() == 1 { // of a recursive type
		return sameMemory(a, b.Field(0).Type, met)
	}
	if isAddress(a) && isAddress(b) && (a.Kind() == reflect.UnsafePointer || b.Kind() == reflect.UnsafePointer) {
		return true
	}
	if a.Kind() != b.Kind() || a.Size() != b.Size() {
		return false
	}
	switch a.Kind() {
	case reflect.Interface:
		return (a.NumMethod() == 0) == (b.NumMethod() == 0)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		return sameMemory(a.Elem(), b.Elem(), met)
	case reflect.Map:
		return sameMemory(a.Key(), b.Key(), met) && sameMemory(a.Elem(), b.Elem(), met)
	case reflect.Struct:
		if a.NumField() != b.NumField() {
			return false
		}
		for i := range a.NumField() {
			if !sameMemory(a.Field(i).Type, b.Field(i).Type, met) {
				return false
			}
		}
	case reflect.Func:
		if a.NumIn() != b.NumIn() || a.NumOut() != b.NumOut() {
			return false
		}
		for i := range a.NumIn() {
			if !sameMemory(a.In(i), b.In(i), met) {
				return false
			}
		}
		for i := range a.NumOut() {
			if !sameMemory(a.Out(i), b.Out(i), met) {
				return false
			}
		}
	}
	return true
}

// content is what lowered code has for a value in an interface whose type is t.
func (t *Type) content(x any) any {
	if t.Made() != nil {
		return cast(reflect.ValueOf(x), t.made.memory).Interface()
	}
	return Unbox(x)
}

// newMaker makes the user's types.
func (r *Runtime) newMaker() *rtype.Maker {
	return &rtype.Maker{
		Native: func(n *types.Named) reflect.Type {
			t, _ := r.forms().Type(n)
			return t
		},
		Body: r.methodBody,
		Room: methodRoom,
	}
}

// methodRoom is how many methods later cells can give to a type.
const methodRoom = 64

// methodBody is what a method of a made type runs: the user's method, as native code calls
// it.
func (r *Runtime) methodBody(m rtype.Method) any {
	name := m.Selection.Obj().Name()
	return reflect.MakeFunc(m.Func, func(args []reflect.Value) []reflect.Value {
		defer r.translated()
		b := r.receiver(m.Recv, name, args[0])
		var out []reflect.Value
		early := false
		var why error
		r.callback(nil, func() { out = b.callAs(m, name, args[1:]) }, func(err error) { early, why = true, err })
		if early {
			return failed(m.Func, why)
		}
		for i, v := range out {
			out[i] = r.given(m.Func.Out(i), v.Interface())
		}
		return out
	}).Interface()
}

// callAs calls the method of a box that a made type has by the name of m. A value in an
// interface may be older than the method's present signature.
func (b Box) callAs(m rtype.Method, name string, args []reflect.Value) []reflect.Value {
	r, f := b.T.rt, b.T.Func(name)
	if !f.IsValid() || b.T.hasChanged() && !r.maker.Has(m) {
		panic(b.T.declaredAgain(name))
	}
	in := []reflect.Value{r.arg(f.Type().In(0), b.V)}
	for i, a := range args {
		in = append(in, taken(f.Type().In(i+1), a))
	}
	return f.Call(in)
}

// taken is a value of a made type as one of the type that lowered code has for it.
func taken(t reflect.Type, v reflect.Value) reflect.Value {
	if t.Kind() == reflect.Interface {
		return v.Convert(t)
	}
	return cast(v, t)
}

// translated, deferred, lets a panic go on as compiled Go's: package fmt prints it.
func (r *Runtime) translated() {
	if v := recover(); v != nil {
		panic(r.Translate(v))
	}
}

// receiver is the box of a method's receiver: of a pointer, or of what it points to if
// that has the method.
func (r *Runtime) receiver(t types.Type, name string, v reflect.Value) Box {
	p, pointer := types.Unalias(t).(*types.Pointer)
	if !pointer {
		d := r.Descriptor(t)
		return Box{d, cast(v, d.made.memory).Interface()}
	}
	if d := r.Known(t); d != nil && d.has(name) {
		return Box{d, reflect.NewAt(d.made.memory.Elem(), v.UnsafePointer()).Interface()}
	}
	d := r.Descriptor(p.Elem())
	if v.UnsafePointer() == nil {
		panic(RuntimeError("value method " + d.Shown + "." + name + " called using nil " + d.Shown[strings.LastIndexByte(d.Shown, '.')+1:] + " pointer"))
	}
	return Box{d, reflect.NewAt(d.made.memory, v.UnsafePointer()).Elem().Interface()}
}

// given is a lowered value as one of a type of native code or of a made type.
func (r *Runtime) given(t reflect.Type, v any) reflect.Value {
	if v == nil || t.Kind() == reflect.Interface {
		return r.give(t, v)
	}
	return cast(reflect.ValueOf(v), t)
}
