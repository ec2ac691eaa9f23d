//go:build linux || darwin

package repl

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"riffle/internal/magic"
	emulator "riffle/internal/test/screen"
	"riffle/repl/edit"
	"riffle/repl/keys"
	"riffle/repl/view"
)

const (
	esc      = "\x1b"
	pageDown = "\x1b[6~"
	pageUp   = "\x1b[5~"
	backTab  = "\x1b[Z"
)

// TestTerminalMenu moves through a list, narrows it and takes from it.
func TestTerminalMenu(t *testing.T) {
	const both = "Pick     (k int) []int  draws k numbers.\n  PickOne  () int"
	p := sit(t, Config{})
	p.types("x\r", "<x>\n2> |")
	p.types("l.Pick\t", "> l.Pick|\n* "+both)
	p.types("\t", "> l.Pick|\n  Pick     (k int) []int  draws k numbers.\n* PickOne  () int")
	p.types("\t", "> l.Pick|\n* "+both)
	p.types(backTab+down+up, "> l.Pick|\n  Pick     (k int) []int  draws k numbers.\n* PickOne  () int")
	p.types("\r", "> l.PickOne|")
	p.types("\b\b\b\t", "> l.Pick|\n* "+both)
	p.types("O", "> l.PickO|\n* PickOne  () int")
	p.types("\b", "> l.Pick|\n* "+both)
	p.types("(6)", "> l.Pick(6)|")
	p.types("\r", "<l.Pick(6)>\n3> |")
	p.leaves("1:x", "2:l.Pick(6)")
}

// TestTerminalMenuCloses checks that each key that closes a list leaves the typed text.
func TestTerminalMenuCloses(t *testing.T) {
	for name, key := range map[string]string{"Escape": esc, "Ctrl-G": "\x07", "Ctrl-C": "\x03"} {
		t.Run(name, func(t *testing.T) {
			p := sit(t, Config{})
			p.types("l.Pick\t", "() int")
			p.types(key, "> l.Pick|")
			p.types("!\r", "<l.Pick!>\n2> |")
			p.leaves("1:l.Pick!")
		})
	}
}

// TestTerminalMenuTurnsPages lists more than a page holds, in terminals of any size.
func TestTerminalMenuTurnsPages(t *testing.T) {
	p := sit(t, Config{})
	const legend = "  Tab, PgDn: on  Enter: takes it  Esc: closes"
	p.types("name\t\t", "  name0010  (n int) int  does something.\n1 of 1000"+legend)
	p.types(pageDown, "  name0021  (n int) int  does something.\n12 of 1000"+legend)
	p.types(up, "* name0010  (n int) int  does something.\n11 of 1000"+legend)
	p.types(pageUp+up, "* name0999  (n int) int  does something.\n1000 of 1000"+legend)
	p.resizes(20, 6, "> name0|\n  name0998\n* name0999\n1000 of 1000")
	p.types("12", "> name012|\n* name0120\n  name0121\n1 of 10")
	p.resizes(60, 16, "  name0129  (n int) int  does something.")
	p.types(right, "> name0120|")
	p.types("\x03", "^C\n1> |")
	p.leaves()
}

// The list is below the whole cell, and gone with a key that means nothing in it.
func TestTerminalMenuInACell(t *testing.T) {
	p := sit(t, Config{})
	p.types("f {\rl.Pick\rx\r}"+up+up+end+"\t", "> f {\n..     l.Pick|\n..     x\n.. }\n"+
		"* Pick     (k int) []int  draws k numbers.\n"+
		"  PickOne  () int")
	p.types(left, "> f {\n..     l.Pic|k\n..     x\n.. }")
	p.types("\x03", "^C\n1> |")
	p.leaves()
}

// TestTerminalSignature shows what a call takes while it is written, the parameter in
// bold, and leaves nothing of it.
func TestTerminalSignature(t *testing.T) {
	p := sit(t, Config{Color: true})
	p.types("add(", "> add(|\nadd(a int, b int) int\nadds two numbers.")
	p.mu.Lock()
	got := p.screen.Styles(1)
	p.mu.Unlock()
	if want := "add([silver 1]a int[silver 0], b int) int"; !strings.HasSuffix(got, want) {
		t.Errorf("styles %q, want %q", got, want)
	}
	p.types("1, ", "> add(1, |\nadd(a int, b int) int\nadds two numbers.")
	p.waits("the second parameter in bold", func() bool { return strings.Contains(p.screen.Styles(1), "[silver 1]b int[silver 0]") })
	p.types("2)", "> add(1, 2)|")
	p.types("\r", "1> add(1, 2)\n<add(1, 2)>\n2> |")
	p.types("x(\r", "2> x(\n<x(>\n3> |")
	p.types("add(\r", "1> add(1, 2)\n<add(1, 2)>\n2> x(\n<x(>\n3> add(\n<add(>\n4> |")
	p.leaves("1:add(1, 2)", "2:x(", "3:add(")
}

// TestTerminalSignatureCloses closes it for the call that is written, and opens it.
func TestTerminalSignatureCloses(t *testing.T) {
	const shown = "\nadd(a int, b int) int\nadds two numbers."
	for name, key := range map[string]string{"Escape": esc, "Ctrl-G": "\x07"} {
		t.Run(name, func(t *testing.T) {
			p := sit(t, Config{Color: true})
			p.types("add(", "> add(|"+shown)
			p.types(key, "> add(|")
			p.types("1", "> add(1|")
			p.types("\b\t", "> add(|"+shown)
			p.types("1) + add(", "> add(1) + add(|"+shown)
			p.types("\x03", "^C\n1> |")
			p.leaves()
		})
	}
}

