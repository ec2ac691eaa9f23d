//go:build linux

package main

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
	file := filepath.Join(t.TempDir(), "key.go")
	if err := os.WriteFile(file, []byte(secretCell+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	master, slave := pty.Open(t)
	cmd := exec.Command("riffle", "run", file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	p := &person{t: t, tty: master, more: make(chan string)}
	go p.watch()
	p.until("key: ")
	// The prompt is there a moment before the echo is off.
	for late := time.Now().Add(patience); echoes(t, master); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Fatal("the terminal echoes")
		}
	}
	p.press("s3cret!\r")
	if shown := p.until("7 <nil>"); strings.Contains(shown, "s3c") {
		t.Errorf("the secret is on the screen: %q", shown)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	master.Close()
	for range p.more {
	}
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
