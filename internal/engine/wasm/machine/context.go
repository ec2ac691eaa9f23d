package machine

import (
	"runtime"
	"sync/atomic"
	"unsafe"
	"weak"
)

// The control block of a context, at the offset tc that compiled functions get.
const (
	FuelAt    = 0                       // i32: what is left until the next poll, for functions that call each other
	StopAt    = 4                       // i32: not 0 when the context must stop
	LimitAt   = 8                       // i32: a frame may begin here at most; see Deeper
	GuardAt   = 12                      // i32: the innermost guard's record, see Unwind
	contextAt = 16                      // the address of the Context, kept alive by the caller that entered
	noneAt    = 24                      // i64: 0, the place of the next object where there is no batch
	pollsAt   = 32                      // i32: how often it has polled, with overflow
	ScratchAt = 40                      // ScratchSize bytes for the host and the code between two host calls
	classesAt = ScratchAt + ScratchSize // i32 for each class, see Class.At

	ScratchSize = 1024
	maxClasses  = 128
	passedAt    = classesAt + 4*maxClasses // i32: where words are that a host call passes, on systems where it needs a place
	controlSize = passedAt + 8
)

// Fuel is what a context has between two polls, in units of about 5 ns of compiled
// work: half a millisecond. With many running contexts it is less, down to minFuel, so
// that they all poll within some milliseconds.
const (
	Fuel    = 100_000
	minFuel = 1_000
)

// Context is the state of a goroutine inside compiled code: the shadow stack, the log of
// what is kept alive, and the entries; those below the topmost wait for a host call. It
// is for one goroutine at a time.
type Context struct {
	m       *Machine
	tc      uint32
	room    block
	control []uint64 // the control block, in the window: of room
	first   segment
	current segment

	log     []unsafe.Pointer
	logRoom int              // how long compiled code may make the log, at most its capacity
	spare   []unsafe.Pointer // the log before the last cleanup, emptied
	roots   int              // how many entries the last cleanup made
	bytes   int              // allocated since
	module  *Module          // the one logged last
	handles map[uintptr]uint32

	cleanups int // of the log
	held     int // handles that the last cleanup left

	batches []*batch // by class
	hot     []*batch // those that aren't empty
	ahead   int      // their bytes

	calls
	entries []entry
	loans   []*loan // to the running natives
	failure any     // the value of the panic that unwinds the topmost entry
	leaving []frame // its frames, if it has guards

	gone   bool   // it has given its memory back
	began  uint32 // Machine.stops when the first entry began
	polled bool   // since then
}

// entry is a call of compiled code by Go.
type entry struct {
	base  uint32 // where its first frame begins
	top   uint32 // where its last one ended when it called the host that made the next entry
	known bool   // its frames below top are in the log
	guard uint32 // the innermost guard's record when it began
}

// context takes a context from the pool, or makes one.
func (m *Machine) context() *Context {
	if m.GoOn != nil {
		m.GoOn()
	}
	c, ok := m.contexts.Get().(*Context)
	if !ok {
		c = m.newContext()
	}
	if c.stop() != 0 { // a store costs more than a check
		c.setStop(0)
	}
	*c.word(FuelAt) = Fuel
	if c.began = m.stops.Load(); m.stopped.Load() {
		c.setStop(1)
		*c.word(FuelAt) = 0 // a recursion through natives has a new context each time
	}
	if c.first.size < segmentSize && m.deep.Load() && !m.full.Load() {
		c.first = m.makeSegment(segmentSize)
		c.use(c.first)
	}
	return c
}

// newContext makes a context.
func (m *Machine) newContext() *Context {
	if m.made.Add(1)%someContexts == 0 && deepStack() {
		panic(m.TooDeep)
	}
	c := &Context{m: m}
	c.room = m.nearBlock(controlSize / 8)
	c.control, c.tc = c.room.words, c.room.at
	c.control[contextAt/8] = uint64(uintptr(unsafe.Pointer(c)))
	for k := range uint32(maxClasses) {
		*c.word(classesAt + 4*k) = c.tc + noneAt
	}
	c.first = m.makeSegment(firstSegment)
	c.use(c.first)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.all) == cap(m.all) {
		m.all = living(m.all)
	}
	m.all = append(m.all, weak.Make(c))
	return c
}

// A recursion through native code, such as a comparison that sorts, takes a context for
// each round, and no segments. It is bounded by the depth of the goroutine's stack, which
// is checked once per someContexts.
const (
	someContexts = 256
	maxCalls     = 100_000 // in the goroutine's stack: some thousand rounds
)

func deepStack() bool {
	var call [1]uintptr
	return runtime.Callers(maxCalls, call[:]) > 0
}

// living are the contexts that haven't been collected.
func living(all []weak.Pointer[Context]) []weak.Pointer[Context] {
	var alive []weak.Pointer[Context]
	for _, p := range all {
		if p.Value() != nil {
			alive = append(alive, p)
		}
	}
	return append(make([]weak.Pointer[Context], 0, 2*len(alive)+16), alive...)
}

// stopAll stops the contexts that may be in use, but not one that has given back its
// memory, which another may have.
func (m *Machine) stopAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.all {
		if c := p.Value(); c != nil && !c.gone {
			c.setStop(1)
		}
	}
}

// release gives back a context that has left compiled code: what it kept is free.
func (c *Context) release() {
	c.forget()
	if c.polled {
		c.polled = false
		c.m.pollers.Add(-1)
	}
	c.rest()
	if !c.giveBack() {
		c.m.contexts.Put(c)
	}
}

func (c *Context) word(at uint32) *uint32 {
	return (*uint32)(unsafe.Add(unsafe.Pointer(&c.control[0]), at))
}

func (c *Context) stop() uint32 { return atomic.LoadUint32(c.word(StopAt)) }

func (c *Context) setStop(v uint32) { atomic.StoreUint32(c.word(StopAt), v) }

// contextOf is the context whose control block lies at tc.
//
//go:nocheckptr
func (m *Machine) contextOf(tc uint32) *Context {
	return (*Context)(pointer(*(*uintptr)(m.at(tc + contextAt))))
}

// Machine is the machine that the context belongs to.
func (c *Context) Machine() *Machine { return c.m }
