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
