//go:build !unix

package repl

// stopProcess does nothing: there is no job control here.
func stopProcess() {}