// Where nothing is coloured, Tab opens the signature.
func TestTerminalSignatureWithoutColours(t *testing.T) {
	p := sit(t, Config{})
	p.types("add(", "> add(|")
	p.types("\t", "> add(|\nadd(‹a int›, b int) int\nadds two numbers.")
	p.types("1,", "> add(1,|\nadd(a int, ‹b int›) int\nadds two numbers.")
	p.types("2)", "> add(1,2)|")
	p.types("\r", "<add(1,2)>\n2> |")
	p.leaves("1:add(1,2)")
}

// TestTerminalSignatureStaysBelow: it never moves the text, at the bottom of the
// terminal neither.
func TestTerminalSignatureStaysBelow(t *testing.T) {
	p := sit(t, Config{Color: true})
	for range rows {
		p.press("x\r")
	}
	p.sees(fmt.Sprintf("%d> |", rows+1))
	where := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		row, _ := p.screen.Cursor()
		return row
	}
	before := where()
	if before != rows-1-hintRows {
		t.Errorf("the cursor is in row %d of %d", before, rows)
	}
	p.types("add(", "> add(|\nadd(a int, b int) int\nadds two numbers.")
	if after := where(); after != before {
		t.Errorf("the cursor was in row %d and is in row %d", before, after)
	}
	p.resizes(20, 6, "> add(|\nadd(a int, b int)\nadds two numbers.")
	p.resizes(60, 6, "> add(|\nadd(a int, b int) int\nadds two numbers.")
	p.types("\x1b\rx\x1b\rx\x1b\rx\x1b\rx", "> add(\n...     x\n...     x\n...     x\n...     x|\nadd(a int, b int) int")
	p.types("\x1b\rx", "> add(\n...     x\n...     x\n...     x\n...     x\n...     x|")
	p.types("\x03", "x^C\n17> |")
	p.press("\x04")
	<-p.done
}

// TestTerminalSlowAnswers: a session that doesn't answer delays no key for long, and none
// at all for a signature.
func TestTerminalSlowAnswers(t *testing.T) {
	slow := make(chan struct{})
	p := sit(t, Config{Color: true})
	p.engine.slow = slow
	p.types("slow(add(1", "> slow(add(1|")
	<-p.engine.started
	p.types("\x15add(1", "> add(1|")
	p.types("\x15slow\tx", "> slowx|")
	p.types("\x15slow\t\x03", "> slow^C\n1> |")
	close(slow)
	p.types("add(", "> add(|\nadd(a int, b int) int\nadds two numbers.")
	p.types("1)\r", "<add(1)>\n2> |")
	p.leaves("1:add(1)")
}

// TestRandomKeys presses random keys in terminals of any size. What differs is drawn
// after each: the screen is the one that is drawn anew.
func TestRandomKeys(t *testing.T) {
	pool := []keys.Key{
		keys.Typed("add("), keys.Typed("1, "), keys.Typed(")"), keys.Typed("l.P"), keys.Typed("name00"), keys.Typed("日本e\u0301"), keys.Typed("{"), keys.Typed("}"),
		{Name: keys.Paste, Text: "a\n\tb("}, keys.Typed("long enough to wrap in a narrow terminal"),
	}
	for _, name := range strings.Fields("Tab Tab Tab S-Tab Up Down Left Right PageUp PageDown Enter M-Enter Esc C-g Backspace Backspace C-a C-e C-k C-u C-y C-_ C-r C-s M-< M-> C-c C-d") {
		pool = append(pool, keys.Named(name))
	}
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 7))
		width, height := 4+rng.IntN(60), 1+rng.IntN(16)
		s := emulator.New(t, width, height)
		e := offline(s, width, height, seed%2 == 0)
		e.mu.Lock()
		for range 80 {
			k := pool[rng.IntN(len(pool))]
			e.press(k)
			if e.closing {
				e.closing, e.panel = false, nil
				e.hint.forgetHint()
				e.buf.Reset("")
			}
			e.drawText()
			e.inform()
			for e.hint.asking {
				e.unlocked(runtime.Gosched)
			}
			got, want := s.Marked(), drawnAnew(t, e)
			if !strings.HasSuffix("\n"+got, "\n"+want) {
				t.Fatalf("seed %d, %d x %d, %q after %+v:\n%s\nwant\n%s", seed, width, height, e.buf.Text(), k, got, want)
			}
		}
		e.mu.Unlock()
	}
}

// offline is an editor without a terminal to read from.
func offline(out *emulator.Screen, width, height int, colours bool) *Editor {
	engine := newFake()
	e := &Editor{cfg: EditorConfig{Out: out, Complete: engine.Complete, Signature: engine.Signature, Magics: magic.All}, style: style{on: colours}, active: true}
	e.screen = view.Screen{Out: out, Width: width}
	e.layout.Width, e.layout.Height = width, height
	e.recall = edit.NewRecall([]string{"add(1, 2)", "f {\n\tx\n}"})
	e.draft = Draft{Prompt: "1> ", Continuation: ".. "}
	return e
}

// drawnAnew is the editor's frame on a new screen.
func drawnAnew(t *testing.T, e *Editor) string {
	fresh := emulator.New(t, e.layout.Width, e.layout.Height)
	kept := e.screen
	e.screen = view.Screen{Out: fresh, Width: e.layout.Width}
	e.drawText()
	e.screen = kept
	return fresh.Marked()
}
