//go:build linux

package prompt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"riffle/internal/test/built"
)

// A badCase is a cell that goes wrong, or looks as if it did. testdata/bad.json
// holds the table, which the kernel's tests read too; testdata/bad_known.json
// has those that riffle doesn't take well yet, each with a reason.
type badCase struct {
	Name string
	Cell string
	// Repeat says how often a text in Cell is to stand there.
	Repeat map[string]int
	// Bytes: the characters of Cell are bytes, which may be no UTF-8.
	Bytes bool
	// Dangling: Cell lacks its end, so that the prompt asks for it and is
	// told with Ctrl-D that there is none.
	Dangling bool
	// Interrupt: Cell prints "ready" and waits to be interrupted.
	Interrupt bool
	// Fine: Cell is no error.
	Fine bool
	// Memory: Cell fills the memory, of which the race detector needs several
	// times as much.
	Memory bool
	// Lost: the variables are gone afterwards, as the error says. Without it
	// they are kept.
	Lost bool
	// Only names the front end of a case that the other can't be given,
	// "kernel" or "prompt".
	Only string
	// Want are texts that are shown; "cell N" stands for this cell.
	Want []string
	// Never are expressions for what isn't shown.
	Never []string
	// Reason says why a known case fails.
	Reason string
}

// source is the cell as it is typed.
func (c badCase) source() string {
	text := c.Cell
	for s, n := range c.Repeat {
		text = strings.ReplaceAll(text, s, strings.Repeat(s, n))
	}
	return text
}

// faults lists what is wrong with what cell n of this case shows.
func (c badCase) faults(shown string, n int, never []string) (faults []string) {
	for _, want := range c.Want {
		want = strings.ReplaceAll(want, "cell N", fmt.Sprintf("cell %d", n))
		if !strings.Contains(shown, want) {
			faults = append(faults, fmt.Sprintf("does not show %q but %.300q", want, shown))
		}
	}
	for _, never := range append(never[:len(never):len(never)], c.Never...) {
		if found := regexp.MustCompile(never).FindString(shown); found != "" {
			faults = append(faults, fmt.Sprintf("shows %.80q", found))
		}
	}
	return faults
}

// readTestdata decodes a JSON file of testdata.
func readTestdata(t *testing.T, name string, v any) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestBadCells types the table at the prompt, all of it in one session.
func TestBadCells(t *testing.T) {
	var table struct {
		Never []string
		Cases []badCase
	}
	var known []badCase
	readTestdata(t, "bad.json", &table)
	readTestdata(t, "bad_known.json", &known)
	p := sit(t)
	p.prepare()
	for _, c := range table.Cases {
		if c.Only != "kernel" && !(c.Memory && built.Raced) {
			for _, fault := range p.faults(c, table.Never) {
				t.Errorf("%s: %s", c.Name, fault)
			}
		}
	}
	for _, c := range known {
		if c.Only != "kernel" && len(p.faults(c, table.Never)) == 0 {
			t.Errorf("%s: is known to fail and does not; move it to bad.json", c.Name)
		}
	}
}

// soon is how long a person waits at most for a new session.
const soon = time.Second

// person sits at a pseudo-terminal with riffle on the other side.
type person struct {
	seat
	t    *testing.T
	seen []byte // what until has not passed yet
	n    int    // the number of the latest cell
}

// sit starts riffle and waits for its prompt.
func sit(t *testing.T) *person {
	t.Helper()
	p := &person{seat: takeSeat(t, t.TempDir(), 0, 0, "NO_COLOR=1"), t: t}
	p.until(editing)
	p.until("> ")
	return p
}

// until waits for a mark on the screen and returns what stands before it.
func (p *person) until(mark string) string {
	p.t.Helper()
	late := time.After(patience)
	for looked := 0; ; { // a flood is looked at once
		if i := bytes.Index(p.seen[looked:], []byte(mark)); i >= 0 {
			before := string(p.seen[:looked+i])
			p.seen = p.seen[looked+i+len(mark):]
			return before
		}
		looked = max(0, len(p.seen)-len(mark)+1)
		select {
		case text, ok := <-p.more:
			if !ok {
				p.t.Fatalf("riffle has left without showing %q", mark)
			}
			p.seen = append(p.seen, text...)
		case <-late:
			p.t.Fatalf("the screen does not show %q but %.2000q", mark, p.seen)
		}
	}
}

func (p *person) press(keys string) {
	p.t.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// The line editor switches bracketed paste on while a line is edited, so that
// what a cell shows stands between the end of one line and the next.
const (
	editing = "\x1b[?2004h"
	edited  = "\x1b[?2004l"
	paste   = "\x1b[200~%s\x1b[201~"
)

// run pastes a cell and returns what it shows.
func (p *person) run(c badCase) (shown string) {
	p.t.Helper()
	source := c.source()
	if strings.TrimSpace(source) != "" {
		p.n++
	}
	p.press(fmt.Sprintf(paste, source) + "\r")
	if c.Dangling {
		p.press("\x15\x04") // on an empty line, this ends a cell that isn't complete
	}
	p.until(edited)
	if c.Interrupt {
		shown = p.until("ready\r\n")
		p.press("\x03")
	}
	shown += p.until(editing)
	p.until("> ")
	shown = strings.ReplaceAll(shown, "\r\n", "\n")
	if !utf8.ValidString(shown) {
		p.t.Errorf("%s: shows text that is no UTF-8", c.Name)
	}
	return shown
}

// faults lists what is wrong with how riffle takes a case.
func (p *person) faults(c badCase, never []string) []string {
	p.t.Helper()
	shown := p.run(c)
	if testing.Verbose() {
		p.t.Logf("%s:\n%.2000s", c.Name, shown)
	}
	faults := c.faults(shown, p.n, never)
	if !c.Lost {
		if got := p.run(badCase{Cell: "x"}); got != "42\n" {
			p.prepare()
			return append(faults, fmt.Sprintf("afterwards x shows %q", got))
		}
		return faults
	}
	begin := time.Now()
	if got := p.run(badCase{Cell: "1+1"}); !strings.HasSuffix(got, "2\n") {
		faults = append(faults, fmt.Sprintf("afterwards 1+1 shows %q", got))
	}
	if took := time.Since(begin); took > soon {
		faults = append(faults, fmt.Sprintf("afterwards 1+1 takes %v", took))
	}
	p.prepare()
	return faults
}

// prepare makes a session's variables.
func (p *person) prepare() {
	p.t.Helper()
	for _, cell := range []string{"x := 41", "x++"} {
		if shown := p.run(badCase{Cell: cell}); shown != "" {
			p.t.Fatalf("%s shows %q", cell, shown)
		}
	}
}
