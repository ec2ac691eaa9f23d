package repl

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func open(t *testing.T, path string, limit int) *History {
	t.Helper()
	h, err := OpenHistory(path, limit)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func add(t *testing.T, h *History, entries ...string) {
	t.Helper()
	for _, e := range entries {
		if err := h.Add(e); err != nil {
			t.Fatal(err)
		}
	}
}

func TestHistoryKeepsEntriesWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "history")
	entries := []string{"x := 1", "func f() {\n\treturn\n}", `"\n\\"`, "♠ é\r"}
	add(t, open(t, path, 0), append(entries, "♠ é\r", "", " \n")...)
	if got := open(t, path, 0).Entries(); !slices.Equal(got, entries) {
		t.Errorf("entries %q, want %q", got, entries)
	}
}

func TestHistorySharedByTwoSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	a, b := open(t, path, 0), open(t, path, 0)
	add(t, a, "a1")
	add(t, b, "b1")
	add(t, a, "a2")
	if got, want := a.Entries(), []string{"b1", "a1", "a2"}; !slices.Equal(got, want) {
		t.Errorf("one session sees %q, want %q", got, want)
	}
	add(t, b, "b2", "b3")
	if got, want := a.Entries(), []string{"b1", "b2", "b3", "a1", "a2"}; !slices.Equal(got, want) {
		t.Errorf("one session sees %q, want %q", got, want)
	}
	if got, want := b.Entries(), []string{"a1", "a2", "b1", "b2", "b3"}; !slices.Equal(got, want) {
		t.Errorf("the other sees %q, want %q", got, want)
	}
	if got, want := open(t, path, 0).Entries(), []string{"a1", "b1", "a2", "b2", "b3"}; !slices.Equal(got, want) {
		t.Errorf("the next sees %q, want %q", got, want)
	}
}

// Another session may shorten the file at any time.
func TestHistoryHearsOfAShortenedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	a := open(t, path, 3)
	for i := range 10 {
		add(t, a, strconv.Itoa(i))
	}
	b := open(t, path, 3) // shortens it
	add(t, b, "b1")
	a.Entries()
	add(t, b, "b2")
	if got, want := a.Entries(), []string{"7", "8", "9"}; !slices.Equal(got, want) {
		t.Errorf("one session sees %q, want %q", got, want)
	}
	if got, want := b.Entries(), []string{"9", "b1", "b2"}; !slices.Equal(got, want) {
		t.Errorf("the other sees %q, want %q", got, want)
	}
}

// What can be read is recalled, even if nothing can be added.
func TestHistoryThatCanOnlyBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	add(t, open(t, path, 0), "before")
	if err := os.Remove(path + ".lock"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path+".lock", 0o700); err != nil { // it can't be locked
		t.Fatal(err)
	}
	h, err := OpenHistory(path, 0)
	if err == nil {
		t.Error("no error")
	}
	add(t, h, "a")
	if got, want := h.Entries(), []string{"before", "a"}; !slices.Equal(got, want) {
		t.Errorf("entries %q, want %q", got, want)
	}
}

func TestHistoryLosesNothingWhileShortened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	h := open(t, path, 1000)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 100 {
			add(t, h, strconv.Itoa(i))
		}
	})
	for range 20 {
		open(t, path, 1000)
	}
	wg.Wait()
	if got := len(open(t, path, 1000).Entries()); got != 100 {
		t.Errorf("%d entries, want 100", got)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	h := open(t, path, 3)
	for i := range 10 {
		add(t, h, strconv.Itoa(i))
	}
	want := []string{"7", "8", "9"}
	if got := h.Entries(); !slices.Equal(got, want) {
		t.Errorf("in memory %q, want %q", got, want)
	}
	if got := open(t, path, 3).Entries(); !slices.Equal(got, want) {
		t.Errorf("from disk %q, want %q", got, want)
	}
	if data, _ := os.ReadFile(path); string(data) != "7\n8\n9\n" {
		t.Errorf("the file holds %q", data)
	}
}

func TestHistoryAfterACrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(path, []byte("a\nhal"), 0o600); err != nil {
		t.Fatal(err)
	}
	add(t, open(t, path, 0), "b")
	if got, want := open(t, path, 0).Entries(), []string{"a", "hal", "b"}; !slices.Equal(got, want) {
		t.Errorf("entries %q, want %q", got, want)
	}
}

func TestHistoryThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := OpenHistory(filepath.Join(dir, "file", "history"), 0)
	if err == nil || !strings.HasPrefix(err.Error(), "history is not kept: ") {
		t.Errorf("error %v", err)
	}
	add(t, h, "a")
	if got := h.Entries(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("entries %q", got)
	}
}

func TestNoHistory(t *testing.T) {
	var h *History
	add(t, h, "a")
	if got := h.Entries(); got != nil {
		t.Errorf("entries %q", got)
	}
}
