//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	emulator "riffle/internal/test/screen"
)

// untilNow is a cell that runs until there is a file "now", which it removes.
const untilNow = `fmt.Println("busy"); for os.Remove("now") != nil { time.Sleep(time.Millisecond) }`

// TestPaneSuspends stops riffle while a cell runs. The shell has a terminal that echoes;
// riffle, when it goes on, hides what is typed into its output, for the rest of the
// session.
func TestPaneSuspends(t *testing.T) {
	for _, shell := range [][]string{{"bash", "--norc", "--noprofile", "-i"}, {"dash", "-i"}} {
		t.Run(shell[0], func(t *testing.T) {
			if _, err := exec.LookPath(shell[0]); err != nil {
				t.Skip(err)
			}
			dir := t.TempDir()
			p := &pane{seat: takeSeatOf(t, exec.Command(shell[0], shell[1:]...), dir, 80, 30, "PS1=$ ", "ENV=", "NO_COLOR=1", "XTERM_VERSION=emulated")}
			p.t, p.screen = t, emulator.New(t, 80, 30)
			p.types("", "$ |")
			p.types("riffle --no-init\r", "\n1> |")
			p.types("\x1a", "\n$ |")
			p.types("fg\r", "\n1> |")
			p.types(untilNow+"\r", "\nbusy\n|")
			p.types("\x1a", "\n$ |")
			p.types("echo h''i\r", "$ echo h''i\nhi\n$ |")
			p.types("fg\r", "\nriffle --no-init\n|")
			p.hides(dir, "first", "\nriffle --no-init\n2> first|")
			p.types("\x15"+untilNow+"\r", "\nbusy\n|")
			p.hides(dir, "second", "\nbusy\n3> second|")
			p.types("\x15\x04", "\n$ |")
			p.types("echo h''i\r", "$ echo h''i\nhi\n$ |")
		})
	}
}

// TestPaneWithoutAShell: nobody could continue riffle, so Ctrl-Z doesn't stop it.
func TestPaneWithoutAShell(t *testing.T) {
	dir := t.TempDir()
	p := openPaneIn(t, dir, 80, 30, "NO_COLOR=1")
	p.types("\x1a", "\n1>\n1> |")
	p.types(untilNow+"\r", "\nbusy\n|")
	p.presses("\x1a")
	p.hides(dir, "typed", "\nbusy\n2> typed|")
}

// hides types while a cell runs and ends the cell: what was typed must be at the prompt,
// as want says, and not in the cell's output.
func (p *pane) hides(dir, keys, want string) {
	p.t.Helper()
	eventually(p.t, "a terminal that hides what is typed", func() bool { return !echoes(p.t, p.tty) })
	p.presses(keys)
	if err := os.WriteFile(filepath.Join(dir, "now"), nil, 0o644); err != nil {
		p.t.Fatal(err)
	}
	p.sees(want)
}
