package watch

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// worth is how much free memory is given back at least, in bytes: what runs next gets it
// page by page from the system again.
const worth = 8 << 20

// GiveBack collects what is garbage, and gives free memory back to the system if there is
// much. The runtime does so too, but only after a collection, and there is none in a
// process where nothing runs.
func GiveBack() {
	runtime.GC()
	m := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}}
	if metrics.Read(m); m[0].Value.Uint64() > worth {
		debug.FreeOSMemory()
	}
}
