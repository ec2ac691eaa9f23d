//go:build !js

package rt

// OneThread reports whether nothing else runs while a goroutine computes, unless it
// calls Turn now and then.
const OneThread = false

// Turn lets other goroutines run where there is one thread.
func Turn() {}

// Nested is Turn where functions begin, which may be deep in a recursion.
func Nested() {}
