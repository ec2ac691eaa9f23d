//go:build unix

package repl

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// onSuspend heeds Ctrl-Z while a cell runs, until t is closed: a shell that finds the
// terminal without an echo may leave it so, and one that doesn't gives back its own
// modes, in which what is typed would be shown in the cell's output. When riffle goes
// on, f is called.
func (t *terminal) onSuspend(f func()) {
	signal.Notify(t.suspends, syscall.SIGTSTP)
	go func() {
		defer signal.Stop(t.suspends)
		for {
			select {
			case <-t.suspends:
				t.suspended()
				f()
			case <-t.closed:
				return
			}
		}
	}()
}

// suspended stops riffle with the terminal as it was found.
func (t *terminal) suspended() {
	t.mu.Lock()
	defer t.mu.Unlock()
	entered := t.entered
	t.cook()
	t.loud()
	select {
	case <-t.suspends: // Ctrl-Z twice
	default:
	}
	stopProcess()
	switch {
	case entered:
		t.uncook()
	case t.foreground():
		t.quiet()
	}
}

// foreground reports whether riffle may change the terminal's modes: continued in the
// background it would be stopped for it.
func (t *terminal) foreground() bool {
	group, err := unix.IoctlGetInt(t.inFd, unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}

// suspend stops the process group, as Ctrl-Z does elsewhere, and returns when the shell
// continues it.
func (t *terminal) suspend() {
	signal.Ignore(syscall.SIGTSTP)
	defer func() {
		signal.Reset(syscall.SIGTSTP)
		select {
		case <-t.closed:
		default:
			signal.Notify(t.suspends, syscall.SIGTSTP)
		}
	}()
	if syscall.Kill(0, syscall.SIGTSTP) == nil {
		stopProcess()
	}
}

// stopProcess stops riffle and returns when the shell continues it. Without a shell to
// do so the system ignores the request; then stopProcess returns after a moment.
//
// The signal isn't SIGTSTP: once that has been heeded, Go never leaves it to the system
// again. SIGSTOP would stop riffle where nobody could continue it.
func stopProcess() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if syscall.Kill(os.Getpid(), syscall.SIGTTIN) != nil {
		return
	}
	select {
	case <-continued:
	case <-time.After(100 * time.Millisecond):
	}
}
