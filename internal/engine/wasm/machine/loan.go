package machine

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"unsafe"
)

// loan is a function object that native code calls on the goroutine that called it,
// until it returns: a comparison that sorts. It enters the context that waits for the
// native code, which saves switching to another one. A call by another goroutine, after
// the native has returned, or while something else runs in the context, takes a context
// of its own.
type loan struct {
	o     *object
	c     atomic.Pointer[Context] // nil when the native has returned
	g     int64                   // the goroutine
	level int                     // the number of entries
	sp    uint32                  // where the frames of the waiting entry end
	at    uint32                  // where there is room
	back  *atomic.Int32           // counts its calls, nil before the first
}

// lenders make the funcs of loans, for the signatures of the library's comparisons and
// predicates.
var lenders = map[stubKey]func(*loan) unsafe.Pointer{
	"l_b": func(l *loan) unsafe.Pointer { f := lend1[word64, word8](l); return funcPointer(unsafe.Pointer(&f)) },
	"w_b": func(l *loan) unsafe.Pointer { f := lend1[word32, word8](l); return funcPointer(unsafe.Pointer(&f)) },
	"w_w": func(l *loan) unsafe.Pointer { f := lend1[word32, word32](l); return funcPointer(unsafe.Pointer(&f)) },
	"ll_b": func(l *loan) unsafe.Pointer {
		f := lend2[word64, word64, word8](l)
		return funcPointer(unsafe.Pointer(&f))
	},
}

// maxLent is how deep loans may nest the entries of one context: a deeper recursion
// through native code takes contexts of its own, which are counted.
const maxLent = 8

// Lend is a func that native code may call in place of fn; it is faster on the goroutine
// that calls the native code, until that returns. The caller is a full host function that
// has synchronised, whose frames end at sp, and which needs what follows them up to at.
// Recall says that the native has returned. Ok is false if fn itself must be called.
func (c *Context) Lend(sp, at uint32, fn reflect.Value) (lent reflect.Value, ok bool) {
	if fn.Kind() != reflect.Func || fn.IsNil() || len(c.entries) >= maxLent || c.m.Goroutine == nil {
		return fn, false
	}
	lend := lenders[keyOf(fn.Type())]
	p := reflect.New(fn.Type())
	p.Elem().Set(fn)
	o := c.m.objects.object(funcPointer(p.UnsafePointer()))
	if lend == nil || o == nil || o.code == 0 {
		return fn, false
	}
	l := &loan{o: o, g: c.m.Goroutine(), level: len(c.entries), sp: sp, at: at}
	l.c.Store(c)
	c.loans = append(c.loans, l)
	made := lend(l)
	return reflect.NewAt(fn.Type(), unsafe.Pointer(&made)).Elem(), true
}

// Loans is how many funcs are lent.
func (c *Context) Loans() int { return len(c.loans) }

// Recall ends all loans but the first n.
func (c *Context) Recall(n int) {
	for _, l := range c.loans[n:] {
		l.c.Store(nil)
	}
	clear(c.loans[n:])
	c.loans = c.loans[:n]
}

func lend1[A, R any](l *loan) func(A) R {
	return func(a A) (r R) {
		l.call(params{unsafe.Pointer(&a)}, unsafe.Pointer(&r))
		return r
	}
}

func lend2[A, B, R any](l *loan) func(A, B) R {
	return func(a A, b B) (r R) {
		l.call(params{unsafe.Pointer(&a), unsafe.Pointer(&b)}, unsafe.Pointer(&r))
		return r
	}
}

// call is object.call in the context that waits. What it logs is dropped at its end,
// since nothing that the call kept is held only by frames: those below were logged before
// the native code ran, and the result is Go's.
func (l *loan) call(args params, r unsafe.Pointer) {
	c, o := l.c.Load(), l.o
	f := o.fn
	if c == nil || l.g != c.m.Goroutine() || l.level != len(c.entries) || l.at+8*f.words() > c.current.limit() {
		o.call(args, r)
		return
	}
	if l.back == nil {
		l.back = l.counter()
	}
	l.back.Add(1) // before it checks whether it may continue
	if c.stop() != 0 {
		l.back.Add(-1)
		c.poll()
	}
	logged, bytes, module, cleanups := len(c.log), c.bytes, c.module, c.cleanups
	handles := len(c.handles)
	o.pass(c, args, l.at)
	c.run(f, l.sp, l.at)
	c.takePlain(f.Results[0].Parts, r, l.at)
	if c.cleanups == cleanups {
		clear(c.log[logged:])
		c.log, c.bytes, c.module = c.log[:logged], bytes, module
	}
	if len(c.handles) > handles {
		c.dropHandles(c.heldHandles(l.sp))
	}
	l.back.Add(-1)
	runtime.KeepAlive(o) // rule 1
	runtime.KeepAlive(args)
}

// counter counts the loan's active calls. It stays raised when one of them panics, since
// that ends the native code.
func (l *loan) counter() *atomic.Int32 {
	if back := l.o.fn.Module.m.Back; back != nil {
		if n := back(); n != nil {
			return n
		}
	}
	return new(atomic.Int32)
}
