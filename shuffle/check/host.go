package check

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/drawn"
	"riffle/shuffle/internal/turn"
)

// Host is what checks need of the session whose user's functions they call. The
// zero value is that of a compiled program.
type Host struct {
	// Context ends all checks when it is done.
	Context context.Context
	// Explain returns what a panic says; it is false for a panic that must go on.
	Explain func(panicked any) (text string, stopped bool)
	// GiveUp ends the cell, because a function doesn't end. Without it checks call
	// functions on goroutines of their own and leave them behind.
	GiveUp func(sentence string)
	// Text returns a value as the session prints it.
	Text func(v any) string
	// Patience is how long a call may take, 2 seconds if it is 0. All calls of a check
	// may take 30 times as long. Time in which other processes keep this one from
	// running isn't counted where the system tells it, as Linux does.
	Patience time.Duration
}

// Watch sets the host of all checks and returns a function that restores the old
// one. Sessions call it.
func Watch(h Host) (restore func()) {
	old := current.set(h)
	return func() { current.set(old) }
}

var current hosts

// hosts is the state behind Watch.
type hosts struct {
	mu   sync.Mutex
	host Host
}

func (s *hosts) set(h Host) (old Host) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old, s.host = s.host, h
	return old
}

func (s *hosts) get() Host {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.host
}

// patience is how long a call of a student's function may take.
const patience = 2 * time.Second

// examiner calls a student's function, and notices when it panics or doesn't end.
type examiner struct {
	host  Host
	calls atomic.Int64 // odd while a call is under way
	input atomic.Pointer[string]
}

// halt is the panic by which a tape ends a call.
type halt struct{}

// examine makes a check, which calls a student's function by its examiner only.
func examine(check func(x *examiner) Result) Result {
	x := &examiner{host: current.get()}
	if x.host.Patience == 0 {
		x.host.Patience = patience
	}
	if x.host.Context == nil {
		x.host.Context = context.Background()
	}
	over := make(chan struct{})
	if x.host.GiveUp != nil {
		var watch sync.WaitGroup
		defer watch.Wait()
		defer close(over)
		watch.Go(func() {
			if sentence := x.endless(over); sentence != "" {
				x.host.GiveUp(sentence)
			}
		})
		return check(x)
	}
	return x.apart(check, over)
}

// apart makes a check on a goroutine of its own, which is left behind in a call that
// doesn't end.
func (x *examiner) apart(check func(*examiner) Result, over chan struct{}) Result {
	result := wrong("the function ends its goroutine")
	var panicked any
	draws := drawn.Here()
	defer draws.Move()
	go func() {
		defer close(over)
		draws.Move()
		defer func() { panicked = recover() }()
		result = check(x)
	}()
	if sentence := x.endless(over); sentence != "" {
		return wrong("%s", sentence)
	}
	if panicked != nil {
		panic(panicked)
	}
	return result
}

// endless waits for the end, and says if a call, or all of them, took too long instead.
func (x *examiner) endless(over <-chan struct{}) (sentence string) {
	const looks = 8
	tick := time.NewTicker(x.host.Patience / looks)
	defer tick.Stop()
	w := startWatch()
	call := int64(0) // under way when the watch showed since
	for since := time.Duration(0); w.shows < allPatience*x.host.Patience; {
		select {
		case <-over:
			return ""
		case <-tick.C:
		}
		w.look()
		if now := x.calls.Load(); now&1 == 0 || now != call {
			call, since = now, w.shows
		} else if w.shows-since >= x.host.Patience {
			return x.unended()
		}
	}
	return fmt.Sprintf("is too slow: the check isn't over after %s", seconds(allPatience*x.host.Patience))
}

// allPatience is how long all calls of a check may take, by what one may take.
const allPatience = 30

func seconds(d time.Duration) string {
	if d%time.Second != 0 {
		return d.String()
	}
	return fmt.Sprintf("%d s", d/time.Second)
}

func (x *examiner) unended() string {
	sentence := "didn't end after " + seconds(x.host.Patience)
	if input := x.input.Load(); input != nil {
		sentence += " on " + *input
	}
	return sentence
}

// on says what the next calls are given, for sentences.
func (x *examiner) on(format string, args ...any) {
	input := fmt.Sprintf(format, args...)
	x.input.Store(&input)
}

// call calls f, and returns what is wrong if it panics.
func (x *examiner) call(f func()) (problem string) {
	x.calls.Add(1)
	defer func() {
		x.calls.Add(1)
		if v := recover(); v != nil {
			problem = x.panicked(v)
		}
		turn.Give()
		if err := x.host.Context.Err(); err != nil {
			panic(err)
		}
	}()
	f()
	return ""
}

// panicked is what is wrong with a call that panicked. The panic goes on if nothing
// may stop it.
func (x *examiner) panicked(v any) string {
	text, stopped := fmt.Sprint(v), true
	if x.host.Explain != nil {
		text, stopped = x.host.Explain(v)
	}
	if _, ours := v.(halt); ours {
		return ""
	}
	if !stopped {
		panic(v)
	}
	if refused, ok := v.(*shuffle.ArgError); ok && (refused.Call == shuffleCall || refused.Call == lotteryCall) {
		_, problem, _ := strings.Cut(refused.Problem, " ") // the
		_, problem, _ = strings.Cut(problem, " ")          // shuffle
		if input := x.input.Load(); input != nil && strings.HasPrefix(problem, "panics ") {
			problem = "panics on " + *input + strings.TrimPrefix(problem, "panics")
		}
		return problem
	}
	text = strings.TrimPrefix(text, "panic: ")
	text = strings.TrimPrefix(text, "runtime error: ")
	if input := x.input.Load(); input != nil {
		return fmt.Sprintf("panics on %s: %s", *input, text)
	}
	return "panics: " + text
}
