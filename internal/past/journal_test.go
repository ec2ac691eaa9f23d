package past

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"
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
	j.Ended(1, Ended)
	j.Runs(2, "for {}")
	path, _ := j.Path()
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want what its owner alone reads", info.Mode(), err)
	}
	if s, ok := js.Last(nil); ok {
		t.Errorf("%v is a session that lives", s)
	}
	j.sync.Wait()
	j.file.Close() // as when the process dies
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
	js := Journals{Dir: t.TempDir()}
	stop := make(chan struct{})
	var others sync.WaitGroup
	for range 4 {
		others.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if all := journals(js.Dir); len(all) > 0 {
					_, _ = lives(all[0])
				}
			}
		})
	}
	living := make([]*Journal, 300)
	for i := range living {
		living[i] = js.Begin()
		living[i].Runs(1, "x")
	}
	close(stop)
	others.Wait()
	for _, j := range living {
		path, _ := j.Path()
		if ok, err := lives(path); !ok {
			t.Errorf("%s counts as over (%v)", path, err)
		}
		j.Leave()
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

func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"cell":1,"source":"a"}` + "\n" + `{"cell":1,"end":"ok"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "x.journal")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readJournal(path); err != nil {
			t.Error(err)
		}
	})
}
