//go:build unix

package command

import (
	"os"
	"syscall"
)

// endings are the signals from outside that end a process unless it handles them. Faults
// of riffle's own aren't among them: the runtime distinguishes the two.
var endings = []os.Signal{
	syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGBUS,
	syscall.SIGFPE, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGSYS, syscall.SIGXCPU, syscall.SIGXFSZ,
}
