// Package compile turns functions of the normal form into machine code: Functions
// compiles functions into one module. doc/machine-code.md has the scheme and the six
// rules that keep it sound; comments name the rule that a piece of code keeps.
//
// # Stages
//
// Package analysis says what is true of a function, a plan where its variables are. Then a
// function, the emitter, walks through the body. It consists of parts that don't know it,
// nor each other but for what their fields show:
//
//	layouts    how values of a type are kept
//	locals     local variables for good and for a statement
//	numeric    arithmetic, conversions, slots as words
//	addresses  whether a place is nil or far, and its address
//	plan       where variables are
//	frame      what is written to the shadow stack before a call, and sites
//	fuel       when a function polls
//	facts      what is known at the current point
//
// # Values
//
// layout.go says how values of each type are kept in local variables (slots). An operand
// is compiled by function.expr, which pushes its slots; a place by function.place, and
// then load or store. Values of more than ten slots, and all arrays, are big: they are in
// memory, and their only slot is the address, valid until the next statement. Code that
// gets a big value copies it (function.copyBig, function.copyNew).
//
// # Calls of the host
//
// function.quick calls a host function that runs no user code, doesn't block and
// doesn't clean up: nothing is written to the frame. function.full calls one that
// may do all that, with the live pointers in the frame (package analysis). Most of what isn't
// arithmetic goes through function.generic, which calls a Go function with
// values of package reflect (generic.go).
//
// # Dispatch
//
// What a statement or a call means is decided in one place for each group: native.go
// for natives and the run-time's, maps.go, iface.go, closure.go, chan.go, guard.go.
package compile

import (
	"fmt"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/inline"
	"riffle/internal/rt"
)

// Env is what the compiler needs from the engine.
type Env struct {
	// Compiled is a function in an earlier module, nil for none.
	Compiled func(*core.FuncName) *Compiled
	// Method is a compiled function that code is about to call as a method of an
	// interface value, nil for one that isn't compiled.
	Method func(*core.FuncName) *Compiled
	// Fallback is a function that isn't compiled, as a Go func of its type. Code requests
	// it when it first calls the function.
	Fallback func(*core.FuncName) (reflect.Value, error)
	// Instead is a compiled function as a Go func that does without machine code; nil if
	// there is none.
	Instead func(*core.FuncName) (reflect.Value, error)
	// Asks returns a func that reports whether a function may wait for somebody outside
	// the program, as far as is known when it is called; nil where that doesn't matter.
	Asks func(*core.FuncName) func() bool
	// Late reports whether a function is compiled, by Method, only when it is called; nil if
	// none is.
	Late func(*core.FuncName) bool
	// Alone runs a compilation that compiled code waits for: nothing else compiles
	// meanwhile.
	Alone func(func())
}

// Compiled is a function in a module.
type Compiled struct {
	*machine.Func
	// effect is what a call of it may do, need how much of the shadow stack it needs
	// beyond what it checks for.
	effect effect
	need   uint32
	// method is the place in the table of the function that an interface's method call calls,
	// 0 if there is none.
	method uint32
}

// Refusal is a reason why a function isn't compiled.
type Refusal struct{ Why string }

// Error is the reason.
func (r *Refusal) Error() string { return r.Why }

// refuse ends the compilation of a function.
func refuse(format string, a ...any) { panic(&Refusal{fmt.Sprintf(format, a...)}) }

// Functions compiles functions into one module. Those it refuses are in refused with the
// reason, a *Refusal, or a fault of the compiler's that names the function; the others
// call them like any function that isn't compiled. The error means that the whole module
// is unusable.
func Functions(m *machine.Machine, store *engine.Store, env *Env, fs []*core.Function) (done map[*core.FuncName]*Compiled, refused map[*core.FuncName]error, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("compiling %s: %v", names(fs), r)
		}
	}()
	c := newCompiler(m, store, env)
	for _, f := range fs {
		c.mine[f.Symbol] = f
		c.roots = append(c.roots, f.Symbol)
		if to := c.forwards(f); to != nil {
			c.tabled[to] = true
		}
		if env.isLate(f.Symbol) {
			c.tabled[f.Symbol] = true
		}
	}
	if machine.OneStack {
		c.refuseWaiting(fs)
	}
	for _, f := range fs {
		if f.Symbol.Kind != core.Factory && c.refused[f.Symbol] == nil { // its closure is compiled with its callers
			c.callee(f.Symbol)
		}
	}
	done = c.finish()
	if len(done) == 0 {
		return nil, c.refused, nil
	}
	if err := c.mod.Load(c.wasm); err != nil {
		return nil, nil, fmt.Errorf("compiling %s: %w", names(fs), err)
	}
	c.confirm()
	return done, c.refused, nil
}

