//go:build !((linux || darwin || freebsd || windows) && (amd64 || arm64))

package rtype

// thunk has no stub beyond the pool's: the system has no memory for code.
func thunk() (stub, error) { return stub{}, errNoStubs }
