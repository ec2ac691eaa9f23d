//go:build amd64 || arm64 || wasm

package rt

// goroutine is the address of the runtime's descriptor of the calling goroutine.
// runtime.Stack prints the goroutine's number, but takes longer the deeper the stack is,
// and a panic that unwinds a recursion asks at each function.
func goroutine() uintptr
