package past

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestJournal(t *testing.T) {
	js := Journals{Dir: filepath.Join(t.TempDir(), "state", "sessions")}
	if _, ok := js.Last(nil); ok {
		t.Error("a session before the first")
	}
	j := js.Begin()
	if path, err := j.Path(); path != "" || err != nil {
		t.Errorf("a file %q, %v before the first cell", path, err)
	}
	j.Runs(1, "x := \"♠\"\ny")
	j.Ended(1, Failed)
	j.Runs(2, "for {}")
	j.Ended(1, Ended)
	path, _ := j.Path()
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want what its owner alone reads", info.Mode(), err)
	}
	if s, ok := js.Last(nil); ok {
		t.Errorf("%v is a session that lives", s)
	}
	die(j)
	s, ok := js.Last(nil)
	want := []Entry{{1, "x := \"♠\"\ny", Ended}, {2, "for {}", Unsaid}}
	if !ok || s.Left || !reflect.DeepEqual(s.Cells, want) {
		t.Errorf("%v %v, want %v", ok, s, want)
	}

	if when, ok := js.Unfinished(nil); !ok || time.Since(when) > time.Hour {
		t.Errorf("unfinished: %v, %v; want now", when, ok)
	}

	next := js.Begin()
	next.Runs(1, "z")
	next.Ended(1, Died)
	next.Leave()
	s, ok = js.Last(nil)
	if want := []Entry{{1, "z", Died}}; !ok || !s.Left || !reflect.DeepEqual(s.Cells, want) {
		t.Errorf("%v %v, want %v", ok, s, want)
	}
	if when, ok := js.Unfinished(nil); ok {
		t.Errorf("unfinished since %v", when)
	}
}

