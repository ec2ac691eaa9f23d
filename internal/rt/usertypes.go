package rt

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unique"
	"unsafe"
	"weak"

	"riffle/internal/rtype"
	"riffle/internal/typename"
)

// An interface holds a value of one of the user's types under a Go type of its own
// (package rtype), which has the same memory as the type that lowered code uses for it.
// So entering or leaving an interface changes a value's type, and nothing else.

// GoType is the Go type of values of type t in an interface.
func (r *Runtime) GoType(t types.Type) reflect.Type {
	g, err := r.maker.Type(t)
	if err != nil {
		panic(RuntimeError(err.Error()))
	}
	return g
}

// At is the value of type t to which a pointer of lowered code points.
func (r *Runtime) At(t types.Type, p any) reflect.Value {
	return reflect.NewAt(r.GoType(t), reflect.ValueOf(p).UnsafePointer()).Elem()
}

// made is what a Type knows of its Go type.
type made struct {
	once   sync.Once
	exists atomic.Bool // typ is known
	failed error
	typ    reflect.Type
	memory reflect.Type // what lowered code has for it
}

// tag is what a made type knows of its Type. It lives for ever, as the type does, and the
// session doesn't: a Type that nothing else refers to goes.
type tag struct{ of weak.Pointer[Type] }

// liveType is the Type, nil if its session is over.
func (t *tag) liveType() *Type {
	if t == nil {
		return nil
	}
	return t.of.Value()
}

// composites are the tags of made types that carry none: those that reflection makes of
// others, such as slices. None of them is another session's, since they mention its types.
var composites sync.Map // reflect.Type → *tag

// SetMemory sets the Go type that lowered code has for values of t, if it isn't known.
func (t *Type) SetMemory(m reflect.Type) {
	if t.Memory() != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made.memory = m
}

// Memory is what SetMemory has set.
func (t *Type) Memory() reflect.Type {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.made.memory
}

// Made is the Go type of values of t in an interface. It panics if there can't be one,
// since the process has made too many methods.
func (t *Type) Made() reflect.Type {
	t.made.once.Do(t.makeType)
	if t.made.failed != nil {
		panic(RuntimeError(t.made.failed.Error()))
	}
	return t.made.typ
}

func (t *Type) makeType() {
	m, err := t.rt.maker.Type(t.T)
	if memory := t.Memory(); err == nil && memory != nil && !sameMemory(m, memory, map[[2]reflect.Type]bool{}) {
		err = fmt.Errorf("values of type %s have another memory layout in interfaces", t.Shown)
	}
	if err != nil {
		t.made.failed = err
		return
	}
	t.mu.Lock()
	t.made.typ = m
	t.mu.Unlock()
	t.rt.types.keepDescriptor(t)
	switch {
	case !t.Own:
	case rtype.Made(m):
		rtype.SetTag(m, unsafe.Pointer(&tag{of: weak.Make(t)}))
	case ownType(t.T):
		composites.Store(m, &tag{of: weak.Make(t)})
	}
	t.made.exists.Store(true)
	t.enterMethods()          // a pointer's type is as old as that of what it points to
	t.rt.memories.forgetAll() // reflection may have made values of it before
}

