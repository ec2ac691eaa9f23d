package repl

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// play runs a script of lines through Interactive and returns the screen.
func play(t *testing.T, cfg Config, script ...string) (string, *fakeLines) {
	t.Helper()
	lines := &fakeLines{script: script}
	if err := Interactive(t.Context(), cfg, lines); err != nil {
		t.Fatal(err)
	}
	return lines.String(), lines
}

func TestInteractive(t *testing.T) {
	tests := []struct {
		name   string
		script []string
		want   string
	}{
		{"value", []string{"1+1", "x"}, "> 1+1\n<1+1>\n> x\n<x>\n> "},
		{"blank", []string{"", "  "}, "> \n>   \n> "},
		{"output", []string{"print hi"}, "> print hi\nhi\n> "},
		{"begun line", []string{"begin hi", "1"}, "> begin hi\nhi\n> 1\n<1>\n> "},
		{"continuation", []string{"f {", "x", "}"}, "> f {\n. x\n. }\n<f {\nx\n}>\n> "},
		{"given up", []string{"f {", "^C", "1"}, "> f {\n. ^C\n> 1\n<1>\n> "},
		{"end inside", []string{"f {"}, "> f {\n. <f {>\n> "},
		{"error", []string{"fail"}, "> fail\ncell 1:1:1: undefined: fail\n    fail\n    ^^\n> "},
		{"lost", []string{"lost"}, "> lost\nworker died: stack overflow\ncell 1:1:1: stack overflow\n    lost\n    ^^\n" +
			"a new session has begun; the variables of the old one are gone\n> "},
		{"quit", []string{"%quit", "1"}, "> %quit\n"},
		{"exit", []string{"%exit", "1"}, "> %exit\n"},
		{"help on one of ours", []string{"%help save", "%help tiem"},
			"> %help save\n%save FILE\n    writes the inputs that ran without error to FILE: a Go program if it ends in .go, a notebook if in .ipynb, a page if in .md, else a script for %run\n" +
				"> %help tiem\nerror: %help: unknown magic %tiem; did you mean %time?\n> "},
		{"question about a magic", []string{"%save?"}, "> %save?\nerror: no documentation for %save; Tab completes what there is\n> "},
		{"wrong arguments", []string{"%quit now", "%save", "%edit x", "%%history"},
			"> %quit now\nerror: %quit: want %quit\n> %save\nerror: %save: want %save FILE\n> %edit x\nerror: %edit: no cell x: none has run yet\n> %%history\n<%%history>\n> "},
		{"other magic", []string{"%who"}, "> %who\n<%who>\n> "},
		{"question", []string{"?Lottery.Pick", "Lottery.Pick?", "??Lottery.Pick"},
			"> ?Lottery.Pick\nPick draws, detail 0\n> Lottery.Pick?\nPick draws, detail 0\n> ??Lottery.Pick\nPick draws, detail 1\n> "},
		{"unknown question", []string{"nope?"}, "> nope?\nerror: no documentation for nope; Tab completes what there is\n> "},
		{"picture", []string{"show image/png"}, "> show image/png\n[image/png: shown in a notebook]\n> "},
		{"input", []string{"scan", "42"}, "> scan\n42\ngot 42\n> "},
		{"history", []string{"a {", "}", "b", "%history"}, "> a {\n. }\n<a {\n}>\n> b\n<b>\n> %history\n   1  a {\n      }\n   2  b\n> "},
		{"transcript", []string{"> 1\n<1>\n> f {\n. }\n<f>"}, "> > 1\n<1>\n> f {\n. }\n<f>\n<1>\n<f {\n}>\n> "},
		{"transcript cut short", []string{"> f {", ". }"}, "> > f {\n. . }\n<f {\n}>\n> "},
		{"transcript fails", []string{"> fail\n> 2"}, "> > fail\n> 2\ncell 1:1:1: undefined: fail\n    fail\n    ^^\n> "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := play(t, Config{Engine: newFake()}, tt.script...)
			if got != tt.want {
				t.Errorf("screen:\n%s\nwant:\n%s", got, tt.want)
			}
		})
	}
}

