package rt

// goroutineID identifies the calling goroutine among those alive. A later one may have
// the same number, so nothing is kept for a goroutine that has ended.
func goroutineID() int64 { return int64(goroutine()) }

// GoroutineID identifies the calling goroutine among those alive, to keep the traces of
// panics apart.
func GoroutineID() int64 { return goroutineID() }
