package compile

import (
	"fmt"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// A closure is a function object of the machine's: the code of a factory's literal, which
// takes the object, and the values that it captures, a word per slot. A function as a
// value is an object that captures nothing. Captured values never change, so the code
// loads them once, at its beginning; a big value is captured as the address of a copy.

// closure is the code of a factory's literal, and its objects.
type closure struct {
	*callee
	lit      *core.Function
	captured []*core.Var
	slots    []slot // of all captured values, at the words' offsets in the object
	objects  *machine.ObjectType
	constant uint32 // the only object of one that captures nothing
}

// closureOf compiles a factory's literal when it is first needed.
func (c *compiler) closureOf(factory *core.FuncName) *closure {
	if cl := c.closures[factory]; cl != nil {
		return cl
	}
	lit := core.Literal(factory.Func)
	cl := c.newClosure(factory, factory.T.Results[0], lit, factory.Func.Params)
	cl.info = c.info(factory)
	c.closures[factory] = cl
	if err := c.compile(cl.callee, lit); err != nil {
		c.refused[factory] = err
		c.wasm.Drop(cl.fn)
		cl.stub = true
	}
	return cl
}

// newClosure is the closure without its code.
func (c *compiler) newClosure(name *core.FuncName, t *core.Type, lit *core.Function, captured []*core.Var) *closure {
	cl := &closure{lit: lit, captured: captured}
	cl.callee = &callee{name: name, t: t, closure: cl, effect: open}
	cl.fn = c.wasm.NewFunc("", c.signature(t, true))
	var words []machine.Word
	for _, v := range captured {
		for _, s := range c.layout(v.T).slots {
			s.off = machine.CapturedAt + 8*uint32(len(words))
			cl.slots = append(cl.slots, s)
			words = append(words, s.word())
		}
	}
	cl.objects = c.m.ObjectType(c.entered(cl.callee), words)
	return cl
}

// closure pushes what a factory returns: a closure over the arguments.
func (f *function) closure(factory *core.FuncName, args []core.Expr, live analysis.Set) {
	cl := f.c.closureOf(factory)
	switch {
	case cl.stub:
		f.direct(factory, args, live)
		return
	case len(cl.slots) == 0:
		f.I32Const(int32(f.c.object(cl)))
		return
	}
	var words []code.Local
	for i, a := range args {
		l := f.c.layout(cl.captured[i].T)
		f.exprAs(a, cl.captured[i].T)
		if l.big {
			f.copyNew(l)
		}
		words = append(words, f.pop(l.slots)...)
	}
	host := func() { f.makeObject(cl, words) }
	k := cl.objects.Class()
	if k == nil {
		host()
		f.I32WrapI64()
		return
	}
	f.take(k, host, func(p code.Local) { f.fillObject(p, cl, words) })
}

// fillObject makes a closure of new memory, whose words are all zero.
func (f *function) fillObject(p code.Local, cl *closure, words []code.Local) {
	begin, slots, fn, keep := cl.objects.Head()
	f.c.mod.Keep(keep)
	store := func(at uint32, push func()) {
		f.LocalGet(p)
		push()
		f.I64Store(at)
	}
	store(0, func() { f.I64Const(int64(begin)) })
	store(machine.ObjectSelfAt, func() {
		f.LocalGet(p)
		f.I64ExtendI32U()
		f.I64Const(int64(f.c.m.Base()))
		f.I64Add()
	})
	store(machine.ObjectSlotAt, func() { f.I64Const(int64(slots)) })
	store(machine.ObjectFuncAt, func() { f.I64Const(int64(fn)) })
	for i, s := range cl.slots {
		store(s.off, func() {
			f.LocalGet(words[i])
			if s.class == pointer {
				f.exported()
			} else {
				f.widen(s)
			}
		})
	}
}

// makeObject makes the host make a closure.
func (f *function) makeObject(cl *closure, words []code.Local) {
	push := func(i int) { f.LocalGet(words[i]); f.widen(cl.slots[i]) }
	free := f.frameSize(nil) // where the frame has no variables
	n := len(words)
	if n > machine.MaxArguments {
		f.reach(free + 8*uint32(n))
		for i := range words {
			f.LocalGet(spLocal)
			push(i)
			f.I64Store(free + 8*uint32(i))
		}
		n = 0
	}
	f.quick(n, 1, func() {
		for i := range n {
			push(i)
		}
	}, objectMaker(cl, free))
}

// objectMaker makes a closure of the words that it is passed or, if they are too many,
// that are free bytes after the beginning of the frame.
func objectMaker(cl *closure, free uint32) machine.HostFunc {
	many := len(cl.slots) > machine.MaxArguments
	return func(c *machine.Context, sp uint32, a []uint64) {
		fn, obj := cl.objects.NewIn(c)
		words := a
		if many {
			words = unsafe.Slice((*uint64)(c.Ptr(uint64(sp+free))), len(cl.slots))
		}
		cl.fill(c, obj, words)
		a[0] = c.GiveFixed(fn, machine.CapturedAt+8*len(cl.slots))
	}
}

// fill gives an object the words that it captures.
func (cl *closure) fill(c *machine.Context, obj unsafe.Pointer, words []uint64) {
	for i, s := range cl.slots {
		p := unsafe.Add(obj, s.off)
		switch s.class {
		case number:
			*(*uint64)(p) = words[i]
		case pointer:
			*(*unsafe.Pointer)(p) = c.Ptr(words[i])
		default:
			*(*unsafe.Pointer)(p) = machine.Native(words[i])
		}
	}
}

// object is the function object of a closure that captures nothing. The module keeps it
// alive.
func (c *compiler) object(cl *closure) uint32 {
	if cl.constant == 0 {
		fn, _ := cl.objects.New()
		c.mod.Keep(fn)
		cl.constant = c.m.Offset(fn)
	}
	return cl.constant
}

// funcValue pushes a function as a value.
func (f *function) funcValue(name *core.FuncName) {
	f.I32Const(int32(f.c.object(f.c.valueOf(name))))
}

// valueOf is a function as a value: a closure that calls it. Recursion through function
// values checks the depth here.
func (c *compiler) valueOf(name *core.FuncName) *closure {
	if cl := c.values[name]; cl != nil {
		return cl
	}
	cl := c.newClosure(name, name.T, forward(name), nil)
	c.values[name] = cl
	if err := c.compile(cl.callee, cl.lit); err != nil {
		delete(c.values, name)
		panic(err)
	}
	return cl
}

// forward is a function that calls another.
func forward(name *core.FuncName) *core.Function {
	g := &core.Function{Results: name.T.Results}
	call := &core.Call{Fun: name}
	for i, t := range name.T.Params {
		p := &core.Var{Name: fmt.Sprint("p", i), Kind: core.Param, T: t}
		g.Params = append(g.Params, p)
		call.Args = append(call.Args, p)
	}
	switch len(g.Results) {
	case 0:
		g.Body = []core.Stmt{&core.Do{X: call}}
		return g
	case 1:
		call.T = g.Results[0]
		r := &core.Var{Name: "r", Kind: core.Temp, T: call.T}
		g.Body = []core.Stmt{&core.Define{Var: r, X: call}, &core.Return{Xs: []core.Expr{r}}}
		return g
	}
	var results []core.Expr
	for i, t := range g.Results {
		r := &core.Var{Name: fmt.Sprint("r", i), Kind: core.Temp, T: t}
		g.Body = append(g.Body, &core.Define{Var: r})
		results = append(results, r)
	}
	g.Body = append(g.Body, &core.Assign{L: results, R: []core.Expr{call}}, &core.Return{Xs: results})
	return g
}

// mentioned are the variables in a body.
func mentioned(body []core.Stmt) map[*core.Var]bool {
	used := map[*core.Var]bool{}
	core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
		if v, ok := x.(*core.Var); ok {
			used[v] = true
		}
	})
	return used
}

// word is a captured word, and the local that has it.
type word struct {
	slot
	in code.Local
}

// loadCaptured loads what the body uses.
func (f *function) loadCaptured() {
	if len(f.captured) > 0 {
		f.loadCapturedOf(f.object, f.self.closure, f.captured)
	}
}

// loadCapturedOf loads captured words of a closure's object.
func (f *function) loadCapturedOf(object code.Local, cl *closure, words []word) {
	n := len(f.used)
	size := machine.CapturedAt + 8*len(cl.slots)
	if size > machine.ScratchSize {
		refuse("a closure that captures %d words", len(cl.slots))
	}
	p := place{layout: &layout{typ: reflect.ArrayOf(size, reflect.TypeFor[byte]())}, base: object, there: true}
	a := f.readable(p)
	for _, w := range words {
		f.loadSlot(a, w.off, w.slot)
		f.LocalSet(w.in)
	}
	f.release(n)
}