func TestCellsAreNumberedAndDescribed(t *testing.T) {
	engine := newFake()
	cfg := Config{Engine: engine, Width: func() int { return 72 }, Color: true, Init: "start"}
	play(t, cfg, "a", "nope?", "fail", "%history", "b")
	want := []string{"0:start", "1:a", "2:fail", "3:b"}
	if got := engine.sources(); !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	first := engine.cells[1]
	if want := (proto.Cell{Source: "a", N: 1, AllowInput: true, Width: 72, Color: true}); first.Source != want.Source ||
		first.N != want.N || !first.AllowInput || first.Width != 72 || !first.Color {
		t.Errorf("cell %+v, want %+v", first, want)
	}
}

func TestStartUpFileRunsAgainInANewSession(t *testing.T) {
	engine := newFake()
	play(t, Config{Engine: engine, Init: "start"}, "lost")
	if got, want := engine.sources(), []string{"0:start", "1:lost", "0:start"}; !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
}

func TestContinuationOffersIndentAndContext(t *testing.T) {
	_, lines := play(t, Config{Engine: newFake()}, "f {", "}")
	got := lines.asked[1]
	if want := (Line{Prompt: ". ", Text: "\t"}); got != want {
		t.Errorf("asked %+v, want %+v", got, want)
	}
}

func TestAProgramsQuestionIsThePrompt(t *testing.T) {
	screen, lines := play(t, Config{Engine: newFake()}, "prompted name? ", "Ann")
	if got, want := lines.asked[1], (Line{Prompt: "name? ", Answer: true}); got != want {
		t.Errorf("asked %+v, want %+v", got, want)
	}
	if !strings.HasSuffix(screen, "got Ann\n> ") {
		t.Errorf("screen %q", screen)
	}
}

func TestCtrlCAtAQuestionInterruptsTheCell(t *testing.T) {
	screen, _ := play(t, Config{Engine: newFake()}, "scan", "^C", "1")
	if !strings.Contains(screen, "interrupted: interrupt") || !strings.HasSuffix(screen, "> 1\n<1>\n> ") {
		t.Errorf("screen %q", screen)
	}
}

func TestColours(t *testing.T) {
	screen, _ := play(t, Config{Engine: newFake(), Color: true}, "x", "fail")
	for _, want := range []string{"\x1b[1;32m> \x1b[0m", "\x1b[36m<x>\x1b[0m", "\x1b[1mcell 2:1:1: undefined: fail\x1b[0m", "    \x1b[1;38;5;231;48;5;124m^^\x1b[0m"} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q in %q", want, screen)
		}
	}
}

func TestInterruptKeepsTheSession(t *testing.T) {
	engine, signals := newFake(), make(chan os.Signal, 1)
	go func() {
		<-engine.started
		signals <- os.Interrupt
	}()
	screen, _ := play(t, Config{Engine: engine, Interrupts: signals}, "block", "1")
	// The terminal has echoed ^C, which the error must not stand behind.
	if !strings.Contains(screen, "block\n\ninterrupted") || !strings.HasSuffix(screen, "<1>\n> ") {
		t.Errorf("screen %q", screen)
	}
}

func TestSecondInterruptForces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine, signals := newFake(), make(chan os.Signal)
		go func() {
			<-engine.started
			signals <- os.Interrupt
			time.Sleep(3 * time.Second) // long enough for the offer
			signals <- os.Interrupt
			signals <- os.Interrupt
		}()
		screen, _ := play(t, Config{Engine: engine, Interrupts: signals}, "stuck", "1")
		for _, want := range []string{"press Ctrl-C twice within a second", "worker died", "a new session has begun", "<1>"} {
			if !strings.Contains(screen, want) {
				t.Errorf("no %q in %q", want, screen)
			}
		}
	})
}

