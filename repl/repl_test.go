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
		{"value", []string{"1+1", "x"}, "1> 1+1\n<1+1>\n2> x\n<x>\n3> "},
		{"blank", []string{"", "  "}, "1> \n1>   \n1> "},
		{"output", []string{"print hi"}, "1> print hi\nhi\n2> "},
		{"begun line", []string{"begin hi", "1"}, "1> begin hi\nhi\n2> 1\n<1>\n3> "},
		{"continuation", []string{"f {", "x", "}"}, "1> f {\n.. x\n.. }\n<f {\nx\n}>\n2> "},
		{"given up", []string{"f {", "^C", "1"}, "1> f {\n.. ^C\n1> 1\n<1>\n2> "},
		{"end inside", []string{"f {"}, "1> f {\n.. <f {>\n2> "},
		{"error", []string{"fail"}, "1> fail\ncell 1:1:1: undefined: fail\n    fail\n    ^^\n2> "},
		{"lost", []string{"lost"}, "1> lost\nsession ended: stack overflow\ncell 1:1:1: stack overflow\n    lost\n    ^^\na new session has begun; %restore brings back what the cells before had declared\n2> "},
		{"quit", []string{"%quit", "1"}, "1> %quit\n"},
		{"exit", []string{"%exit", "1"}, "1> %exit\n"},
		{"help on one of ours", []string{"%help save", "%help tiem"},
			"1> %help save\n%save [-f] FILE\n    writes the inputs that ran without error to FILE; %save 3 5-7 FILE those of some numbers: a Go program if it ends in .go, a notebook if in .ipynb, a page if in .md, else a script for %run; -f replaces a file\n1> %help tiem\nerror: %help: unknown magic %tiem; did you mean %time?\n1> "},
		{"question about a magic", []string{"%save?"}, "1> %save?\nerror: no documentation for %save; Tab completes what there is\n1> "},
		{"wrong arguments", []string{"%quit now", "%save", "%edit x", "%%history"},
			"1> %quit now\nerror: %quit: want %quit\n1> %save\nerror: %save: want %save [-f] FILE\n1> %edit x\nerror: %edit: no cell x: none has run yet\n1> %%history\n<%%history>\n2> "},
		{"other magic", []string{"%who"}, "1> %who\n<%who>\n2> "},
		{"question", []string{"?Lottery.Pick", "Lottery.Pick?", "??Lottery.Pick"},
			"1> ?Lottery.Pick\nPick draws, detail 0\n1> Lottery.Pick?\nPick draws, detail 0\n1> ??Lottery.Pick\nPick draws, detail 1\n1> "},
		{"unknown question", []string{"nope?"}, "1> nope?\nerror: no documentation for nope; Tab completes what there is\n1> "},
		{"picture", []string{"show image/png"}, "1> show image/png\n[image/png: shown in a notebook]\n2> "},
		{"input", []string{"scan", "42"}, "1> scan\n42\ngot 42\n2> "},
		{"history", []string{"a {", "}", "b", "%history"}, "1> a {\n.. }\n<a {\n}>\n2> b\n<b>\n3> %history\n   1  a {\n      }\n   2  b\n3> "},
		{"transcript", []string{"> 1\n<1>\n> f {\n. }\n<f>"}, "1> > 1\n<1>\n> f {\n. }\n<f>\n<1>\n<f {\n}>\n3> "},
		{"transcript cut short", []string{"> f {", ". }"}, "1> > f {\n.. . }\n<f {\n}>\n2> "},
		{"transcript fails", []string{"> fail\n> 2"}, "1> > fail\n> 2\ncell 1:1:1: undefined: fail\n    fail\n    ^^\n2> "},
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
	if want := (Line{Prompt: ".. ", Text: "\t"}); got != want {
		t.Errorf("asked %+v, want %+v", got, want)
	}
}

func TestAProgramsQuestionIsThePrompt(t *testing.T) {
	screen, lines := play(t, Config{Engine: newFake()}, "prompted name? ", "Ann")
	if got, want := lines.asked[1], (Line{Prompt: "name? ", Answer: true}); got != want {
		t.Errorf("asked %+v, want %+v", got, want)
	}
	if !strings.HasSuffix(screen, "got Ann\n2> ") {
		t.Errorf("screen %q", screen)
	}
}

