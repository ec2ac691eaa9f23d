package machine

import "riffle/internal/engine/wasm/code"

// OneStack says that the compiled code of all goroutines is on one stack.
const OneStack = true

// Compiled code runs on the stack of the browser's WebAssembly, of about a megabyte, as
// do Go's own functions until their goroutine is switched. The room left can't be
// measured, and an overflow ends the program if Go's functions are on the stack. So
// compiled code is entered only if there is room for what it may take until it checks
// again, and for the host functions that it calls. That is tried out: by a function that
// calls itself and whose frames are known to be large.
const (
	firstSegment = 16 << 10

	// Slack is how much of the shadow stack a function may use beyond the limit that it
	// checks, with all that it calls and that doesn't check, and its arguments.
	Slack = 4 << 10

	roomFrame = 16 << 10 // of a call of the function

	// What an entry needs: as much as a segment has, see NativeFrame, and what Go's
	// functions may take. One without an Instead uses some of that.
	room      = (segmentSize + 256<<10) / roomFrame
	leastRoom = (segmentSize + 96<<10) / roomFrame

	// What is left when compiled code calls Go's functions.
	goRoom = 160 << 10
)

// NativeFrame is how much larger than needed the shadow-stack frames are of a function
// with that many local variables: as large as on the stack, so that a check of the one
// covers the other. A quick compiler gives each variable its own place.
func NativeFrame(locals int) uint32 { return 8*uint32(locals) + 160 }

// roomModule has the function that finds out whether there is room for a number of its
// calls. Compiled, it has a place in its frame for each word that is loaded in the part
// that never runs.
func roomModule() *code.Module {
	b := new(code.Module)
	try := b.NewFunc("try", code.Signature{Params: []code.Type{code.I32, code.I32}})
	const n, never = 0, 1
	try.LocalGet(n)
	try.If()
	try.LocalGet(n)
	try.I32Const(1)
	try.I32Sub()
	try.LocalGet(never)
	try.Call(try)
	try.End()
	try.LocalGet(never)
	try.If()
	const words = roomFrame / 8
	try.LocalGet(never)
	for i := range words {
		try.LocalGet(never)
		try.I64Load32U(8 * uint32(i)) // which no addition folds
	}
	for range words - 1 {
		try.I64Add()
	}
	try.I64Store(0)
	try.End()
	return b
}
