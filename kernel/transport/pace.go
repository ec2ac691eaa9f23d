package transport

import "time"

const (
	// paceMark is how many bytes the fastest subscriber may be behind before the
	// publisher goes at its pace.
	paceMark = maxQueue / 4
	// A subscriber that takes less than paceStep bytes in paceTime does not keep
	// up, and is not waited for. The time is long because libzmq reads in bursts:
	// after a thousand messages it pauses until half of them are used.
	paceStep = 2 << 20
	paceTime = time.Second
)

// stepped notes that the peer has gone a step, with its lock held.
func (p *peer) stepped() { p.step, p.stepAt = 0, time.Now() }

// keepsUp reports whether the peer took its last step a short time ago. The
// caller holds its lock.
func (p *peer) keepsUp() bool { return !p.closing && time.Since(p.stepAt) < paceTime }

// awaitPace waits until the peer is less than paceMark behind, as long as it
// keeps up.
func (p *peer) awaitPace() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.size < paceMark {
		return
	}
	wake := time.AfterFunc(paceTime, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.room.Broadcast()
	})
	defer wake.Stop()
	for p.size >= paceMark && p.keepsUp() {
		wake.Reset(time.Until(p.stepAt.Add(paceTime)) + time.Millisecond)
		p.room.Wait()
	}
}
