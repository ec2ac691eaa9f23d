package compile

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle/internal/rt"
)

// trace is what the last panic has left, as function:line, the innermost first.
func (b *bench) trace() string {
	var out []string
	for _, f := range b.left {
		if f.In.From == "" { // a function of the library
			continue
		}
		out = append(out, fmt.Sprintf("%s:%d", f.In.From, b.cells.Diagnostic(f.Pos, f.Pos, "").Line))
	}
	b.left = nil
	return strings.Join(out, " ")
}

func TestTraces(t *testing.T) {
	const source = `func thrower(xs []int, i int) int {
	return xs[i]
}
func guarded(n int) {
	defer func() {
		n--
	}()
	f := func(i int) int {
		return thrower(nil, i)
	}
	f(n)
}
func recovering(n int) {
	defer func() {
		recover()
	}()
	guarded(n)
}
func deferred(n int) {
	defer func() {
		thrower(nil, n)
	}()
	guarded(n)
}
func through(n int) {
	sort.Slice([]int{1, 2}, func(i, j int) bool {
		guarded(i)
		return true
	})
}
func outer(f func(int), n int) {
	f(n)
}
`
	b := newBench(t)
	fs := b.functions(source, nil)
	for _, tt := range []struct {
		name, want string
	}{
		{"guarded", "thrower:2 guarded:9 guarded:11 outer:32"},
		{"recovering", "thrower:2 guarded:9 guarded:11 recovering:17"},
		{"deferred", "thrower:2 guarded:9 guarded:11 deferred:23 thrower:2 deferred:21 outer:32"},
		{"through", "thrower:2 guarded:9 guarded:11 through:27 through:26 outer:32"},
	} {
		b.left = nil
		b.call(fs["outer"], fs[tt.name].Interface(), 1)
		if got := b.trace(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestExit: os.Exit leaves without deferred calls, and nothing recovers it.
func TestExit(t *testing.T) {
	b := newBench(t)
	fs := b.functions(`
func leave(log *[]string) {
	defer func() { *log = append(*log, "plain") }()
	func() {
		defer func() {
			recover()
			*log = append(*log, "recovering")
		}()
		*log = append(*log, "start")
		os.Exit(3)
	}()
}
`, nil)
	var log []string
	_, v := b.call(fs["leave"], &log)
	if v != (rt.Exit{Code: 3}) || !slices.Equal(log, []string{"start"}) {
		t.Errorf("got %v, %v", v, log)
	}
}

// TestEndless: recursions and loops without end through closures are stopped, and nothing
// recovers from it. stop is called when there have been some calls.
func TestEndless(t *testing.T) {
	const source = `
func plain(stop func(int)) {
	var f func(int) int
	f = func(n int) int { stop(n); return f(n+1) + 1 }
	f(0)
}
func guarding(stop func(int)) {
	var f func(int)
	f = func(n int) {
		defer func() { recover() }()
		stop(n)
		f(n + 1)
	}
	f(0)
}
func deferring(stop func(int)) {
	var f func(int)
	f = func(n int) {
		defer func() { n++ }()
		stop(n)
		f(n + 1)
	}
	f(0)
}
func sorting(stop func(int)) {
	var f func(int)
	f = func(n int) {
		stop(n)
		sort.Slice([]int{1, 2}, func(i, j int) bool { f(n + 1); return true })
	}
	f(0)
}
func spinning(stop func(int)) {
	n := 0
	f := func() bool { n++; return false }
	for !f() {
		stop(n)
	}
}
`
	b := newBench(t)
	fs := b.functions(source, nil)
	stop := func(n int) {
		if n == 3000 {
			b.m.Stop()
		}
	}
	for _, name := range []string{"plain", "guarding", "deferring", "sorting", "spinning"} {
		_, v := b.call(fs[name], stop)
		b.m.Resume()
		if v != rt.ErrInterrupted.Error() {
			t.Errorf("%s: panic %v", name, v)
		}
	}
}

// TestParallelClosures calls closures from many goroutines at once.
func TestParallelClosures(t *testing.T) {
	b := newBench(t)
	fs := b.functions(`
func less(xs []string) func(i, j int) bool {
	return func(i, j int) bool { return xs[i] < xs[j] }
}
func memo() func(int) string {
	var mu sync.Mutex
	seen := map[int]string{}
	return func(n int) string {
		mu.Lock()
		defer mu.Unlock()
		s, ok := seen[n]
		if !ok {
			s = strings.Repeat("x", n)
			seen[n] = s
		}
		return s
	}
}
`, nil)
	out, _ := b.call(fs["memo"])
	memo := out[0].(func(int) string)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 200 {
				if got := memo((i * g) % 50); len(got) != (i*g)%50 {
					t.Errorf("got %q", got)
				}
			}
			xs := strings.Split(strings.Repeat("d,a,c,b,", 100), ",")
			out, _ := b.call(fs["less"], xs)
			sort.Slice(xs, out[0].(func(int, int) bool))
			if !sort.StringsAreSorted(xs) {
				t.Errorf("not sorted: %v", xs)
			}
		})
	}
	wg.Wait()
}

// TestBlocked: an interrupt and a deadlock end operations of channels.
func TestBlocked(t *testing.T) {
	b := newBench(t)
	fs := b.functions(`
func receive() int { return <-make(chan int) }
func send()        { make(chan string) <- "a" }
func never()       { var ch chan bool; ch <- true }
func both()        {
	a, b := make(chan int), make(chan int)
	go func() { a <- <-b }()
	<-a
}
`, nil)
	for _, name := range []string{"receive", "send", "never", "both"} {
		for _, want := range []error{rt.ErrInterrupted, rt.ErrDeadlock} {
			if name == "both" && want == rt.ErrInterrupted {
				continue // the goroutine that is left behind would count for the next
			}
			run := b.rt.Begin()
			if want == rt.ErrInterrupted {
				time.AfterFunc(5*time.Millisecond, run.Interrupt)
			}
			_, v := b.call(fs[name])
			b.rt.End(run)
			if v != want.Error() {
				t.Errorf("%s: got %v, want %v", name, v, want)
			}
		}
	}
}