func TestSignalsFromBeforeAreDropped(t *testing.T) {
	signals := make(chan os.Signal, 1)
	signals <- os.Interrupt
	engine := newFake()
	go func() {
		<-engine.started
		signals <- os.Interrupt
	}()
	screen, _ := play(t, Config{Engine: engine, Interrupts: signals}, "1", "block")
	if !strings.HasPrefix(screen, "> 1\n<1>\n") {
		t.Errorf("screen %q", screen)
	}
}

func TestSave(t *testing.T) {
	t.Chdir(t.TempDir())
	screen, _ := play(t, Config{Engine: newFake()}, "%save a.txt", "a", "fail", "f {", "}", "%save a.txt", "%save a.txt", "%save")
	data, err := os.ReadFile("a.txt")
	if err != nil || string(data) != "a\n// %%\nf {\n}\n" {
		t.Errorf("saved %q, %v", data, err)
	}
	for _, want := range []string{"no cell has run without error yet", "wrote 2 cells to a.txt", "a.txt exists already", "want %save FILE"} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q in %q", want, screen)
		}
	}
}

// A file is saved where the session works.
func TestSaveAfterChangingDirectory(t *testing.T) {
	dir := t.TempDir()
	screen, _ := play(t, Config{Engine: newFake()}, "moved "+dir, "%save a.txt")
	if data, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || !strings.HasPrefix(string(data), "moved ") {
		t.Errorf("saved %q, %v", data, err)
	}
	if !strings.Contains(screen, "wrote 1 cell to a.txt; riffle run a.txt runs it\n") {
		t.Errorf("screen %q", screen)
	}
}

// TestHelpListsAll wants the session's magics and the prompt's own in the help.
func TestHelpListsAll(t *testing.T) {
	screen, _ := play(t, Config{Engine: newFake()}, "%help all")
	for _, want := range []string{"\n%who [TEXT] ", "\n%edit [N] ", "\n%save FILE "} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q in %q", want, screen)
		}
	}
	for line := range strings.Lines(screen) {
		if len(line) > 80 {
			t.Errorf("%q is wider than 79", line)
		}
	}
}

// TestHelpBeginsWithTen wants %help to explain ten magics, no more than a screen
// holds, and to name the others.
func TestHelpBeginsWithTen(t *testing.T) {
	screen, _ := play(t, Config{Engine: newFake()}, "%help")
	explained := 0
	for line := range strings.Lines(screen) {
		if strings.HasPrefix(line, "%") {
			explained++
		}
	}
	if explained != 11 || !strings.Contains(screen, "\n%help all ") || !strings.Contains(screen, "%timeit") {
		t.Errorf("%d explained, want ten and %%help all:\n%s", explained, screen)
	}
	if n := strings.Count(screen, "\n"); n > 24 {
		t.Errorf("%d lines, want a screen of 24", n)
	}
}

// TestAddedMagic adds an entry to the table, and nothing else: the prompt
// answers it, completes it and lists it.
func TestAddedMagic(t *testing.T) {
	table := append(magic.Table{{
		Name: "applaud", Args: "[loudly]", Takes: magic.Words, Doc: "claps",
		Terminal: func(_ context.Context, t magic.Terminal, c *magic.Call) error {
			t.Print("clap " + c.Arg)
			return nil
		},
	}}, magic.All...)
	screen, _ := play(t, Config{Engine: newFake(), Magics: table}, "%applaud loudly", "%applaud softly", "%aplaud", "%help aplaud", "%help all")
	for _, want := range []string{
		"> %applaud loudly\nclap loudly\n", "%applaud: want %applaud [loudly]", "did you mean %applaud?", "\n%applaud [loudly] ",
	} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q on the screen:\n%s", want, screen)
		}
	}
	c := completeMagic(table, "%ap", 3, proto.Completion{})
	if len(c.Items) != 1 || c.Items[0].Text != "%applaud" {
		t.Errorf("completed %v, want %%applaud", c.Items)
	}
}

