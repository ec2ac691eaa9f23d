//go:build !js

package rt

// OneThread reports whether nothing else runs while a goroutine computes, unless it
// calls Turn now and then.
const OneThread = false

// Turn lets other goroutines run where there is one thread.
func Turn() {}

// Nested is Turn where functions begin, which may be deep in a recursion.
func Nested() {}

// Enclosed notes that Go code is called by compiled code, n = 1, or has returned to it,
// n = -1.
func Enclosed(n int) {}

// Deaf reports whether no event comes as long as the caller runs.
func Deaf() bool { return false }
