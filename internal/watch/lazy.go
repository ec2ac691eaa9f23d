package watch

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// smallHeap is what may be alive, in bytes, for the collector to be lazy.
	smallHeap = 64 << 20
	// lazyPercent is how much a small heap may grow before it is collected, in
	// percent of what is alive; a larger one grows by usualPercent.
	lazyPercent  = 200
	usualPercent = 100
)

// Lazy lets the garbage collector wait longer as long as little is alive.
// Interpreted code makes short-lived objects all the time, and a session that
// holds some ten megabytes would be collected twenty times a second. It does
// nothing where the environment sets GOGC.
func Lazy() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(lazyPercent)
	afterCollections(&collector{percent: lazyPercent})
}

// collector is how the garbage collector is set.
type collector struct{ percent int }

// afterCollections adjusts the collector after each collection: a finalizer of an
// object that nothing refers to runs then.
func afterCollections(c *collector) {
	runtime.SetFinalizer(&struct{ c *collector }{c}, func(*struct{ c *collector }) {
		c.adjust(alive())
		afterCollections(c)
	})
}

// adjust sets the collector for so many bytes that are alive.
func (c *collector) adjust(alive uint64) {
	want := usualPercent
	if alive <= smallHeap {
		want = lazyPercent
	}
	if want != c.percent {
		c.percent = want
		debug.SetGCPercent(want)
	}
}

// alive is what the last collection found to be in use, in bytes.
func alive() uint64 {
	m := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64()
}
