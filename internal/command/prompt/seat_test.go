//go:build linux

package prompt

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"riffle/internal/test/leak"
	"riffle/internal/test/pty"
)

// seat is a pseudo-terminal with riffle at its other end.
type seat struct {
	tty  *os.File
	cmd  *exec.Cmd
	more chan string // what the terminal shows, as it comes
	all  *shownText
}

// shownText is what a terminal has shown so far, but for what comes behind the first
// megabytes.
type shownText struct{ strings.Builder }

func (s *shownText) add(text string) {
	if s.Len() < 4<<20 {
		s.WriteString(text)
	}
}

// takeSeat starts riffle in a folder, which is its user's home too, at a terminal that
// is so wide and high, or doesn't know if that is 0. When the terminal is closed at the
// end of the test, riffle must leave.
func takeSeat(t testing.TB, dir string, width, height int, env ...string) seat {
	t.Helper()
	master, slave := pty.Open(t)
	s := seat{tty: master, cmd: exec.Command("riffle", "--no-init"), more: make(chan string, 100), all: new(shownText)}
	setSize(t, master, width, height)
	s.cmd.Dir = dir
	s.cmd.Env = append(append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME="+dir, "TERM=xterm"), env...)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = slave, slave, slave
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	go s.watch()
	t.Cleanup(func() {
		master.Close()
		for range s.more {
		}
		leak.Check(t, s.all.String())
		late := time.AfterFunc(patience, func() {
			t.Error("riffle goes on without a terminal")
			s.cmd.Process.Kill()
		})
		defer late.Stop()
		s.cmd.Wait()
	})
	return s
}

// watch reads what the terminal shows until it is closed.
func (s seat) watch() {
	defer close(s.more)
	buf := make([]byte, 64<<10)
	for {
		n, err := s.tty.Read(buf)
		if err != nil {
			return
		}
		s.all.add(string(buf[:n]))
		s.more <- string(buf[:n])
	}
}

func setSize(t testing.TB, tty *os.File, width, height int) {
	pty.Control(t, tty, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(height), Col: uint16(width)})
	})
}
