//go:build unix

package main

import (
	"os"
	"syscall"
)

// endings are the signals from outside that end a process unless it heeds them.
// A fault of riffle's own is none of them: the runtime tells the two apart.
var endings = []os.Signal{
	syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGBUS,
	syscall.SIGFPE, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGSYS, syscall.SIGXCPU, syscall.SIGXFSZ,
}
