//go:build !js

package rt

// OneThread reports whether nothing else runs while a goroutine computes, unless it
// calls Turn now and then.
const OneThread = false

// Turn lets other goroutines run if there is only one thread.
func Turn() {}

// Nested is Turn at the entry of functions, which may be deep in a recursion.
func Nested() {}

// Enclosed records that compiled code has called Go code, n = 1, or that it has returned,
// n = -1.
func Enclosed(n int) {}

// Deaf reports whether no event comes as long as the caller runs.
func Deaf() bool { return false }
