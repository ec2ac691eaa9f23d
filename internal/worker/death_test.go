package worker

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/proto"
)

// Each of these cells kills its process, and the next one works.
func TestDeaths(t *testing.T) {
	died := make(chan Notice, 10)
	w := start(t, Options{MemoryLimit: 256 << 20, Notify: func(n Notice) {
		if n.Err != nil {
			died <- n
		}
	}})
	for _, c := range []struct{ source, name, message string }{
		{"goPanic", "session ended", "a panic in a goroutine ended the process: no card left"},
		{"exit", "session ended", "the session's process ended itself with exit status 3"},
		{"mapRace", "session ended", "two goroutines used the same map at the same time (concurrent map writes), which Go does not survive; guard the map with a sync.Mutex"},
		{"unlock", "session ended", "a lock was released that was not held (sync: unlock of unlocked mutex), which Go does not survive"},
		{"kill", "session ended", "the session's process was killed, probably by the system because memory ran short"},
		{"hoard", "out of memory", "the session used N MiB, and its limit is 256 MiB"},
		{"huge", "out of memory", "the session asked for more memory than the machine has left"},
		{"garbage", "session ended", "something wrote into the pipe between the session and riffle"},
		{"nonsense", "session ended", "something wrote into the pipe between the session and riffle"},
	} {
		if c.source == "kill" && runtime.GOOS == "windows" || c.source == "huge" && raceEnabled {
			continue
		}
		r, out := run(w, c.source)
		ended := time.Now()
		if r.Status != proto.Error || !r.Lost || r.N != 7 || r.Err == nil {
			t.Errorf("%s: %+v", c.source, r)
			continue
		}
		message := r.Err.Message
		if c.source == "hoard" {
			used, _, _ := strings.Cut(strings.TrimPrefix(message, "the session used "), " ")
			if n, _ := strconv.Atoi(used); n < 256 || n > 2000 {
				t.Errorf("stopped at %s MiB", used)
			}
			message = strings.Replace(message, used, "N", 1)
		}
		if r.Err.Name != c.name || message != c.message+lost {
			t.Errorf("%s: %s: %s\nwant %s: %s", c.source, r.Err.Name, r.Err.Message, c.name, c.message)
		}
		if c.source == "goPanic" {
			want := []string{"stdout:before escaped", "clear false"}
			if d := cmp.Diff(want, out.all()); d != "" {
				t.Error(d)
			}
		}
		if got := value(t, w, "count"); got != "1" {
			t.Errorf("after %s a variable is %s", c.source, got)
		}
		t.Logf("%-10s the next cell is done after %v", c.source, time.Since(ended))
	}
	if len(died) > 0 {
		t.Errorf("a notice of what the result tells: %v", (<-died).Err)
	}
}

// The exit status is that of the process, though the supervisor kills its group.
func TestExitStatusStands(t *testing.T) {
	w := start(t, Options{})
	for range 20 {
		if r, _ := run(w, "exit"); r.Err == nil || r.Err.Exit != 3 {
			t.Fatalf("%+v", r.Err)
		}
	}
}

func TestStillAlive(t *testing.T) {
	w := start(t, Options{})
	value(t, w, "count")
	for source, name := range map[string]string{"panic": "internal error", "goexit": "goexit"} {
		r, _ := run(w, source)
		if r.Err == nil || r.Err.Name != name || r.Lost || !strings.Contains(r.Err.Message, "variables are kept") {
			t.Errorf("%s: %+v", source, r.Err)
		}
	}
	if got := value(t, w, "recurse"); got != "ended in time" {
		t.Errorf("a deep recursion: %s", got)
	}
	if got := value(t, w, "count"); got != "2" {
		t.Errorf("the variable is %s", got)
	}
}

