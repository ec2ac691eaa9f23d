//go:build linux

package main

import (
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
	p.types("%restore\r", "\nrestored 2 declarations of cells 1 to 4; variables are as they began"+
		"\n5 statements were not run, so first and me have no value: %restore all runs\neverything again\n5> |")
	p.types("best(6)\r", "makes its numbers repeat\n[11 14 15 23 31 35]\n6> |")
	p.cmd.Process.Kill()
	p.until("the end", func() bool { return p.left })

	p = openPaneIn(t, home, 80, 40, "NO_COLOR=1")
	if text := p.screen.Text(); !strings.Contains(text, "\nThe last session ended unexpectedly at ") {
		t.Errorf("the banner is\n%s", text)
	}
	p.presses("%restore\r")
	p.types("", "so first and me have no value: %restore all runs\neverything again\n6> |")
	p.types("best(6)\r", "[11 14 15 23 31 35]\n7> |")
	p.types("%restore all\r", " again\n7> |")
	p.types("first\r", "\n8> |")
	p.presses("\x04")
	p.until("the end", func() bool { return p.left })

	p = openPaneIn(t, home, 80, 40, "NO_COLOR=1")
	if text := p.screen.Text(); strings.Contains(text, "unexpectedly") {
		t.Errorf("the banner is\n%s", text)
	}
}

// TestPaneConfig turns colours off and has the whole of a value shown.
func TestPaneConfig(t *testing.T) {
	home := t.TempDir()
	p := openPaneIn(t, home, 80, 40)
	p.types("%config color off\r", "1> |")
	p.types("\"abc\"\r", "\n\"abc\"\n2> |")
	p.types("%config lines 1\r", "2> |")
	p.types("strings.Repeat(\"a\", 100)\r", "%show for the whole\n3> |")
	p.types("%config\r", "how often memory is cleared up\n3> |")
	if got, want := p.screen.Styles(5), `[silver 0]"abc"`; got != want {
		t.Errorf("styles %q, want %q", got, want)
	}
	for _, want := range []string{"\ncolor               off\n", "\nlines               1, of a value\n", "\nhistory             " + home + "/riffle/history\n"} {
		if !strings.Contains(p.screen.Text(), want) {
			t.Errorf("no %q on\n%s", want, p.screen.Text())
		}
	}
}
