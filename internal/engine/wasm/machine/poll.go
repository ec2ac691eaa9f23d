package machine

import "runtime"

// Poll is a full host function: code calls it when its fuel is used up, and gets new fuel
// in a[0] and in the control block. The world may stop there (rule 6), other goroutines
// get their turn, and a long log is cleaned up. It panics with Config.Stopped if the
// context must stop.
func Poll(c *Context, sp uint32, a []uint64) {
	if !c.polled {
		c.polled = true
		c.m.pollers.Add(1)
	}
	*c.word(pollsAt)++
	polled()
	runtime.Gosched()
	c.poll()
	c.setStop(0) // Stop came before the entry began
	fuel := c.m.fuel()
	*c.word(FuelAt) = uint32(fuel)
	a[0] = uint64(fuel)
	// The log may be twice as long as what the frames held.
	if len(c.log) > c.m.Stress.Entries+2*c.roots || c.bytes > c.m.Stress.Bytes || c.tooManyHandles() {
		c.cleanup(sp)
	}
}

// fuel is what a context may use up until its next poll. A goroutine that becomes ready
// waits for all those ahead of it, so with many loops each gets less.
func (m *Machine) fuel() int {
	turn := 4 * m.Stress.Fuel // for all loops of a processor together: 2 ms
	n := max(1, int(m.pollers.Load()))
	return min(m.Stress.Fuel, max(minFuel, turn*m.procs/n))
}

// CheckStop panics if the context must stop. It is for host functions that may be part of
// a recursion which doesn't poll.
func (c *Context) CheckStop() { c.poll() }

// poll panics if the context must stop.
func (c *Context) poll() {
	if c.m.stopped.Load() || c.began != c.m.stops.Load() {
		panic(c.m.Stopped)
	}
}

// Settle rebuilds the log from what the frames hold. A full host function calls it before
// it collects garbage for the user, who expects dead objects to be gone.
func (c *Context) Settle(sp uint32) { c.cleanup(sp) }
