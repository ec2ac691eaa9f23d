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
		reflect.ValueOf(p).Elem().Set(v)
	}
	if ok != nil {
		*ok.(*bool) = received
	}
}

func (r *Runtime) recv(c reflect.Value) (reflect.Value, bool) {
	if !c.IsNil() {
		if v, ok := c.TryRecv(); v.IsValid() {
			return v, ok
		}
	}
	cases := r.withCancel([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: c}})
	i, v, ok := reflect.Select(cases)
	if i == 1 {
		panic(ErrInterrupted)
	}
	return v, ok
}

// withCancel adds the run's interrupt as a last case.
func (r *Runtime) withCancel(cases []reflect.SelectCase) []reflect.SelectCase {
	if done := r.canceled(); done != nil {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(done)})
	}
	return cases
}

// Send sends v on a channel.
func (r *Runtime) Send(ch, v any) {
	c := reflect.ValueOf(ch)
	x := r.arg(c.Type().Elem(), v)
	if !c.IsNil() && trySend(c, x) {
		return
	}
	cases := r.withCancel([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: c, Send: x}})
	if i, _, _ := reflect.Select(cases); i == 1 {
		panic(ErrInterrupted)
	}
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
	if hasDefault {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})
	} else {
		cases = r.withCancel(cases)
	}
	k, v, ok := reflect.Select(cases)
	switch {
	case k == n && hasDefault:
		return -1
	case k == n:
		panic(ErrInterrupted)
	case !xs[k*4].(bool):
		if p := xs[k*4+2]; p != nil {
			reflect.ValueOf(p).Elem().Set(v)
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
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.canceled():
		panic(ErrInterrupted)
	}
}

// wait tries until it succeeds, less and less often.
func (r *Runtime) wait(try func() bool) {
	if try() {
		return
	}
	done := r.canceled()
	for pause := 5 * time.Microsecond; !try(); pause = min(2*pause, time.Millisecond) {
		select {
		case <-done:
			panic(ErrInterrupted)
		case <-time.After(pause):
		}
	}
}

// MutexLock is m.Lock.
func (r *Runtime) MutexLock(m *sync.Mutex) { r.wait(m.TryLock) }

// RWMutexLock is m.Lock.
func (r *Runtime) RWMutexLock(m *sync.RWMutex) { r.wait(m.TryLock) }

// RWMutexRLock is m.RLock.
func (r *Runtime) RWMutexRLock(m *sync.RWMutex) { r.wait(m.TryRLock) }

// WaitGroupWait is g.Wait.
func (r *Runtime) WaitGroupWait(g *sync.WaitGroup) {
	cancel := r.canceled()
	if cancel == nil {
		g.Wait()
		return
	}
	done := make(chan struct{})
	go func() {
		g.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-cancel:
		panic(ErrInterrupted)
	}
}
