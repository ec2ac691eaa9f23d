//go:build linux

package prompt

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPaneRestores kills a session, then riffle itself, and brings back what was
// declared.
func TestPaneRestores(t *testing.T) {
	home := t.TempDir()
	p := openPaneIn(t, home, 80, 40, "NO_COLOR=1")
	p.types("lotto := NewLottery(40, JavaRandom(42)); lotto.Pick(6)\r", "[11 14 15 23 31 35]\n2> |")
	p.types("func best(n int) []int { return lotto.Pick(n) }\r", "\n3> |")
	p.types("first := best(2)\r", "\n4> |")
	p.types("me, _ := os.FindProcess(os.Getpid()); me.Kill(); select {}\r",
		"\na new session has begun; %restore brings back what the cells before had declared\n5> |")
	p.types("%restore\r", "\nrestored 2 declarations of cells 1 to 4; lotto is as it began"+
		"\n5 statements were not run, so first and me have no value; %restore all runs\neverything again\n5> |")
	p.types("best(6)\r", "makes its numbers repeat\n[11 14 15 23 31 35]\n6> |")
	p.cmd.Process.Kill()
	p.until("the end", func() bool { return p.left })

	p = openPaneIn(t, home, 80, 40, "NO_COLOR=1")
	if text := p.screen.Text(); !strings.Contains(text, "\nThe last session ended unexpectedly at ") {
		t.Errorf("the banner is\n%s", text)
	}
	p.presses("%restore\r")
	p.types("", "so first and me have no value; %restore all runs\neverything again\n6> |")
	p.types("best(6)\r", "[11 14 15 23 31 35]\n7> |")
	p.types("%restore all\r", " again\n7> |")
	p.types("first\r", "\n8> |")
	p.presses("\x04")
	p.until("the end", func() bool { return p.left })

	p = openPaneIn(t, home, 80, 40, "NO_COLOR=1")
	if text := p.screen.Text(); strings.Contains(text, "unexpectedly") {
		t.Errorf("the banner is\n%s", text)
	}
	p.types("left := 1\r", "2> |")
	p.tty.Close() // the terminal is gone
	p.until("the end", func() bool { return p.left })
	p.cmd.Process.Wait()

	p = openPaneIn(t, home, 80, 40, "NO_COLOR=1")
	p.presses("%restore\r")
	p.until("the declaration", func() bool {
		text := p.screen.Marked()
		return strings.Contains(text, "\nrestored 1 declaration of the session that ended at ") && strings.HasSuffix(text, "\n2> |")
	})
	p.types("left\r", "1\n3> |")
}

// TestPaneConfig turns colours off and has the whole of a value shown.
func TestPaneConfig(t *testing.T) {
	home := t.TempDir()
	p := openPaneIn(t, home, 80, 60)
	p.types("%config color off\r", "1> |")
	p.types("\"abc\"\r", "\n\"abc\"\n2> |")
	p.types("%config lines 1\r", "2> |")
	p.types("strings.Repeat(\"a\", 100)\r", "%show for the whole\n3> |")
	p.types("%config\r", "how often memory is cleared up\n3> |")
	row := slices.Index(strings.Split(p.screen.Text(), "\n"), `"abc"`)
	if got, want := p.screen.Styles(row), `[silver 0]"abc"`; got != want {
		t.Errorf("styles %q, want %q", got, want)
	}
	for _, want := range []string{"\ncolor               off         set here\n", "\nlines               1           set here\n", "\nhistory             " + home + "/riffle/history\n"} {
		if !strings.Contains(p.screen.Text(), want) {
			t.Errorf("no %q on\n%s", want, p.screen.Text())
		}
	}
}

// TestPaneSharesHistory: each of two sessions recalls its own lines first, and then the
// other's.
func TestPaneSharesHistory(t *testing.T) {
	home := t.TempDir()
	a := openPaneIn(t, home, 60, 20, "NO_COLOR=1")
	b := openPaneIn(t, home, 60, 20, "NO_COLOR=1")
	a.types("1001\r", "1001\n2> |")
	b.types("2001.5\r", "2001.5\n2> |")
	b.types(keyUp, "2> 2001.5|")
	b.types(keyUp, "2> 1001|")
	b.types("\x03", "^C\n2> |")
	a.types("\r", "2> |") // the next prompt hears of it
	a.types(keyUp, "2> 1001|")
	a.types(keyUp, "2> 2001.5|")
	a.types("\x03", "^C\n2> |")
	a.types("%history 1.5\r", "\n2001.5\n%history 1.5\n2> |")
}

