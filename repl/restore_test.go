package repl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle/internal/past"
)

// TestRestore loses a session and restores it, with the numbers that its cells had.
func TestRestore(t *testing.T) {
	engine := newFake()
	screen, _ := play(t, Config{Engine: engine}, "%restore", "a", "fail", "lost big", "b", "%restore", "%restore all")
	want := []string{"1:a", "2:fail", "3:lost big", "4:b", "restore 1:a", "restore 3:lost big", "1:a", "restore 3:lost big"}
	if got := engine.sources(); !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	for _, want := range []string{
		"%restore: there is nothing to restore: this session goes on, and none before it is known",
		"\nrestored 2 declarations of cells 1 to 3; s is as it began\n" +
			"1 statement was not run, so big has no value; x and y are declared here already\nand stay; %restore all runs everything again\n5> ",
		"\nran cells 1 to 3 again\n5> ",
	} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q in\n%s", want, screen)
		}
	}
}

// TestRestoreAnother restores a session from the disk: first one that goes on with its
// numbers, then in one that has cells.
func TestRestoreAnother(t *testing.T) {
	js := past.Journals{Dir: filepath.Join(t.TempDir(), "sessions")}
	play(t, Config{Engine: newFake(), Journals: js}, "a", "fail", "f {", "}")
	engine := newFake()
	screen, _ := play(t, Config{Engine: engine, Journals: js}, "%restore", "b")
	if got, want := engine.sources(), []string{"restore 1:a", "restore 3:f {\n}", "4:b"}; !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	if !strings.HasPrefix(screen, "1> %restore\nrestored 2 declarations of the session that ended at ") {
		t.Errorf("screen\n%s", screen)
	}
	engine = newFake()
	screen, _ = play(t, Config{Engine: engine, Journals: js}, "c", "d", "%restore all", "%history")
	if got, want := engine.sources(), []string{"1:c", "2:d", "3:a", "5:f {\n}", "6:b"}; !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	if !strings.Contains(screen, "   6  b\n7> ") {
		t.Errorf("screen\n%s", screen)
	}
}

// TestRestoreTooLarge names the cells that the journal left out.
func TestRestoreTooLarge(t *testing.T) {
	js := past.Journals{Dir: filepath.Join(t.TempDir(), "sessions")}
	j := js.Begin()
	for n, source := range []string{"a", strings.Repeat("b", 5<<20), "c", strings.Repeat("d", 5<<20)} {
		j.Runs(n+1, source)
		j.Ended(n+1, past.Ended)
	}
	j.Leave()
	screen, _ := play(t, Config{Engine: newFake(), Journals: js}, "%restore")
	if want := "1> %restore\ncells 2 and 4 were too large to keep, so they aren't restored\nrestored "; !strings.HasPrefix(screen, want) {
		t.Errorf("screen\n%s", screen)
	}
}

// Without a folder for journals only %restore complains.
func TestRestoreWithoutAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	js := past.Journals{Dir: filepath.Join(file, "sessions")}
	screen, _ := play(t, Config{Engine: newFake(), Journals: js}, "a", "%restore")
	if want := "1> a\n<a>\n2> %restore\nerror: %restore: there is nothing"; !strings.HasPrefix(screen, want) {
		t.Errorf("screen\n%s", screen)
	}
}

// TestRestoreAfterReset brings back what %reset has made forgotten, without what an
// earlier one had, and never resets again.
func TestRestoreAfterReset(t *testing.T) {
	tests := []struct{ script, want string }{
		{"a,%reset out,%restore,%reset,%restore", "1:a,2:%reset out,3:%reset,restore 1:a,restore 2:%reset out"},
		{"a,%reset,%restore all", "1:a,2:%reset,1:a"},
		{"a,%reset,b,%reset hard,%restore", "1:a,2:%reset,3:b,4:%reset hard,restore 3:b"},
		{"a,z {;%reset;},%restore", "1:a,2:z {;%reset;},restore 1:a"},
		{"a,%reset,b,lost,%restore", "1:a,2:%reset,3:b,4:lost,restore 3:b,restore 4:lost"},
		{"a,%reset,%restore,lost,%restore", "1:a,2:%reset,restore 1:a,3:lost,restore 1:a,restore 2:%reset,restore 3:lost"},
		{"a,%reset,%restore,lost,%restore all", "1:a,2:%reset,restore 1:a,3:lost,1:a,restore 2:%reset,restore 3:lost"},
		{"%reset,%restore", "1:%reset"},
	}
	for _, tt := range tests {
		engine := newFake()
		play(t, Config{Engine: engine}, lines(tt.script)...)
		if got, want := engine.sources(), lines(tt.want); !slices.Equal(got, want) {
			t.Errorf("%s: cells %q, want %q", tt.script, got, want)
		}
	}
}

// TestRestoreAnotherThatWasReset restores of a session from the disk what was declared
// in it after the last reset.
func TestRestoreAnotherThatWasReset(t *testing.T) {
	tests := []struct{ script, all, want string }{
		{"gone,%reset,a,%reset out", "%restore", "1:mine,restore 2:a,restore 3:%reset out"},
		{"gone,%reset,a", "%restore all", "1:mine,2:a"},
		{"a,%reset,%restore,b", "%restore", "1:mine,restore 2:a,restore 3:%reset,restore 4:b"},
		{"gone,%reset", "%restore", "1:mine"},
	}
	for _, tt := range tests {
		js := past.Journals{Dir: filepath.Join(t.TempDir(), "sessions")}
		play(t, Config{Engine: newFake(), Journals: js}, lines(tt.script)...)
		engine := newFake()
		play(t, Config{Engine: engine, Journals: js}, "mine", tt.all)
		if got, want := engine.sources(), lines(tt.want); !slices.Equal(got, want) {
			t.Errorf("%s: cells %q, want %q", tt.script, got, want)
		}
	}
}

// lines are the elements of a list, in which ; ends a line.
func lines(list string) []string { return strings.Split(strings.ReplaceAll(list, ";", "\n"), ",") }
