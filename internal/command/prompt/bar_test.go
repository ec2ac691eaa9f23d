//go:build linux

package prompt

import (
	"regexp"
	"strings"
	"testing"
)

// TestPaneBar types, and makes the terminal narrow, while an experiment shows how far
// it is; then stops it.
func TestPaneBar(t *testing.T) {
	p := openPane(t, "NO_COLOR=1")
	bar := regexp.MustCompile(`(?s)^.*\n1> trials[^\n]*\n\[#*\.*\]   0%, (?:\d+[hms])+ left\|$`)
	narrow := regexp.MustCompile(`(?s)1> trials.*\n[^\n]{0,15}0%, [^\n]*$`)
	p.presses("trials.Run(1<<45, func(rng PRNG) bool { return true })\r")
	p.shows(bar)
	p.presses("typed ahead")
	p.resize(20, 20)
	p.shows(narrow)
	p.resize(60, 20)
	p.shows(bar)
	p.presses("\x03")
	p.sees("\n2> |")
	stopped := regexp.MustCompile(`\n1> trials[^\n]*\n\^C\n[\d,]+ runs, stopped before the [\d,]+\s+asked`)
	if text := p.screen.Text(); !stopped.MatchString(text) || strings.ContainsAny(text, "#") || strings.Contains(text, "typed ahead") {
		t.Errorf("the screen is\n%s", text)
	}
}

// TestPaneBackground types while something that an earlier cell has started prints.
func TestPaneBackground(t *testing.T) {
	p := openPane(t, "NO_COLOR=1")
	p.types("say := make(chan string)\r", "2> |")
	p.types("go func() { for s := range say { fmt.Println(s) } }()\r", "3> |")
	p.types("time.AfterFunc(0, func() { say <- \"one\"; say <- \"two\" });\r", "one\ntwo\n4> |")
	p.types("time.AfterFunc(500*time.Millisecond, func() { say <- \"three\" });\r", "5> |")
	p.presses("lotto := New")
	p.sees("three\n5> lotto := New|")
	p.types("Lottery(40)\r", "5> lotto := NewLottery(40)\n6> |")
}

// shows waits until the screen, with the cursor as |, matches want.
func (p *pane) shows(want *regexp.Regexp) {
	p.t.Helper()
	if !p.until(want.String(), func() bool { return want.MatchString(p.screen.Marked()) }) {
		p.t.Fatalf("riffle has left without showing\n%s", want)
	}
}
