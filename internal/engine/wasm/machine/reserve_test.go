package machine

import (
	"runtime"
	"sync"
	"testing"
	"time"
	"unsafe"
	"weak"
)

// Where the heap has no memory in the window, calls have what is put aside, and give it
// back.
func TestReserve(t *testing.T) {
	needFar(t)
	m := newMachine(t, Config{Stress: Stress{Full: true}})
	u := newUnit(t, m)
	f := places(u)
	u.load()
	for range 3 {
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				n := &node{val: 5}
				if got := f.int(unsafe.Pointer(n), 1); got != 6 {
					t.Errorf("got %d, want 6", got)
				}
			})
		}
		wg.Wait()
	}
	r := &process.room
	if taken := int(r.next-reserveAt) / roomBlock; taken > 200 || len(r.free) != taken {
		t.Errorf("%d blocks were taken, want 200 at most, and %d are free", taken, len(r.free))
	}
}

// A context that has given its memory back isn't told to stop there: others have it.
func TestReserveStops(t *testing.T) {
	needFar(t)
	m := newMachine(t, Config{Stress: Stress{Full: true}})
	c := m.context()
	control := c.control
	c.release()
	clear(control) // as whoever takes the block does
	m.Stop()
	for i, w := range control {
		if w != 0 {
			t.Errorf("word %d of another's memory is %#x, want 0", i, w)
		}
	}
	runtime.KeepAlive(c)
}

// An object never lies across the window's end: the process has other memory there.
func TestWindowEnds(t *testing.T) {
	needFar(t)
	m := newMachine(t, Config{})
	if err := mapAt(m.base+windowSize-pageSize, pageSize); err == nil {
		t.Error("there was no memory at the window's end")
	}
}

// A machine is gone with whoever uses it, though its modules lead to it and it to its
// user, who has them.
func TestMachinesGo(t *testing.T) {
	type user struct {
		m     *Machine
		units []*unit
	}
	make := func() weak.Pointer[user] {
		x := new(user)
		x.m = newMachine(t, Config{Trace: func([]Frame) { x.units = nil }})
		u := newUnit(t, x.m)
		f := places(u)
		u.load()
		f.int(unsafe.Pointer(&node{}), 1)
		x.units = append(x.units, u)
		return weak.Make(x)
	}
	p := make()
	for range 100 {
		if runtime.GC(); p.Value() == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("a machine that nobody uses is kept")
}
