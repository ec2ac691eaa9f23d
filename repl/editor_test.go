//go:build linux || darwin

package repl

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"riffle/internal/proto"
	"riffle/internal/test/pty"
	emulator "riffle/internal/test/screen"
)

// person sits at a pseudo-terminal with a session on the other side.
type person struct {
	t      *testing.T
	tty    *os.File
	engine *fakeEngine
	editor *Editor
	done   chan error

	mu     sync.Mutex
	more   *sync.Cond
	screen *emulator.Screen
	late   bool
}

// The size of the terminal.
const columns, rows = 60, 16

// sit starts a session on a pseudo-terminal.
func sit(t *testing.T, cfg Config) *person {
	t.Helper()
	return sitUntil(t, t.Context(), cfg)
}

func sitUntil(t *testing.T, ctx context.Context, cfg Config) *person {
	t.Helper()
	master, slave := pty.Open(t)
	p := &person{t: t, tty: master, engine: newFake(), done: make(chan error, 1)}
	p.more = sync.NewCond(&p.mu)
	p.screen = emulator.New(t, columns, rows)
	p.size(columns, rows)
	t.Setenv("XTERM_VERSION", "as the emulator: rows are cut off")
	cfg.Engine, cfg.In, cfg.Out = p.engine, slave, slave
	ed, err := NewEditor(EditorConfig{In: slave, Out: slave, Complete: p.engine.Complete, Signature: p.engine.Signature, History: cfg.History, Color: cfg.Color})
	if err != nil {
		t.Fatal(err)
	}
	p.editor = ed
	cfg.Width = ed.Width
	var wg sync.WaitGroup
	wg.Go(p.watch)
	go func() { p.done <- Interactive(ctx, cfg, ed) }()
	t.Cleanup(func() {
		master.Close()
		wg.Wait()
		ed.Close()
		slave.Close()
	})
	p.sees("> |")
	return p
}

func (p *person) size(width, height uint16) {
	pty.Control(p.t, p.tty, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: height, Col: width})
	})
}

// resize changes the size of the window, and tells the program as a terminal does.
func (p *person) resize(width, height int) {
	p.mu.Lock()
	p.screen.Resize(width, height)
	p.mu.Unlock()
	p.size(uint16(width), uint16(height))
	if err := unix.Kill(os.Getpid(), unix.SIGWINCH); err != nil {
		p.t.Fatal(err)
	}
	for known := 0; known != width; time.Sleep(time.Millisecond) {
		p.editor.mu.Lock()
		known = p.editor.layout.Width
		p.editor.mu.Unlock()
	}
}

// resizes changes the size of the window and waits for the screen to end with want.
func (p *person) resizes(width, height int, want string) {
	p.t.Helper()
	p.resize(width, height)
	p.sees(want)
}

