package machine

import (
	"errors"
	"runtime"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// system is what runs modules here: the WebAssembly that also runs this program. Modules
// import this program's memory, so that an address is an offset, and a table that the
// machine's modules share. kernel/lite/js/machine.js instantiates them.
//
// Compiled code is entered through JavaScript, and calls the host through a bridge, whose
// functions store the arguments in memory and call this program's riffle_host. After a
// panic there the bridge throws, and the JavaScript that entered catches that. So only
// frames of compiled code are unwound, never Go's.
type system struct{ number uint32 }

// loaded is nothing: an instance lives as long as its entries of the table do.
type loaded struct{}

//go:wasmimport riffle machine
func jsMachine() (number uint32)

//go:wasmimport riffle load
func jsLoad(number uint32, code unsafe.Pointer, size, slots uint32) (done uint32)

//go:wasmimport riffle clear
func jsClear(number, slot uint32)

//go:wasmimport riffle redirect
func jsRedirect(number, slot, to uint32)

//go:wasmimport riffle close
func jsClose(number uint32)

//go:wasmimport riffle enter
func jsEnter(number, tc, at, entry, slot, room uint32) uint32

//go:wasmimport riffle failure
func jsFailure(to unsafe.Pointer, size uint32) (n uint32)

// failure is why the last operation failed.
func failure() error {
	text := make([]byte, 1<<10)
	return errors.New(string(text[:jsFailure(unsafe.Pointer(&text[0]), uint32(len(text)))]))
}

// supported always succeeds: where this program runs, other modules do.
func supported() error { return nil }

// start makes the modules that all others build on.
func (m *Machine) start() error {
	m.number = jsMachine()
	runtime.AddCleanup(m, jsClose, m.number)
	for _, b := range []*code.Module{m.bridge(), rootModule(), roomModule()} {
		if _, err := m.load(b, []uint32{ownSlots - 1}); err != nil {
			return err
		}
	}
	return nil
}

func (m *Machine) close() {}

// load makes an instance of a module.
func (m *Machine) load(b *code.Module, slots []uint32) (l loaded, err error) {
	b.ImportMemory(HostModule, "memory")
	b.ImportTable(HostModule, "table")
	highest := uint32(0)
	for _, s := range slots {
		highest = max(highest, s)
	}
	text := b.Encode()
	if jsLoad(m.number, unsafe.Pointer(&text[0]), uint32(len(text)), highest+1) == 0 {
		err = failure()
	}
	runtime.KeepAlive(text)
	return l, err
}

func (m *Machine) unload(loaded) {}

// clear empties entries of the table.
func (m *Machine) clear(slots []uint32) {
	for _, s := range slots {
		jsClear(m.number, s)
	}
}

// redirect makes an entry of the table a copy of another.
func (m *Machine) redirect(slot, to uint32) { jsRedirect(m.number, slot, to) }

// calls are what a context needs to enter compiled code: for each level of entries the
// words passed in a host call.
type calls struct{ passed []uint64 }

const (
	maxLevels   = 64 // of entries
	passedWords = MaxArguments
)

// What machine.js says about a call.
const (
	jsReturned = iota
	jsUnwound
	jsNoRoom   // on the stack, and nothing was called
	jsOverflow // of the stack, in compiled code
	jsFault
)

var errOverflow = errors.New("compiled code has used up the stack")

// enter calls an entry function of the table, in the context whose control block lies
// at tc. A call that is alone has no Instead.
func (cs *calls) enter(m *Machine, level int, tc, at, entry, slot uint32, alone bool) (how outcome, err error) {
	if cs.passed == nil {
		cs.passed = make([]uint64, maxLevels*passedWords)
	}
	if level == maxLevels {
		return refused, nil
	}
	need := uint32(room)
	switch {
	case alone:
		need = leastRoom
	case turn.noRoom:
		return refused, nil
	}
	place := (*uint32)(m.at(tc + passedAt))
	before := *place
	*place = m.Offset(unsafe.Pointer(&cs.passed[level*passedWords]))
	answer := jsEnter(m.number, tc, at, entry, slot, need)
	if answer == jsNoRoom {
		runtime.Gosched() // Go's functions since the last entry aren't on the stack after it
		answer = jsEnter(m.number, tc, at, entry, slot, need)
		turn.noRoom = answer == jsNoRoom && !alone
	}
	*place = before
	return m.ended(answer)
}

func (m *Machine) ended(answer uint32) (outcome, error) {
	switch answer {
	case jsReturned:
		return returned, nil
	case jsUnwound:
		return panicked, nil
	case jsNoRoom:
		return refused, nil
	case jsOverflow:
		return faulted, errOverflow
	}
	return faulted, failure()
}

func (cs *calls) left(int) {}
func (cs *calls) rest()    {}

// call is the current host call: its arguments until it begins, and at its end how it
// ended. riffle_host itself has no parameters or results, since then it has no frame of
// its own, see bridge.
var call struct {
	tc, sp, id, ticket uint32
	answer             uint64
}

// bridge makes the module of host functions. A host call has a ticket, which is also its
// answer. If the answer differs, riffle_host hasn't returned: its goroutine has ended by
// a Goexit, others have since run on the same stack, and now all of them wait for an
// event, so that the program must return to JavaScript. The frames below then belong to
// nobody.
func (m *Machine) bridge() *code.Module {
	b := new(code.Module)
	host := b.Import("go", "riffle_host", code.Signature{})
	unwind := b.Import(HostModule, "unwind", code.Signature{})
	pause := b.Import(HostModule, "pause", code.Signature{})
	for n := 0; n <= MaxArguments; n++ {
		for r := 0; r <= MaxResults; r++ {
			s := hostSignature(n, r)
			f := b.NewFunc(HostName(n, r), s)
			bridgeTo(f, n, r, host, unwind, pause)
			switch {
			case n == 3 && r == 0:
				m.overwrite(b.NewFunc(overwriteName, s), f)
			case n == 1 && r == 0:
				m.log(b.NewFunc(logName, s), f)
			}
		}
	}
	return b
}

func bridgeTo(f *code.Func, n, r int, host, unwind, pause *code.Func) {
	const tc = 0
	ticket, answer := f.NewLocal(code.I32), f.NewLocal(code.I64)
	for i := range n {
		f.LocalGet(tc)
		f.I32Load(passedAt)
		f.LocalGet(code.Local(hostArguments + i))
		f.I64Store(8 * uint32(i))
	}
	at := int32(uintptr(unsafe.Pointer(&call)))
	f.I32Const(at)
	for i := range hostArguments {
		f.LocalGet(code.Local(i))
		f.I32Store(4 * uint32(i))
		f.I32Const(at)
	}
	f.I32Const(at)
	f.I32Load(uint32(unsafe.Offsetof(call.ticket)))
	f.I32Const(1)
	f.I32Add()
	f.LocalTee(ticket)
	f.I32Store(uint32(unsafe.Offsetof(call.ticket)))
	f.Call(host)
	f.I32Const(at)
	f.I64Load(uint32(unsafe.Offsetof(call.answer)))
	f.LocalTee(answer)
	f.LocalGet(ticket)
	f.I64ExtendI32U()
	f.I64Ne()
	f.If()
	f.LocalGet(answer)
	f.I32WrapI64()
	f.LocalGet(ticket)
	f.I32Eq()
	f.If()
	f.Call(unwind)
	f.Else()
	f.Call(pause)
	f.End()
	f.Unreachable()
	f.End()
	for i := range r {
		f.LocalGet(tc)
		f.I32Load(passedAt)
		f.I64Load(8 * uint32(i))
	}
}

const failed = 1 << 32 // in an answer: the host call panicked

// host is what the bridge calls.
//
//go:wasmexport riffle_host
func host() {
	c, sp, id, ticket := *(**Context)(pointer(uintptr(call.tc + contextAt))), call.sp, call.id, call.ticket
	defer func() {
		if v := recover(); v != nil {
			c.failure = v
			c.leave(sp, id)
			turn.beCalm()
			call.answer = failed | uint64(ticket)
		}
	}()
	level := len(c.entries) - 1
	c.m.site(id).Host(c, sp, c.passed[level*passedWords:][:passedWords])
	turn.beCalm()
	call.answer = uint64(ticket)
}

// Resumes reports whether functions can be resumed here, see ResumePoint: nothing of
// JavaScript's can do that.
func (m *Machine) Resumes() bool { return false }
