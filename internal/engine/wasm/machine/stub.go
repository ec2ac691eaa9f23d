package machine

import (
	"reflect"
	"runtime"
	"sync"
	"unsafe"
)

// A stub is the code of a closure whose only captured variable is a function object:
// Go's closures are their code's address followed by what they capture, so an object
// with that address and then its own is such a closure. New checks that. There are stubs
// for the usual signatures of callbacks, as far as Go's calling convention distinguishes
// them: all pointers are alike, and integers of the same size.

// word8 to iface are the kinds of values that stubs pass.
type (
	word8   = uint8
	word32  = uint32
	word64  = uint64
	ptr     = unsafe.Pointer
	iface   = any
	bytes   = []byte
	stubKey string
)

// kindOf is the letter of a type among those that stubs pass, 0 for none.
func kindOf(t reflect.Type) byte {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return 'b'
	case reflect.Int32, reflect.Uint32:
		return 'w'
	case reflect.Int, reflect.Uint, reflect.Int64, reflect.Uint64, reflect.Uintptr:
		return 'l'
	case reflect.Float64:
		return 'd'
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return 'p'
	case reflect.String:
		return 's'
	case reflect.Interface:
		return 'i'
	case reflect.Slice:
		return 'a'
	}
	return 0
}

// keyOf is the key of a func's type in stubs, empty if there can be none.
func keyOf(t reflect.Type) stubKey {
	var b []byte
	for i := range t.NumIn() {
		b = append(b, kindOf(t.In(i)))
	}
	b = append(b, '_')
	for i := range t.NumOut() {
		b = append(b, kindOf(t.Out(i)))
	}
	for _, k := range b {
		if k == 0 {
			return ""
		}
	}
	return stubKey(b)
}

// stubs has the code of each stub by its key, and the set of their code addresses.
var stubs = sync.OnceValue(func() stubTable {
	t := stubTable{map[stubKey]uintptr{}, map[uintptr]bool{}}
	t.add(reflect.TypeFor[func()](), closureCode(stub0))
	results0[word64](t)
	results0[float64](t)
	results0[ptr](t)
	results0[string](t)
	results0[iface](t)
	results0[word8](t)
	results1[word64](t)
	results1[word32](t)
	results1[word8](t)
	results1[float64](t)
	results1[ptr](t)
	results1[string](t)
	results1[iface](t)
	results1[bytes](t)
	results2[word64, word64](t)
	results2[float64, float64](t)
	results2[ptr, ptr](t)
	results2[string, string](t)
	results2[iface, iface](t)
	results2[word64, ptr](t)
	results2[ptr, word64](t)
	results2[word64, float64](t)
	results2[float64, word64](t)
	results2[word64, string](t)
	results2[string, word64](t)
	results2[word32, word32](t)
	results2[bytes, iface](t)                                                                                      // a shuffle
	results2[iface, ptr](t)                                                                                        // an HTTP handler
	t.add(reflect.TypeFor[func(word64, word64, iface) bytes](), closureCode(stub3r[word64, word64, iface, bytes])) // a lottery
	return t
})

type stubTable struct {
	code map[stubKey]uintptr
	is   map[uintptr]bool
}

func (t stubTable) add(f reflect.Type, code uintptr) {
	t.code[keyOf(f)] = code
	t.is[code] = true
}

// StubCode is the address that function objects of a func type begin with, 0 if there
// is no stub for it.
func StubCode(t reflect.Type) uintptr { return stubs().code[keyOf(t)] }

func isStub(code uintptr) bool { return stubs().is[code] }

// closureCode is the code of the closure that make returns.
func closureCode[F any](make func(*object) F) uintptr {
	f := make(nil)
	return *(*uintptr)(funcPointer(unsafe.Pointer(&f)))
}

func results0[R any](t stubTable) {
	t.add(reflect.TypeFor[func() R](), closureCode(stub0r[R]))
}

