//go:build linux || darwin

package repl

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"riffle/internal/proto"
	"riffle/internal/test/pty"
)

// person sits at a pseudo-terminal with a session on the other side.
type person struct {
	t      *testing.T
	tty    *os.File
	engine *fakeEngine
	done   chan error

	mu   sync.Mutex
	more *sync.Cond
	seen string // what the terminal showed and wait has not passed yet
	all  string
}

// sit starts a session on a pseudo-terminal of 60 columns.
func sit(t *testing.T, cfg Config) *person {
	t.Helper()
	return sitUntil(t, t.Context(), cfg)
}

func sitUntil(t *testing.T, ctx context.Context, cfg Config) *person {
	t.Helper()
	master, slave := pty.Open(t)
	p := &person{t: t, tty: master, engine: newFake(), done: make(chan error, 1)}
	p.more = sync.NewCond(&p.mu)
	p.resize(60)
	cfg.Engine, cfg.In, cfg.Out = p.engine, slave, slave
	ed, err := NewEditor(EditorConfig{In: slave, Out: slave, Complete: p.engine.Complete, History: cfg.History, Color: cfg.Color})
	if err != nil {
		t.Fatal(err)
	}
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
	return p
}

func (p *person) resize(columns uint16) {
	pty.Control(p.t, p.tty, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns})
	})
}

