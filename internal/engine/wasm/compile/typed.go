package compile

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/library"
	"riffle/shuffle"
)

// A native with one of the usual signatures is called without reflection. Go's calling
// convention depends only on a type's kind, so a func(time.Duration) float64 is called as
// a func(uint64) float64, and a method as a function of its receiver.
//
// A letter stands for a parameter or a result:
//
//	1 2 4 8	an integer or bool of so many bytes
//	d	float64
//	c	complex128
//	s	string
//	p	a pointer
//	f	a function, as a parameter
//	l	a slice
//	t	a time.Time
//	a	an any
//	e	an interface with methods, such as an error
//	g v n	a shuffle.PRNG; one that may be left out; none in its place
//
// A struct of a few integers of one size has the letters of its fields, as which it is
// passed.
type signature string

// signatureOf is the signature of a function type, empty if it has a part without a
// letter, or is variadic.
func signatureOf(t reflect.Type) signature {
	if t.IsVariadic() {
		return ""
	}
	var s []byte
	for i := range t.NumIn() {
		s = append(s, lettersOf(t.In(i))...)
	}
	return withResults(s, t)
}

// withResults is the signature of parameters and a function type's results, empty if it
// has a part without a letter.
func withResults(s []byte, t reflect.Type) signature {
	s = append(s, ':')
	for i := range t.NumOut() {
		s = append(s, lettersOf(t.Out(i))...)
	}
	if slices.Contains(s, 0) {
		return ""
	}
	return signature(s)
}

// lettersOf are the letters of a parameter or result, with a 0 if it has none.
func lettersOf(t reflect.Type) []byte {
	if n, size := fieldsOf(t); n > 0 {
		return bytes.Repeat([]byte{'0' + byte(size)}, n)
	}
	return []byte{letterOf(t)}
}

// fieldsOf are the number of fields of a struct of one to four integers of one size, and
// their size in bytes; n is 0 for other types.
func fieldsOf(t reflect.Type) (n int, size uintptr) {
	if t.Kind() != reflect.Struct || t.NumField() == 0 || t.NumField() > 4 {
		return 0, 0
	}
	size = t.Field(0).Type.Size()
	for f := range t.Fields() {
		if k := f.Type.Kind(); k < reflect.Bool || k > reflect.Uintptr || f.Type.Size() != size {
			return 0, 0
		}
	}
	return t.NumField(), size
}

func letterOf(t reflect.Type) byte {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8, reflect.Int16, reflect.Uint16, reflect.Int32, reflect.Uint32,
		reflect.Int, reflect.Uint, reflect.Int64, reflect.Uint64, reflect.Uintptr:
		return '0' + byte(t.Size())
	case reflect.Float64:
		return 'd'
	case reflect.Complex128:
		return 'c'
	case reflect.String:
		return 's'
	case reflect.Pointer:
		return 'p'
	case reflect.Slice:
		return 'l'
	case reflect.Func:
		return 'f'
	case reflect.Struct:
		if isClock(t) {
			return 't'
		}
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return 'e'
		}
		return 'a'
	}
	return 0
}

// as is the function at p, the word of a func, as one of another type.
func as[F any](p unsafe.Pointer) F { return *(*F)(unsafe.Pointer(&p)) }

