package machine

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// Func is a compiled function as Go sees it.
type Func struct {
	Module *Module
	Slot   uint32 // its entry in the shared table
	Entry  uint32 // that of the entry function of its signature, see EntryType
	Self   bool   // it takes its function object, as the first word

	// What its arguments and results are made of. They are for calls by Go: a
	// function that only Deeper calls needs In and Out of the right numbers of words.
	Params, Results []Value
	In, Out         uint32 // words of arguments, Self included, and of results

	// Type is the function's Go type, without Self. A function that has no objects
	// and that Go doesn't call needs none.
	Type reflect.Type
}

// EntryType is the signature of entry functions. Compiled code has one for each
// signature of functions that are entered from Go: it takes the context, where the words
// of the arguments lie, and a function's entry in the table; it calls that with a frame
// that begins behind the words, 8*max(In, Out) bytes further, and stores the results
// where the arguments were, a word each.
var EntryType = code.Signature{Params: []code.Type{code.I32, code.I32, code.I32}}

// words is how many words the arguments or the results need.
func (f *Func) words() uint32 { return max(f.In, f.Out) }

// The root module: what the machine itself runs.
const enterName = "enter"

// startRoot makes the module that enters all others.
func (m *Machine) startRoot() error {
	var b code.Module
	enter := b.NewFunc(enterName, code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I32}})
	enter.LocalGet(0)
	enter.LocalGet(1)
	enter.LocalGet(3)
	enter.LocalGet(2)
	enter.CallIndirect(EntryType)
	probes(&b)
	b.Memory(windowPages, windowPages)
	b.Table(1, 1)
	compiled, err := m.wazero.CompileModule(m.ctx, b.Encode())
	if err != nil {
		return err
	}
	m.root, err = m.instantiate(compiled, nil)
	return err
}

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
	level := len(c.entries)
	if level > 0 {
		c.entries[level-1].top, c.entries[level-1].known = sp, false
	}
	c.entries = append(c.entries, entry{base: at + 8*f.words(), guard: *c.word(GuardAt)})
	if level == len(c.engines) {
		c.engines = append(c.engines, nil)
	}
	enter := c.engines[level]
	if enter == nil {
		enter = c.m.root.ExportedFunction(enterName)
	}
	c.engines[level] = nil // after a Goexit or a fault it is good for nothing
	returned := false
	defer func() { c.left(level, returned) }()
	c.stack = [4]uint64{uint64(c.tc), uint64(at), uint64(f.Entry), uint64(f.Slot)}
	err := enter.CallWithStack(context.Background(), c.stack[:])
	returned = true
	runtime.KeepAlive(f)
	if err != nil && !errors.Is(err, unwound) {
		panic(&Fault{err.Error()})
	}
	c.engines[level] = enter
	if err != nil {
		v := c.failure
		c.failure = nil
		panic(c.unwind(c.entries[level].guard, v))
	}
}

// left ends an entry, however it was left: if wazero hasn't returned, by a Goexit.
func (c *Context) left(level int, returned bool) {
	if guard := c.entries[level].guard; *c.word(GuardAt) != guard {
		if !returned {
			c.exit(guard)
		}
		*c.word(GuardAt) = guard
	}
	c.entries = c.entries[:level]
	if len(c.engines) > level+1 && level > 2 {
		c.engines = slices.Delete(c.engines, level+1, len(c.engines)) // they may be large
	}
}

// Fault is a panic for which compiled code or the machine is to blame, or memory that
// they can't have.
type Fault struct{ Text string }

// Error is what is wrong.
func (f *Fault) Error() string { return f.Text }

// EngineFault makes it an engine.Fault.
func (f *Fault) EngineFault() {}

// begin is where the words of an outermost entry lie.
func (c *Context) begin() uint32 { return c.first.begin }

// Full reports whether something was made past the window, by now: most of what is made
// may be there, where compiled code is slow.
func (m *Machine) Full() bool { return m.full.Load() }

// Look looks whether there is room in the window again, if it was full.
func (m *Machine) Look() {
	if m.full.Load() {
		probe := make([]uint64, segmentSize/8)
		_, near := m.near(unsafe.Pointer(&probe[0]))
		m.full.Store(!near)
	}
}
