package rt

import (
	"runtime"
	"syscall/js"
	"time"
)

// Go has one thread in a browser, and takes it from no goroutine that computes. So
// whatever may compute for long gives it up now and then: code of the user's at back-edges
// and where functions begin, natives at each piece of their work. Then timers that are
// due, the goroutine that hears an interrupt and those that write output get their turn,
// as do other goroutines of the user's.
//
// The browser's own events come only when no goroutine can run: messages, files, what is
// fetched. So once in a while all that compute wait for an event, too.

// OneThread reports whether nothing else runs while a goroutine computes, unless it
// calls Turn now and then.
const OneThread = true

const (
	// slice is how long a goroutine runs while others wait.
	slice = 10 * time.Millisecond
	// looks is how many calls of Turn share a look at the clock, which takes as long as
	// an interpreted statement.
	looks = 16
	// breath is how long the browser's events wait.
	breath = 50 * time.Millisecond
)

// thread is the only one there is.
var thread struct {
	began time.Time
	calls uint
	given time.Duration // when a goroutine gave it up last

	// What is on the browser's stack since that was empty: frames of the goroutine g,
	// from the depth base of its own stack on.
	g    int64
	base uintptr

	frames int // of compiled code on the browser's stack, between frames of Go's

	breathed time.Duration // when events came last
	event    chan struct{} // is closed when one has come, nil while none was asked for
	ask      func()        // asks for one
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

// asker returns what asks for an event that comes at once, behind those that wait. A timer
// would come some milliseconds later in browsers; Node has no order for messages.
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

// came ends the wait of those that wait for an event.
func came() {
	if thread.event != nil {
		close(thread.event)
		thread.event = nil
		thread.breathed = time.Since(thread.began)
	}
}

// Enclosed notes that Go code is called by compiled code, n = 1, or has returned to it,
// n = -1. As long as compiled code waits on the browser's stack no event can come, so who
// waits for one only to let others run goes on.
func Enclosed(n int) {
	if thread.frames += n; n > 0 {
		came()
	}
}

// Deaf reports whether compiled code waits on the browser's stack, so that no event comes.
func Deaf() bool { return thread.frames > 0 }

// mostNested is how much a goroutine's stack may grow, in bytes, until the browser's
// stack is emptied. That has a frame for each frame of Go's, of one to four times the
// size, and room for 500 kB in some browsers; when it is full, the program dies.
const mostNested = 32 << 10

// Nested is Turn where functions begin, which may be deep in a recursion. A goroutine that
// gives up the thread leaves no frames on the browser's stack: Go keeps its own in memory,
// and makes a frame anew when its turn to return has come.
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

// stackDepth is what the calling goroutine's stack holds, in bytes.
func stackDepth() uintptr
