package rt

import (
	"sync/atomic"
	"time"
)

// Wait is the wait of an operation that couldn't proceed at once, for engines with their
// own channel operations. It works like that of Recv and Send: for a short time the
// operation also waits for Brief. If that comes first, Long asks which goroutine this is,
// and from then on Done and Dead end the wait, by Interrupted and Asleep. End is called
// in any case.
//
//	w := r.Waiting()
//	select {
//	case v = <-ch:
//		return
//	case <-w.Brief:
//	}
//	w.Long(ch)
//	defer w.End()
//	…
type Wait struct {
	r          *Runtime
	Brief      <-chan struct{}
	Done, Dead <-chan struct{}
	awake      func()
}

// Waiting begins a wait.
func (r *Runtime) Waiting() Wait { return Wait{r: r, Brief: r.beat.nextBeat()} }

// Long begins the long part of a wait, for a channel.
func (w *Wait) Long(channel any) { w.Done, w.Dead, w.awake = w.r.waitOthers(channelOf(channel)) }

// End ends the long part.
func (w *Wait) End() { w.awake() }

// Interrupted ends a wait for which Done has come.
func (w *Wait) Interrupted() { panic(ErrInterrupted) }

// Asleep ends a wait for which Dead has come, unless some goroutine has woken up. The
// operation must be retried first, as something may have come at the same time.
func (w *Wait) Asleep() { w.r.deadlock() }

// beat signals waiters after at most the brief time. It is cheaper than a timer for each.
type beat struct {
	ch      atomic.Pointer[chan struct{}]
	used    atomic.Bool // since the last beat
	running atomic.Bool
}

// nextBeat is closed at the next beat. It is read before used is set: the beat that sees used
// closes it, unless an earlier one did.
func (b *beat) nextBeat() <-chan struct{} {
	ch := b.ch.Load()
	if ch == nil {
		b.ch.CompareAndSwap(nil, new(make(chan struct{})))
		ch = b.ch.Load()
	}
	b.used.Store(true)
	if !b.running.Load() && b.running.CompareAndSwap(false, true) {
		go b.runBeats()
	}
	return *ch
}

// runBeats beats until a beat had no waiters. A waiter that saw it running has already set
// used, so run checks it again after clearing running.
func (b *beat) runBeats() {
	for {
		time.Sleep(brief)
		used := b.used.Swap(false)
		close(*b.ch.Swap(new(make(chan struct{}))))
		if used {
			continue
		}
		b.running.Store(false)
		if !b.used.Load() || !b.running.CompareAndSwap(false, true) {
			return
		}
	}
}
