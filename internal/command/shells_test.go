//go:build linux || darwin

package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"riffle/internal/test/need"
	"riffle/internal/test/pty"
	"riffle/internal/test/screen"
)

// keyboards are shells that a person types at, as they are without a start-up file, and the
// line that lets Tab complete.
var keyboards = []struct {
	name string
	argv []string
	load string
}{
	{"bash", []string{"bash", "--norc", "--noprofile", "-i"}, "source <(riffle completion bash); bind 'set bell-style none'; PS1='> '"},
	{"zsh", []string{"zsh", "-f", "-i"}, "autoload -U compinit; compinit -D -u; source <(riffle completion zsh); PS1='> '"},
	{"zsh by fpath", []string{"zsh", "-f", "-i"}, "mkdir f; riffle completion zsh > f/_riffle; fpath=($PWD/f $fpath); autoload -U compinit; compinit -D -u; PS1='> '"},
	{"fish", []string{"fish", "--no-config", "-i"}, "riffle completion fish | source; function fish_prompt; echo -n '> '; end"},
}

// TestTab presses Tab in real shells. Where a shell isn't installed it is skipped, and only
// bash must be.
func TestTab(t *testing.T) {
	for _, k := range keyboards {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(k.argv[0]); err != nil && k.name != "bash" {
				t.Skip(err)
			}
			need.Programs(t, k.argv[0])
			dir := t.TempDir()
			for _, name := range []string{"two words.ipynb", "twofold.txt", "other.go", "sub/x.txt"} {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s := openShell(t, dir, k.argv)
			s.presses(k.load + "\r")
			for _, tt := range []struct{ keys, want string }{
				{"riffle ex\t", "riffle export"},
				{"riffle run --sh\t", "riffle run --shard"},
				{"riffle course ch\t", "riffle course check"},
				{"riffle help NewLot\t", "riffle help NewLottery"},
				{"riffle run tw\t", `riffle run two\ words.ipynb`},
				{"riffle run ot\t", "riffle run other.go"},
				{"riffle run other.go twof\t", "riffle run other.go twofold.txt"},
				{"riffle web site su\t", "riffle web site sub/"},
				{"riffle completion z\t", "riffle completion zsh"},
			} {
				s.presses("\x15\x0c" + tt.keys) // on an empty line of an empty screen
				s.shows(tt.want)
			}
		})
	}
}

// shell is one at a pseudo-terminal.
type shell struct {
	t      *testing.T
	tty    *os.File
	screen *screen.Screen
	more   chan []byte
}

func openShell(t *testing.T, dir string, argv []string) *shell {
	t.Helper()
	master, slave := pty.Open(t)
	pty.Control(t, master, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 100})
	})
	s := &shell{t, master, screen.New(t, 100, 24), make(chan []byte)}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, slave, slave, slave
	cmd.Env = append(os.Environ(), "HOME="+dir, "TERM=xterm", "XDG_DATA_HOME="+dir, "XDG_CACHE_HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	go s.read()
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		master.Close()
		for range s.more {
		}
	})
	return s
}

// read takes what the shell writes.
func (s *shell) read() {
	defer close(s.more)
	for {
		buf := make([]byte, 4096)
		n, err := s.tty.Read(buf)
		if err != nil {
			return
		}
		s.more <- buf[:n]
	}
}

func (s *shell) presses(keys string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// shows waits until the screen begins with a prompt and a command line.
func (s *shell) shows(line string) {
	s.t.Helper()
	late := time.After(patience)
	for {
		text := strings.TrimRight(strings.SplitN(s.screen.Text(), "\n", 2)[0], " ")
		if text == "> "+line {
			return
		}
		select {
		case part := <-s.more:
			s.screen.Write(part)
		case <-late:
			s.t.Fatalf("the screen does not show\n> %s\nbut\n%s", line, s.screen.Text())
		}
	}
}
