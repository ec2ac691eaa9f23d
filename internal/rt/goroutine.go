package rt

// goroutineID tells the calling goroutine from all others that live. One that
// starts later may have the same, so nothing is kept for a goroutine that has
// ended.
func goroutineID() int64 { return int64(goroutine()) }

// GoroutineID tells the calling goroutine from all others that live, to keep the
// traces of panics apart.
func GoroutineID() int64 { return goroutineID() }
