//go:build unix

package repl

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopProcess stops the process group and returns when the shell continues it.
// Without a shell to do so the system may ignore the request; then stopProcess
// returns after a moment.
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