func TestCtrlCAtAQuestionInterruptsTheCell(t *testing.T) {
	screen, _ := play(t, Config{Engine: newFake()}, "scan", "^C", "1")
	if !strings.Contains(screen, "interrupted: interrupt") || !strings.HasSuffix(screen, "2> 1\n<1>\n3> ") {
		t.Errorf("screen %q", screen)
	}
}

func TestColours(t *testing.T) {
	screen, _ := play(t, Config{Engine: newFake(), Color: true}, "x", "fail")
	for _, want := range []string{"\x1b[1;32m1> \x1b[0m", "\x1b[36m<x>\x1b[0m", "\x1b[1mcell 2:1:1: undefined: fail\x1b[0m", "    \x1b[1;38;5;231;48;5;124m^^\x1b[0m"} {
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
	if !strings.Contains(screen, "block\n^C\ninterrupted") || !strings.HasSuffix(screen, "<1>\n3> ") {
		t.Errorf("screen %q", screen)
	}
}

// TestInterruptSave: a %save takes as long as its program is large, and Ctrl-C ends it.
func TestInterruptSave(t *testing.T) {
	signals, file := make(chan os.Signal, 1), filepath.Join(t.TempDir(), "x.go")
	magics := magic.All.WithPrograms(func(ctx context.Context, _ []magic.Cell) (string, string, error) {
		signals <- os.Interrupt
		<-ctx.Done()
		return "", "", ctx.Err()
	})
	screen, _ := play(t, Config{Engine: newFake(), Interrupts: signals, Magics: magics}, "1", "%save "+file, "2")
	if !strings.Contains(screen, "%save: interrupted\n") || !strings.HasSuffix(screen, "<2>\n3> ") {
		t.Errorf("screen %q", screen)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the file is there")
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
		for _, want := range []string{"press Ctrl-C twice within a second", "session ended", "a new session has begun", "<1>"} {
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
	if !strings.HasPrefix(screen, "1> 1\n<1>\n") {
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
	for _, want := range []string{"no cell has run without error yet", "wrote 2 cells to a.txt", "a.txt exists already", "want %save [-f] FILE"} {
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
	for _, want := range []string{"\n%who [TEXT…] ", "\n%edit [N] ", "\n%save [-f] FILE "} {
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

// A terminal that cannot move its cursor is sent no sequences to move it.
func TestPlainTerminal(t *testing.T) {
	var screen board
	cfg := Config{Engine: newFake(), Out: &screen}
	if err := Interactive(t.Context(), cfg, NewPlainReader(strings.NewReader("progress\nx\n"), &screen)); err != nil {
		t.Fatal(err)
	}
	if got, want := screen.String(), "1> between\n2> <x>\n3> "; got != want {
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
	want := "1> late\n2> one\nx\ntw\n<x>\n3> one\ntw\n"
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
			deaths <- &proto.CellError{Name: "session ended", Message: "concurrent map writes"}
			// A second receive is possible only after the first was shown.
			deaths <- &proto.CellError{Name: "session ended", Message: "again"}
		}
	}
	cfg := Config{Engine: engine, Init: "start", Deaths: deaths}
	if err := Interactive(t.Context(), cfg, lines); err != nil {
		t.Fatal(err)
	}
	want := "1> session ended: concurrent map writes\n" + newSession + "\n"
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

// TestRanges chooses cells by their numbers.
func TestRanges(t *testing.T) {
	file := filepath.Join(t.TempDir(), "some.txt")
	out, _ := play(t, Config{Engine: newFake()}, "a", "b", "c", "%history 2-", "%history -1", "%rerun 1-2", "%rerun", "%rerun 9", "%rerun x", "%save 2-3 1 "+file, "%save 1-2")
	for _, want := range []string{
		"> %history 2-\n   2  b\n   3  c\n4> %history -1\n   3  c\n",
		"> %rerun 1-2\n   4  a\n<a>\n   5  b\n<b>\n6> %rerun\n   6  b\n<b>\n7> ",
		"error: %rerun: no cell 9, want a number from 1 to 6\n", "error: %rerun: want %rerun [N | N-N …]\n",
		"wrote 3 cells to ", "error: %save: want %save [-f] FILE\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "b\n// %%\nc\n// %%\na\n" {
		t.Errorf("wrote %q, %v", text, err)
	}
}
