package compile

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// A call of an interface's method calls those methods by name that the module has, of
// types that its functions mention (guarded devirtualization): a value of such a type is
// known by its first word. That they are still the types' methods is an assumption of the
// module, which a word in memory confirms.

// assumptions say that methods are certain functions.
type assumptions struct {
	hold    uint64     // 1 if they do
	mu      sync.Mutex // of check
	methods map[assumed]*core.FuncName
}

type assumed struct {
	t      *rt.Type
	method string
}

// check finds out whether all is as assumed.
func (a *assumptions) check() {
	a.mu.Lock()
	defer a.mu.Unlock()
	hold := uint64(1)
	for m, f := range a.methods {
		if m.t.Symbol(m.method) != any(f) {
			hold = 0
		}
	}
	atomic.StoreUint64(&a.hold, hold)
}

// checking is the memory of a module's assumptions.
type checking struct{ weak.Pointer[assumptions] }

// Forget checks the assumptions when a method has changed.
func (c checking) Forget() bool {
	a := c.Value()
	if a != nil {
		a.check()
	}
	return a != nil
}

// maxKnown is how many types a call looks for.
const maxKnown = 4

// knownMethod is a method that values of a type have in an interface.
type knownMethod struct {
	first int64 // their first word
	recv  *layout
	k     *callee
}

// knownMethods are the functions of the module that may be a call's method.
func (c *compiler) knownMethods(of reflect.Type, v invocation) (ms []knownMethod) {
	if of.NumMethod() == 0 || c.rt == nil {
		return nil
	}
	for _, t := range c.mentioned() {
		name, ok := t.Symbol(v.method).(*core.FuncName)
		if !ok || !t.Of(c.rt) || c.mine[name] == nil || c.refused[name] != nil {
			continue
		}
		recv := c.layout(name.T.Params[0])
		if recv.typ != t.Memory() || isDirect(recv.typ) && recv.big || !v.takes(c, name.T) || !t.Made().Implements(of) {
			continue
		}
		k := c.callee(name)
		if k.fn == nil || k.stub {
			continue
		}
		c.assume(t, v.method, name)
		if ms = append(ms, knownMethod{firstWordOf(t.Made(), of), recv, c.forwarded(k)}); len(ms) == maxKnown {
			break
		}
	}
	return ms
}

// takes reports whether a method as a function of a type has the call's arguments and
// results.
func (v invocation) takes(c *compiler, t *core.Type) bool {
	same := func(l *layout, t *core.Type) bool { return l.typ == c.layout(t).typ }
	return slices.EqualFunc(v.params, t.Params[1:], same) && slices.EqualFunc(v.results, t.Results, same)
}

// assume adds an assumption of the module.
func (c *compiler) assume(t *rt.Type, method string, f *core.FuncName) {
	if c.assumed == nil {
		c.assumed = &assumptions{methods: map[assumed]*core.FuncName{}}
		c.mod.Keep(c.assumed)
	}
	c.assumed.methods[assumed{t, method}] = f
}

// confirm begins to watch the module's assumptions.
func (c *compiler) confirm() {
	if c.assumed != nil {
		c.rt.Remember(checking{weak.Make(c.assumed)})
		c.assumed.check()
	}
}

// mentioned are the types that the module's functions put into interfaces or take out.
func (c *compiler) mentioned() []*rt.Type {
	if c.types == nil {
		c.types = []*rt.Type{}
		for _, name := range c.roots {
			if f := c.mine[name]; f != nil {
				core.Inspect(f.Body, func(core.Stmt) {}, c.mention)
			}
		}
	}
	return c.types
}

func (c *compiler) mention(x core.Expr) {
	switch x := x.(type) {
	case *core.FuncLit:
		core.Inspect(x.Func.Body, func(core.Stmt) {}, c.mention)
	case *core.NativeName:
		if t, ok := x.Made.(**rt.Type); ok && !slices.Contains(c.types, *t) {
			c.types = append(c.types, *t)
		}
	}
}

// invokedKnown calls a method by name if the value is of a known type, and branches to
// done. Other values fall through.
func (f *function) invokedKnown(face [2]code.Local, of reflect.Type, v invocation, args [][]code.Local, live analysis.Set, done code.Label) {
	known := f.c.knownMethods(of, v)
	if len(known) == 0 {
		return
	}
	at := f.c.m.Offset(unsafe.Pointer(&f.c.assumed.hold))
	if at > machine.FarCheck {
		return
	}
	other := f.Block()
	f.I32Const(int32(at))
	f.I64Load(0)
	f.I64Eqz()
	f.BrIf(other)
	for _, m := range known {
		next := f.Block()
		f.LocalGet(face[0])
		f.I64Const(m.first)
		f.I64Ne()
		f.BrIf(next)
		f.unboxed(m.recv, face[1])
		recv := f.pop(m.recv.slots)
		size := f.prepareCall(m.k.effect, live)
		f.reach(size + m.k.above())
		f.LocalGet(tcLocal)
		f.above(size)
		f.push(recv)
		for _, a := range args {
			f.push(a)
		}
		f.Call(m.k.fn)
		f.weight++
		for _, out := range slices.Backward(v.outs) {
			f.setVariable(out)
		}
		f.Br(done)
		f.End()
	}
	f.End()
}
