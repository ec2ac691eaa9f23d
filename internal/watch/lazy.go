package watch

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// room is how much garbage a small heap may have before it is collected, in
	// bytes.
	room = 32 << 20
	// lazyPercent is the growth of a small heap before it is collected, at most, in
	// percent of what is alive; a heap that needs more room than that grows by
	// usualPercent.
	lazyPercent  = 200
	usualPercent = 100
)

// Lazy makes the garbage collector run less often while little is alive.
// Interpreted code allocates short-lived objects all the time, and a session of ten
// megabytes would be collected twenty times a second. In one that has grown the room is
// the same, or the process would grow three times as fast as what it holds. It does
// nothing where the environment sets GOGC.
func Lazy() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(lazyPercent)
	afterCollections(&collector{percent: lazyPercent})
}

// collector holds the setting of the garbage collector.
type collector struct{ percent int }

// afterCollections adjusts the collector after each collection: the finalizer of
// an unreachable object runs then.
func afterCollections(c *collector) {
	runtime.SetFinalizer(&struct{ c *collector }{c}, func(*struct{ c *collector }) {
		c.adjust(alive())
		afterCollections(c)
	})
}

// adjust sets the collector for a live heap of alive bytes.
func (c *collector) adjust(alive uint64) {
	const step = 20 // so that it isn't set again after every collection
	want := int(min(max(100*room/max(alive, 1)/step*step, usualPercent), lazyPercent))
	if want != c.percent {
		c.percent = want
		debug.SetGCPercent(want)
	}
}

// liveHeap names the metric of the bytes that the last collection found alive.
const liveHeap = "/gc/heap/live:bytes"

// alive is the live heap after the last collection, in bytes.
func alive() uint64 {
	m := []metrics.Sample{{Name: liveHeap}}
	metrics.Read(m)
	return m[0].Value.Uint64()
}
