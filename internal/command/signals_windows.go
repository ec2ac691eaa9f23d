package command

import (
	"os"
	"syscall"
)

// endings are the events that end a process unless it handles them: the console is
// closed, the user logs off, the system shuts down.
var endings = []os.Signal{syscall.SIGTERM}