func TestEdit(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\nprintf '%s edited\\n' \"$(cat \"$1\")\" > \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	engine := newFake()
	screen, _ := play(t, Config{Engine: engine, Editor: []string{editor}}, "a", "b", "%edit", "%edit 1", "%edit 9")
	if got, want := engine.sources(), []string{"1:a", "2:b", "3:b edited", "4:a edited"}; !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	if !strings.Contains(screen, "no cell 9, want a number from 1 to 4") {
		t.Errorf("screen %q", screen)
	}
}

func TestEditWithoutEditor(t *testing.T) {
	screen, _ := play(t, Config{Engine: newFake()}, "%edit")
	if !strings.Contains(screen, "set EDITOR") {
		t.Errorf("screen %q", screen)
	}
}

func TestEntriesAreRemembered(t *testing.T) {
	var h History
	play(t, Config{Engine: newFake(), History: &h}, "a", "f {", "}", "f {", "^C", "> x\n> y", "a?", "%history f")
	want := []string{"a", "f {\n}", "x", "y", "a?", "%history f"}
	if got := h.Entries(); !slices.Equal(got, want) {
		t.Errorf("history %q, want %q", got, want)
	}
}

func TestProgressGivesWay(t *testing.T) {
	screen, _ := play(t, Config{Engine: newFake(), Width: func() int { return 50 }}, "progress")
	bar := "decks [######..................]  25%, 1m05s left"
	want := "> progress\n" + bar + eraseLine + "between\n" + bar + eraseLine + "> "
	if screen != want {
		t.Errorf("screen\n%q, want\n%q", screen, want)
	}
}

// A terminal that cannot move its cursor is sent no sequences to move it.
func TestPlainTerminal(t *testing.T) {
	var screen board
	cfg := Config{Engine: newFake(), Out: &screen}
	if err := Interactive(t.Context(), cfg, NewPlainReader(strings.NewReader("progress\nx\n"), &screen)); err != nil {
		t.Fatal(err)
	}
	if got, want := screen.String(), "> between\n> <x>\n> "; got != want {
		t.Errorf("screen %q, want %q", got, want)
	}
}

func TestLateOutputWaitsForItsLine(t *testing.T) {
	engine := newFake()
	var out proto.Output
	engine.late = func(o proto.Output) { out = o }
	lines := &lateLines{fakeLines: fakeLines{script: []string{"late", "x"}}}
	lines.during = func() {
		if out != nil {
			out.Stream("stdout", []byte("one\ntw"))
		}
	}
	if err := Interactive(t.Context(), Config{Engine: engine}, lines); err != nil {
		t.Fatal(err)
	}
	want := "> late\n> one\nx\ntw\n<x>\n> one\ntw\n"
	if got := lines.String(); got != want {
		t.Errorf("screen %q, want %q", got, want)
	}
}

func TestDeathBetweenCells(t *testing.T) {
	engine := newFake()
	deaths := make(chan *proto.CellError)
	lines := &lateLines{fakeLines: fakeLines{script: []string{"x"}}}
	lines.during = func() {
		if len(lines.asked) == 1 {
			deaths <- &proto.CellError{Name: "worker died", Message: "concurrent map writes"}
			// A second receive is possible only after the first was shown.
			deaths <- &proto.CellError{Name: "worker died", Message: "again"}
		}
	}
	cfg := Config{Engine: engine, Init: "start", Deaths: deaths}
	if err := Interactive(t.Context(), cfg, lines); err != nil {
		t.Fatal(err)
	}
	want := "> worker died: concurrent map writes\n" + newSession + "\n"
	if got := lines.String(); !strings.HasPrefix(got, want) {
		t.Errorf("screen %q, want %q first", got, want)
	}
	if got, want := engine.sources(), []string{"0:start", "0:start", "1:x"}; !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
}

// lateLines does something while a line is being edited.
type lateLines struct {
	fakeLines
	during func()
}

func (l *lateLines) ReadCell(d Draft) (string, error) { return readByLines(d, l.ReadLine) }

func (l *lateLines) ReadLine(line Line) (string, error) {
	l.asked = append(l.asked, line)
	io.WriteString(l, line.Prompt)
	l.during()
	line.Prompt = ""
	return l.fakeLines.ReadLine(line)
}
