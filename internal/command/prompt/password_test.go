//go:build linux

package prompt

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"riffle/internal/test/pty"
)

const secretCell = `key, err := display.Password("key: "); fmt.Println(len(key), err)`

// TestPasswordAtThePrompt types a secret, which the screen must not show.
func TestPasswordAtThePrompt(t *testing.T) {
	p := sit(t)
	p.press(secretCell + "\r")
	p.until(edited)
	p.until("key: ")
	p.press("s3cret!\r")
	shown := p.until("7 <nil>")
	p.until("> ")
	p.press(`"s3c" + key[3:]` + "\r")
	p.until(`"s3cret!"`)
	if strings.Contains(shown, "s3c") || strings.Contains(shown, "!") {
		t.Errorf("the secret is on the screen: %q", shown)
	}
}

// TestPasswordOfAScript types a secret for a script, on its own terminal.
func TestPasswordOfAScript(t *testing.T) {
	s := runScript(t, secretCell)
	s.untilHidden()
	s.press("s3cret!\r")
	if shown := s.until("7 <nil>"); strings.Contains(shown, "s3c") {
		t.Errorf("the secret is on the screen: %q", shown)
	}
	if status := s.end(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

// TestPasswordNeverTyped: however a script ends that waits for a secret, its terminal
// echoes again.
func TestPasswordNeverTyped(t *testing.T) {
	const ctrlC = "\x03"
	const wait = `for { if _, err := os.Stat("now"); err == nil { break }; time.Sleep(time.Millisecond) }; `
	for _, c := range []struct {
		name, script, keys string
		end                syscall.Signal
		status             int
	}{
		{name: "Ctrl-C", script: secretCell, keys: ctrlC, status: -1},
		{name: "a signal", script: secretCell, end: syscall.SIGTERM, status: -1},
		{name: "Ctrl-C that the program heeds", keys: ctrlC, status: 3,
			script: `c := make(chan os.Signal, 1); signal.Notify(c, os.Interrupt); go func() { <-c; os.Exit(3) }(); ` + secretCell},
		{name: "a panic", script: `go func() { ` + wait + `panic("late") }(); ` + secretCell, status: 2},
		{name: "the end of the program", script: `go display.Password("key: "); ` + wait},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := runScript(t, c.script)
			s.untilHidden()
			s.press(c.keys)
			if c.end != 0 {
				s.cmd.Process.Signal(c.end)
			}
			if err := os.WriteFile(filepath.Join(s.cmd.Dir, "now"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			s.cmd.Wait()
			if !echoes(t, s.tty) {
				t.Error("the terminal doesn't echo")
			}
			if got := s.end(); got != c.status {
				t.Errorf("exit status %d, want %d", got, c.status)
			}
		})
	}
}

// script is a script that runs on a terminal of its own.
type script struct {
	*person
	cmd   *exec.Cmd
	slave *os.File // so that the terminal can be looked at when the script is over
}

func runScript(t *testing.T, source string) script {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "key.go")
	if err := os.WriteFile(file, []byte(source+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	master, slave := pty.Open(t)
	cmd := exec.Command("riffle", "run", file)
	cmd.Dir = dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &person{seat: seat{tty: master, more: make(chan string), all: new(shownText)}, t: t}
	go p.watch()
	return script{p, cmd, slave}
}

// untilHidden waits for the prompt, and until nothing is echoed, a moment later.
func (s script) untilHidden() {
	s.t.Helper()
	s.until("key: ")
	for late := time.Now().Add(patience); echoes(s.t, s.tty); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			s.t.Fatal("the terminal echoes")
		}
	}
}

// end waits for the end of the script; its status is -1 after a signal.
func (s script) end() int {
	s.cmd.Wait()
	s.slave.Close()
	for range s.more {
	}
	s.tty.Close()
	return s.cmd.ProcessState.ExitCode()
}

// echoes reports whether a terminal shows what is typed.
func echoes(t *testing.T, tty *os.File) bool {
	t.Helper()
	state, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return state.Lflag&unix.ECHO != 0
}
