//go:build linux

package prompt

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestFullTerminal presses Ctrl-C while a cell floods a terminal that has no room left,
// because nobody reads it for a while: nothing of the flood is lost, and the prompt comes.
func TestFullTerminal(t *testing.T) {
	p := sit(t)
	p.press("for i := 0; ; i++ { fmt.Println(i) }\r")
	p.until(edited)
	time.Sleep(500 * time.Millisecond) // fills seat.more, and then the terminal
	p.press("typed ahead\x03")
	time.Sleep(100 * time.Millisecond)
	shown := strings.ReplaceAll(p.until(editing), "\r\n", "\n")
	p.until("> ")
	flood, end, _ := strings.Cut(shown, "^C")
	lines := strings.Split(flood, "\n")
	for i, line := range lines[:len(lines)-1] {
		if line != strconv.Itoa(i) {
			t.Fatalf("where the cell prints %d, the terminal shows %.100q", i, line)
		}
	}
	if !strings.HasSuffix(end, "interrupted: the cell was stopped; its variables are kept\n") {
		t.Errorf("after Ctrl-C the terminal shows ... %q", end[max(0, len(end)-300):])
	}
	p.press("1+1\r")
	if p.until(editing); strings.Contains(p.until("> "), "ahead") {
		t.Error("what was typed before Ctrl-C is still there")
	}
}
