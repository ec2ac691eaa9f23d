package rt

import (
	"runtime"
	"syscall/js"
	"time"
)

// Go has one thread in a browser, and doesn't preempt a goroutine that computes. So
// whatever may compute for long yields now and then: the user's code at back-edges and
// function entries, natives at each piece of their work. Then timers that are due, the
// goroutine that hears an interrupt and those that write output get their turn, as do the
// user's other goroutines.
//
// The browser's own events, such as messages, files and fetches, come only when no
// goroutine can run. So once in a while all goroutines that compute wait for an event,
// too.

// OneThread reports whether nothing else runs while a goroutine computes, unless it calls
// Turn now and then.
const OneThread = true

const (
	// slice is how long a goroutine runs while others wait.
	slice = 10 * time.Millisecond
	// looks is how many calls of Turn share one reading of the clock, which takes as long
	// as an interpreted statement.
	looks = 16
	// breath is how long the browser's events wait.
	breath = 50 * time.Millisecond
)

// thread is the only one there is.
var thread struct {
	began time.Time
	calls uint
	given time.Duration // when a goroutine last yielded

	// What the browser's stack holds since it was last empty: frames of the goroutine g,
	// from depth base of its own stack on.
	g    int64
	base uintptr

	frames int // of compiled code on the browser's stack, between frames of Go's

	breathed time.Duration // when events last came
	event    chan struct{} // closed when one has come, nil while none is requested
	ask      func()        // requests one
}

// Turn lets other goroutines run if they have waited for 10 ms.
func Turn() {
	if thread.calls++; thread.calls%looks == 0 {
		turn()
	}
}

func turn() {
	if thread.began.IsZero() {
		thread.began = time.Now()
	}
	now := time.Since(thread.began)
	if now-thread.given < slice {
		return
	}
	thread.given = now
	switch {
	case thread.frames > 0:
		came() // none will, until the compiled code returns
		runtime.Gosched()
	case now-thread.breathed >= breath:
		breathe()
	default:
		runtime.Gosched()
	}
}

// breathe waits for an event.
func breathe() {
	if thread.event == nil {
		if thread.ask == nil {
			thread.ask = asker()
		}
		thread.event = make(chan struct{})
		thread.ask()
	}
	<-thread.event
}

// asker returns a function that requests an event that comes at once, after those that
// wait. A timer's would come some milliseconds later in browsers; Node doesn't order
// messages.
func asker() (ask func()) {
	come := js.FuncOf(func(js.Value, []js.Value) any {
		came()
		return nil
	})
	if js.Global().Get("setImmediate").Truthy() {
		return func() { js.Global().Call("setImmediate", come) }
	}
	c := js.Global().Get("MessageChannel").New()
	c.Get("port1").Set("onmessage", come)
	port := c.Get("port2")
	return func() { port.Call("postMessage", 0) }
}

// came ends all waits for an event.
func came() {
	if thread.event != nil {
		close(thread.event)
		thread.event = nil
		thread.breathed = time.Since(thread.began)
	}
}

// Enclosed records that compiled code has called Go code, n = 1, or that it has returned,
// n = -1. While compiled code waits on the browser's stack no event can come, so
// goroutines that wait for one only to let others run continue.
func Enclosed(n int) {
	if thread.frames += n; n > 0 {
		came()
	}
}

// Deaf reports whether compiled code waits on the browser's stack, so that no event comes.
func Deaf() bool { return thread.frames > 0 }

// mostNested is how much a goroutine's stack may grow, in bytes, before the browser's
// stack is emptied. That has a frame for each frame of Go's, of one to four times the
// size, and room for 500 kB in some browsers; when it overflows, the program dies.
const mostNested = 32 << 10

// Nested is Turn at the entry of functions, which may be deep in a recursion. A goroutine
// that yields leaves no frames on the browser's stack: Go keeps its own in memory, and
// recreates a frame when its turn to return has come.
func Nested() {
	g, depth := goroutineID(), stackDepth()
	switch {
	case g != thread.g: // the last switch has emptied it
		thread.g, thread.base = g, depth
	case depth < thread.base: // so far has it returned since
		thread.base = depth
	case depth-thread.base > mostNested:
		thread.base = depth
		runtime.Gosched()
	}
	Turn()
}

// stackDepth is the depth of the calling goroutine's stack, in bytes.
func stackDepth() uintptr
