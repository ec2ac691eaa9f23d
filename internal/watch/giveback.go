package watch

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// worth is the least free memory that is worth giving back, in bytes: what runs next has
// to get it from the system again, page by page.
const worth = 8 << 20

// GiveBack collects garbage, and gives free memory back to the system if there is much.
// The runtime does so too, but only after a collection, and there is none in a process
// where nothing runs.
func GiveBack() {
	runtime.GC()
	m := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}}
	if metrics.Read(m); m[0].Value.Uint64() > worth {
		debug.FreeOSMemory()
	}
}