// A journal may have been cut off anywhere, or be something else.
func TestDamagedJournal(t *testing.T) {
	js := Journals{Dir: t.TempDir()}
	text := `{"began":"2026-11-22T21:00:00Z"}` + "\n" + `{"cell":1,"source":"a"}` + "\n\xff\x00{{\n" + `{"cell":7,"end":"ok"}` + "\n" + `{"cell":1,"end":"ok"}` + "\n" + `{"cell":2,"sour`
	if err := os.WriteFile(filepath.Join(js.Dir, "1.journal"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(js.Dir, "2.journal"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(js.Dir, "3.journal"), []byte("no JSON"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, ok := js.Last(nil)
	if want := []Entry{{1, "a", Ended}}; !ok || !reflect.DeepEqual(s.Cells, want) {
		t.Errorf("%v %v, want %v", ok, s, want)
	}
}

func TestJournalsArePruned(t *testing.T) {
	js := Journals{Dir: t.TempDir()}
	for i := range 2 * mostJournals {
		j := js.Begin()
		j.Runs(1, fmt.Sprint(i))
		j.Leave()
	}
	if n := len(journals(js.Dir)); n != mostJournals {
		t.Errorf("%d journals are kept, want %d", n, mostJournals)
	}
	if s, _ := js.Last(nil); s.Cells[0].Source != fmt.Sprint(2*mostJournals-1) {
		t.Errorf("the last is %v", s)
	}
}

// A session isn't over for others that look at its journal as it begins: they hold a
// lock of their own for a moment.
func TestLivingSession(t *testing.T) {
	for range 30 {
		js := Journals{Dir: t.TempDir()}
		done := looked(js.Dir)
		living := make([]*Journal, mostJournals)
		for i := range living {
			living[i] = js.Begin()
			living[i].Runs(1, "x")
		}
		done()
		for _, j := range living {
			path, _ := j.Path()
			if ok, err := lives(path); !ok {
				t.Errorf("%s counts as over (%v)", path, err)
			}
			j.Leave()
		}
	}
}

// looked has others look at the newest journal of a folder, until done is called.
func looked(dir string) (done func()) {
	var stop atomic.Bool
	var others sync.WaitGroup
	for range 4 {
		others.Go(func() {
			for !stop.Load() {
				if all := journals(dir); len(all) > 0 {
					_, _ = lives(all[0])
				}
			}
		})
	}
	return func() {
		stop.Store(true)
		others.Wait()
	}
}

// One's own session isn't over even where no lock says so.
func TestOwnSession(t *testing.T) {
	js := Journals{Dir: t.TempDir()}
	j := js.Begin()
	j.Runs(1, "x")
	unlock(j.file)
	if s, ok := js.Last(j); ok {
		t.Errorf("the last session is one's own: %v", s)
	}
	if _, ok := js.Unfinished(j); ok {
		t.Error("one's own session ended unexpectedly")
	}
	if _, ok := js.Unfinished(nil); !ok {
		t.Error("the session isn't over for others")
	}
	j.Leave()
}

// Unfinished speaks of the session that Last returns, not of one without cells.
func TestUnfinishedIsLast(t *testing.T) {
	js := Journals{Dir: t.TempDir()}
	left := js.Begin()
	left.Runs(1, "x")
	left.Leave()
	blank := js.Begin()
	blank.Runs(1, " ")
	blank.Ended(1, None)
	if path, _ := blank.Path(); path != "" {
		t.Errorf("%s is the journal of a session without cells", path)
	}
	for name, text := range map[string]string{
		"3": "no JSON",
		"4": `{"began":"2026-11-22T21:00:00Z"}` + "\n" + `{"cell":1,"end":"ok"}` + "\n",
		"5": `{"began":"2026-11-22T21:00:00Z"}` + "\n" + `{"cell":1,"source":"cut of`,
	} {
		if err := os.WriteFile(filepath.Join(js.Dir, name+journalExt), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if s, ok := js.Last(nil); !ok || !s.Left {
		t.Errorf("%v %v, want the session that was left", ok, s)
	}
	if when, ok := js.Unfinished(nil); ok {
		t.Errorf("unfinished since %v, but the last session was left", when)
	}
}

// A cell that is too large leaves a mark.
func TestTooLargeCell(t *testing.T) {
	js := Journals{Dir: t.TempDir()}
	j := js.Begin()
	j.Runs(1, "a")
	j.Ended(1, Ended)
	j.Runs(2, strings.Repeat("b", mostJournalCell+1))
	j.Ended(2, Failed)
	j.Leave()
	s, _ := js.Last(nil)
	if want := []Entry{{1, "a", Ended}, {2, TooLarge, Failed}}; !reflect.DeepEqual(s.Cells, want) {
		t.Errorf("%v, want %v", s.Cells, want)
	}
}

// The journal that %restore would restore is kept however large it is.
func TestLargeJournal(t *testing.T) {
	js := Journals{Dir: t.TempDir()}
	var paths []string
	for range 2 {
		j := js.Begin()
		j.Runs(1, "x")
		path, _ := j.Path()
		paths = append(paths, path)
		die(j)
		if err := os.Truncate(path, mostJournalBytes+1); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(paths[0]); err != nil {
		t.Errorf("the only journal is gone when the next session begins: %v", err)
	}
	next := js.Begin()
	next.Runs(1, "y")
	if _, err := os.Stat(paths[1]); err != nil {
		t.Errorf("the newest journal is gone when the next session begins: %v", err)
	}
	if _, err := os.Stat(paths[0]); err == nil {
		t.Error("an older journal is kept although those after it are large")
	}
	next.Leave()
}

// However slow the disk is, one goroutine waits for it, and Leave not for ever.
func TestSlowDisk(t *testing.T) {
	j := Journals{Dir: t.TempDir()}.Begin()
	var syncs atomic.Int32
	goes := make(chan struct{})
	j.wait = 0
	j.sync = func(*os.File) error { syncs.Add(1); <-goes; return nil }
	for n := range 100 {
		j.Runs(n+1, "x")
		j.Ended(n+1, Ended)
	}
	j.mu.Lock()
	settled := j.settle()
	j.mu.Unlock()
	j.Leave()
	close(goes)
	<-settled
	if n := syncs.Load(); n > 2 {
		t.Errorf("%d syncs of 200 lines while the first lasted, want at most 2", n)
	}
	if path, _ := j.Path(); path != "" {
		t.Errorf("%s is still open", path)
	}
}

// A session that was left isn't taken for a lost one, even if the disk was full.
func TestFullDisk(t *testing.T) {
	for _, again := range []bool{true, false} {
		js := Journals{Dir: t.TempDir()}
		j := js.Begin()
		j.Runs(1, "x")
		j.Ended(1, Ended)
		path, _ := j.Path()
		full, err := os.Open(path) // writing to it fails
		if err != nil {
			t.Fatal(err)
		}
		file := j.swap(full)
		j.Runs(2, "y")
		if _, err := j.Path(); err == nil {
			t.Fatal("a line was written to a full disk")
		}
		if again {
			full = j.swap(file)
		} else {
			full = file
		}
		full.Close()
		j.Leave()
		s, ok := js.Last(nil)
		if ok != again || s.Left != again {
			t.Errorf("room again %v: %v %v is the last session", again, ok, s)
		}
		if when, ok := js.Unfinished(nil); ok {
			t.Errorf("room again %v: unfinished since %v", again, when)
		}
	}
}

// swap gives the journal another file.
func (j *Journal) swap(f *os.File) (old *os.File) {
	j.mu.Lock()
	defer j.mu.Unlock()
	old, j.file = j.file, f
	return old
}

// die ends a session as when its process dies.
func die(j *Journal) {
	j.mu.Lock()
	settled := j.settle()
	j.mu.Unlock()
	<-settled
	unlock(j.file)
	j.file.Close()
}

func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"cell":1,"source":"a"}` + "\n" + `{"cell":1,"end":"ok"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "x.journal")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readJournal(path, math.MaxInt); err != nil {
			t.Error(err)
		}
	})
}
