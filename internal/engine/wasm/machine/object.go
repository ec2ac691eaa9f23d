package machine

import (
	"reflect"
	"runtime"
	"strconv"
	"sync"
	"unsafe"
)

// A function value is a Go func everywhere: a pointer to an object that begins with a
// code address. A function object is one whose code, a stub, enters the machine; compiled
// code recognises the stub's address and calls the function directly. A signature without
// a stub uses reflect.MakeFunc, whose func leads to the object: see Resolve.

// object is the head of a function object.
type object struct {
	code  uintptr // a stub's, 0 in one that reflect.MakeFunc's func leads to
	self  *object // where the stub finds the object
	slot  uint32
	entry uint32
	fn    *Func
}

// What compiled code knows about function objects.
const (
	ObjectSelfAt = 8  // i64: the object's own address
	ObjectSlotAt = 16 // i32: the function's entry in the table, and WithoutSelf
	ObjectFuncAt = 24 // i64: the address of the Func
	CapturedAt   = 32 // the captured words, 8 bytes each, pointers as native addresses
)

// WithoutSelf is set in the slot of an object whose function takes no object.
const WithoutSelf = 1 << 31

// ObjectType makes function objects of a function.
type ObjectType struct {
	f     *Func
	t     reflect.Type
	size  int
	code  uintptr // the stub's, 0 for none
	class *Class
}

// ObjectType describes function objects of f that capture words: any word that isn't
// Raw is a pointer's address.
func (m *Machine) ObjectType(f *Func, captured []Word) *ObjectType {
	t := m.objects.typeOf(captured)
	return &ObjectType{f, t, int(t.Size()), StubCode(f.Type), m.Class(t)}
}

// New makes a function object, whose captured words are zero, and the func that is it or
// leads to it: in most cases the same pointer.
func (o *ObjectType) New() (fn, obj unsafe.Pointer) { return o.begin(reflect.New(o.t).UnsafePointer()) }

// NewIn is New for compiled code, and allocates more for it if there is a Class.
func (o *ObjectType) NewIn(c *Context) (fn, obj unsafe.Pointer) {
	if o.class == nil {
		return o.New()
	}
	return o.begin(o.class.New(c))
}

// begin makes the memory at p a new object.
func (o *ObjectType) begin(p unsafe.Pointer) (fn, obj unsafe.Pointer) {
	h := (*object)(p)
	h.slot, h.entry, h.fn, h.self = o.slot(), o.f.Entry, o.f, h
	if h.code = o.code; h.code != 0 {
		return p, p
	}
	made := reflect.New(o.f.Type)
	made.Elem().Set(reflect.MakeFunc(o.f.Type, h.byReflection()))
	return *(*unsafe.Pointer)(made.UnsafePointer()), p
}

func (o *ObjectType) slot() uint32 {
	if o.f.Self {
		return o.f.Slot
	}
	return o.f.Slot | WithoutSelf
}

// Class is the class of the objects, if code may make them itself: an object that is a
// func begins with the words of Head.
func (o *ObjectType) Class() *Class {
	if o.code == 0 {
		return nil
	}
	return o.class
}

// Head is the four words that objects begin with; the second is the object's own address.
// The module must keep the function alive.
func (o *ObjectType) Head() (code, slots, fn uint64, keep *Func) {
	slots = uint64(o.f.Entry)<<32 | uint64(o.slot())
	return uint64(o.code), slots, uint64(uintptr(unsafe.Pointer(o.f))), o.f
}

// byReflection is what reflect.MakeFunc's func calls. Its code address identifies our
// objects, so there must be only one copy of it.
//
//go:noinline
func (o *object) byReflection() func([]reflect.Value) []reflect.Value {
	return func(args []reflect.Value) []reflect.Value {
		return o.fn.Module.m.Call(o.fn, unsafe.Pointer(o), args)
	}
}

// NewObject is the quick host function that makes a function object. It returns the
// func in a[0] and the object, whose captured words the code fills, in a[1].
func NewObject(o *ObjectType) HostFunc {
	return func(c *Context, _ uint32, a []uint64) {
		fn, obj := o.NewIn(c)
		a[0] = c.GiveNew(fn, o.size)
		if a[1] = a[0]; obj != fn {
			a[1] = c.Give(obj)
		}
	}
}

