// Package machine runs WebAssembly as machine code over the Go heap itself: it owns the
// compiler wazero, and all that compiled code needs to work on Go's objects without
// knowing the runtime. New makes a Machine, or says why there can't be one; NewModule,
// Load and Call follow.
//
// doc/machine-code.md has the scheme, and why it is sound: the invariant that the
// collector can reach whatever pointer compiled code holds from memory that it sees, and
// the six rules that keep it. Comments here name the rule that a piece of code keeps.
//
// # Addresses
//
// Compiled code's memory is a 4 GiB window of the address space, which contains the heap.
// A pointer is an offset in it, 32 bits, 0 for nil. A pointer outside the window is a
// handle, an offset of 0xFFFF0000 or more, where there is no memory: see FarCheck.
//
// # Compiled functions
//
// A compiled function takes the offset of its context's control block, the offset
// where its frame begins, for a closure the offset of its function object, and its
// parameters. A frame begins with the 8 bytes of a site's number, followed by
// Site.Raw bytes of anything without pointers and by Site.Words, 8 bytes each. It must be
// written, number included, before each call that may reach a full host function, and the
// callee's frame begins where it ends.
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
	// Stopped is the value that a poll panics with after Stop. It must be one that user
	// code can't recover.
	Stopped any

	// Full is the value that a call panics with if there is no memory for it in the
	// window because the heap has grown past it.
	Full any

	// TooDeep is the value that an endless recursion panics with. User code can't recover
	// from it either.
	TooDeep any

	// Trace gets the frames that a panic leaves in an entry of compiled code, the
	// innermost first and 200 at most, on the panicking goroutine. It may be nil.
	Trace func([]Frame)

	// GoOn panics, before compiled code is entered, on a goroutine that may no longer
	// run. It may be nil.
	GoOn func()

	// Back counts the active calls of compiled code by the native code that the goroutine
	// is in, for callers that wait until they are over. It may be nil, and so may its
	// result.
	Back func() *atomic.Int32

	// Goroutine identifies the calling goroutine among those alive. If it is nil nothing
	// is lent.
	Goroutine func() int64

	// Holds reports whether the calling goroutine may block events from outside the
	// program, which can't arrive while compiled code is on the stack that Go's functions
	// share. If it is nil all may.
	Holds func() bool

	// Enclosed is called where compiled code is on the stack that Go's functions share:
	// with 1 when a goroutine begins to run some, with -1 at the end. It may be nil.
	Enclosed func(int)

	// Stress is for tests.
	Stress Stress
}

// Stress makes a machine clean up more often than usual, or break a rule, so that tests
// show what depends on it. The zero value does neither.
type Stress struct {
	Fuel           int // between two polls
	Entries, Bytes int // of the log, before it is rebuilt

	// Far puts every nth object that compiled code makes out of its sight: the window has
	// holes, see Holes. 0 means none.
	Far int

	// Slow says that compiled code leaves in wazero's way.
	Slow bool

	// Marking says that compiled code stores over pointers as it does while the collector
	// marks.
	Marking bool

	// Full says that the heap has no more memory in the window for calls.
	Full bool

	// Broken is the number of one of the rules 1 to 5 in doc/machine-code.md,
	// BrokenLog, BrokenMarking, BrokenRead, BrokenBatch or BrokenLock.
	Broken int
}

const (
	BrokenLog     = 21 // breaks rule 2 where compiled code stores: what it overwrites isn't logged, on processors that have exits
	BrokenMarking = 22 // and: it stores while the collector marks, without the write barrier
	BrokenRead    = 23 // and: what it reads from maps isn't logged
	BrokenBatch   = 31 // breaks rule 3 for what is taken from batches only
	BrokenLock    = 41 // breaks rule 4 for locks only: also releasing one doesn't log the frames
)

// usual fills in defaults.
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

	full    atomic.Bool // something was allocated past the window
	placing placing
	stopped atomic.Bool
	stops   atomic.Uint32 // how often Stop was called
	pollers atomic.Int32  // contexts in use that have polled
	made    atomic.Uint32 // contexts, so far
	deep    atomic.Bool   // a context's first segment was too small once

	mu        sync.Mutex
	freeSites []uint32
	freeSlots []uint32
	nextSite  uint32
	nextSlot  uint32
	bodies    map[int]*body // of the live modules
	lastBody  int
	far       farTable
	all       []weak.Pointer[Context]

	losses atomic.Uint32 // places where a rule was broken on purpose
}

// breaks reports whether a rule is broken here on purpose. Every now and then it makes
// the collector take what earlier breaks lost, or the caller makes it take all at once:
// the stress needn't wait for a cycle to end between a loss and its use.
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

// New makes a machine after checking all that it relies on. The error says which check
// failed; then there is no machine code in this process.
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
// Config.Stopped. So does code that is entered before Resume.
func (m *Machine) Stop() {
	m.stopped.Store(true)
	m.stops.Add(1)
	m.stopAll()
}

// Resume lets code that is entered from now on run. Code that was stopped but hasn't
// polled yet still stops.
func (m *Machine) Resume() { m.stopped.Store(false) }