// callers are the host functions of the most called natives, by their signatures;
// library.go has the others. The tables are made when something is first compiled, since
// every session's process would pay for them at its start.
var callers = sync.OnceValue(func() map[signature]func(p unsafe.Pointer) machine.HostFunc {
	return map[signature]func(p unsafe.Pointer) machine.HostFunc{
		"d:d": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(float64) float64](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = floatWord(f(float(a[0]))) }
		},
		"dd:d": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(x, y float64) float64](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = floatWord(f(float(a[0]), float(a[1]))) }
		},
		"d:8": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(float64) uint64](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = f(float(a[0])) }
		},
		"8:d": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(uint64) float64](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = floatWord(f(a[0])) }
		},
		":d": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func() float64](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = floatWord(f()) }
		},
		":4": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func() uint32](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = uint64(f()) }
		},
		":8": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func() uint64](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = f() }
		},
		"8:8": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(uint64) uint64](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = f(a[0]) }
		},
		"88:8": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(x, y uint64) uint64](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = f(a[0], a[1]) }
		},
		"4:4": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(uint32) uint32](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = uint64(f(uint32(a[0]))) }
		},
		"4:1": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(uint32) uint8](p)
			return func(_ *machine.Context, _ uint32, a []uint64) { a[0] = uint64(f(uint32(a[0]))) }
		},
		"8:s": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(uint64) string](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0], a[1] = c.GiveString(f(a[0])) }
		},
		"s:s": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(string) string](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0], a[1] = c.GiveString(f(c.String(a[0], a[1]))) }
		},
		"s:8": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(string) uint64](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0] = f(c.String(a[0], a[1])) }
		},
		"ss:1": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(x, y string) uint8](p)
			return func(c *machine.Context, _ uint32, a []uint64) {
				a[0] = uint64(f(c.String(a[0], a[1]), c.String(a[2], a[3])))
			}
		},
		"ss:8": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(x, y string) uint64](p)
			return func(c *machine.Context, _ uint32, a []uint64) {
				a[0] = f(c.String(a[0], a[1]), c.String(a[2], a[3]))
			}
		},
		"p:8": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer) uint64](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0] = f(c.Ptr(a[0])) }
		},
		"p:4": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer) uint32](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0] = uint64(f(c.Ptr(a[0]))) }
		},
		"p:1": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer) uint8](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0] = uint64(f(c.Ptr(a[0]))) }
		},
		"p:d": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer) float64](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0] = floatWord(f(c.Ptr(a[0]))) }
		},
		"p:": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer)](p)
			return func(c *machine.Context, _ uint32, a []uint64) { f(c.Ptr(a[0])) }
		},
		"p:p": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer) unsafe.Pointer](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0] = c.Give(f(c.Ptr(a[0]))) }
		},
		"p8:": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer, uint64)](p)
			return func(c *machine.Context, _ uint32, a []uint64) { f(c.Ptr(a[0]), a[1]) }
		},
		"p8:8": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer, uint64) uint64](p)
			return func(c *machine.Context, _ uint32, a []uint64) { a[0] = f(c.Ptr(a[0]), a[1]) }
		},
		// shuffles, tickets and cards
		"lg:": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func([]byte, shuffle.PRNG)](p)
			return func(c *machine.Context, _ uint32, a []uint64) { f(takeList(c, a), takePRNG(c, a[3:])) }
		},
		"p8:l": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer, uint64) []byte](p)
			return func(c *machine.Context, _ uint32, a []uint64) { giveList(c, a, f(c.Ptr(a[0]), a[1])) }
		},
		"p:111": func(p unsafe.Pointer) machine.HostFunc {
			f := as[func(unsafe.Pointer) (x, y, z uint8)](p)
			return func(c *machine.Context, _ uint32, a []uint64) {
				x, y, z := f(c.Ptr(a[0]))
				a[0], a[1], a[2] = uint64(x), uint64(y), uint64(z)
			}
		},
	}
})

// isQuick reports whether a method of a native type, with the receiver as its first
// parameter, is a quick call.
func isQuick(m reflect.Type, name string) bool {
	f := methodFacts(m.In(0), name)
	return f.Has(library.Quick|library.Inert) || (f.Has(library.Quick) || ownGenerator(m.In(0))) && !mayRun(m)
}

// methodFacts is what is known of a method of a native type.
func methodFacts(t reflect.Type, name string) library.Facts {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return library.Of(t.PkgPath(), t.Name()+"."+name)
}

// mayRun reports whether a function has a parameter with which it may run the user's code.
func mayRun(t reflect.Type) bool {
	params, _, _ := strings.Cut(string(signatureOf(t)), ":")
	return strings.ContainsAny(params, "fae")
}

// complexOf is the complex number of two words, and complexWords is the inverse.
func complexOf(a []uint64) complex128 { return complex(float(a[0]), float(a[1])) }

func complexWords(a []uint64, c complex128) { a[0], a[1] = floatWord(real(c)), floatWord(imag(c)) }

// typed calls a native by its signature; ok is false if there is no host function for
// that. A quick one doesn't affect pointers that compiled code may hold.
func (f *function) typed(fn reflect.Value, xs []core.Expr, results []*core.Type, live analysis.Set, quick bool) (ok bool) {
	s := signatureOf(fn.Type())
	caller := callerOf(s)
	if caller == nil || !f.passes(xs, fn.Type()) {
		return false
	}
	ls, ok := f.c.slotsOfResults(results, fn.Type())
	if !ok {
		return false
	}
	args := f.wordsOf(xs)
	host := caller(wordOf(fn))
	if quick {
		f.quick(len(args), len(ls), func() { f.push(args) }, host)
	} else {
		f.full(live, len(args), len(ls), func() { f.push(args) }, syncedUnlessOwn(fn.Type(), host))
	}
	f.narrowAll(ls)
	if n := len(ls); n > 0 && ls[n-1].class == number {
		f.normalize(ls[n-1])
	}
	return true
}

// wordOf is the word of a func.
func wordOf(fn reflect.Value) unsafe.Pointer {
	p := reflect.New(fn.Type())
	p.Elem().Set(fn)
	return *(*unsafe.Pointer)(p.UnsafePointer())
}

// funcOf is a method as a func whose first parameter is the receiver, for as long as it
// is needed. Method.Func points to a word that holds the address of code and that the
// collector takes for a pointer. Where code has its own address space, as in WebAssembly,
// that is also an address in the heap once that is large enough, and the collector ends
// the program if there is no object there.
func funcOf(m reflect.Method) reflect.Value {
	code := new(uintptr)
	*code = *(*uintptr)(wordOf(m.Func))
	return reflect.NewAt(m.Func.Type(), unsafe.Pointer(&code)).Elem()
}

// synced wraps a host function so that the frames are logged first (rule 4).
func synced(host machine.HostFunc) machine.HostFunc {
	return func(c *machine.Context, sp uint32, a []uint64) {
		c.Sync(sp)
		host(c, sp, a)
	}
}

