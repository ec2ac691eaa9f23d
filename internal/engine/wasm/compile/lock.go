package compile

import (
	"reflect"
	"sync"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/machine"
)

// tries are the host functions that take a free lock. They are quick calls: taking a
// lock, unlike releasing it, lets nobody unlink what this goroutine has loaded (rule 4).
var tries = map[string]machine.HostFunc{
	"MutexLock":    trying((*sync.Mutex).TryLock),
	"RWMutexLock":  trying((*sync.RWMutex).TryLock),
	"RWMutexRLock": trying((*sync.RWMutex).TryRLock),
}

func trying[L any](try func(*L) bool) machine.HostFunc {
	return func(c *machine.Context, _ uint32, a []uint64) {
		ok := try((*L)(c.Ptr(a[0])))
		if a[0] = 0; ok {
			a[0] = 1
		}
	}
}

// releases are the natives that release a lock. Its next owner may unlink what was loaded
// under it, so they log the frames.
var releases = map[string]bool{"MutexUnlock": true, "RWMutexUnlock": true, "RWMutexRUnlock": true}

// locks compiles taking and releasing a lock; ok is false for other natives. If the lock
// isn't free, the run-time waits for it.
func (f *function) locks(x *core.Call, name string, v reflect.Value, live analysis.Set) (ok bool) {
	try := tries[name]
	if try == nil && !releases[name] || !f.passes(x.Args, v.Type()) {
		return false
	}
	m := f.operand(x.Args[0])
	lock := func() { f.LocalGet(m); f.I64ExtendI32U() }
	native := callerOf("p:")(wordOf(v))
	host := func(c *machine.Context, sp uint32, a []uint64) {
		c.SyncLock(sp)
		native(c, sp, a)
	}
	if try == nil {
		f.full(live, 1, 0, lock, host)
		return true
	}
	f.quick(1, 1, lock, try)
	f.I64Eqz()
	f.If()
	f.full(live, 1, 0, lock, host)
	f.weight--
	f.End()
	return true
}
