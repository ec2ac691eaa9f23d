package machine

import (
	"runtime"
	"time"
)

// Compiled code is on WebAssembly's one stack, and so are the Go functions that it calls.
// Go switches goroutines there by returning from all of their functions, since their
// variables are in memory; compiled code can't be left like that. A goroutine that is in
// a host call above compiled code may be switched away and resumed, as long as no other
// one has entered compiled code above it: the calls must return in order. So one
// goroutine at a time has its turn, with all that it enters until it has left compiled
// code. Others wait for that while it computes. If it waits itself, or takes very long,
// they run the same functions without machine code (Func.Instead).
var turn turns

type turns struct {
	owner  uintptr // the goroutine's descriptor
	depth  int     // how many of its contexts are in use
	number uint32  // of turns so far
	polls  uint32  // in all turns: polling means computing

	noRoom  bool // on the stack, during a call without machine code
	woken   bool // run runs, or is about to
	waken   chan struct{}
	machine *Machine      // whose turn it is
	calm    chan struct{} // closed at the end of the event, nil while there is none
}

// goroutine is the address of the runtime's descriptor of the calling goroutine.
func goroutine() uintptr

// How long a goroutine waits for another's turn to end, and how many times if that
// doesn't poll in between.
const (
	longTurn  = 5 * time.Second
	idleTurns = 20
)

// take begins or continues a turn. Ok is false if the calling goroutine must do without
// machine code.
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

// holds reports whether the calling goroutine may begin a turn, or continue its own.
func (m *Machine) holds() bool {
	return m.Holds == nil || turn.depth > 0 && turn.owner == goroutine() || m.Holds()
}

// await waits until nobody has a turn, as long as that may be soon.
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

// polled records that the goroutine whose turn it is computes.
func polled() { turn.polls++ }

// stayAwake keeps a goroutine running while some goroutine has a turn. If none ran, the
// program would return to JavaScript to wait for an event, and thereby leave the waiting
// host call. Timers fire meanwhile, but no event comes.
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

// full is whether there is known to be no room on the stack, until restore.
func full() (was bool) { return turn.noRoom }
func restore(was bool) { turn.noRoom = was }

// JavaScript that Go has called may call Go, as the file system does with its results.
// That event ends when all goroutines wait. Meanwhile Go runs higher on the stack, where
// a host call further down can't return. So goroutines that would return from one, or
// only stay awake, wait for the end of the event.

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

// maxInstead is how deep calls without machine code may be nested: each takes some 3 KB
// of the goroutine's own stack.
const maxInstead = 60_000

var instead int

// beginInstead begins a call without machine code. It makes room on the stack, of which a
// recursion takes a lot, by yielding the thread: a goroutine that yields leaves no frames
// there.
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
