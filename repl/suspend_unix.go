//go:build unix

package repl

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopProcess stops the process group and returns when the shell continues it.
// The system may ignore the request, where no shell is there to do so; then
// nothing happens within the moment that is waited.
func stopProcess() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-continued:
	case <-time.After(100 * time.Millisecond):
	}
}