// enterMethods gives the made type the methods that a later cell has declared. The error
// says that there is no room for them.
func (t *Type) enterMethods() error {
	if !t.made.exists.Load() {
		return nil
	}
	if !rtype.Made(t.made.typ) {
		return nil
	}
	of, _ := pointee(t.T)
	return t.rt.maker.AddMethods(of)
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

// TypeOf is the Type of a value in an interface, nil if that isn't of one of the user's
// types.
func TypeOf(v any) *Type {
	if v == nil {
		return nil
	}
	t := reflect.TypeOf(v)
	if rtype.Made(t) {
		return (*tag)(rtype.Tag(t)).liveType()
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Array, reflect.Chan, reflect.Func, reflect.Pointer, reflect.Struct:
		if t.Name() == "" {
			if d, ok := composites.Load(t); ok {
				return d.(*tag).liveType()
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

// loweredContent is what lowered code has for a value in an interface whose type is t.
func (t *Type) loweredContent(x any) any {
	if m := t.Memory(); m != nil {
		return cast(reflect.ValueOf(x), m).Interface()
	}
	return x
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
const methodRoom = 24

// methodBody is what a method of a made type runs. It lives for ever, so it holds nothing
// of the session.
func (r *Runtime) methodBody(m rtype.Method) any {
	o := m.Selection.Obj().(*types.Func)
	session, n, name := weak.Make(r), r.bodies.addBody(body{o, m.Recv, m.Func, len(m.Selection.Index()) == 1}), unique.Make(o.Name())
	return reflect.MakeFunc(m.Func, func(args []reflect.Value) []reflect.Value {
		r := session.Value()
		if r == nil {
			panic(RuntimeError("the method " + name.Value() + " was called after the session that declared it had ended"))
		}
		return r.callMethod(r.bodies.bodyAt(n), args)
	}).Interface()
}

// body is a method of a made type.
type body struct {
	method *types.Func
	recv   types.Type   // whose method it is: the made type, or the pointer to it
	typ    reflect.Type // with the receiver first
	own    bool         // and not one of an embedded field
}

// bodies are the methods of a session's made types.
type bodies struct {
	mu  sync.RWMutex
	all []body
}

func (b *bodies) addBody(m body) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all = append(b.all, m)
	return len(b.all) - 1
}

func (b *bodies) bodyAt(n int) body {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.all[n]
}

// callMethod calls a method of the user's as native code does.
func (r *Runtime) callMethod(m body, args []reflect.Value) []reflect.Value {
	if m.method.Name() == "Error" && askedByInterpreter() {
		return []reflect.Value{reflect.ValueOf("")}
	}
	defer r.translated()
	b := r.loweredReceiver(m, args[0])
	var out []reflect.Value
	early := false
	var why error
	r.callback(nil, func() { out = b.callAs(m, args[1:]) }, func(err error) { early, why = true, err })
	if early {
		return failedResults(m.typ, why)
	}
	for i, v := range out {
		out[i] = r.givenAs(m.typ.Out(i), v.Interface())
	}
	return out
}

// callAs calls the method that a made type has by the name of m. A value in an interface may
// be older than the method's present signature.
func (v Lowered) callAs(m body, args []reflect.Value) []reflect.Value {
	r, f := v.T.rt, v.T.Func(m.method.Name())
	if !f.IsValid() || v.T.hasChanged() && !r.hasMethodBody(m) {
		panic(v.T.declaredAgain(m.method.Name()))
	}
	in := []reflect.Value{r.arg(f.Type().In(0), v.V)}
	for i, a := range args {
		in = append(in, taken(f.Type().In(i+1), a))
	}
	return f.Call(in)
}

// hasMethodBody reports whether a made type still has a method, with the same signature.
func (r *Runtime) hasMethodBody(m body) bool {
	t, pointer := pointee(m.recv)
	return r.maker.Has(t, pointer, m.method.Id(), m.typ)
}

// pointee is what t points to if it is a pointer without a name, and t itself if not.
func pointee(t types.Type) (elem types.Type, pointer bool) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		return types.Unalias(p.Elem()), true
	}
	return t, false
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

// loweredReceiver is a method's receiver: a pointer, or of what it points to if
// that has the method.
func (r *Runtime) loweredReceiver(m body, v reflect.Value) Lowered {
	name := m.method.Name()
	of, pointer := pointee(m.recv)
	if !pointer {
		d := r.Descriptor(m.recv)
		return Lowered{d, cast(v, d.memoryFor(name)).Interface()}
	}
	if v.UnsafePointer() == nil && m.own && !isPointer(m.method.Signature().Recv().Type()) {
		panic(nilReceiver(of, name))
	}
	if d := r.Known(m.recv); d != nil && d.hasMethod(name) {
		return Lowered{d, reflect.NewAt(d.memoryFor(name).Elem(), v.UnsafePointer()).Interface()}
	}
	d := r.Descriptor(of)
	if v.UnsafePointer() == nil {
		panic(RuntimeError(nilDereference))
	}
	return Lowered{d, reflect.NewAt(d.memoryFor(name), v.UnsafePointer()).Elem().Interface()}
}

// nilReceiver is the panic of a method of values of type t that is called with a nil
// pointer.
func nilReceiver(t types.Type, method string) RuntimeError {
	shown, _, generic := strings.Cut(typename.Go(t), "[")
	if generic {
		shown += "[...]"
	}
	_, name, _ := strings.Cut(shown, ".")
	return RuntimeError("value method " + shown + "." + method + " called using nil *" + name + " pointer")
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// memoryFor is the Go type that lowered code has for receivers of a method. It has told
// none if only reflection came upon the type, among the parameters of an interface's
// methods.
func (t *Type) memoryFor(method string) reflect.Type {
	m := t.Memory()
	if m == nil {
		panic(RuntimeError("not supported here: the method " + method + " of " + t.Shown + ", of which no code makes a value"))
	}
	return m
}

// givenAs is a lowered value as one of a type of native code or of a made type.
func (r *Runtime) givenAs(t reflect.Type, v any) reflect.Value {
	if v == nil || t.Kind() == reflect.Interface {
		return r.arg(t, v)
	}
	return cast(reflect.ValueOf(v), t)
}