// Value is a function that takes no object, or one that captures nothing, as a Go
// func.
func (f *Func) Value() reflect.Value {
	fn, _ := f.Module.m.ObjectType(f, nil).New()
	return reflect.NewAt(f.Type, unsafe.Pointer(&fn)).Elem()
}

// Resolve is a quick host function: it returns the function object that the func a[0]
// leads to, or 0 if it is foreign. Code calls it for a func that isn't nil and
// doesn't begin with the stub's code.
func Resolve(c *Context, _ uint32, a []uint64) {
	if o := c.m.objects.object(c.Ptr(a[0])); o != nil {
		a[0] = c.Give(unsafe.Pointer(o))
		return
	}
	a[0] = 0
}

// FarObject is a quick host function: of the func a[0] it returns the slot of its function
// object, 0 if it is foreign, and the object.
func FarObject(c *Context, _ uint32, a []uint64) {
	o := c.m.objects.object(c.Ptr(a[0]))
	if a[0], a[1] = 0, 0; o != nil {
		a[0], a[1] = uint64(o.slot), c.Give(unsafe.Pointer(o))
	}
}

// objectLayout is how reflect.MakeFunc's funcs lead to function objects, as found at
// the start.
type objectLayout struct {
	made    uintptr  // the code of reflect.MakeFunc's funcs
	closure int      // the word in which they have the function that they call
	code    uintptr  // that function's code, if it is byReflection's
	types   sync.Map // of layouts, by the captured words
}

// find finds where reflect.MakeFunc keeps its argument. If it can't, no func leads to an
// object, and they are called by reflection.
func (l *objectLayout) find() {
	o := new(object)
	by := o.byReflection()
	closure := funcPointer(unsafe.Pointer(&by))
	made := reflect.MakeFunc(reflect.TypeFor[func()](), by).Interface().(func())
	words := (*[6]uintptr)(funcPointer(unsafe.Pointer(&made)))
	for i, w := range words {
		if i > 0 && w == uintptr(closure) && (*[2]uintptr)(closure)[1] == uintptr(unsafe.Pointer(o)) {
			l.made, l.closure, l.code = words[0], i, (*[2]uintptr)(closure)[0]
		}
	}
	runtime.KeepAlive(made)
}

// object is the object that the func p leads to, or is, nil if p is foreign.
func (l *objectLayout) object(p unsafe.Pointer) *object {
	switch code := *(*uintptr)(p); {
	case code == l.made && code != 0:
		closure := (*[6]unsafe.Pointer)(p)[l.closure]
		if *(*uintptr)(closure) != l.code {
			return nil
		}
		return (*[2]*object)(closure)[1]
	case isStub(code):
		return (*object)(p)
	}
	return nil
}

// MadeFunc is how code finds the function object behind a func that reflect.MakeFunc
// made: the func begins with Code and has the address of a closure at ClosureAt, which
// begins with Inner and has the object's address at 8. Code is 0 if this is unknown, and
// then Resolve finds none.
type MadeFunc struct {
	Code, Inner uintptr
	ClosureAt   uint32
}

// MadeFunc says how to find objects without Resolve.
func (m *Machine) MadeFunc() MadeFunc {
	return MadeFunc{m.objects.made, m.objects.code, 8 * uint32(m.objects.closure)}
}

// funcPointer is the pointer that the func at p consists of.
func funcPointer(p unsafe.Pointer) unsafe.Pointer { return *(*unsafe.Pointer)(p) }

// typeOf is the type of objects that capture words. It depends only on where the pointers
// are, since types made by reflection are never freed.
func (l *objectLayout) typeOf(captured []Word) reflect.Type {
	key := make([]byte, len(captured))
	for i, w := range captured {
		if key[i] = 'r'; w != Raw {
			key[i] = 'p'
		}
	}
	if t, ok := l.types.Load(string(key)); ok {
		return t.(reflect.Type)
	}
	fields := []reflect.StructField{{Name: "Head", Type: reflect.TypeFor[object]()}}
	for i, k := range key {
		t := reflect.TypeFor[uint64]()
		if k == 'p' {
			t = reflect.TypeFor[unsafe.Pointer]()
		}
		fields = append(fields, reflect.StructField{Name: "W" + strconv.Itoa(i), Type: t})
	}
	t, _ := l.types.LoadOrStore(string(key), reflect.StructOf(fields))
	return t.(reflect.Type)
}