func results1[A any](t stubTable) {
	t.add(reflect.TypeFor[func(A)](), closureCode(stub1[A]))
	result1[A, word64](t)
	result1[A, word32](t)
	result1[A, word8](t)
	result1[A, float64](t)
	result1[A, ptr](t)
	result1[A, string](t)
	result1[A, iface](t)
}

func result1[A, R any](t stubTable) {
	t.add(reflect.TypeFor[func(A) R](), closureCode(stub1r[A, R]))
}

func results2[A, B any](t stubTable) {
	t.add(reflect.TypeFor[func(A, B)](), closureCode(stub2[A, B]))
	result2[A, B, word64](t)
	result2[A, B, word8](t)
	result2[A, B, float64](t)
	result2[A, B, ptr](t)
	result2[A, B, string](t)
}

func result2[A, B, R any](t stubTable) {
	t.add(reflect.TypeFor[func(A, B) R](), closureCode(stub2r[A, B, R]))
}

//go:noinline
func stub0(o *object) func() {
	return func() { o.call(params{}, nil) }
}

//go:noinline
func stub0r[R any](o *object) func() R {
	return func() (r R) {
		o.call(params{}, unsafe.Pointer(&r))
		return r
	}
}

//go:noinline
func stub1[A any](o *object) func(A) {
	return func(a A) { o.call(params{unsafe.Pointer(&a)}, nil) }
}

//go:noinline
func stub1r[A, R any](o *object) func(A) R {
	return func(a A) (r R) {
		o.call(params{unsafe.Pointer(&a)}, unsafe.Pointer(&r))
		return r
	}
}

//go:noinline
func stub2[A, B any](o *object) func(A, B) {
	return func(a A, b B) { o.call(params{unsafe.Pointer(&a), unsafe.Pointer(&b)}, nil) }
}

//go:noinline
func stub2r[A, B, R any](o *object) func(A, B) R {
	return func(a A, b B) (r R) {
		o.call(params{unsafe.Pointer(&a), unsafe.Pointer(&b)}, unsafe.Pointer(&r))
		return r
	}
}

//go:noinline
func stub3r[A, B, C, R any](o *object) func(A, B, C) R {
	return func(a A, b B, c C) (r R) {
		o.call(params{unsafe.Pointer(&a), unsafe.Pointer(&b), unsafe.Pointer(&c)}, unsafe.Pointer(&r))
		return r
	}
}

// params are the addresses of the arguments, nil after the last.
type params [3]unsafe.Pointer

// call enters the object's function with the arguments, and leaves its result at r.
func (o *object) call(args params, r unsafe.Pointer) {
	was := full()
	if ok := o.enter(args, r); OneStack && !ok {
		defer restore(was)
		o.instead(args, r)
	}
}

func (o *object) enter(args params, r unsafe.Pointer) (ok bool) {
	f := o.fn
	m := f.Module.m
	if !m.takeFor(f) {
		return false
	}
	defer m.give()
	c := m.context()
	defer c.release()
	begin := c.begin()
	o.pass(c, args, begin)
	if !c.tryRun(f, begin, begin) {
		if f.Instead == nil {
			m.tooDeep()
		}
		return false
	}
	if r != nil {
		c.takePlain(f.Results[0].Parts, r, begin)
	}
	runtime.KeepAlive(o) // rule 1
	runtime.KeepAlive(args)
	return true
}

// instead is call without machine code.
func (o *object) instead(args params, r unsafe.Pointer) {
	var in []reflect.Value
	for i, p := range o.fn.Params {
		in = append(in, reflect.NewAt(p.Type, args[i]).Elem())
	}
	out := o.fn.instead(unsafe.Pointer(o), in)
	if r != nil {
		reflect.NewAt(o.fn.Results[0].Type, r).Elem().Set(out[0])
	}
}

// pass stores the object and its arguments where the function's entry expects them.
func (o *object) pass(c *Context, args params, at uint32) {
	f := o.fn
	if f.Self {
		*c.header(at) = c.Pass(unsafe.Pointer(o))
		at += 8
	}
	for i := range f.Params {
		at = c.pass(f.Params[i].Parts, args[i], at)
	}
}
