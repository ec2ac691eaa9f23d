// Package full tells tests how much they are to do. The usual run takes a sample of the
// large corpora, the same each time, and the full one takes all of them, as .ci/run -full
// does. (The -short form of go test leaves out whole tests.)
package full

import "os"

// Env is the environment variable that asks for the full run, whatever its value.
const Env = "RIFFLE_TEST_FULL"

// On reports whether this is the full run.
func On() bool { return os.Getenv(Env) != "" }

// Or is all in the full run, and usual otherwise.
func Or[T any](usual, all T) T {
	if On() {
		return all
	}
	return usual
}

// Sample is one in n of all, and all of them in the full run.
func Sample[T any](all []T, n int) []T {
	if On() {
		return all
	}
	var some []T
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}
