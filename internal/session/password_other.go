//go:build !js

package session

import (
	"os"
	"syscall"
)

// fatalSignals end a program that doesn't heed them.
var fatalSignals = []os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTERM}
