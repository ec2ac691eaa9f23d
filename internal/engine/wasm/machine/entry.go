package machine

import (
	"reflect"
	"runtime"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// Func is a compiled function as Go sees it.
type Func struct {
	Module *Module
	Slot   uint32 // its entry in the shared table
	Entry  uint32 // that of the entry function of its signature, see EntryType
	Self   bool   // it takes its function object, as the first word

	// The layout of its arguments and results, for calls by Go: a function that only
	// Deeper calls needs just In and Out.
	Params, Results []Value
	In, Out         uint32 // words of arguments, Self included, and of results

	// Type is the function's Go type, without Self. A function that has no objects
	// and that Go doesn't call needs none.
	Type reflect.Type

	// Instead is a Go func that does the same without machine code, for when there is no
	// room on the stack, or when it isn't the goroutine's turn; self is the function
	// object, if there is one. It may be nil.
	Instead func(self unsafe.Pointer) reflect.Value

	// Asks reports whether it may wait for somebody outside the program, whose answer
	// can't come while compiled code is on the stack: Go then calls Instead. It may be
	// nil.
	Asks func() bool
}

// EntryType is the signature of entry functions. Compiled code has one for each
// signature of functions that are entered from Go: it takes the context, the offset of
// the arguments' words, and a function's entry in the table; it calls that with a frame
// that begins after the words, 8*max(In, Out) bytes further, and stores the results where
// the arguments were, a word each.
var EntryType = code.Signature{Params: []code.Type{code.I32, code.I32, code.I32}}

// words is how many words the arguments or the results need.
func (f *Func) words() uint32 { return max(f.In, f.Out) }

// The root module is the machine's own code: a function that enters all others, and in
// the table one for the checks at the start, and one that calls another many times.
const (
	enterName = "enter"

	probeSlot  = 0
	repeatSlot = 1
	ownSlots   = 2
)

func rootModule() *code.Module {
	b := new(code.Module)
	enter := b.NewFunc(enterName, code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I32}})
	enter.LocalGet(0)
	enter.LocalGet(1)
	enter.LocalGet(3)
	enter.LocalGet(2)
	enter.CallIndirect(EntryType)
	probe(b)
	b.Element(repeatSlot, repeats(b))
	return b
}

// outcome is how a call of compiled code ended.
type outcome int

const (
	returned outcome = iota
	panicked         // in a host function: the value is the context's failure
	faulted          // by a bug in the code, or for lack of memory
	refused          // it hasn't begun, since there is no room on the stack
)

// Enter runs f in a context that is in a full host call, whose frames end at sp. f's
// arguments lie as words at at, sp or more, and its results will lie there.
func (c *Context) Enter(f *Func, sp, at uint32) {
	if base := at + 8*f.words(); base > c.current.limit() {
		c.onNewSegment(f, sp, at, 0)
		return
	}
	c.run(f, sp, at)
}

// run calls f, whose words lie at at in the current segment. The frames of the entry
// that it is called from end at sp.
func (c *Context) run(f *Func, sp, at uint32) {
	was := full()
	if ok := c.tryRun(f, sp, at); OneStack && !ok {
		defer restore(was)
		c.instead(f, sp, at)
	}
}

// tryRun is run, unless there is no room for it.
func (c *Context) tryRun(f *Func, sp, at uint32) (ok bool) {
	level := len(c.entries)
	if level > 0 {
		c.entries[level-1].top, c.entries[level-1].known = sp, false
	}
	c.entries = append(c.entries, entry{base: at + 8*f.words(), guard: *c.word(GuardAt)})
	over := false
	defer func() { c.left(level, over) }()
	how, err := c.enter(c.m, level, c.tc, at, f.Entry, f.Slot, f.Instead == nil)
	over = true
	runtime.KeepAlive(f)
	switch how {
	case faulted:
		panic(&Fault{err.Error()})
	case panicked:
		v := c.failure
		c.failure = nil
		v, _ = c.unwind(c.entries[level].guard, v)
		panic(v)
	}
	return how == returned
}

// instead is run without machine code.
func (c *Context) instead(f *Func, sp, at uint32) {
	if f.Instead == nil {
		c.m.tooDeep()
	}
	begin, self := at, unsafe.Pointer(nil)
	if f.Self {
		self = c.Ptr(*c.header(at))
		at += 8
	}
	args := c.takeAll(f.Params, at)
	c.Sync(sp)
	c.giveResults(f.Results, f.instead(self, args), begin)
}

// instead calls the function without machine code.
func (f *Func) instead(self unsafe.Pointer, args []reflect.Value) []reflect.Value {
	fn := f.Instead(self)
	f.Module.m.beginInstead()
	defer endInstead()
	return callFunc(fn, args)
}

// tooDeep ends a call for which there is no room and no Instead.
func (m *Machine) tooDeep() {
	restore(false)
	panic(m.TooDeep)
}

// left ends an entry, however it was left: by a Goexit if over is false.
func (c *Context) left(level int, over bool) {
	if guard := c.entries[level].guard; *c.word(GuardAt) != guard {
		if !over {
			c.exit(guard)
		}
		*c.word(GuardAt) = guard
	}
	c.entries = c.entries[:level]
	c.calls.left(level)
}

// Fault is a panic caused by compiled code or the machine, or by memory that they can't
// access.
type Fault struct{ Text string }

// Error is what is wrong.
func (f *Fault) Error() string { return f.Text }

// EngineFault makes it an engine.Fault.
func (f *Fault) EngineFault() {}

// begin is the offset of an outermost entry's words.
func (c *Context) begin() uint32 { return c.first.begin }

// Full reports whether something has been allocated past the window: from then on most
// allocations may be there, where compiled code is slow.
func (m *Machine) Full() bool { return m.full.Load() }

// Look checks whether there is room in the window again, if it was full.
func (m *Machine) Look() {
	if m.full.Load() {
		probe := make([]uint64, segmentSize/8)
		_, near := m.near(unsafe.Pointer(&probe[0]))
		m.full.Store(!near)
	}
}