// watch reads the screen until the terminal is closed.
func (p *person) watch() {
	buf := make([]byte, 4096)
	for {
		n, err := p.tty.Read(buf)
		p.mu.Lock()
		p.seen += string(buf[:n])
		p.all += string(buf[:n])
		p.more.Broadcast()
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// types sends keys and waits for the screen to show want.
func (p *person) types(keys, want string) {
	p.t.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
	p.wait(want)
}

// wait waits until the screen shows want after what was waited for before.
func (p *person) wait(want string) {
	p.t.Helper()
	timer := time.AfterFunc(10*time.Second, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.seen += "\x00gave up"
		p.more.Broadcast()
	})
	defer timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for !strings.Contains(p.seen, want) {
		if strings.Contains(p.seen, "\x00gave up") {
			p.t.Fatalf("no %q in %q", want, p.all)
		}
		p.more.Wait()
	}
	_, p.seen, _ = strings.Cut(p.seen, want)
}

// leaves ends the session and checks the cells that ran.
func (p *person) leaves(cells ...string) {
	p.t.Helper()
	p.wait(Prompt)
	p.tty.WriteString("\x04")
	if err := <-p.done; err != nil {
		p.t.Error(err)
	}
	if got := p.engine.sources(); !slices.Equal(got, cells) {
		p.t.Errorf("cells %q, want %q", got, cells)
	}
}

func TestTerminal(t *testing.T) {
	const left, home, end, word = "\x1b[D", "\x1b[1~", "\x1b[F", "\x1b[1;5D"
	tests := []struct {
		name  string
		keys  string
		want  string
		cells []string
	}{
		{"value", "1+1\r", "<1+1>", []string{"1:1+1"}},
		{"typed ahead", "a\rb\r", "<b>", []string{"1:a", "2:b"}},
		{"editing", "ac" + left + "b\r", "<abc>", []string{"1:abc"}},
		{"home and end", "b" + home + "a" + end + "c\r", "<abc>", []string{"1:abc"}},
		{"by words", "a b" + word + "c\r", "<a cb>", []string{"1:a cb"}},
		{"delete key", "abxc" + left + left + "\x1b[3~\r", "<abc>", []string{"1:abc"}},
		{"delete key on an empty line", "\x1b[3~a\r", "<a>", []string{"1:a"}},
		{"ctrl-d inside", "xab" + home + "\x04\r", "<ab>", []string{"1:ab"}},
		{"ctrl-d ends an indented cell", "f {\r\x04", "<f {>", []string{"1:f {"}},
		{"ctrl-d ends a cleared line", "f {\rx\b\b\x04", "<f {>", []string{"1:f {"}},
		{"ctrl-d inside a later line", "f {\rxab" + left + left + left + "\x04\r}\r", "<f {\r\n\tab\r\n}>", []string{"1:f {\n\tab\n}"}},
		{"ctrl-space", "a\x00b\r", "<ab>", []string{"1:ab"}},
		{"unknown keys", "a\x1b[5~\x1b[6~\x1b[Zb\r", "<ab>", []string{"1:ab"}},
		{"wide signs", "♠♥ 🎲\r", "<♠♥ 🎲>", []string{"1:♠♥ 🎲"}},
		{"indent", "f {\rx\r}\r", "<f {\r\n\tx\r\n}>", []string{"1:f {\n\tx\n}"}},
		{"ctrl-c clears", "abc\x03x\r", "<x>", []string{"1:x"}},
		{"ctrl-c gives up a cell", "f {\r\x03x\r", "<x>", []string{"1:x"}},
		{"paste", "\x1b[200~a\tb\r\nc\n\x1b[201~\r", "<a\tb\r\nc>", []string{"1:a\tb\nc"}},
		{"paste in the middle", "()" + left + "\x1b[200~a\nb\x1b[201~c\r", "<(a\r\nbc)>", []string{"1:(a\nbc)"}},
		{"paste of a transcript", "\x1b[200~> a\n<a>\n> f {\n. }\n\x1b[201~\r", "<f {\r\n}>", []string{"1:a", "2:f {\n}"}},
		{"paste that is incomplete", "\x1b[200~f {\n\tx\x1b[201~\r}\r", "<f {\r\n\tx\r\n}>", []string{"1:f {\n\tx\n}"}},
		{"paste never ended", "\x1b[200~abc\x03x\r", "<x>", []string{"1:x"}},
		{"complete", "l.max(); l.m\t\r", "<l.max(); l.max>", []string{"1:l.max(); l.max"}},
		{"complete a command", "%hi\t\r", "%history", nil},
		{"complete the case", "l.pi\tO\t\r", "<l.PickOne>", []string{"1:l.PickOne"}},
		{"complete nothing", "nope\t\r", "<nope>", []string{"1:nope"}},
		{"complete before text", "l.m+1" + left + left + "\t\r", "<l.max+1>", []string{"1:l.max+1"}},
		{"input", "scan\r42\r", "got 42", []string{"1:scan"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := sit(t, Config{})
			p.wait(Prompt)
			p.types(tt.keys, tt.want)
			p.leaves(tt.cells...)
		})
	}
}

func TestTerminalBanner(t *testing.T) {
	p := sit(t, Config{Banner: "riffle"})
	p.wait("riffle\r\n")
	p.wait(Prompt)
	p.tty.WriteString("\x04")
	<-p.done
}

// The cursor goes back over a sign by all its columns.
func TestTerminalWideSigns(t *testing.T) {
	p := sit(t, Config{})
	p.wait(Prompt)
	p.types("a🎲日", "a🎲日")
	p.types("\x1b[D", "a🎲日\b\b")
	p.types("\x1b[D", "a🎲日\b\b\b\b")
	p.types("b\r", "<ab🎲日>")
	p.leaves("1:ab🎲日")
}

func TestTerminalSwitchesPasteMode(t *testing.T) {
	p := sit(t, Config{})
	p.wait(pasteOn)
	p.types("a\r", pasteOff)
	p.wait(pasteOn)
	p.leaves("1:a")
}

func TestTerminalMenu(t *testing.T) {
	p := sit(t, Config{})
	p.wait(Prompt)
	p.types("x\rl.Pick\t", "Pick     method  func(k int) []int  Pick draws k numbers.")
	p.wait("\r\nPickOne  method  func() int\x1b[2A\r\x1b[8C")
	p.types("(6)\r", "<l.Pick(6)>")
	p.leaves("1:x", "2:l.Pick(6)")
}

// A second prompt, drawn before the cell has ended, would stand in its output.
func TestTerminalDrawsNoPromptWhileACellRuns(t *testing.T) {
	p := sit(t, Config{})
	for range 50 {
		p.wait(Prompt)
		p.types("print a\r", pasteOff)
		p.wait("a\r\n" + pasteOn)
	}
	p.wait(Prompt)
	p.tty.WriteString("\x04")
	if err := <-p.done; err != nil {
		t.Error(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if strings.Contains(p.all, pasteOff+"\x1b[J") {
		t.Error("the line was drawn again after it was read")
	}
}

func TestTerminalInterrupt(t *testing.T) {
	signals := make(chan os.Signal, 1)
	p := sit(t, Config{Interrupts: signals})
	p.wait(Prompt)
	p.types("block\r", "block")
	<-p.engine.started
	signals <- os.Interrupt
	p.wait("interrupted")
	p.wait(Prompt)
	p.types("a\r", "<a>")
	p.leaves("1:block", "2:a")
}

func TestTerminalCtrlCAtAQuestion(t *testing.T) {
	p := sit(t, Config{})
	p.wait(Prompt)
	p.types("prompted name? \r", pasteOff)
	p.wait(pasteOn)
	p.wait("name? ")
	p.types("\x03", "interrupted")
	p.leaves("1:prompted name? ")
}

func TestTerminalLateOutput(t *testing.T) {
	p := sit(t, Config{})
	outs := make(chan proto.Output, 1)
	p.engine.late = func(o proto.Output) { outs <- o }
	p.wait(Prompt)
	p.types("late\r", "\n")
	out := <-outs
	p.wait(Prompt)
	p.types("ab", "b")
	out.Stream("stdout", []byte("tick\n"))
	p.wait("tick\r\n> ab")
	p.types("c\r", "<abc>")
	p.leaves("1:late", "2:abc")
}

func TestTerminalResize(t *testing.T) {
	p := sit(t, Config{})
	p.wait(Prompt)
	p.types("a\r", "<a>")
	p.wait(Prompt)
	p.resize(40)
	p.types("b\r", "<b>")
	p.leaves("1:a", "2:b")
	if a, b := p.engine.cells[0].Width, p.engine.cells[1].Width; a != 60 || b != 40 {
		t.Errorf("widths %d and %d, want 60 and 40", a, b)
	}
}

func TestTerminalHistoryAcrossTwoRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	p := sit(t, Config{History: open(t, path, 0)})
	p.wait(Prompt)
	p.types("f {\rx\r}\r", "<f {")
	p.types("b\r", "<b>")
	p.leaves("1:f {\n\tx\n}", "2:b")

	p = sit(t, Config{History: open(t, path, 0)})
	p.wait(Prompt)
	p.types("\x1b[A\x1b[A", "f {⏎→x⏎}")
	p.types("y\r", "<f {\r\n\tx\r\n}y>")
	p.wait(Prompt)
	p.types("\x1b[A\r", "<f {\r\n\tx\r\n}y>")
	p.wait(Prompt)
	p.types("\x12b", "bck-i-search: b")
	p.types("\r", "<b>")
	p.leaves("1:f {\n\tx\n}y", "2:f {\n\tx\n}y", "3:b")
	want := []string{"f {\n\tx\n}", "b", "f {\n\tx\n}y", "b"}
	if got := open(t, path, 0).Entries(); !slices.Equal(got, want) {
		t.Errorf("history %q, want %q", got, want)
	}
}

func TestTerminalSearchWithoutHistory(t *testing.T) {
	p := sit(t, Config{})
	p.wait(Prompt)
	p.types("\x12x", "bck-i-search: x")
	p.types("\x07", "> ")
	p.types("a\r", "<a>")
	p.leaves("1:a")
}

func TestTerminalFoldsALongPaste(t *testing.T) {
	long := "f {\n" + strings.Repeat("\tline\n", 5000) + "}"
	p := sit(t, Config{})
	p.wait(Prompt)
	p.types(pasteBegin+long+pasteEnd, "f {⋯")
	p.types("\r", "line\r\n}>")
	p.leaves("1:" + long)
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.all); n > 3*len(long) {
		t.Errorf("drew %d bytes for %d pasted", n, len(long))
	}
}

func TestTerminalEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := sitUntil(t, ctx, Config{})
	p.wait(Prompt)
	p.types("abc", "abc")
	cancel()
	if err := <-p.done; err != nil {
		t.Error(err)
	}
}

func TestTerminalHangUp(t *testing.T) {
	tests := []struct {
		name, keys, want string
		cells            []string
	}{
		{"at the prompt", "", Prompt, nil},
		{"within a line", "abc", "abc", nil},
		{"within a cell", "f {\r", Continuation, []string{"1:f {"}},
		{"within an indented cell", "f {\rx", Continuation + "    x", []string{"1:f {"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := sit(t, Config{})
			p.wait(Prompt)
			if tt.keys != "" {
				p.types(tt.keys, tt.want)
			}
			p.tty.Close()
			select {
			case err := <-p.done:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("goes on without a terminal")
			}
			if got := p.engine.sources(); !slices.Equal(got, tt.cells) {
				t.Errorf("cells %q, want %q", got, tt.cells)
			}
		})
	}
}
