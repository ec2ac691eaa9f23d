//go:build !js

package session

import (
	"os"
	"syscall"
)

// fatalSignals end a program that doesn't handle them.
var fatalSignals = []os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTERM}
