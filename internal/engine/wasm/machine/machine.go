// Package machine runs WebAssembly as machine code over the Go heap itself: it owns
// the compiler wazero, and all that compiled code needs to live among Go's objects
// without knowing the runtime. New makes a Machine, or says why there can't be one;
// NewModule, Load and Call follow.
//
// doc/machine-code.md has the scheme, and why it is sound: the invariant, that
// whatever pointer compiled code holds, the collector can reach from memory that it
// sees, and the six rules that keep it. Comments here name the rule that a place
// keeps.
//
// # Addresses
//
// Compiled code's memory is a window of 4 GiB over the address space, in which the
// heap lies. A pointer is an offset in it, 32 bits, 0 for nil. A pointer out of the
// window is a handle, an offset of 0xFFFF0000 or more, behind which no memory lies:
// see FarCheck.
//
// # Compiled functions
//
// A compiled function takes the offset of its context's control block, the offset
// where its frame begins, for a closure the offset of its function object, and its
// parameters. A frame begins with the 8 bytes of a site's number, followed by
// Site.Raw bytes of anything without pointers and by Site.Words, 8 bytes each. It
// has to be written, the number included, before each call that may reach a full
// host function, and the callee's frame begins where it ends.
package machine

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"weak"
)

// Config is what a Machine's user decides.
type Config struct {
	// Stopped is the value that a poll panics with after Stop. It has to be one
	// that user code can't recover.
	Stopped any

	// Full is the value that a call panics with for which there is no memory in the
	// window, as the heap has grown past it.
	Full any

	// TooDeep is the value that a recursion without end panics with. User code can't
	// recover from it either.
	TooDeep any

	// Trace gets the frames that a panic leaves in an entry of compiled code, the
	// innermost first and 200 at most, on the panicking goroutine. It may be nil.
	Trace func([]Frame)

	// GoOn panics, before compiled code is entered, on a goroutine that may run no more.
	// It may be nil.
	GoOn func()

	// Back counts the calls of compiled code by the native code that the goroutine is in,
	// for who waits until they are over. It may be nil, and so may its result.
	Back func() *atomic.Int32

	// Goroutine tells the calling goroutine from all others that live. If it is nil
	// nothing is lent.
	Goroutine func() int64

	// Holds reports whether the calling goroutine may begin to hold up what the program
	// would be told from outside, which can't arrive while compiled code is on the stack that
	// Go's functions share. If it is nil all may.
	Holds func() bool

	// Enclosed is told where compiled code is on the stack that Go's functions share: 1
	// when a goroutine begins to run some, -1 at the end. It may be nil.
	Enclosed func(int)

	// Stress is for tests.
	Stress Stress
}

// Stress makes a machine clean up more often than usual, or break a rule, so that
// tests see what they rely on. The zero value does neither.
type Stress struct {
	Fuel           int // between two polls
	Entries, Bytes int // of the log, before it is made anew

	// Far puts every nth thing that compiled code makes out of its sight: the
	// window has holes, see Holes. 0 is for none.
	Far int

	// Slow says that compiled code leaves as wazero does it.
	Slow bool

	// Full says that the heap has no memory in the window for calls any more.
	Full bool

	// Broken is the number of one of the rules 1 to 5 in doc/machine-code.md,
	// BrokenBatch or BrokenLock.
	Broken int
}

const (
	BrokenBatch = 31 // breaks rule 3 for what is taken from batches only
	BrokenLock  = 41 // breaks rule 4 for locks only: also releasing one doesn't log the frames
)

// usual fills in what isn't set.
func (s Stress) usual() Stress {
	if s.Fuel == 0 {
		s.Fuel = Fuel
	}
	if s.Entries == 0 {
		s.Entries = 1 << 13
	}
	if s.Bytes == 0 {
		s.Bytes = 8 << 20
	}
	return s
}

// Machine is a place for modules. Its methods may be called by any goroutine.
type Machine struct {
	Config
	window
	system
	procs int // processors when it began

	sites    atomic.Pointer[[]uintptr] // addresses of the modules' Sites
	contexts sync.Pool
	segments sync.Pool
	objects  objectLayout
	classes  map[shape]*Class // mu guards it

	full    atomic.Bool // something was made past the window
	placing placing
	stopped atomic.Bool
	stops   atomic.Uint32 // how often Stop was called
	pollers atomic.Int32  // contexts in use that have polled
	made    atomic.Uint32 // contexts, so far
	deep    atomic.Bool   // a context's first segment was too small once

	mu        sync.Mutex
	numbers   map[string]int
	freeSites []uint32
	freeSlots []uint32
	nextSite  uint32
	nextSlot  uint32
	bodies    map[int]*body // of the modules that aren't gone
	lastBody  int
	far       farTable
	all       []weak.Pointer[Context]

	losses atomic.Uint32 // places where a rule was broken on purpose
}

// breaks reports whether a rule is broken here on purpose. Every now and then it has the
// collector take what was lost by that before, or whoever asks has it take all at once: the
// stress needn't wait for a cycle to end between a loss and its use.
func (m *Machine) breaks(rule int) bool {
	if m.Stress.Broken != rule {
		return false
	}
	if m.losses.Add(1)%lossesTaken == 0 {
		runtime.GC()
	}
	return true
}

// lossesTaken is how many losses the collector is run for.
const lossesTaken = 32

// New makes a machine, after it has checked all that it relies on. The error says
// what isn't as it should be; then there is no machine code in this process.
func New(cfg Config) (*Machine, error) {
	if err := supported(); err != nil {
		return nil, err
	}
	cfg.Stress = cfg.Stress.usual()
	m := &Machine{Config: cfg, procs: runtime.GOMAXPROCS(0), nextSite: 1, nextSlot: ownSlots}
	if m.Stopped == nil {
		m.Stopped = errors.New("stopped")
	}
	if m.Config.Full == nil {
		m.Config.Full = &Fault{"there is no memory below 4 GiB for a call"}
	}
	if m.TooDeep == nil {
		m.TooDeep = &Fault{"the recursion is too deep"}
	}
	m.sites.Store(new([]uintptr))
	objects := samples()
	if err := m.find(objects); err != nil {
		return nil, err
	}
	if err := m.start(); err != nil {
		return nil, err
	}
	if err := m.check(objects); err != nil {
		m.close()
		return nil, err
	}
	m.makeHoles()
	return m, nil
}

// Stop makes compiled code end, in all contexts, at its next poll: it panics with
// Config.Stopped. Code that is entered until Resume does too.
func (m *Machine) Stop() {
	m.stopped.Store(true)
	m.stops.Add(1)
	m.stopAll()
}

// Resume lets code run that is entered from now on. What was to stop and hasn't yet
// polled still does.
func (m *Machine) Resume() { m.stopped.Store(false) }
