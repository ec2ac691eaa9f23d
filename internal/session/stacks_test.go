package session

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"riffle/internal/proto"
)

// TestInterruptAmongBusyGoroutines: a cell ends within the two seconds that a
// worker grants it, also while goroutines keep all processors busy. (A whole
// collection may take longer then.)
func TestInterruptAmongBusyGoroutines(t *testing.T) {
	s := newSession(t, Options{})
	// Many small objects, of sizes that are swept on their own.
	kept := make([]any, 0, 1<<17)
	for i := range cap(kept) {
		kept = append(kept, make([]byte, 16+i%2000))
	}
	defer runtime.KeepAlive(kept)
	idle := keepBusy()
	defer idle()
	ctx, cancel := context.WithCancel(context.Background())
	begun := time.AfterFunc(200*time.Millisecond, cancel)
	defer begun.Stop()
	ended := make(chan proto.Result, 1)
	go func() { ended <- s.Run(ctx, proto.Cell{Source: "for {}", N: 1}, proto.Discard{}) }()
	select {
	case r := <-ended:
		if r.Err == nil || r.Err.Name != "interrupted" {
			t.Errorf("got %+v, want an interrupt", r.Err)
		}
	case <-time.After(2200 * time.Millisecond):
		t.Error("the interrupted cell has not ended within two seconds")
		idle()
		<-ended
	}
}

// TestInterruptedLoop: the variables that a loop has changed are what they were when it
// was interrupted. Machine code stops between two rounds, an interpreter between two
// assignments; both may run it, since other tests may have filled the window.
func TestInterruptedLoop(t *testing.T) {
	s := newSession(t, Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	r := s.Run(ctx, proto.Cell{Source: "a, b, c := 0, 0.0, uint8(0)\nfor i := 0; ; i++ { a, b = i, b+1; c++ }", N: 1}, proto.Discard{})
	if r.Err == nil || r.Err.Name != "interrupted" {
		t.Fatalf("got %+v, want an interrupt", r.Err)
	}
	const passed = "a > 100, b == float64(a) && c == uint8(a) || b == float64(a+1) && (c == uint8(a) || c == uint8(a+1))"
	r = s.Run(t.Context(), proto.Cell{Source: passed, N: 2}, proto.Discard{})
	if r.Value == nil || r.Value.Text() != "true true" {
		t.Errorf("the loop never had these variables: %v", r.Value.Text())
	}
}

// TestWaitingLoop: a loop that waits for a variable which another goroutine sets is a race,
// but ends all the same.
func TestWaitingLoop(t *testing.T) {
	s := newSession(t, Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	const source = `ready, turns, n := false, 0, 0
go func() { time.Sleep(50*time.Millisecond); n = 9; ready = true }()
for !ready {}
for n < 9 { turns++ }
ready, n`
	if r := s.Run(ctx, proto.Cell{Source: source, N: 1}, proto.Discard{}); r.Err != nil || r.Value.Text() != "true 9" {
		t.Errorf("got %+v", r)
	}
}

// TestTooDeepEndsWhole: a recursion that was ended doesn't go on, however long it
// takes to leave all its frames.
func TestTooDeepEndsWhole(t *testing.T) {
	s := newSession(t, Options{})
	s.grace = time.Millisecond // as if the machine were much slower
	ended := make(chan struct{})
	go func() {
		for stacks() < 256<<20 {
			time.Sleep(time.Millisecond)
		}
		for {
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
				s.endRecursion(s.cancel.Load())
			}
		}
	}()
	var out recorder
	r := s.Run(t.Context(), proto.Cell{Source: "var f func(int) int\nf = func(n int) int { return f(n+1) + 1 }\nf(0)\nfmt.Print(`it goes on`)", N: 1}, &out)
	close(ended)
	if r.Err == nil || r.Err.Name != "stack overflow" {
		t.Errorf("got %+v, want a stack overflow", r.Err)
	}
	time.Sleep(200 * time.Millisecond)
	out.mu.Lock()
	defer out.mu.Unlock()
	if text := out.out.String(); text != "" {
		t.Errorf("after its end the cell printed %q", text)
	}
}

// TestTooDeepHasPlaces: an endless recursion is shown with its place also if the watcher
// of the stacks ends it, before the engine has noticed.
func TestTooDeepHasPlaces(t *testing.T) {
	for name, source := range map[string]string{
		"function":          "func down(n int) int { return down(n+1) + 1 }\ndown(0)",
		"through a library": "type Mirror struct{ n int }\nfunc (m Mirror) String() string { return fmt.Sprint(m) }\nMirror{1}.String()",
		"of a comparison":   "func less(a, b int) bool { s := []int{2, 1}; sort.Slice(s, func(i, j int) bool { return less(i, j) }); return true }\nless(1, 2)",
		"while displayed":   "type Hall struct{ n int }\nfunc (m Hall) String() string { return fmt.Sprint(m) }\nHall{1}",
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, Options{})
			began := stacks()
			ended := make(chan struct{})
			defer close(ended)
			go func() {
				for {
					select {
					case <-ended:
						return
					case <-time.After(time.Millisecond):
						if stacks() > began+deepStacks {
							s.endRecursion(s.cancel.Load())
						}
					}
				}
			}()
			r := s.Run(t.Context(), proto.Cell{Source: source, N: 1}, proto.Discard{})
			if r.Err == nil || r.Err.Name != "stack overflow" || len(r.Err.Diagnostics) == 0 {
				t.Errorf("got %+v, want a stack overflow with a place", r.Err)
			}
		})
	}
}

// keepBusy keeps all processors busy until idle is called.
func keepBusy() (idle func()) {
	var done atomic.Bool
	for range 4 * runtime.GOMAXPROCS(0) {
		go func() {
			for !done.Load() {
			}
		}()
	}
	return func() { done.Store(true) }
}

// TestCallbackEndsWhole: what a native call that is left behind has called is over
// before the next cell begins, however long it takes to get its turn.
func TestCallbackEndsWhole(t *testing.T) {
	s := newSession(t, Options{})
	s.grace = time.Nanosecond // as if the process had been paused
	run := func(ctx context.Context, source string) proto.Result {
		return s.Run(ctx, proto.Cell{Source: source, N: 1}, proto.Discard{})
	}
	run(t.Context(), "calls := 0\nlong := strings.Repeat(`x`, 1<<26)")
	for range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		run(ctx, "strings.IndexFunc(long, func(rune) bool { calls += len(long + long); return false })")
		cancel()
		r := run(t.Context(), "before := calls\ntime.Sleep(200 * time.Millisecond)\ncalls - before")
		if r.Value == nil || r.Value.Data["text/plain"] != "0" {
			t.Errorf("after its end the cell called %+v, %v", r.Value, r.Err)
		}
	}
}
