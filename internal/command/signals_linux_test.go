package command

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSignalsAtThePrompt ends riffle at its prompt and while a cell runs, in a
// terminal, which must get its state back, and with a history that must be kept.
func TestSignalsAtThePrompt(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGSEGV, syscall.SIGABRT} {
		for name, cell := range map[string]string{"idle": `"r" + "eady"`, "busy": `fmt.Println("r" + "eady"); for {}`} {
			t.Run(fmt.Sprint(s, "/", name), func(t *testing.T) {
				t.Parallel()
				if signal.Ignored(s) {
					t.Skipf("this test was started with %v ignored, as under nohup, and what it starts ignores it too", s)
				}
				master, slave := terminalPair(t)
				state := t.TempDir()
				cmd := exec.Command("riffle")
				cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
				cmd.Env = append(os.Environ(), "TERM=xterm", "XDG_STATE_HOME="+state)
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
				before := termios(t, slave)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				defer cmd.Process.Kill()
				var screen watched
				go screen.read(master)
				eventually(t, "a prompt", func() bool { return screen.shows("> ") })
				master.WriteString(cell + "\r")
				eventually(t, "what the cell says", func() bool { return screen.shows("ready") })
				cmd.Process.Signal(s)
				cmd.Wait()
				if got, want := cmd.ProcessState.ExitCode(), 128+int(s); got != want {
					t.Errorf("exit status %d, want %d", got, want)
				}
				eventually(t, "how it ended", func() bool {
					return screen.shows(fmt.Sprintf("riffle: ended by signal %d (%v)", int(s), s))
				})
				if after := termios(t, slave); after != before {
					t.Errorf("the terminal is %+v, was %+v", after, before)
				}
				history, _ := os.ReadFile(filepath.Join(state, "riffle", "history"))
				if !strings.Contains(string(history), cell) {
					t.Errorf("history %q", history)
				}
			})
		}
	}
}

func terminalPair(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { slave.Close(); master.Close() })
	return master, slave
}

func termios(t *testing.T, tty *os.File) unix.Termios {
	t.Helper()
	state, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return *state
}

// watched is what a terminal shows.
type watched struct {
	mu   sync.Mutex
	text strings.Builder
}

func (w *watched) read(f *os.File) {
	buf := make([]byte, 4096)
	for {
		n, err := f.Read(buf)
		w.mu.Lock()
		w.text.Write(buf[:n])
		w.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (w *watched) shows(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Contains(w.text.String(), text)
}