func names(fs []*core.Function) string {
	if len(fs) == 0 {
		return "nothing"
	}
	s := fs[0].Symbol.Name
	if len(fs) > 1 {
		s += fmt.Sprintf(" and %d more", len(fs)-1)
	}
	return s
}

// compiler compiles one module.
type compiler struct {
	*layouts
	m     *machine.Machine
	store *engine.Store
	rt    *rt.Runtime // whose natives are in the store; without it there are only plain natives
	env   *Env
	mod   *machine.Module
	wasm  *code.Module

	mine     map[*core.FuncName]*core.Function // that are to be compiled
	roots    []*core.FuncName                  // their names, in order
	types    []*rt.Type                        // that they mention, see mentioned
	assumed  *assumptions                      // nil for none
	tabled   map[*core.FuncName]bool           // called by entries of methods
	callees  map[*core.FuncName]*callee
	infos    map[*core.FuncName]*machine.Function // of what traces name
	closures map[*core.FuncName]*closure          // by their factories
	foreigns map[reflect.Type]*code.Func
	body     *machine.Func               // see bodyOf
	values   map[*core.FuncName]*closure // functions as values
	order    []*callee
	refused  map[*core.FuncName]error
	inlining *inline.Budget // nil at first

	texts    map[string]uint32           // offsets of string constants
	entries  map[string]uint32           // entry functions, by signature
	empty    uint32                      // the address of values of size 0
	equal    *code.Func                  // compares strings
	faces    map[reflect.Type]*code.Func // compare interface values
	compare  *code.Func                  // orders strings
	draws    map[drawFunc]*code.Func
	asciis   map[string]uint32 // offsets of tables, by the names of functions of a rune
	memories map[any]*memory   // of interfaces
	hosts    map[[2]int]*code.Func
	finders  map[string]*code.Func // of elements of small maps, by how they look
	readers  map[bool]*code.Func   // of memory that may be far or nil, see slowmemory.go
	writers  map[bool]*code.Func
	check    *code.Func         // of an index
	point    *code.Func         // see resumePoint
	failers  map[int]*code.Func // call the host, which panics, see fails
}

func newCompiler(m *machine.Machine, store *engine.Store, env *Env) *compiler {
	return &compiler{
		m: m, store: store, rt: rt.Of(store.Native(core.Rt("Runtime"))), env: env, mod: m.NewModule(), wasm: &code.Module{},
		layouts: newLayouts(store),
		mine:    map[*core.FuncName]*core.Function{}, tabled: map[*core.FuncName]bool{}, callees: map[*core.FuncName]*callee{}, infos: map[*core.FuncName]*machine.Function{}, closures: map[*core.FuncName]*closure{}, values: map[*core.FuncName]*closure{}, foreigns: map[reflect.Type]*code.Func{}, refused: map[*core.FuncName]error{},
		texts: map[string]uint32{}, faces: map[reflect.Type]*code.Func{}, memories: map[any]*memory{}, asciis: map[string]uint32{}, entries: map[string]uint32{}, hosts: map[[2]int]*code.Func{}, finders: map[string]*code.Func{}, readers: map[bool]*code.Func{}, writers: map[bool]*code.Func{}, failers: map[int]*code.Func{},
	}
}

// effect is what a call may do, and so what must be in the frame.
type effect uint8

const (
	silent effect = iota // nothing: no frame is written
	brief                // quick host calls: the frame tells only the place
	open                 // full host calls: the frame has the live pointers
)

// callee is a function that code of the module calls.
type callee struct {
	name    *core.FuncName
	t       *core.Type        // the function's
	info    *machine.Function // for traces, nil for what isn't in them
	guard   *openGuard        // nil for none
	closure *closure          // nil for a function that takes no object
	fn      *code.Func        // in this module, nil for one of another
	other   *Compiled         // in another
	effect  effect
	cyclic  bool // may call itself
	checks  bool // the depth, for need bytes of the shadow stack
	need    uint32
	pad     uint32     // of its frames, see machine.NativeFrame
	aside   bool       // it is a loop, see slowloop.go
	stub    bool       // its body is a call of what runs it instead
	slow    *code.Func // of a method's entry: its other half, see methodEntry
	slot    uint32
	tabled  bool // it is called through the entry at slot, see latelibrary.go
}

