package rt

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// The library ends the process when a lock that isn't held is released. Our versions
// check first, and end only the cell.

// Fatal is the panic for an error that would end a compiled program at once; no recover
// stops it.
type Fatal string

// Error is Go's message.
func (f Fatal) Error() string { return string(f) }

// unlocking is held from the check of a lock to its release, so that nothing else can
// release it in between.
var unlocking sync.Mutex

// releaseHeld calls unlock if held, and is fatal otherwise.
func releaseHeld(held func() bool, unlock func(), misuse Fatal) {
	unlocking.Lock()
	defer unlocking.Unlock()
	if !held() {
		panic(misuse)
	}
	unlock()
}

// Go's messages for releasing a lock that isn't held.
const (
	mutexMisuse Fatal = "sync: unlock of unlocked mutex"
	writeMisuse Fatal = "sync: Unlock of unlocked RWMutex"
	readMisuse  Fatal = "sync: RUnlock of unlocked RWMutex"
)

// MutexUnlock is m.Unlock.
func MutexUnlock(m *sync.Mutex) {
	releaseHeld(func() bool { return isLocked(m) }, m.Unlock, mutexMisuse)
}

// RWMutexUnlock is m.Unlock.
func RWMutexUnlock(m *sync.RWMutex) {
	releaseHeld(func() bool { return isWriting(m) }, m.Unlock, writeMisuse)
}

// RWMutexRUnlock is m.RUnlock.
func RWMutexRUnlock(m *sync.RWMutex) {
	releaseHeld(func() bool { return isReading(m) }, m.RUnlock, readMisuse)
}

// What follows reads the private state of package sync's locks; TestLocks fails if that
// changes.

// maxReaders is what a writer subtracts from an RWMutex's number of readers.
const maxReaders = 1 << 30

// The offsets of a lock's state.
var (
	mutexState  = nestedOffset(reflect.TypeFor[sync.Mutex](), "mu", "state")
	readerCount = nestedOffset(reflect.TypeFor[sync.RWMutex](), "readerCount", "v")
)

// nestedOffset is the offset in t of a field of a field.
func nestedOffset(t reflect.Type, outer, inner string) uintptr {
	f, _ := t.FieldByName(outer)
	g, _ := f.Type.FieldByName(inner)
	return f.Offset + g.Offset
}

// isLocked reports whether somebody holds m.
func isLocked(m *sync.Mutex) bool {
	return atomic.LoadInt32((*int32)(unsafe.Add(unsafe.Pointer(m), mutexState)))&1 != 0
}

// isWriting reports whether somebody holds m for writing, or waits to.
func isWriting(m *sync.RWMutex) bool { return readers(m) < 0 }

// isReading reports whether somebody holds m for reading.
func isReading(m *sync.RWMutex) bool {
	n := readers(m)
	return n != 0 && n != -maxReaders
}

// readers is the number of readers of m, less maxReaders while somebody holds it for
// writing or waits to.
func readers(m *sync.RWMutex) int32 {
	return atomic.LoadInt32((*int32)(unsafe.Add(unsafe.Pointer(m), readerCount)))
}

// A readLocker is what RWMutex.RLocker returns: the lock itself by another name.
var readLocker = reflect.TypeOf(new(sync.RWMutex).RLocker())

// lockOf is the RWMutex behind the value of an RLocker.
func lockOf(l sync.Locker) *sync.RWMutex {
	return (*sync.RWMutex)(reflect.ValueOf(l).UnsafePointer())
}

// CondWait is c.Wait. An interrupt leaves the wait behind, which passes on the signal
// that wakes it.
func (r *Runtime) CondWait(c *sync.Cond) {
	if misuse := unheld(c.L); misuse != "" {
		panic(misuse)
	}
	r.awaitCall(c.Wait, func() {
		c.L.Unlock()
		c.Signal()
	})
}

// unheld is the fatal error of releasing l when it isn't held.
func unheld(l sync.Locker) Fatal {
	switch m := l.(type) {
	case *sync.Mutex:
		if !isLocked(m) {
			return mutexMisuse
		}
	case *sync.RWMutex:
		if !isWriting(m) {
			return writeMisuse
		}
	default:
		if reflect.TypeOf(l) == readLocker && !isReading(lockOf(l)) {
			return readMisuse
		}
	}
	return ""
}
