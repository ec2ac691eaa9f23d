package compile

import "riffle/internal/engine/wasm/code"

// addresses emits how the address of a place is computed, and the questions whether it is
// nil or far. What happens if it is, the emitter decides. Its methods are in place.go.
type addresses struct {
	*code.Func
	*locals
}