// A child that dies between cells is noticed, and replaced.
func TestDeathWhileIdle(t *testing.T) {
	notices := make(chan Notice, 10)
	w := start(t, Options{Notify: func(n Notice) { notices <- n }})
	if n := <-notices; n.PID != w.PID() || n.Err != nil {
		t.Errorf("%+v", n)
	}
	value(t, w, "idlePanic")
	w.Complete("open the gate", 0)
	var death *proto.CellError
	ready := false
	for !ready || death == nil {
		if n := <-notices; n.Err != nil {
			death = n.Err
		} else {
			ready = true
		}
	}
	if want := "a panic in a goroutine ended the process: nobody there" + lost; death.Message != want {
		t.Errorf("got %q", death.Message)
	}
	if got := value(t, w, "count"); got != "1" {
		t.Errorf("the variable is %s", got)
	}
}

func TestVerdicts(t *testing.T) {
	for words, want := range map[string]string{
		"fatal error: concurrent map iteration and map write\n\ngoroutine 7":                  "two goroutines used the same map at the same time (concurrent map iteration and map write), which Go does not survive; guard the map with a sync.Mutex",
		"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow": "a function called itself without end and the stack overflowed; look for the recursion that never reaches its last case",
		"fatal error: runtime: cannot allocate memory":                                        "the session asked for more memory than the machine has left",
		"fatal error: all goroutines are asleep - deadlock!":                                  "all goroutines wait for each other (a deadlock)",
		"runtime: program exceeds 10000-thread limit\nfatal error: thread exhaustion":         "the session used more threads than the system allows",
		"noise\nfatal error: bad thing\nmore":                                                 "the Go runtime gave up (bad thing)",
		"panic: a\n\tpanic: b\n\ngoroutine 1":                                                 "a panic in a goroutine ended the process: a\n\tpanic: b",
		"SIGQUIT: quit\nPC=0x1":                                                               "the session's process was ended by a signal (SIGQUIT)",
		"nothing special":                                                                     "",
	} {
		var l lastWords
		l.hearText([]byte(words))
		if _, got := l.explainWords(); got != want {
			t.Errorf("%q: got %q, want %q", words, got, want)
		}
	}
}

func TestLastWords(t *testing.T) {
	var l lastWords
	if got := l.hearText([]byte("hello\n")); string(got) != "hello\n" {
		t.Errorf("passed on %q", got)
	}
	if got := l.hearText([]byte("a\npanic: b\n")); string(got) != "a\n" {
		t.Errorf("passed on %q", got)
	}
	if got := l.hearText([]byte("c\n")); len(got) != 0 {
		t.Errorf("passed on %q", got)
	}
	for range 100 {
		l.hearText([]byte(strings.Repeat("goroutine\n", 1000)))
	}
	if n := len(l.String()); n != 2*wordsMost || !strings.Contains(l.String(), "panic: b") {
		t.Errorf("%d bytes kept", n)
	}
	if got := l.releaseHeld(); !strings.HasPrefix(string(got), "panic: b\nc\ngoroutine") || len(got) > 2*wordsMost {
		t.Errorf("released %d bytes", len(got))
	}
	if got := l.hearText([]byte("on\n")); string(got) != "on\n" {
		t.Errorf("passed on %q", got)
	}
}

// What a lost session had is told of before the next one does anything, and before the
// cell ends that the first one died in.
func TestOnLost(t *testing.T) {
	w := start(t, Options{AnswerTimeout: 300 * time.Millisecond})
	out, ended := newRecord(), make(chan struct{})
	told := make(chan struct{})
	w.OnLost(func() {
		defer close(told)
		if got := out.all(); len(got) == 0 {
			t.Error("told of before the last output")
		}
		if c := w.Complete("a", 1); len(c.Items) > 0 {
			t.Error("the next session is at work already")
		}
		select {
		case <-ended:
			t.Error("the cell has ended already")
		default:
		}
	})
	w.Run(t.Context(), proto.Cell{Source: "goPanic"}, out)
	close(ended)
	<-told
	if got := value(t, w, "count"); got != "1" {
		t.Errorf("the variable is %s", got)
	}
}
