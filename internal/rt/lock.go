package rt

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// The library ends the process when a lock is released that isn't held. The
// methods that release one look first, and end only the cell.

// Fatal is the panic in place of an error that ends a compiled program at once;
// no recover stops it.
type Fatal string

// Error is Go's message.
func (f Fatal) Error() string { return string(f) }

// unlocking is held from the look at a lock to its release: nobody else can
// release it between them.
var unlocking sync.Mutex

// release calls unlock if held, and is fatal otherwise.
func release(held func() bool, unlock func(), misuse Fatal) {
	unlocking.Lock()
	defer unlocking.Unlock()
	if !held() {
		panic(misuse)
	}
	unlock()
}

// What Go says of the release of a lock that isn't held.
const (
	mutexMisuse Fatal = "sync: unlock of unlocked mutex"
	writeMisuse Fatal = "sync: Unlock of unlocked RWMutex"
	readMisuse  Fatal = "sync: RUnlock of unlocked RWMutex"
)

// MutexUnlock is m.Unlock.
func MutexUnlock(m *sync.Mutex) { release(func() bool { return isLocked(m) }, m.Unlock, mutexMisuse) }

// RWMutexUnlock is m.Unlock.
func RWMutexUnlock(m *sync.RWMutex) {
	release(func() bool { return isWriting(m) }, m.Unlock, writeMisuse)
}

// RWMutexRUnlock is m.RUnlock.
func RWMutexRUnlock(m *sync.RWMutex) {
	release(func() bool { return isReading(m) }, m.RUnlock, readMisuse)
}

// What follows looks at the state of locks, which package sync keeps to itself;
// TestLocks fails if it changes.

// maxReaders is what a writer takes from the number of readers of an RWMutex.
const maxReaders = 1 << 30

// The places of the state of a lock.
var (
	mutexState  = offset(reflect.TypeFor[sync.Mutex](), "mu", "state")
	readerCount = offset(reflect.TypeFor[sync.RWMutex](), "readerCount", "v")
)

// offset is the place of a field of a field of t.
func offset(t reflect.Type, outer, inner string) uintptr {
	f, _ := t.FieldByName(outer)
	g, _ := f.Type.FieldByName(inner)
	return f.Offset + g.Offset
}

// isLocked reports whether somebody holds m.
func isLocked(m *sync.Mutex) bool {
	return atomic.LoadInt32((*int32)(unsafe.Add(unsafe.Pointer(m), mutexState)))&1 != 0
}

// isWriting reports whether somebody holds m for writing, or waits for that.
func isWriting(m *sync.RWMutex) bool { return readers(m) < 0 }

// isReading reports whether somebody holds m for reading.
func isReading(m *sync.RWMutex) bool {
	n := readers(m)
	return n != 0 && n != -maxReaders
}

// readers is the number of those who hold m for reading, less maxReaders while
// somebody holds it for writing or waits for that.
func readers(m *sync.RWMutex) int32 {
	return atomic.LoadInt32((*int32)(unsafe.Add(unsafe.Pointer(m), readerCount)))
}

// A readLocker is what RWMutex.RLocker returns: the lock itself by another name.
var readLocker = reflect.TypeOf(new(sync.RWMutex).RLocker())

// lockOf is the RWMutex behind the value of an RLocker.
func lockOf(l sync.Locker) *sync.RWMutex {
	return (*sync.RWMutex)(reflect.ValueOf(l).UnsafePointer())
}

// CondWait is c.Wait. An interrupt leaves a wait behind that hands on the signal
// which wakes it.
func (r *Runtime) CondWait(c *sync.Cond) {
	if misuse := unheld(c.L); misuse != "" {
		panic(misuse)
	}
	r.await(c.Wait, func() {
		c.L.Unlock()
		c.Signal()
	})
}

// unheld is what is fatal about releasing a lock of the library's.
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
