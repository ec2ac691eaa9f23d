//go:build !js

package machine

// OneStack says that the compiled code of all goroutines is on one stack. What only that
// needs is left out elsewhere: arguments passed on after a call would keep alive what the
// stress tests look for.
const OneStack = false

const (
	firstSegment = 8 << 10

	// Slack is how much of the shadow stack a function may use beyond the limit that it
	// checks, with all that it calls and that doesn't check, and its arguments.
	Slack = 1 << 10
)

// NativeFrame is how much larger than needed the shadow-stack frames must be of a
// function with that many local variables: wazero's own stack grows, so 0.
func NativeFrame(int) uint32 { return 0 }
