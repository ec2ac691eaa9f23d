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
		"\nrestored 2 declarations of cells 1 to 3; variables are as they began\n" +
			"1 statement was not run, so big has no value: %restore all runs everything again\n5> ",
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

// Without a place for journals there is nothing to say, but what %restore says.
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

// TestRestoreAfterReset brings back what %reset has made forgotten.
func TestRestoreAfterReset(t *testing.T) {
	engine := newFake()
	play(t, Config{Engine: engine}, "a", "%reset out", "%restore", "%reset", "%restore")
	want := []string{"1:a", "2:%reset out", "3:%reset", "restore 1:a", "restore 2:%reset out", "restore 3:%reset"}
	if got := engine.sources(); !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
}