// watch draws what comes until the terminal is closed.
func (p *person) watch() {
	buf := make([]byte, 64<<10)
	for {
		n, err := p.tty.Read(buf)
		p.mu.Lock()
		p.screen.Write(buf[:n])
		p.more.Broadcast()
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// types sends keys and waits for the screen to end with want.
func (p *person) types(keys, want string) {
	p.t.Helper()
	p.press(keys)
	p.sees(want)
}

func (p *person) press(keys string) {
	p.t.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// sees waits until the screen, with the cursor as |, ends with want.
func (p *person) sees(want string) {
	p.t.Helper()
	p.waits(want, func() bool { return strings.HasSuffix(p.screen.Marked(), want) })
}

// waits waits until ok.
func (p *person) waits(want string, ok func() bool) {
	p.t.Helper()
	timer := time.AfterFunc(10*time.Second, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.late = true
		p.more.Broadcast()
	})
	defer timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for !ok() {
		if p.late {
			p.t.Fatalf("the screen does not show\n%s\nbut\n%s", want, p.screen.Marked())
		}
		p.more.Wait()
	}
}

// leaves ends the session and checks the cells that ran.
func (p *person) leaves(cells ...string) {
	p.t.Helper()
	p.sees("> |")
	p.press("\x04")
	if err := <-p.done; err != nil {
		p.t.Error(err)
	}
	if got := p.engine.sources(); !slices.Equal(got, cells) {
		p.t.Errorf("cells %.2000q, want %.2000q", got, cells)
	}
}

const (
	up, down, right, left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	home, end             = "\x1b[1~", "\x1b[F"
	pasteBegin, pasteEnd  = "\x1b[200~", "\x1b[201~"
)

// TestTerminal: keys, and the screen after them with the cursor as |.
func TestTerminal(t *testing.T) {
	const word = "\x1b[1;5D"
	tests := []struct {
		name  string
		keys  string
		want  string
		cells []string
	}{
		{"value", "1+1\r", "1> 1+1\n<1+1>\n2> |", []string{"1:1+1"}},
		{"typed ahead", "a\rb\r", "1> a\n<a>\n2> b\n<b>\n3> |", []string{"1:a", "2:b"}},
		{"editing", "ac" + left + "b\r", "<abc>\n2> |", []string{"1:abc"}},
		{"home and end", "b" + home + "a" + end + "c\r", "<abc>\n2> |", []string{"1:abc"}},
		{"by words", "a b" + word + "c\r", "<a cb>\n2> |", []string{"1:a cb"}},
		{"delete key", "abxc" + left + left + "\x1b[3~\r", "<abc>\n2> |", []string{"1:abc"}},
		{"delete key on an empty line", "\x1b[3~a\r", "<a>\n2> |", []string{"1:a"}},
		{"ctrl-d inside", "xab" + home + "\x04\r", "<ab>\n2> |", []string{"1:ab"}},
		{"ctrl-d ends an indented cell", "f {\r\x04", "<f {>\n2> |", []string{"1:f {"}},
		{"ctrl-d ends a cleared line", "f {\rx\b\b\x04", "<f {>\n2> |", []string{"1:f {"}},
		{"ctrl-d inside a later line", "f {\rxab" + left + left + left + "\x04" + end + "\r}\r", "<f {\n        ab\n}>\n2> |", []string{"1:f {\n\tab\n}"}},
		{"ctrl-space", "a\x00b\r", "<ab>\n2> |", []string{"1:ab"}},
		{"unknown keys", "a\x1b[5~\x1b[6~\x1b[Zb\r", "<ab>\n2> |", []string{"1:ab"}},
		{"wide signs", "♠♥ 🎲\r", "<♠♥ 🎲>\n2> |", []string{"1:♠♥ 🎲"}},
		{"indent", "f {\rx\r}\r", "1> f {\n..     x\n.. }\n<f {\n        x\n}>\n2> |", []string{"1:f {\n\tx\n}"}},
		{"ctrl-c clears", "abc\x03x\r", "1> abc^C\n1> x\n<x>\n2> |", []string{"1:x"}},
		{"ctrl-c gives up a cell", "f {\r\x03x\r", "1> f {\n..     ^C\n1> x\n<x>\n2> |", []string{"1:x"}},
		{"paste", pasteBegin + "a\tb\r\nc\n" + pasteEnd + "\r", "1> a   b\n.. c\n<a      b\nc>\n2> |", []string{"1:a\tb\nc"}},
		{"paste in the middle", "()" + left + pasteBegin + "a\nb" + pasteEnd + "c\r", "<(a\nbc)>\n2> |", []string{"1:(a\nbc)"}},
		{"paste of a cell's transcript", pasteBegin + "> f {\n. }\n<f>" + pasteEnd + "\r", "1> f {\n.. }\n<f {\n}>\n2> |", []string{"1:f {\n}"}},
		{"paste of a transcript", pasteBegin + "> a\n<a>\n> f {\n. }\n" + pasteEnd + "\r", "1> a\n.. // %%\n.. f {\n.. }\n<a>\n<f {\n}>\n3> |", []string{"1:a", "2:f {\n}"}},
		{"paste that is incomplete", pasteBegin + "f {\n\tx" + pasteEnd + "\r}\r", "<f {\n        x\n}>\n2> |", []string{"1:f {\n\tx\n}"}},
		{"paste never ended", pasteBegin + "abc\x03x\r", "1> abc^C\n1> x\n<x>\n2> |", []string{"1:x"}},
		{"paste without marks", "f {\n\tif {\n\t\tx\n\t}\n}\n", "1> f {\n..     if {\n..         x\n..     }\n.. }\n<f {\n        if {\n                x\n        }\n}>\n2> |", []string{"1:f {\n\tif {\n\t\tx\n\t}\n}"}},
		{"complete", "l.max(); l.m\t\r", "<l.max(); l.max>\n2> |", []string{"1:l.max(); l.max"}},
		{"complete a command", "%hi\t\r", "1> %history\n1> |", nil},
		{"complete the case", "l.pi\tOne\r", "<l.PickOne>\n2> |", []string{"1:l.PickOne"}},
		{"complete nothing", "nope\t\r", "<nope>\n2> |", []string{"1:nope"}},
		{"complete before text", "l.m+1" + left + left + "\t\r", "<l.max+1>\n2> |", []string{"1:l.max+1"}},
		{"complete in a later line", "f {\rl.m\t\r}\r", "<f {\n        l.max\n}>\n2> |", []string{"1:f {\n\tl.max\n}"}},
		{"input", "scan\r42\r", "1> scan\n42\ngot 42\n2> |", []string{"1:scan"}},
		{"input of several lines", "scan\r" + pasteBegin + "4\n2" + pasteEnd + "\r", "got 4\n2\n2> |", []string{"1:scan"}},
		{"alt-enter", "a\x1b\rb\r", "1> a\n.. b\n<a\nb>\n2> |", []string{"1:a\nb"}},
		{"up and down in a cell", "a\x1b\rbc\x1b\rd" + up + "x" + up + "y" + down + down + "z\r", "1> ay\n.. bxc\n.. dz\n", []string{"1:ay\nbxc\ndz"}},
		{"kill and yank", "one two\x17\x01\x19 \r", "<two one >\n2> |", []string{"1:two one "}},
		{"undo", "one" + left + right + " two\x1f!\r", "<one!>\n2> |", []string{"1:one!"}},
		{"undo by a chord", "one" + left + right + " two\x18\x15!\r", "<one!>\n2> |", []string{"1:one!"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := sit(t, Config{})
			p.press(tt.keys)
			p.waits(tt.want, func() bool { return strings.Contains(p.screen.Marked(), tt.want) })
			p.leaves(tt.cells...)
		})
	}
}

func TestTerminalBanner(t *testing.T) {
	p := sit(t, Config{Banner: "riffle"})
	p.sees("riffle\n1> |")
	p.leaves()
}

// The cursor goes over a character by all its columns, and accents with it.
func TestTerminalWideSigns(t *testing.T) {
	p := sit(t, Config{})
	p.types("a🎲日e\u0301", "> a🎲日e\u0301|")
	p.types(left, "> a🎲日|e\u0301")
	p.types(left, "> a🎲|日e\u0301")
	p.types(left, "> a|🎲日e\u0301")
	p.types(right+"\x7f", "> a|日e\u0301")
	p.types("b\r", "<ab日e\u0301>\n2> |")
	p.leaves("1:ab日e\u0301")
}

// TestTerminalNarrow wraps a cell with wide signs and accents in 20 columns, and
// edits it there.
func TestTerminalNarrow(t *testing.T) {
	p := sit(t, Config{})
	p.resize(20, rows)
	p.types("x = \"日本語日本語日本語\"", "> x = \"日本語日本語\n日本語\"|")
	p.types(left+left+left+left, "> x = \"日本語日本語\n|日本語\"")
	p.types(left, "> x = \"日本語日本|語\n日本語\"")
	p.types("e\u0301", "> x = \"日本語日本e\u0301\n|語日本語\"")
	p.types(home+"ab", "> ab|x = \"日本語日本\ne\u0301語日本語\"")
	p.types(end+"\x1b\ry", "\ne\u0301語日本語\"\n.. y|")
	p.types("\r", "\n2> |")
	p.leaves("1:abx = \"日本語日本e\u0301語日本語\"\ny")
}

func TestTerminalSwitchesPasteMode(t *testing.T) {
	p := sit(t, Config{})
	p.types("a\r", "<a>\n2> |")
	p.leaves("1:a")
}

// A second prompt, drawn before the cell has ended, would stand in its output.
func TestTerminalDrawsNoPromptWhileACellRuns(t *testing.T) {
	p := sit(t, Config{})
	want := "1"
	for n := range 7 {
		want += "> print a\na\n" + strconv.Itoa(n+2)
		p.types("print a\r", want+"> |")
	}
	p.press("\x04")
	if err := <-p.done; err != nil {
		t.Error(err)
	}
}

func TestTerminalInterrupt(t *testing.T) {
	signals := make(chan os.Signal, 1)
	p := sit(t, Config{Interrupts: signals})
	p.press("block\r")
	<-p.engine.started
	signals <- os.Interrupt
	p.waits("interrupted", func() bool { return strings.Contains(p.screen.Text(), "interrupted") })
	p.sees("\n2> |")
	p.types("a\r", "<a>\n3> |")
	p.leaves("1:block", "2:a")
}

// What is typed beside a bar is kept for the next prompt, and the bar is whole.
func TestTerminalTypesBesideABar(t *testing.T) {
	const bar = "> bar\ndecks [########..........................]  25%, 1m05s left|"
	p := sit(t, Config{})
	p.types("bar\r", bar)
	p.press("first\rsec")
	p.engine.started <- struct{}{}
	p.sees("1> bar\n2> first\n<first>\n3> sec|")
	p.types("ond\r", "<second>\n4> |")
	p.types("bar\r", bar)
	p.press("\x04") // typed ahead, it leaves when there is nothing more to do
	p.engine.started <- struct{}{}
	if err := <-p.done; err != nil {
		t.Error(err)
	}
	p.sees("4> bar\n5>\n|")
}

// Ctrl-C removes the bar, and what was typed beside it.
func TestTerminalCtrlCAtABar(t *testing.T) {
	signals := make(chan os.Signal, 1)
	p := sit(t, Config{Interrupts: signals})
	p.types("bar\r", "left|")
	signals <- os.Interrupt
	p.waits("interrupted", func() bool { return strings.Contains(p.screen.Text(), "> bar\n^C\ninterrupted") })
	p.leaves("1:bar")
}

func TestTerminalCtrlCAtAQuestion(t *testing.T) {
	p := sit(t, Config{})
	p.types("prompted name? \r", "name? |")
	for asked := false; !asked; time.Sleep(time.Millisecond) { // not only printed
		p.editor.mu.Lock()
		asked = p.editor.active && p.editor.answer
		p.editor.mu.Unlock()
	}
	p.press("\x03")
	p.waits("interrupted", func() bool { return strings.Contains(p.screen.Text(), "interrupted") })
	p.leaves("1:prompted name? ")
}

// What is typed as a password isn't shown, nor what was cut of it.
func TestTerminalHidden(t *testing.T) {
	p := sit(t, Config{})
	p.types("secret\r", "password: |")
	p.types("日b"+left, "password: •|•")
	p.types("\x0b", "password: •|")
	p.types("c\r", "got 日c\n2> |")
	p.types("\x19x\r", "<x>\n3> |")
	p.leaves("1:secret", "2:x")
}

// TestTerminalCtrlC abandons each state of the editor for an empty prompt.
func TestTerminalCtrlC(t *testing.T) {
	for name, keys := range map[string]string{
		"text": "abc", "in a cell": "f {\rx" + up, "a signature": "add(1", "a search": "\x12x", "a failing search": "\x12nope",
		"a chord": "a\x18", "a recalled entry": up, "in a paste": pasteBegin + "ab", "Escape": "a\x1b",
	} {
		t.Run(name, func(t *testing.T) {
			p := sit(t, Config{History: &History{entries: []string{"x"}}})
			p.press(keys)
			p.types("\x03", "^C\n1> |")
			p.leaves()
		})
	}
}

func TestTerminalLateOutput(t *testing.T) {
	p := sit(t, Config{})
	outs := make(chan proto.Output, 1)
	p.engine.late = func(o proto.Output) { outs <- o }
	p.types("late\r", "> late\n2> |")
	out := <-outs
	p.types("f {\rab"+up, "> f {|\n..     ab")
	out.Stream("stdout", []byte("tick\n"))
	p.sees("> late\ntick\n2> f {|\n..     ab")
	p.types(down+end+"c\r}\r", "abc\n}>\n3> |")
	p.leaves("1:late", "2:f {\n\tabc\n}")
}

func TestTerminalResize(t *testing.T) {
	p := sit(t, Config{})
	p.types("a\r", "<a>\n2> |")
	p.types("f {\rxyzzy xyzzy xyzzy xyzzy", ". "+"    xyzzy xyzzy xyzzy xyzzy|")
	p.resizes(20, 10, "> f {\n..     xyzzy xyzzy x\nyzzy xyzzy|")
	p.types(up, "> f {|\n..     xyzzy xyzzy x\nyzzy xyzzy")
	p.resizes(40, 10, "> f {|\n..     xyzzy xyzzy xyzzy xyzzy")
	p.types(down+end+"\r}\r", "}>\n3> |")
	p.leaves("1:a", "2:f {\n\txyzzy xyzzy xyzzy xyzzy\n}")
	if a, b := p.engine.cells[0].Width, p.engine.cells[1].Width; a != columns || b != 40 {
		t.Errorf("widths %d and %d, want %d and 40", a, b, columns)
	}
}

// TestTerminalHigh edits a cell that is higher than the terminal.
func TestTerminalHigh(t *testing.T) {
	var lines []string
	for i := range 30 {
		lines = append(lines, fmt.Sprint("line ", i))
	}
	text := strings.Join(lines, "\n")
	p := sit(t, Config{})
	p.types(pasteBegin+text+pasteEnd, ". line 28\n.. line 29|")
	p.types("\x1b<x", "> x|line 0\n.. "+strings.Join(lines[1:rows], "\n.. "))
	p.types("\x1b>\x7f", ". line 28\n.. line 2|")
	p.types("\x03", ". line 28\n.. line 2^C\n1> |")
	p.leaves()
}

func TestTerminalHistoryAcrossTwoRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	p := sit(t, Config{History: open(t, path, 0)})
	p.types("f {\rx\r}\r", "}>\n2> |")
	p.types("b\r", "<b>\n3> |")
	p.leaves("1:f {\n\tx\n}", "2:b")

	p = sit(t, Config{History: open(t, path, 0)})
	p.types(up+up, "> f {\n..     x\n.. }|")
	p.types("y", "> f {\n..     x\n.. }y|")
	p.types(down, "> b|")
	p.types(up, "> f {\n..     x\n.. }y|") // what was changed is kept
	p.types("\r", "}y>\n2> |")
	p.types(up, "> f {\n..     x\n.. }y|")
	p.types(up+up, "> f |{\n..     x\n.. }y")
	p.types("\x18\r", "}y>\n3> |")
	p.types("\x12b", "> b|\nbck-i-search: b_")
	p.types("\r", "> b\n<b>\n4> |")
	p.leaves("1:f {\n\tx\n}y", "2:f {\n\tx\n}y", "3:b")
	want := []string{"f {\n\tx\n}", "b", "f {\n\tx\n}y", "b"}
	if got := open(t, path, 0).Entries(); !slices.Equal(got, want) {
		t.Errorf("history %q, want %q", got, want)
	}
}

// What was typed chooses the entries that Up shows.
func TestTerminalHistoryByItsBeginning(t *testing.T) {
	p := sit(t, Config{History: &History{entries: []string{"fair.One", "x", "fair.Two", "y"}}})
	p.types("fa"+up, "> fair.Two|")
	p.types(up, "> fair.One|")
	p.types(up, "> fair.One|")
	p.types(down+down, "> fa|")
	p.types("\x15"+up, "> y|")
	p.types("\x03", "^C\n1> |")
	p.leaves()
}

func TestTerminalSearch(t *testing.T) {
	p := sit(t, Config{History: &History{entries: []string{"alpha", "f {\n\tbeta\n}", "gamma"}}})
	p.types("draft\x12ta", "> f {\n..     beta|\n.. }\nbck-i-search: ta_")
	p.types("x", "> f {\n..     beta|\n.. }\nfailing bck-i-search: tax_")
	p.types("\x07", "> draft|")
	p.types("\x12a\x12", "|\n.. }\nbck-i-search: a_")
	p.types("\x12", "> a|lpha\nbck-i-search: a_")
	p.types(end+"!", "> alpha!|")
	p.types(down, "> f {\n..     beta\n.. }|")
	p.types("\x03", "^C\n1> |")
	p.leaves()
}

func TestTerminalSearchWithoutHistory(t *testing.T) {
	p := sit(t, Config{})
	p.types("\x12x", "> |\nfailing bck-i-search: x_")
	p.types("\x07", "> |")
	p.types("a\r", "<a>\n2> |")
	p.leaves("1:a")
}

// TestTerminalGhost suggests what an earlier entry goes on with.
func TestTerminalGhost(t *testing.T) {
	p := sit(t, Config{Color: true, History: &History{entries: []string{"lotto.Pick(6)", "f {\n\tx\n}"}}})
	p.types("lo", "> lo|tto.Pick(6)")
	p.types(right, "> lotto.Pick(6)|")
	p.types(left, "> lotto.Pick(6|)")
	p.types("\x05\x15f", "> f| { …")
	p.types("\x05", "> f {\n..     x\n.. }|")
	p.types("\x03", "^C\n1> |")
	p.types("lo\r", "> lo\n<lo>\n2> |")
	p.leaves("1:lo")
}

// TestTerminalColours: keywords, strings and brackets while they are typed.
func TestTerminalColours(t *testing.T) {
	p := sit(t, Config{Color: true})
	p.types(`if len("a b") > 1 // c`, "// c|")
	p.mu.Lock()
	got := p.screen.Styles(0)
	p.mu.Unlock()
	want := "[green 1]1> [purple 1]if[silver 0] [teal 0]len[silver 0]([green 0]\"a b\"[silver 0]) > [teal 0]1[silver 0] [silver 8]// c[silver 0]"
	if got != want {
		t.Errorf("styles %q, want %q", got, want)
	}
	p.press("\x03")
	p.leaves()
}

func TestTerminalOpensEditor(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\nprintf '%s edited\\n' \"$(cat \"$1\")\" > \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	p := sit(t, Config{Editor: []string{editor}})
	p.types("a\x1b\rb", "> a\n.. b|")
	p.types("\x1bOQ", "> a\n.. b edited|")
	p.types("\x18\x05", "> a\n.. b edited edited|")
	p.types("\x1f", "> a\n.. b edited|")
	p.types("\r", "<a\nb edited>\n2> |")
	p.leaves("1:a\nb edited")
}

func TestTerminalWithoutEditor(t *testing.T) {
	p := sit(t, Config{})
	p.types("a\x1bOQ", "> a|\nno editor here; set EDITOR and use a terminal")
	p.types("b\r", "<ab>\n2> |")
	p.leaves("1:ab")
}

// What is drawn for a large text is bounded by the screen, what is done by the text.
func TestTerminalLargeText(t *testing.T) {
	long := "f {\n" + strings.Repeat("\tline\n", 5000) + "}"
	long = strings.Replace(long, "line", "l.Pi\tline", 1) // a tab that completes nothing
	tests := map[string]string{"paste": pasteBegin + long + pasteEnd, "paste without marks": strings.ReplaceAll(long, "\n", "\r")}
	for name, keys := range tests {
		t.Run(name, func(t *testing.T) {
			p := sit(t, Config{History: &History{}})
			go p.tty.WriteString(keys)
			p.sees(".     line\n.. }|")
			if drawn := p.drawn(); drawn > 3*len(long) {
				t.Errorf("drew %d bytes for %d", drawn, len(long))
			}
			p.types("\r", "line\n}>\n2> |")
			drawn := p.drawn()
			p.types(up, ".     line\n.. }|")
			if drawn = p.drawn() - drawn; drawn > 2*columns*rows {
				t.Errorf("drew %d bytes to recall it", drawn)
			}
			p.press("\x03")
			p.leaves("1:" + long)
		})
	}
}

func (p *person) drawn() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.screen.Bytes
}

func TestTerminalEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := sitUntil(t, ctx, Config{})
	p.types("abc", "abc|")
	cancel()
	if err := <-p.done; err != nil {
		t.Error(err)
	}
	p.sees("> abc\n|")
}

// When the terminal is gone, text that was not entered doesn't run.
func TestTerminalHangUp(t *testing.T) {
	for keys, want := range map[string]string{"": "> |", "abc": "> abc|", "f {\r": "> f {\n..     |"} {
		t.Run(want, func(t *testing.T) {
			p := sit(t, Config{})
			p.types(keys, want)
			p.tty.Close()
			select {
			case err := <-p.done:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("goes on without a terminal")
			}
			if got := p.engine.sources(); len(got) > 0 {
				t.Errorf("ran %q", got)
			}
		})
	}
}

// TestTerminalEnterInside: above the last line Enter begins a line, though the cell could
// run, unless it is set otherwise.
func TestTerminalEnterInside(t *testing.T) {
	p := sit(t, Config{})
	p.types("f {\rx\r}\x1b[A\x1b[A\x05\r", "> f {\n..     |\n..     x\n.. }")
	p.types("y\x18\r", "}>\n2> |")
	p.types("%config enter run\r", "2> |")
	p.types("f {\rz\r}\x1b[A\x1b[A\x05\r", "z\n}>\n3> |")
	p.leaves("1:f {\n\ty\n\tx\n}", "2:f {\n\tz\n}")
}

