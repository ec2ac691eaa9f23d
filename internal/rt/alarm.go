package rt

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"time"
	"weak"
)

// A goroutine may wait for a timer, which wakes it without the help of another. As in Go,
// a timer with a channel counts only while somebody waits for that channel, one with a
// function until the function has ended, and a context until it is done.

// alarms are the timers that cells have made and that are not over.
type alarms struct {
	mu    sync.Mutex
	of    map[any]alarm // by a weak pointer to the timer or ticker, or by the context
	limit int           // when to remove those that are over
}

// alarm is one of them.
type alarm interface {
	// pending reports whether it may wake a goroutine that waits for one of the channels.
	pending(waiting func(channel uintptr) bool) bool
}

// bell is a timer, or a ticker, that sends on a channel.
type bell struct {
	channel uintptr
	due     time.Time // zero for a ticker
	gone    func() bool
}

// late is by how much a timer may be late.
const late = 100 * time.Millisecond

func (b bell) pending(waiting func(channel uintptr) bool) bool {
	return (b.due.IsZero() || time.Now().Before(b.due.Add(late))) && !b.gone() && waiting(b.channel)
}

// calls is how many calls of a timer's function are pending or running.
type calls int

func (c calls) pending(func(channel uintptr) bool) bool { return c > 0 }

// deadline is a context that ends by itself.
type deadline struct{ ctx context.Context }

func (d deadline) pending(func(channel uintptr) bool) bool { return d.ctx.Err() == nil }

// following is a function that runs when a context is done, and hasn't ended.
type following struct{ ctx context.Context }

func (f following) pending(func(channel uintptr) bool) bool { return f.ctx.Err() != nil }

// setAlarm enters an alarm, or changes it.
func (s *alarms) setAlarm(key any, a alarm) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.putAlarm(key, a)
}

func (s *alarms) putAlarm(key any, a alarm) {
	if s.of == nil {
		s.of = map[any]alarm{}
	}
	s.of[key] = a
	if len(s.of) <= s.limit {
		return
	}
	for k, a := range s.of {
		if _, waits := a.(following); !waits && !a.pending(func(uintptr) bool { return true }) {
			delete(s.of, k)
		}
	}
	s.limit = 2*len(s.of) + leastAlarms
}

// leastAlarms is the number of alarms up to which those that are over aren't removed.
const leastAlarms = 100

func (s *alarms) dropAlarm(key any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.of, key)
}

// more changes the number of calls of a timer's function.
func (s *alarms) more(t *time.Timer, by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, _ := s.of[weak.Make(t)].(calls)
	s.putAlarm(weak.Make(t), now+calls(by))
}

// pending reports whether any alarm may wake somebody.
func (s *alarms) pending(waiting func(channel uintptr) bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.of {
		if a.pending(waiting) {
			return true
		}
	}
	return false
}

// any reports whether any alarm may run something of the user's.
func (s *alarms) any() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.of) > 0
}

// channelOf identifies a channel.
func channelOf(c any) uintptr { return reflect.ValueOf(c).Pointer() }

func (r *Runtime) setTimer(t *time.Timer, d time.Duration) *time.Timer {
	w := weak.Make(t)
	r.alarms.setAlarm(w, bell{channelOf(t.C), time.Now().Add(d), func() bool { return w.Value() == nil }})
	return t
}

func (r *Runtime) setTicker(t *time.Ticker) *time.Ticker {
	w := weak.Make(t)
	r.alarms.setAlarm(w, bell{channelOf(t.C), time.Time{}, func() bool { return w.Value() == nil }})
	return t
}

// NewTimer is time.NewTimer.
func (r *Runtime) NewTimer(d time.Duration) *time.Timer { return r.setTimer(time.NewTimer(d), d) }

// After is time.After.
func (r *Runtime) After(d time.Duration) <-chan time.Time { return r.NewTimer(d).C }

// NewTicker is time.NewTicker.
func (r *Runtime) NewTicker(d time.Duration) *time.Ticker { return r.setTicker(time.NewTicker(d)) }

// Tick is time.Tick.
func (r *Runtime) Tick(d time.Duration) <-chan time.Time {
	if d <= 0 {
		return nil
	}
	return r.NewTicker(d).C
}

// AfterFunc is time.AfterFunc for an f that native code may call.
func (r *Runtime) AfterFunc(d time.Duration, f func()) *time.Timer {
	set := make(chan *time.Timer, 1)
	t := time.AfterFunc(d, func() {
		t := <-set
		set <- t
		defer r.checkAsleep() // by its end all may be asleep
		defer r.alarms.more(t, -1)
		f()
	})
	r.alarms.more(t, 1)
	set <- t
	return t
}

func (r *Runtime) stopTimer(t *time.Timer) bool {
	active := t.Stop()
	switch {
	case t.C != nil:
		r.alarms.dropAlarm(weak.Make(t))
	case active:
		r.alarms.more(t, -1)
	}
	return active
}

func (r *Runtime) resetTimer(t *time.Timer, d time.Duration) bool {
	if t.C != nil {
		r.setTimer(t, d)
		return t.Reset(d)
	}
	r.alarms.more(t, 1) // before it may be called
	active := t.Reset(d)
	if active {
		r.alarms.more(t, -1)
	}
	return active
}

func (r *Runtime) stopTicker(t *time.Ticker) {
	t.Stop()
	r.alarms.dropAlarm(weak.Make(t))
}

func (r *Runtime) resetTicker(t *time.Ticker, d time.Duration) {
	t.Reset(d)
	r.setTicker(t)
}

// expires notes a context that ends by itself.
func (r *Runtime) expires(ctx context.Context, cancel context.CancelFunc) (context.Context, context.CancelFunc) {
	r.alarms.setAlarm(ctx, deadline{ctx})
	return ctx, cancel
}

// AfterContext is context.AfterFunc for an f that native code may call.
func (r *Runtime) AfterContext(ctx context.Context, f func()) (stop func() bool) {
	key := new(following)
	r.alarms.setAlarm(key, following{ctx})
	stopped := context.AfterFunc(ctx, func() {
		defer r.checkAsleep()
		defer r.alarms.dropAlarm(key)
		f()
	})
	return func() bool {
		still := stopped()
		if still {
			r.alarms.dropAlarm(key)
		}
		return still
	}
}

// awaits reports whether one of the user's goroutines waits for a channel.
func (s *sleepers) awaits(channel uintptr) bool {
	for _, channels := range s.waiting {
		if slices.Contains(channels, channel) {
			return true
		}
	}
	return false
}
