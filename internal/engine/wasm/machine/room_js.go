package machine

import "riffle/internal/engine/wasm/code"

// OneStack says that the compiled code of all goroutines is on one stack.
const OneStack = true

// Compiled code lies on the stack of the browser's WebAssembly, of about a megabyte, and so
// do Go's own functions until their goroutine is switched. Nobody can see how much is
// left, and who needs more than that ends the program, if Go's functions are among those
// that are called. So compiled code is entered only where there is room for what it may
// take until it asks again, and for the host functions that it calls. That is tried out:
// a function calls itself whose frames are known to be large.
const (
	firstSegment = 16 << 10

	// Slack is how much of the shadow stack a function may use beyond the limit that it
	// checks, with all that it calls and that doesn't check, and its arguments.
	Slack = 4 << 10

	roomFrame = 16 << 10 // of a call of the function

	// What an entry needs: as much as a segment has, see NativeFrame, and what Go's functions
	// may take. One that nothing else can stand in for takes of that.
	room      = (segmentSize + 256<<10) / roomFrame
	leastRoom = (segmentSize + 96<<10) / roomFrame

	// Where compiled code is left for Go's functions this is there.
	goRoom = 160 << 10
)

// NativeFrame is how much larger than needed the frames in the shadow stack are of a
// function with so many local variables: as large as on the stack, so that who checks that
// there is room in the one has room in the other. A compiler that is quick gives each
// variable its place.
func NativeFrame(locals int) uint32 { return 8*uint32(locals) + 160 }

// roomModule has the function that finds out whether there is room for so many calls of it.
// Compiled, it has a place in its frame for each word that is loaded in the part that never
// runs.
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
		try.I64Load32U(8 * uint32(i)) // which no addition includes
	}
	for range words - 1 {
		try.I64Add()
	}
	try.I64Store(0)
	try.End()
	return b
}
