package rt

import (
	"reflect"
	"sync"
	"sync/atomic"
	"time"
)

// Operations that may block also wait for the run's interrupt. They first try without
// waiting, so that the usual case needn't know which goroutine it is on.

// Recv receives from a channel into *p, if p isn't nil, and reports into *ok.
func (r *Runtime) Recv(ch, p, ok any) {
	c := reflect.ValueOf(ch)
	v, received := r.recv(c)
	if p != nil {
		r.setReceived(reflect.ValueOf(p).Elem(), v)
	}
	if ok != nil {
		*ok.(*bool) = received
	}
}

// setReceived sets a variable to a value received from a channel, whose elements may be
// of a native interface type.
func (r *Runtime) setReceived(e, v reflect.Value) {
	if v.Kind() == reflect.Interface && v.NumMethod() > 0 {
		v = reflect.ValueOf(v.Interface())
	}
	setValue(e, v)
}

func (r *Runtime) recv(c reflect.Value) (reflect.Value, bool) {
	if !c.IsNil() {
		if v, ok := c.TryRecv(); v.IsValid() {
			return v, ok
		}
	}
	_, v, ok := r.selectWaiting([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: c}})
	return v, ok
}

// brief is how long an operation waits before it asks which goroutine it is on, which
// takes longer than most partners do.
const brief = time.Millisecond

// selectWaiting waits for one of the cases. An interrupt of the cell, or a deadlock, ends
// it with a panic.
func (r *Runtime) selectWaiting(cases []reflect.SelectCase) (int, reflect.Value, bool) {
	if i, v, ok := selectBriefly(cases); i < len(cases) {
		return i, v, ok
	}
	channels := make([]uintptr, len(cases))
	for i, c := range cases {
		channels[i] = c.Chan.Pointer()
	}
	done, dead, awake := r.waitOthers(channels...)
	defer awake()
	if done == nil {
		return reflect.Select(cases)
	}
	n := len(cases)
	more := append(cases[:n:n], receiveCase(done), receiveCase(dead))
	for {
		i, v, ok := reflect.Select(more)
		switch i {
		case n:
			panic(ErrInterrupted)
		case n + 1:
			// something may have come at the same time
			if i, v, ok := reflect.Select(append(cases[:n:n], reflect.SelectCase{Dir: reflect.SelectDefault})); i < n {
				return i, v, ok
			}
			r.deadlock()
		default:
			return i, v, ok
		}
	}
}

// selectBriefly is len(cases) if none of them came in time.
func selectBriefly(cases []reflect.SelectCase) (int, reflect.Value, bool) {
	t := time.NewTimer(brief)
	defer t.Stop()
	n := len(cases)
	return reflect.Select(append(cases[:n:n], reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.C)}))
}

func receiveCase(c <-chan struct{}) reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)}
}

// Send sends v on a channel.
func (r *Runtime) Send(ch, v any) {
	c := reflect.ValueOf(ch)
	x := r.arg(c.Type().Elem(), v)
	if !c.IsNil() && trySend(c, x) {
		return
	}
	r.selectWaiting([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: c, Send: x}})
}

func trySend(c, x reflect.Value) bool { return c.TrySend(x) }

// Close closes a channel.
func Close(ch any) { reflect.ValueOf(ch).Close() }

// Select is the select statement: xs has for each communication whether it sends, the
// channel, the value or where to put it, and where to put ok. It returns the number of
// the communication, -1 for the default.
func (r *Runtime) Select(hasDefault bool, xs ...any) int {
	var cases []reflect.SelectCase
	for i := 0; i < len(xs); i += 4 {
		c := reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(xs[i+1])}
		if xs[i].(bool) {
			c.Dir, c.Send = reflect.SelectSend, r.arg(c.Chan.Type().Elem(), xs[i+2])
		}
		cases = append(cases, c)
	}
	n := len(cases)
	k, v, ok := reflect.Select(append(cases[:n:n], reflect.SelectCase{Dir: reflect.SelectDefault}))
	switch {
	case k == n && hasDefault:
		return -1
	case k == n:
		k, v, ok = r.selectWaiting(cases)
	}
	switch {
	case !xs[k*4].(bool):
		if p := xs[k*4+2]; p != nil {
			r.setReceived(reflect.ValueOf(p).Elem(), v)
		}
		if p := xs[k*4+3]; p != nil {
			*p.(*bool) = ok
		}
	}
	return k
}

// Sleep is time.Sleep.
func (r *Runtime) Sleep(d time.Duration) {
	if d <= 0 {
		return
	}
	defer r.asleep.nap()()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.canceled():
		panic(ErrInterrupted)
	}
}

// lockWith takes a lock: at once if try succeeds, else by waiting as Go does, so that it
// isn't starved by others. If the wait is left behind, unlock releases the lock.
func (r *Runtime) lockWith(try func() bool, lock, unlock func()) {
	if !try() {
		r.awaitCall(lock, unlock)
	}
}

// MutexLock is m.Lock.
func (r *Runtime) MutexLock(m *sync.Mutex) {
	r.lockWith(m.TryLock, m.Lock, func() { MutexUnlock(m) })
}

// RWMutexLock is m.Lock.
func (r *Runtime) RWMutexLock(m *sync.RWMutex) {
	r.lockWith(m.TryLock, m.Lock, func() { RWMutexUnlock(m) })
}

// RWMutexRLock is m.RLock.
func (r *Runtime) RWMutexRLock(m *sync.RWMutex) {
	r.lockWith(m.TryRLock, m.RLock, func() { RWMutexRUnlock(m) })
}

// awaitCall calls f, which waits. On an interrupt of the cell, or a deadlock, awaitCall
// abandons f, and late is called if f returns after that.
func (r *Runtime) awaitCall(f, late func()) {
	cancel, dead, awake := r.waitOthers()
	defer awake()
	if cancel == nil {
		f()
		return
	}
	w := &awaited{done: make(chan any, 1), late: late}
	go w.callAwaited(f)
	defer w.leaveAwaited()
	for {
		select {
		case v := <-w.done:
			w.heard = true
			if v != nil {
				panic(v)
			}
			return
		case <-cancel:
			panic(ErrInterrupted)
		case <-dead:
			if len(w.done) == 0 {
				r.deadlock()
			}
		}
	}
}

// awaited is a function that waits on a goroutine of its own.
type awaited struct {
	over  atomic.Bool // it has ended or was left behind, whichever came first
	done  chan any    // what it panicked with
	heard bool        // the end was received
	late  func()
}

func (w *awaited) callAwaited(f func()) {
	defer func() {
		v := recover()
		if w.over.CompareAndSwap(false, true) {
			w.done <- v
		} else if v == nil {
			w.undo()
		}
	}()
	f()
}

// leaveAwaited leaves the function behind, unless its end was received.
func (w *awaited) leaveAwaited() {
	if !w.heard && !w.over.CompareAndSwap(false, true) && <-w.done == nil {
		w.undo()
	}
}

// undo calls late, which panics if the user has already undone it, by unlocking say.
func (w *awaited) undo() {
	defer func() { _ = recover() }()
	w.late()
}

// WaitGroupWait is g.Wait.
func (r *Runtime) WaitGroupWait(g *sync.WaitGroup) { r.awaitCall(g.Wait, func() {}) }

// WaitGroupGo is g.Go.
func (r *Runtime) WaitGroupGo(g *sync.WaitGroup, f func()) {
	g.Add(1)
	r.goThen(f, g.Done)
}
