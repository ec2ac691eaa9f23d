package rt

import (
	"sync"
	"testing"
)

// TestLocks: the state of locks is read where package sync keeps it.
func TestLocks(t *testing.T) {
	var m sync.Mutex
	var rw sync.RWMutex
	check := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	check("a free Mutex is locked", isLocked(&m), false)
	m.Lock()
	check("a held Mutex is locked", isLocked(&m), true)
	check("a free RWMutex has readers", readers(&rw) != 0, false)
	rw.RLock()
	rw.RLock()
	check("an RWMutex held twice for reading has two readers", readers(&rw) == 2, true)
	rw.RUnlock()
	rw.RUnlock()
	rw.Lock()
	check("an RWMutex held for writing has lost its readers", readers(&rw) == -maxReaders, true)
	rw.Unlock()
	check("an RLocker is its RWMutex", lockOf(rw.RLocker()) == &rw, true)
}

// TestInterruptedLock: an interrupted wait for a lock doesn't keep it, even if it got it
// at the same moment.
func TestInterruptedLock(t *testing.T) {
	r := New(Config{})
	var m sync.Mutex
	var rw sync.RWMutex
	locks := []struct {
		take         func()
		lock, unlock func()
	}{
		{func() { r.MutexLock(&m) }, m.Lock, m.Unlock},
		{func() { r.RWMutexLock(&rw) }, rw.Lock, rw.Unlock},
		{func() { r.RWMutexRLock(&rw) }, rw.Lock, rw.Unlock},
	}
	for i := range 300 {
		l := locks[i%len(locks)]
		run := r.Begin()
		l.lock()
		var both sync.WaitGroup
		both.Go(func() { run.Interrupt() })
		both.Go(l.unlock)
		got := func() (got bool) {
			defer func() {
				if v := recover(); v != nil && v != ErrInterrupted {
					t.Errorf("got %v", v)
				}
			}()
			l.take()
			return true
		}()
		both.Wait()
		r.End(run)
		switch {
		case got && i%len(locks) == 2:
			rw.RUnlock()
		case got:
			l.unlock()
		}
		l.lock() // waits for ever if it wasn't released
		l.unlock()
	}
}