// TestPaneWithoutHistory: whatever is wrong with the history, one's own lines are
// recalled, and there is one warning at most.
func TestPaneWithoutHistory(t *testing.T) {
	write := func(t *testing.T, path, text string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	tests := map[string]struct {
		spoil func(t *testing.T, home string)
		env   []string
		warns bool
	}{
		"a folder that can't be made": {func(t *testing.T, home string) { write(t, filepath.Join(home, "riffle"), "") }, nil, true},
		"a folder in its place":       {func(t *testing.T, home string) { write(t, filepath.Join(home, "riffle", "history", "x"), "") }, nil, true},
		"a file that can't be locked": {func(t *testing.T, home string) { write(t, filepath.Join(home, "riffle", "history.lock", "x"), "") }, nil, true},
		"a file that can't be written": {func(t *testing.T, home string) {
			if os.Geteuid() == 0 { // who may write everything
				write(t, filepath.Join(home, "riffle", "history", "x"), "")
				return
			}
			write(t, filepath.Join(home, "riffle", "history"), "1+1\n")
			os.Chmod(filepath.Join(home, "riffle", "history"), 0o400)
		}, nil, true},
		"rubbish": {func(t *testing.T, home string) {
			write(t, filepath.Join(home, "riffle", "history"), "\x00\xff\x1b[2J\\q\n"+strings.Repeat("x", 1<<20)+"\n\n\\")
		}, nil, false},
		"no home": {func(*testing.T, string) {}, []string{"HOME=", "XDG_STATE_HOME="}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			tt.spoil(t, home)
			p := openPaneIn(t, home, 100, 30, append(tt.env, "NO_COLOR=1")...)
			p.types("40 + 2\r", "42\n2> |")
			p.types(keyUp, "2> 40 + 2|")
			p.types("\r", "42\n3> |")
			if warned := strings.Contains(p.screen.Text(), "riffle: history is not kept: "); warned != tt.warns {
				t.Errorf("warned: %v, want %v\n%s", warned, tt.warns, p.screen.Text())
			}
			if n := strings.Count(p.screen.Text(), "not kept"); n > 1 {
				t.Errorf("%d warnings\n%s", n, p.screen.Text())
			}
			p.types("%restore\r", "none before it is known\n3> |")
		})
	}
}

// TestPaneSavesAndLoads saves a session in each form, and has each run and load it.
func TestPaneSavesAndLoads(t *testing.T) {
	home := t.TempDir()
	p := openPaneIn(t, home, 100, 40, "NO_COLOR=1")
	p.types("lotto := NewLottery(40, JavaRandom(42)); lotto.Pick(6)\r", "[11 14 15 23 31 35]\n2> |")
	p.types("nope\r", "\n3> |")
	p.types("func twice(n int) int {\rreturn 2 * n\r}\r", "\n4> |")
	p.types("twice(21)\r", "42\n5> |")
	for _, name := range []string{"a.go", "a.ipynb", "a.md", "a.txt"} {
		p.presses("%save " + name + "\r")
		said := "\nwrote 3 cells to " + name
		p.until(said, func() bool {
			return strings.Contains(p.screen.Text(), said) && strings.HasSuffix(p.screen.Marked(), "\n5> |")
		})
	}
	p.types("%save a.go\r", "error: %save: a.go exists already; choose another name, or %save -f a.go replaces it\n5> |")
	p.types("In[1];\r", "\n6> |")
	p.types("%save -f a.go\r", "a.txt would keep them as a script, for riffle run and %run\n6> |")
	p.presses("\x04")
	p.until("the end", func() bool { return p.left })
	for _, name := range []string{"a.go", "a.txt"} {
		cmd := exec.Command("riffle", "run", name)
		cmd.Dir = home
		out, err := cmd.CombinedOutput()
		want := "[11 14 15 23 31 35]\n42\n"
		if name == "a.txt" {
			want = "" // scripts show what they print
		}
		if err != nil || string(out) != want {
			t.Errorf("%s prints %q, %v; want %q", name, out, err, want)
		}
	}
	for _, name := range []string{"a.ipynb", "a.md", "a.txt"} {
		p := openPaneIn(t, home, 100, 40, "NO_COLOR=1")
		p.types("%load "+name+"\r", "\n.. twice(21)|")
		p.types("\r", "[11 14 15 23 31 35]\n42\n5> |")
		p.types("twice(4)\r", "8\n6> |")
	}
	p = openPaneIn(t, home, 100, 40, "NO_COLOR=1")
	p.types("%load a.go\r", "\n.. }|")
	p.types("\r", "[11 14 15 23 31 35]\n42\n3> |")
	p.types("twice(4)\r", "8\n4> |")
}
