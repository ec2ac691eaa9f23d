//go:build unix

package repl

import (
	"io"
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

// onResize calls f when the terminal's size has changed, until t is closed.
func (t *terminal) onResize(f func()) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	go func() {
		defer signal.Stop(changed)
		for {
			select {
			case <-changed:
				f()
			case <-t.closed:
				return
			}
		}
	}()
}

// rawInput is the source of keys.
func rawInput(in *os.File) io.Reader { return in }

// prepareOutput has nothing to do here: terminals know the sequences.
func prepareOutput(*os.File) {}
