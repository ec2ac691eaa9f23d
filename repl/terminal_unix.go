//go:build unix

package repl

import (
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// silence makes a terminal echo nothing and keep each byte as it is typed, but for the
// keys that send signals. Text that it has before it is kept. A signal doesn't empty its
// queues: output would be lost, and Linux, having emptied that of a pseudo-terminal, doesn't
// wake who waits for room in it, so that a flood that Ctrl-C ends could stand still for ever.
// The returned function, nil if that can't be done, makes it as it was.
func silence(fd int) (speak func()) {
	was, err := unix.IoctlGetTermios(fd, getModes)
	if err != nil {
		return nil
	}
	quiet := *was
	quiet.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON
	quiet.Lflag |= unix.NOFLSH
	quiet.Cc[unix.VMIN], quiet.Cc[unix.VTIME] = 1, 0
	if unix.IoctlSetTermios(fd, setModes, &quiet) != nil {
		return nil
	}
	// A terminal that is gone can't be restored.
	return func() { _ = unix.IoctlSetTermios(fd, setModes, was) }
}

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