// TestTerminalPager: what is longer than the screen goes through the pager that is set.
func TestTerminalPager(t *testing.T) {
	p := sit(t, Config{})
	p.types("%config pager tr a-z A-Z\r", "1> |")
	p.types("?Lottery.Pick\r", "Pick draws, detail 0\n1> |")
	p.types("?long\r", "LINE 19\n1> |")
	p.types("%config pager false\r", "1> |")
	p.types("?long\r", "line 19\nfalse: exit status 1; %config pager sets another\n1> |")
	p.leaves()
}

// TestTerminalVi types as a user of vi does, in normal mode and in insert mode.
func TestTerminalVi(t *testing.T) {
	p := sit(t, Config{History: &History{}})
	p.types("%config keys vi\r", "1> |")
	p.types("add one two", "1> add one two|")
	p.types("\x1b", "1: add one tw|o")
	p.types("bcwthree\x1b0", "1: |add one three")
	p.types("w.", "1: add thre|e three")
	p.types("u", "1: add |one three")
	p.types("\x12", "1: add |three three")
	p.types("2u", "1: add one |two")
	p.types("\r", "1> add one two\n<add one two>\n2> |") // insert mode again
	p.types("print b\r", "print b\nb\n3> |")
	p.types("\x1bkk", "3: add one tw|o")
	p.types("/conf", "3: %conf|ig keys vi\nbck-i-search: conf_")
	p.types("\r", "3: %conf|ig keys vi")
	p.types("0dWx", "3: |eys vi")
	p.types("nj", "3: add one tw|o")
	p.types("\x03", "^C\n3> |")
	p.leaves("1:add one two", "2:print b")
}

// TestTerminalSuggestsWhatRan: an input that failed isn't suggested again.
func TestTerminalSuggestsWhatRan(t *testing.T) {
	p := sit(t, Config{History: &History{}, Color: true})
	p.types("fain\r", "<fain>\n2> |")
	p.types("fail it\r", "^\n3> |")
	p.types("fai", "> fai|n")
	p.types("\x03", "^C\n3> |")
	p.leaves("1:fain", "2:fail it")
}
