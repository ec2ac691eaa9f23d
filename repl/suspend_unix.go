//go:build unix

package repl

import "syscall"

// stopProcess stops the process group until the shell continues it.
func stopProcess() { _ = syscall.Kill(0, syscall.SIGTSTP) }
