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