// callee compiles a function that is called, unless it is compiled already.
func (c *compiler) callee(name *core.FuncName) *callee {
	if k := c.callees[name]; k != nil {
		return k
	}
	k := &callee{name: name, t: name.T}
	c.callees[name] = k
	src := c.mine[name]
	if src == nil {
		if k.other = c.env.compiled(name); k.other != nil {
			c.mod.Keep(k.other.Module)
			k.effect = k.other.effect
			return k
		}
		if c.env.isLate(name) {
			c.lateStub(k)
		} else {
			c.stubFor(k)
		}
		return k
	}
	k.info = &machine.Function{Name: name.Name, From: src.From}
	c.infos[name] = k.info
	k.effect = open // while it is unknown
	k.fn = c.wasm.NewFunc("", c.signature(name.T, false))
	c.order = append(c.order, k)
	if err := c.compile(k, src); err != nil {
		c.refused[name] = err
		c.stubFor(k)
	}
	return k
}

func (e *Env) compiled(name *core.FuncName) *Compiled {
	if e == nil || e.Compiled == nil {
		return nil
	}
	return e.Compiled(name)
}

func (e *Env) alone(f func()) {
	if e == nil || e.Alone == nil {
		f()
		return
	}
	e.Alone(f)
}

// recursive reports whether a function may call itself through others that are to
// be compiled.
func (c *compiler) recursive(name *core.FuncName) bool {
	seen := map[*core.FuncName]bool{}
	var visit func(*core.FuncName) bool
	visit = func(n *core.FuncName) bool {
		f := c.mine[n]
		if n.Kind == core.Factory {
			f = n.Func
		}
		if f == nil || seen[n] {
			return false
		}
		seen[n] = true
		for _, g := range engine.UsesOf(f).Funcs {
			if g == name || visit(g) {
				return true
			}
		}
		return false
	}
	return visit(name)
}

// compile compiles a function's body. An error is a refusal, or a fault of the
// compiler's.
func (c *compiler) compile(k *callee, src *core.Function) error {
	inlined := src
	err := c.generate(k, func() *core.Function {
		if k.name != nil && k.closure == nil {
			k.cyclic = c.recursive(k.name)
			k.checks = k.cyclic
		}
		if c.rt != nil {
			src, k.guard = c.opened(src)
		}
		inlined = c.budget(src).Function(src)
		return inlined
	})
	if err != nil && inlined != src {
		err = c.generate(k, func() *core.Function { return src })
	}
	return err
}

// budget is how much the module may grow by calls in line; src is compiled first.
func (c *compiler) budget(src *core.Function) *inline.Budget {
	if c.inlining == nil {
		fs := []*core.Function{src}
		for _, f := range c.mine {
			fs = append(fs, f)
		}
		c.inlining = inline.NewBudget(fs...)
	}
	return c.inlining
}

// generate compiles the function that body makes.
func (c *compiler) generate(k *callee, body func() *core.Function) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Refusal:
			err = r
		default:
			if debug {
				panic(r)
			}
			err = fmt.Errorf("compiling %s: %v", k.info.Name, r)
		}
	}()
	for src := body(); ; {
		k.fn.Reset()
		f := newFunction(c, k, src)
		f.generate()
		if !k.settle(f) {
			return nil
		}
	}
}

// settle takes over what is known of a compiled function. It reports whether that must be
// compiled again because it needs more of the shadow stack than assumed.
func (k *callee) settle(f *function) (again bool) {
	indirect := k.closure != nil || k.aside || k.name.Kind == core.Entry || f.c.tabled[k.name] // called through the table
	if pad := machine.NativeFrame(f.Locals()); pad > k.pad && f.effect != silent {
		k.pad = pad
		return true
	}
	switch {
	case k.checks && f.most > k.need:
		k.need = f.most
		return true
	case !k.checks && (f.most > maxUnchecked || indirect && f.most > maxClosure):
		k.checks, k.need = true, f.most
		return true
	case indirect && !k.checks && f.effect == open: // it may come back to itself
		k.cyclic, k.checks, k.need = true, true, f.most
		return true
	}
	k.effect = f.effect
	if !k.checks {
		k.need = f.most
	}
	return false
}

// above is what a function needs above its caller's frame.
func (k *callee) above() uint32 {
	switch {
	case k.other != nil:
		return k.other.need
	case k.checks:
		return 0
	}
	return k.need
}

// breakSpill breaks rule 5, for a test.
var breakSpill bool

// debug lets faults of the compiler through, for tests.
var debug bool

// finish gives the functions that were compiled their entries in the table.
func (c *compiler) finish() map[*core.FuncName]*Compiled {
	done := map[*core.FuncName]*Compiled{}
	for _, k := range c.order {
		if k.stub || c.refused[k.name] != nil {
			continue
		}
		done[k.name] = &Compiled{Func: c.entered(k), effect: k.effect, need: k.above()}
		if k.name.Kind == core.Entry {
			done[k.name].method = c.methodEntry(k)
		}
	}
	return done
}
