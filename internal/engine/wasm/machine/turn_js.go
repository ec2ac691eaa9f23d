package machine

import (
	"runtime"
	"time"
)

// Compiled code lies on the one stack of WebAssembly's, and so do the Go functions that it
// calls. Go switches goroutines there by leaving all of the functions, since their variables
// are in memory; compiled code can't be left so. A goroutine that is in a host call, below
// which there is compiled code, may be switched and gone on with, as long as no other one
// has entered compiled code above it: the calls have to return in their order. So one
// goroutine at a time has its turn, with all that it enters until it has left compiled code.
// Others wait for that while it computes. Where it waits itself, or takes very long, they
// run the same functions without machine code (Func.Instead).
var turn turns

type turns struct {
	owner  uintptr // the goroutine's descriptor
	depth  int     // how many contexts of its are in use
	number uint32  // of turns so far
	polls  uint32  // in all turns: who polls computes

	noRoom  bool // on the stack, for the time of a call that does without
	woken   bool // run runs, or is about to
	waken   chan struct{}
	machine *Machine      // whose turn it is
	calm    chan struct{} // closed at the end of the event, nil while there is none
}

// goroutine is the address of the runtime's descriptor of the calling goroutine.
func goroutine() uintptr

// A goroutine waits so long for another's turn to end, and so many times where that doesn't
// poll between.
const (
	longTurn  = 5 * time.Second
	idleTurns = 20
)

// take begins a turn, or goes on with it. Ok is false where the calling goroutine is to
// do without.
func (m *Machine) take() (ok bool) {
	g := goroutine()
	if turn.depth > 0 && turn.owner != g && !m.await() {
		return false
	}
	if turn.depth == 0 {
		turn.owner = g
		turn.number++
		turn.stayAwake()
		if m.Enclosed != nil {
			m.Enclosed(1)
		}
	}
	turn.depth++
	return true
}

// give ends what take began.
func (m *Machine) give() {
	if turn.depth--; turn.depth == 0 && m.Enclosed != nil {
		m.Enclosed(-1)
	}
}

// holds reports whether the calling goroutine may begin a turn, or go on with its own.
func (m *Machine) holds() bool {
	return m.Holds == nil || turn.depth > 0 && turn.owner == goroutine() || m.Holds()
}

// await waits until nobody has a turn, as long as that may soon be.
func (m *Machine) await() bool {
	number, polls, idle := turn.number, turn.polls, 0
	start := time.Now()
	for turn.depth > 0 {
		turn.beCalm()
		runtime.Gosched()
		switch {
		case m.stopped.Load():
			panic(m.Stopped)
		case turn.number != number:
			number, start, idle = turn.number, time.Now(), 0
		case turn.polls != polls:
			polls, idle = turn.polls, 0
			if time.Since(start) > longTurn {
				return false
			}
		case idle == idleTurns:
			return false
		default:
			idle++
		}
	}
	return true
}

// polled says that the goroutine whose turn it is computes.
func polled() { turn.polls++ }

// stayAwake keeps a goroutine running while somebody has a turn. If none ran, the program
// would return to JavaScript, to wait for an event, and with that from the host call that
// waits. Timers go off meanwhile, but no event comes.
func (t *turns) stayAwake() {
	if t.woken {
		return
	}
	t.woken = true
	if t.waken == nil {
		t.waken = make(chan struct{}, 1)
		go t.run()
	}
	t.waken <- struct{}{}
}

func (t *turns) run() {
	for range t.waken {
		for t.depth > 0 {
			t.beCalm()
			runtime.Gosched()
		}
		t.woken = false
	}
}

// full is whether there is no room on the stack, which is known until restore.
func full() (was bool) { return turn.noRoom }
func restore(was bool) { turn.noRoom = was }

// JavaScript that Go has called may call Go, as the file system does with what it has
// done. That event ends when all goroutines wait. Meanwhile Go runs on a stack above, where
// a host call that lies below can't return. So who would, or who only stays awake, waits for
// the end of the event.

//go:wasmexport riffle_event
func beginEvent() {
	if turn.calm == nil {
		turn.calm = make(chan struct{})
	}
}

//go:wasmexport riffle_event_end
func endEvent() {
	if turn.calm != nil {
		close(turn.calm)
		turn.calm = nil
	}
}

func (t *turns) beCalm() {
	for t.calm != nil {
		<-t.calm
	}
}

//go:wasmimport riffle room
func jsRoom(kilobytes uint32) (there uint32)

// maxInstead is how deep calls may be nested that do without machine code: each takes
// some 3 KB of the goroutine's own stack.
const maxInstead = 60_000

var instead int

// beginInstead begins a call that does without machine code. Go's functions get room for
// it on the stack, of which a recursion takes a lot: who gives up the thread leaves no
// frames of theirs there.
func (m *Machine) beginInstead() {
	if instead == maxInstead {
		m.tooDeep()
	}
	instead++
	if jsRoom(goRoom>>10) == 0 {
		runtime.Gosched()
	}
}

func endInstead() { instead-- }
