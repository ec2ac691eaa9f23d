package rt

import (
	"reflect"
	"sync"
	"time"
)

// Operations that may block wait for the run's interrupt too. They first try
// without waiting, so that the usual case asks nothing about goroutines.

// Recv receives from a channel into *p, if p isn't nil, and reports into *ok.
func (r *Runtime) Recv(ch, p, ok any) {
	c := reflect.ValueOf(ch)
	v, received := r.recv(c)
	if p != nil {
		r.received(reflect.ValueOf(p).Elem(), v)
	}
	if ok != nil {
		*ok.(*bool) = received
	}
}

// received sets a variable to what came from a channel, which may be one of a
// native interface.
func (r *Runtime) received(e, v reflect.Value) {
	if v.Kind() == reflect.Interface && v.NumMethod() > 0 {
		v = reflect.ValueOf(r.FromNative(v.Interface()))
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

// brief is how long an operation waits before it asks which goroutine it is in,
// which takes longer than most partners do.
const brief = time.Millisecond

// selectWaiting waits for one of the cases. An interrupt of the cell, or a
// deadlock, ends it by a panic.
func (r *Runtime) selectWaiting(cases []reflect.SelectCase) (int, reflect.Value, bool) {
	if i, v, ok := selectBriefly(cases); i < len(cases) {
		return i, v, ok
	}
	done, dead, awake := r.wait()
	defer awake()
	if done == nil {
		return reflect.Select(cases)
	}
	n := len(cases)
	more := append(cases[:n:n], receive(done), receive(dead))
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

func receive(c <-chan struct{}) reflect.SelectCase {
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

// Select is the select statement: for each communication whether it sends, the
// channel, the value or where to put it, and where to put ok. It returns the
// number of the communication, -1 for the default.
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
			r.received(reflect.ValueOf(p).Elem(), v)
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

// lock tries until it succeeds, less and less often.
func (r *Runtime) lock(try func() bool) {
	if try() {
		return
	}
	done, dead, awake := r.wait()
	defer awake()
	for pause := 5 * time.Microsecond; !try(); pause = min(2*pause, time.Millisecond) {
		select {
		case <-done:
			panic(ErrInterrupted)
		case <-dead:
			if try() {
				return
			}
			r.deadlock()
		case <-time.After(pause):
		}
	}
}

// MutexLock is m.Lock.
func (r *Runtime) MutexLock(m *sync.Mutex) { r.lock(m.TryLock) }

// RWMutexLock is m.Lock.
func (r *Runtime) RWMutexLock(m *sync.RWMutex) { r.lock(m.TryLock) }

// RWMutexRLock is m.RLock.
func (r *Runtime) RWMutexRLock(m *sync.RWMutex) { r.lock(m.TryRLock) }

// await calls f, which waits. An interrupt of the cell, or a deadlock, leaves it
// behind, and late is called if it ends after that.
func (r *Runtime) await(f, late func()) {
	cancel, dead, awake := r.wait()
	defer awake()
	if cancel == nil {
		f()
		return
	}
	done, left := make(chan any, 1), make(chan struct{})
	go func() {
		defer func() {
			v := recover()
			select {
			case <-left:
				if v == nil {
					late()
				}
			default:
				done <- v
			}
		}()
		f()
	}()
	for {
		select {
		case v := <-done:
			if v != nil {
				panic(v)
			}
			return
		case <-cancel:
			close(left)
			panic(ErrInterrupted)
		case <-dead:
			r.deadlock()
		}
	}
}

// WaitGroupWait is g.Wait.
func (r *Runtime) WaitGroupWait(g *sync.WaitGroup) { r.await(g.Wait, func() {}) }

// WaitGroupGo is g.Go.
func (r *Runtime) WaitGroupGo(g *sync.WaitGroup, f func()) {
	g.Add(1)
	r.goThen(f, g.Done)
}
