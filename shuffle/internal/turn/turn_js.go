package turn

import (
	"runtime"
	"time"
)

const (
	// slice is how long others wait.
	slice = 10 * time.Millisecond
	// looks is how many pieces of work share a look at the clock.
	looks = 8
)

// thread is the only one there is.
var thread struct {
	calls uint
	given time.Time // to others
}

// Give lets other goroutines run if they have waited for 10 ms.
func Give() {
	if thread.calls++; thread.calls%looks == 0 && time.Since(thread.given) >= slice {
		thread.given = time.Now()
		runtime.Gosched()
	}
}
