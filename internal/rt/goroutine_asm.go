//go:build amd64 || arm64 || wasm

package rt

// goroutine is the address of the runtime's descriptor of the calling goroutine.
// What runtime.Stack prints has its number too, but takes the longer the deeper
// the stack is, and a panic that unwinds a recursion asks at each function.
func goroutine() uintptr