// passes reports whether operands are passed to a function of a type as they are.
func (p *plan) passes(xs []core.Expr, t reflect.Type) bool {
	if len(xs) != t.NumIn() {
		return false
	}
	for i, x := range xs {
		if !p.passesOne(x, t.In(i)) {
			return false
		}
	}
	return true
}

// passesOne reports whether an operand is passed to a parameter of a type as it is.
func (p *plan) passesOne(x core.Expr, t reflect.Type) bool {
	switch x := x.(type) {
	case *core.NativeName:
		return false
	case *core.Addr:
		if p.rootedInVar(x.X) {
			return false
		}
	}
	return p.types.layout(x.Type()).typ == t
}

// slotsOfResults are the slots of results of a function of a type; ok is false if it has
// other result types.
func (lt *layouts) slotsOfResults(results []*core.Type, t reflect.Type) (ls []slot, ok bool) {
	for i, r := range results {
		l := lt.layout(r)
		if l.typ != t.Out(i) {
			return nil, false
		}
		ls = append(ls, l.slots...)
	}
	return ls, len(results) == t.NumOut()
}

// wordsOf are locals with the words of operands.
func (f *function) wordsOf(xs []core.Expr) (words []code.Local) {
	for _, x := range xs {
		f.expr(x)
		words = append(words, f.popWords(f.c.layout(x.Type()).slots)...)
	}
	return words
}

// popWords are locals with the words of slots on the stack.
func (f *numeric) popWords(slots []slot) (words []code.Local) {
	for i, l := range f.pop(slots) {
		if slots[i].typ != code.I64 {
			f.LocalGet(l)
			f.widen(slots[i])
			l = f.popOne(code.I64)
		}
		words = append(words, l)
	}
	return words
}

// ---- instructions ----

// instructions are natives that are processor instructions, whose results agree bit for
// bit except for the payload of a NaN.
var instructions = sync.OnceValue(func() map[[2]string]func(f *function) {
	return map[[2]string]func(f *function){
		{"math", "Sqrt"}:                 func(f *function) { f.F64Sqrt() },
		{"math", "Abs"}:                  func(f *function) { f.F64Abs() },
		{"math", "Floor"}:                func(f *function) { f.F64Floor() },
		{"math", "Ceil"}:                 func(f *function) { f.F64Ceil() },
		{"math", "Trunc"}:                func(f *function) { f.F64Trunc() },
		{"math", "Copysign"}:             func(f *function) { f.F64Copysign() },
		{"math", "Max"}:                  func(f *function) { f.extreme(1, (*code.Func).F64Max) },
		{"math", "Min"}:                  func(f *function) { f.extreme(-1, (*code.Func).F64Min) },
		{"math", "IsNaN"}:                func(f *function) { f.isNaN() },
		{"math", "RoundToEven"}:          func(f *function) { f.F64Nearest() },
		{"math", "Float64bits"}:          func(f *function) { f.I64ReinterpretF64() },
		{"math", "Float64frombits"}:      func(f *function) { f.F64ReinterpretI64() },
		{"math", "Float32bits"}:          func(f *function) { f.I32ReinterpretF32() },
		{"math", "Float32frombits"}:      func(f *function) { f.F32ReinterpretI32() },
		{"math/bits", "OnesCount64"}:     func(f *function) { f.I64Popcnt() },
		{"math/bits", "OnesCount"}:       func(f *function) { f.I64Popcnt() },
		{"math/bits", "TrailingZeros64"}: func(f *function) { f.I64Ctz() },
		{"math/bits", "TrailingZeros"}:   func(f *function) { f.I64Ctz() },
		{"math/bits", "LeadingZeros64"}:  func(f *function) { f.I64Clz() },
		{"math/bits", "LeadingZeros"}:    func(f *function) { f.I64Clz() },
		{"math/bits", "RotateLeft64"}:    func(f *function) { f.I64Rotl() },
		{"math/bits", "RotateLeft"}:      func(f *function) { f.I64Rotl() },
	}
})

// instruction compiles a native that is one.
func (f *function) instruction(x *core.Call, fun *core.NativeName) bool {
	emit := instructions()[[2]string{fun.Path, fun.Name}]
	if emit == nil {
		return false
	}
	for _, a := range x.Args {
		f.expr(a)
	}
	emit(f)
	return true
}

// extreme is math.Max or Min: infinity wins over NaN.
func (f *numeric) extreme(sign int, op func(*code.Func)) {
	y, x := f.popOne(code.F64), f.popOne(code.F64)
	f.F64Const(math.Inf(sign))
	f.LocalGet(x)
	f.LocalGet(y)
	op(f.Func)
	for _, v := range []code.Local{x, y} {
		f.LocalGet(v)
		f.F64Const(math.Inf(sign))
		f.F64Eq()
	}
	f.I32Or()
	f.Select()
}

func (f *numeric) isNaN() {
	x := f.popOne(code.F64)
	f.LocalGet(x)
	f.LocalGet(x)
	f.F64Ne()
}
