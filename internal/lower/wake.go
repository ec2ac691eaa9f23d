package lower

import (
	"strings"

	"riffle/internal/core"
)

// A goroutine that waits for a channel can be woken by the user's other goroutines, or by
// native code that runs on its own: a timer, a signal, a network connection. The run-time
// knows the timers; only in a session that uses none of the rest can a deadlock be
// detected.

// running are the packages whose code may run on its own, with those below them.
var running = []string{
	"database", "expvar", "net", "os/exec", "os/signal", "testing",
}

// still are packages below those whose code runs only in its caller.
var still = map[string]bool{
	"net/mail": true, "net/netip": true, "net/textproto": true, "net/url": true,
	"testing/fstest": true, "testing/iotest": true, "testing/quick": true,
}

// mayWake reports whether a native function or method may wake a goroutine later, without
// the run-time's knowledge.
func mayWake(path string) bool {
	for _, p := range running {
		if below, ok := strings.CutPrefix(path, p); ok && (below == "" || below[0] == '/') {
			return !still[path]
		}
	}
	return false
}

// callsLater reports whether a native function or method may call a function that it gets
// later, and on a goroutine of its own.
func callsLater(path, name string) bool {
	return mayWake(path) || name == "AfterFunc" && (path == "time" || path == "context")
}

// mayWait reports whether a native function or method is called through rt, so that an
// interrupt need not wait for it.
func mayWait(path, name string) bool { return core.LibraryEffects(path, name).Has(core.Blocks) }
